"""The report of a check: the laws that are broken, each with the smallest line of play, and what random games look like."""

import random
import time
from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import Any

from kibitz.checking.context import CheckContext
from kibitz.checking.node import ask
from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import says
from kibitz.position import Position
from kibitz.present.values import side_names

MIN_POSITIONS, MIN_GAMES = 30, 3  # 22 positions with 1,000 moves each counted as "keeps all laws"
MAX_GAMES, MAX_PLIES = 100, 2_000
TIME_SHARE = 0.15  # of the time that the check has
MIN_DECIDED_GAMES = 5  # games that were won: fewer say nothing about who wins
MIN_SIDED_GAMES = 30  # games that were won, all by one side, or by nobody: fewer may be chance


# Figures of games that are played at random: how long they are, how many moves there are, and who wins.


@dataclass(frozen=True)
class GameSample:
    """Random games that came to their end.

    `lengths` are the fewest plies of a game, the median, and the most; `choices` the same of the moves that a player had.
    `wins` counts, for each player, the games in which it alone got most, `draws` the others. `for_mover` are the games won by
    the side to move at the end, of `decided`, which somebody won. `largest` is the largest result, of either side.
    `turns`: how many of the players were to move at the end of some game.
    """

    names: tuple[str, ...]
    games: int
    lengths: tuple[int, float, int]
    choices: tuple[int, float, int]
    wins: tuple[int, ...]
    draws: int
    for_mover: int
    decided: int
    largest: float
    duel: bool
    turns: int = 1

    @property
    def suspect(self) -> bool:
        """Whether the side to move at the end won every time, which suggests a wrong sign in `result`."""
        return self.duel and self.decided >= MIN_DECIDED_GAMES and self.for_mover == self.decided

    def to_json(self) -> dict[str, Any]:
        """The figures as programs read them."""
        return {
            "games": self.games,
            "plies": dict(zip(("least", "median", "most"), self.lengths, strict=True)),
            "moves": dict(zip(("least", "median", "most"), self.choices, strict=True)),
            "wins": list(self.wins),
            "draws": self.draws,
            "won_by_side_to_move": self.for_mover,
        }

    def sentences(self) -> list[str]:
        """The figures as sentences."""
        least, usual, most = self.lengths
        plies = f"{least} plies" if least == most else f"{least} to {most} plies, {usual:g} by the median"
        fewest, middle, widest = self.choices
        moves = f"{fewest}" if fewest == widest else f"{fewest} to {widest}, {middle:g} by the median"
        won = [f"{name} won {count}" for name, count in zip(self.names, self.wins, strict=True)]
        lines = [
            f"Random games last {plies}; moves to choose from: {moves}.",
            f"Of {self.games} random games {', '.join(won)}; {self.draws} were drawn.",
        ]
        if self.suspect:
            lines.append(
                f"The side to move at the end had won in all {self.decided} that somebody won: is that meant? Where the last "
                "move wins the game, `result`, which the side to move sees, is -1."
            )
        elif self.duel and self.games >= MIN_SIDED_GAMES and not self.decided:
            lines.append(
                "Nobody ever won: is that meant? Perhaps `is_over` and `result` look at the side to move, but the other side "
                "made the last move."
            )
        elif self.duel and self.decided >= MIN_SIDED_GAMES and 0 in self.wins and self.turns > 1:
            lines.append(
                f"{self.names[self.wins.index(0)]} never won: is that meant? `result` is seen by the side to move: an end that "
                "is 1 for one side is -1 for the other."
            )
        return lines


