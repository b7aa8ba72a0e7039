"""A position with exactly one good move: it wins or draws, and every other one comes to less, or does not win as soon."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.core.bounds import Bounds, sign
from kibitz.core.notation import line_names
from kibitz.core.rules import Game, says
from kibitz.core.thought import Value
from kibitz.position import Position
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords

CHOICE = 3  # moves there must be to choose from
LINE = 6  # moves of a line that are kept


@dataclass(frozen=True)
class GoodMove:
    """A puzzle: the one good move of a position, which comes after `ply` moves.

    `values`: every move's value; `lines`: how it goes on, each from the move on; `then`: the positions that follow the good
    move in which exactly one move is good again, with the moves between them.
    """

    ply: int
    position: Position
    move: int
    is_proved: bool
    values: dict[int, Value]
    lines: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    then: tuple["GoodMove", ...] = ()

    def __str__(self) -> str:
        """ "After 4 4 4 4, X: 4 (X wins in 37, proved)", and "; after 1: 2" for the next good move."""
        here = self.position
        words, grounds = ValueWords(here.game), "proved" if self.is_proved else "not proved"
        worth = words.say(self.values[self.move], here.to_move)
        later = "".join(f"; after {' '.join(one.between(self))}: {one.position.name(one.move)}" for one in self.then)
        return (
            f"After {' '.join(here.names())}, {words.names[here.to_move]}: {here.name(self.move)} ({worth}, {grounds}){later}"
        )

    def between(self, first: "GoodMove") -> list[str]:
        """The names of the moves from the last good move of a puzzle to this one, one of its `then`."""
        played = [first, *(one for one in first.then if one.ply < self.ply)]
        return list(self.position.names()[played[-1].ply + 1 : self.ply])

    def as_json(self) -> dict[str, Any]:
        """The puzzle for programs, moves by name."""
        here = self.position
        return {
            "ply": self.ply,
            "best": here.name(self.move),
            "proved": self.is_proved,
            "worths": [
                {
                    "move": here.name(move),
                    "value": value_as_json(value),
                    "line": list(line_names(here.game, here.state, self.lines.get(move, (move,))[:LINE])),
                }
                for move, value in self.values.items()
            ],
        } | ({"then": [{"between": one.between(self)} | one.as_json() for one in self.then]} if self.then else {})


def has_puzzles(game: Game) -> bool:
    """Whether a game can have puzzles: two players, a result, and no chance."""
    return says(game, "result") and not says(game, "chances") and game.players == 2


def only_good_move(known: Mapping[int, Bounds]) -> int | None:
    """The move that is proved better than every other: it wins and they do not, or it draws and they lose."""
    for move, bounds in known.items():
        low, others = bounds.low, [one.high for other, one in known.items() if other != move]
        if low is not None and all(most is not None and sign(most) < sign(low) for most in others):
            return move
    return None


def proved_value(bounds: Bounds) -> Value:
    """The bounds of a move as one value: the limit that counts. One side at least must be bounded."""
    low, high = bounds.low, bounds.high
    if low is not None and (high is None or low == high or low.result >= 0):
        return low if low == high else replace(low, kind="at_least")
    assert high is not None
    return replace(high, kind="at_most")
