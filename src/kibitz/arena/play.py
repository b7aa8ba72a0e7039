"""One game, played out between players from a position to its end, and what dice and cards bring in it."""

import math
import operator
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kibitz.core.arguments import checked
from kibitz.core.laws import short_repr
from kibitz.core.registry import as_game, spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import GameRecord, Thought
from kibitz.errors import GameError, PlayerError
from kibitz.players import Player, admit, as_player, ask, close
from kibitz.players.answers import illegal
from kibitz.position import Position
from kibitz.runtime.orders import Listening
from kibitz.runtime.rule_watch import watched_rules

TABLE_SEED = "the dice of the table {}"


class Dice:
    """Thrown by the table, not by a player."""

    def __init__(self, seed: int | None = None) -> None:
        """`seed`: None to fall as it happens. A player with the same seed throws other dice."""
        self._random = random.Random(None if seed is None else TABLE_SEED.format(seed))

    def throw(self, position: Position) -> int:
        """One of the outcomes of a position where chance decides; RulesError when they have no proper weights."""
        return draw_outcome(position.chances(), self._random)


def draw_outcome(chances: Sequence[tuple[int, float]], dice: random.Random) -> int:
    """One of the outcomes by its weight."""
    outcomes, weights = zip(*chances, strict=True)
    chosen: int = dice.choices(outcomes, weights)[0]
    return chosen


@checked("players", "start")
def play_out(
    game: Game | str,
    players: Sequence[Player | str | Callable[..., Any]] | Player | str | Callable[..., Any],
    start: Position | None = None,
    seed: int | None = None,
) -> GameRecord:
    """The record of a game between `players`, the first player first; from `start`, if given, whose moves it begins with.

    `game` may be a spec. A player is an object with `think`, a spec such as "greedy" or "computer:level=3", or a function that
    is given a position and returns a move, its name, or a Thought; one alone plays all seats. What throws dice among these gets
    seeds that come of `seed`.

    Where dice or cards decide, they are thrown with `seed`; what they bring is among the moves of the record. The same
    players, made with the same seeds, play the same game. Raises PlayerError when there are too few or too many players, or
    when one of them names a move that is not legal; GameError when `start` belongs to another game; and what a player says
    that cannot play such a game (see `admit`).
    """
    game = as_game(game)
    players = list(_seats(players, game.players))
    places = len(players)
    seeds = [None if seed is None else seed * places + seat for seat in range(places)]
    seats = [as_player(one, dice) for one, dice in zip(players, seeds, strict=True)]
    check_count(game, seats)
    admit(seats, game)
    position = Position.after(game) if start is None else start
    if not isinstance(position, Position):
        raise GameError(f"{short_repr(start)} is not a position to start from: give kibitz.Position.after(game, moves)")
    if position.game != game:
        raise GameError(f"the position to start from belongs to {spec_of(position.game)}, not to {spec_of(game)}")
    try:
        position = play_to_end(position, seed, lambda here: choose_move(seats[here.to_move], here))
    finally:
        close(one for one, given in zip(seats, players, strict=True) if one is not given)
    return GameRecord(spec_of(game), position.names(), tuple(player.name for player in seats), position.payoffs)


def _seats(players: Any, seats: int) -> Iterable[Any]:
    """A player for each seat; one that comes alone has them all."""
    if isinstance(players, str) or callable(players) or callable(getattr(players, "think", None)):
        return [players] * seats
    if not isinstance(players, Iterable):
        raise PlayerError(f"{short_repr(players)} are not players: give a list, such as ['greedy', 'random']")
    return players


def check_count(game: Game, players: Sequence[Player]) -> None:
    """Raises PlayerError when there are too few or too many players."""
    if len(players) != game.players:
        raise PlayerError(f"{spec_of(game)} is for {game.players} players, but {len(players)} came")


def play_to_end(position: Position, seed: int | None, choose: Callable[[Position], int], longest: float = math.inf) -> Position:
    """The end of a game: `choose` gives the legal moves of the players, and dice are thrown with `seed`.

    A game that is not over after `longest` plies ends there.
    """
    dice = Dice(seed)
    with Listening(), watched_rules():
        while not position.is_over and len(position.moves) < longest:
            position = position.play(dice.throw(position) if position.is_chance else choose(position))
    return position


def choose_move(player: Player, position: Position) -> int:
    """The legal move that a player plays, asked with a copy of the position; PlayerError when it names none."""
    return choose_thought(player, position)[0]


def choose_thought(player: Player, position: Position) -> tuple[int, Thought]:
    """The legal move that a player plays, and the thought that it comes from, as `choose_move`."""
    thought = ask(player, position)
    move = thought.best
    is_number = hasattr(move, "__index__") and not isinstance(move, bool)  # 3.0 equals a move, and is none
    if move is None or not is_number or (number := operator.index(move)) not in position.legal():
        raise PlayerError.of_move(illegal(player.name, move, position))
    return number, thought