def play_sample(context: CheckContext) -> GameSample | None:
    """Plays random games, as many as there is time for; None where not one came to its end."""
    lengths: list[int] = []
    choices: list[int] = []
    wins: Counter[int] = Counter()
    for_mover, largest, dice, turns = 0, 0.0, random.Random(context.seed), set[int]()
    # Its own: in a wide game one position may have taken all there was.
    until = time.thread_time() + TIME_SHARE * context.seconds
    while len(lengths) < MAX_GAMES and time.thread_time() < until:
        end = _play_random_game(context, dice, choices, until)
        if end is None or not (payoffs := ask(lambda end=end: end.payoffs).value):
            break
        lengths.append(len(end.moves))
        winner = GameOutcome(payoffs).winner
        wins[-1 if winner is None else winner] += 1
        for_mover += winner == end.to_move
        turns.add(end.to_move)
        largest = max(largest, *map(abs, payoffs))
    if not lengths or not choices:
        return None
    return GameSample(
        side_names(context.game),
        len(lengths),
        _least_median_most(lengths),
        _least_median_most(choices),
        tuple(wins[player] for player in range(context.game.players)),
        wins[-1],
        for_mover,
        len(lengths) - wins[-1],
        largest,
        says(context.game, "result"),
        len(turns),
    )


def _play_random_game(context: CheckContext, dice: random.Random, choices: list[int], until: float) -> Position | None:
    """The end of a random game, whose choices are noted; None when it was not reached."""
    position: Position | None = ask(Position.after, context.game).value
    while position is not None and len(position.moves) < MAX_PLIES and time.thread_time() < until:
        legal = ask(position.legal)
        if legal.error:
            return None
        if not legal.value:
            return position
        if position.to_move >= 0:
            choices.append(len(legal.value))
        position = ask(position.play, dice.choice(legal.value)).value
    return None


def _least_median_most(numbers: list[int]) -> tuple[int, float, int]:
    return min(numbers), median(numbers), max(numbers)


# What the check has found.


@dataclass(frozen=True)
class Problem:
    """A law that is broken.

    `moves` is the smallest line found, by the names of the moves, from the start; `message` says what happened there and
    what was expected; `board` is the state as text at the end of the line; `sentence` is the law itself. `where` is the file
    and the line of the method that is to be mended, "" where the message says it.
    """

    law: str
    moves: tuple[str, ...]
    message: str
    board: str
    sentence: str
    where: str = ""


@dataclass(frozen=True)
class Report:
    """The findings of a check.

    `laws` counts those that apply to the game, `positions` the states looked at, `games` the random games played to their end.
    `complete` means that every state of the game was seen. `notes` name what could not be checked. `sample` describes random
    games, None if none ended. `seconds` is the time of looking; `compiling` the time of compiling, which comes on top.
    """

    game: str
    problems: tuple[Problem, ...]
    laws: int
    positions: int
    games: int
    seconds: float
    complete: bool
    notes: tuple[str, ...] = ()
    sample: GameSample | None = None
    compiling: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether no law is broken, as far as was seen; see `enough`."""
        return not self.problems

    @property
    def enough(self) -> bool:
        """Whether so much was seen that it says something: all, or some positions and some games to their end."""
        return self.complete or (self.positions >= MIN_POSITIONS and self.games >= MIN_GAMES)

    def to_json(self) -> dict[str, Any]:
        """The report as programs read it."""
        problems = [
            {"law": item.law, "moves": list(item.moves), "message": item.message, "where": item.where} for item in self.problems
        ]
        return {
            "game": self.game,
            "ok": self.ok,
            "enough": self.enough,
            "problems": problems,
            "positions": self.positions,
            "games": self.games,
            "complete": self.complete,
            "sample": self.sample and self.sample.to_json(),
        }

    def summary(self) -> str:
        """One line for people: how the check ended and how far it looked."""
        positions = f"{self.positions:,} {'position' if self.positions == 1 else 'positions'}"
        games = f"{self.games:,} random {'game' if self.games == 1 else 'games'}"
        compiled = f" and {self.compiling:.1f} s to compile" if self.compiling >= 0.1 else ""
        seen = f"{'all ' if self.complete else ''}{positions}, {games}, {self.seconds:.1f} s{compiled}"
        if not self.ok:
            return f"{self.game} breaks {len(self.problems)} of {self.laws} laws ({seen})"
        if not self.enough:
            return (
                f"{self.game} broke none of {self.laws} laws, but too little was seen to say more ({seen}): allow more --time"
            )
        return f"{self.game} keeps all {self.laws} laws ({seen})"
