"""Sentences of all interfaces: errors, the course of a game, and match standings."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite

from kibitz.core.notation import PASS
from kibitz.core.thought import RESIGNED, SETTLED, TIMEOUT
from kibitz.position import Position
from kibitz.present.values import ValueWords

CODE = frozenset("._/\\`'\"=<")  # the first word of a message that has one of these is a name: of a file, a method, a player
ORDINALS = ("", "", "second", "third", "fourth", "fifth")


def as_sentence(message: object) -> str:
    """The message with a capital first letter, unless that is a name, and a full stop."""
    text = str(message)
    first = text.partition(" ")[0].rstrip(".,:;")
    begins = text[:1] if CODE & set(first) else text[:1].upper()
    return f"{begins}{text[1:]}" + ("" if not text or text.endswith((".", "?", "!")) else ".")


def automatic_moves(position: Position, throw: Callable[[Position], int]) -> Iterator[tuple[Position, Position]]:
    """Each position and the next, until a player has a choice or the game is over.

    `throw` gives the outcomes of chance; a player without a move passes.
    """
    while not position.is_over:
        move = throw(position) if position.is_chance else forced_pass(position)
        if move is None:
            return
        before, position = position, position.play(move)
        yield before, position


def describe_recurrence(position: Position) -> str:
    """The sentence that the game ended by repetition, with a space after it; else ""."""
    if not position.ends_by_recurrence:
        return ""
    times = position.game.recurrence_count
    how_often = f"for the {ORDINALS[times]} time" if times < len(ORDINALS) else f"{times} times"
    return f"The same position has appeared {how_often}. "


def forced_pass(position: Position) -> int | None:
    """The only move, if it is a pass with a name; else None."""
    legal = position.legal()
    if len(legal) == 1:
        with suppress(Exception):  # of rules that cannot name it
            return legal[0] if position.name(legal[0]).casefold() == PASS else None
    return None


def describe_scores(position: Position, names: Sequence[str]) -> str:
    """Each player's points so far, "First 3, Second 2"; "" where moves bring none."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, position.scores or (), strict=False))


YOU = "you"  # the label of the only person in a game


@dataclass(frozen=True)
class GameSentences:
    """Sentences about a game being played. `labels`: who plays each side, "" if its name is enough."""

    words: ValueWords
    labels: Sequence[str]

    def who(self, side: int) -> str:
        """The player of a side: "X (you)", "O (computer, level 10)", or "X"."""
        name, label = self.words.names[side], self.labels[side]
        return f"{name} ({label})" if label else name

    def describe_move(self, before: Position, after: Position) -> str:
        """The sentence about a move, a throw or a pass."""
        name = before.name(after.moves[-1])
        if before.is_chance:
            return f"The die shows {name}." if name.isdigit() else f"Chance brings {name}."
        side, is_pass = before.to_move, forced_pass(before) is not None
        again = after.to_move == side and len(self.labels) > 1 and not after.is_over
        if self.labels[side] == YOU:
            what = "have no move and must pass" if is_pass else f"play {name}"
            return f"You {what}{' and move again' if again else ''}."
        what = "has no move and must pass" if is_pass else f"plays {name}"
        return f"{self.who(side)} {what}{' and moves again' if again else ''}."

    def describe_resignation(self, side: int, verb: str = "resigns") -> str:
        """The sentence about a resignation: who wins, or that the game ends."""
        then = "the game ends here"
        if self.words.duel:
            then = "you win" if self.labels[1 - side] == YOU else f"{self.who(1 - side)} wins"
        who = f"You {'resign' if verb == 'resigns' else verb}" if self.labels[side] == YOU else f"{self.who(side)} {verb}"
        return f"{who}: {then}."

    def describe_timeout(self, side: int) -> str:
        """The sentence about a player whose time has run out."""
        return self.describe_resignation(side, "ran out of time")

    def describe_end(self, position: Position, payoffs: Sequence[float]) -> str:
        """How the game ended by its rules."""
        ending = self.words.ending(payoffs, [self.who(side) for side in range(len(payoffs))])
        return f"{describe_recurrence(position)}The game is over: {ending}."


POINTS = ("0", "½", "1", "1½", "2")  # of a pair of games
NOBODY = "-"  # where no game was played


def format_points(points: float) -> str:
    """Points, with a decimal for a half."""
    return f"{points:.1f}".removesuffix(".0")


def format_share(points: float, games: int) -> str:
    """Points as a share of the games: "62.5 %"."""
    return f"{100 * points / games:.1f} %" if games else NOBODY


def format_figure(number: float, error: float, decimals: int = 1, unknown: str = "") -> str:
    """A figure with its error: "+12.3 ± 4.5"; `unknown` stands for an infinite error."""
    text = f"{round(number, decimals) + 0.0:+.{decimals}f}" if isfinite(number) else "+∞" if number > 0 else "-∞"  # no -0.0
    return f"{text} ± {error:.{decimals}f}" if isfinite(error) else f"{text}{unknown}"


ROUGH = 150.0  # Elo: with a larger error only the sure end of the interval is shown


def format_strength(elo: float | None, error: float | None) -> str:
    """A difference in Elo as few games show it: "+58 +- 47", "at least +176", "-" for nothing.

    `error`: half the 95 % interval. None means infinite.
    """
    if elo is None or error is None:
        return "-"
    if error <= ROUGH:
        return f"{elo:+z.0f} +- {error:.0f}"
    return f"at least {elo - error:+.0f}" if elo > error else f"at most {elo + error:+.0f}" if elo < -error else "-"


def describe_pairs(counts: Sequence[int]) -> str:
    """Pairs of games by points: "1 x 0, 2 x ½, 5 x 1, 3 x 1½, 1 x 2"."""
    return ", ".join(f"{count:,} x {mark}" for count, mark in zip(counts, POINTS, strict=True))


def describe_repeats(repeats: int, games: int) -> str:
    """The start of a sentence on repeated games."""
    return f"{repeats:,} of {games:,} games repeat another move by move"


def describe_early_end(loser: str | None, reason: str) -> str:
    """The sentence on a game that ended early; `loser`: the side that lost, or None."""
    if loser is None:
        return f"The game was {reason}."
    if reason == RESIGNED:
        return f"{loser} resigned."
    if reason == TIMEOUT:
        return f"{loser} ran out of time."
    return f"{loser} lost{'' if reason in SETTLED else ' by a fault'}: {reason.rstrip('.')}."


def describe_early(resigned: int, agreed: int) -> str:
    """The sentence on games that the players ended before the rules did; "" without any."""
    parts = [f"{resigned:,} by resignation"] if resigned else []
    parts += [f"{agreed:,} by agreeing on a draw"] if agreed else []
    many = resigned + agreed
    return f"{many:,} {'game' if many == 1 else 'games'} ended early: {' and '.join(parts)}." if parts else ""


def describe_stopped(games: int) -> str:
    """The sentence on games that were stopped."""
    if games == 1:
        return "1 game went on too long: it was stopped, and counts as a draw."
    return f"{games:,} games went on too long: they were stopped, and count as draws."


def describe_unfinished(games: int) -> str:
    """The sentence on games without a result."""
    return f"{games:,} game{'s have' if games != 1 else ' has'} no result, and count{'s' * (games == 1)} in no score."
