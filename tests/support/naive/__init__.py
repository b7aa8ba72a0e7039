"""The rules once more, written the plainest way on dictionaries and lists, sharing no line with the games.

`naive/GAME.py` is the twin of `games/GAME.py`: a class `NaiveGame` (`Naive` and the name of the game's class) that takes the
parameters of the game. `tests/test_games.py` finds it because it is there.
"""

import dataclasses
import importlib
import re
from importlib.util import find_spec
from typing import Any, Protocol

from kibitz.core.rules import Game

Square = tuple[int, int]
DICE = -1
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]
WITHOUT = ("tree", "openspiel")  # by nature: the file of a tree is its own twin, and the rules of OpenSpiel are not ours


class Naive(Protocol):
    """A game under way; moves go by name, what dice bring too, and while they roll the mover is DICE."""

    mover: int

    def moves(self) -> list[str]: ...
    def play(self, name: str) -> None: ...
    def paid(self) -> tuple[float, ...]: ...
    def over(self) -> bool: ...


class ForTwo:
    """What one wins the other loses: `lead` is the result for the first player."""

    def lead(self) -> int:
        raise NotImplementedError

    def paid(self) -> tuple[float, ...]:
        return self.lead(), -self.lead()


def placed(rows: str) -> dict[Square, int]:
    """Stones as `3/1B1/WW1_b` sets them up: 0 for B by row and column, both from 0 and from above."""
    found: dict[Square, int] = {}
    for row, text in enumerate(rows.rpartition("_")[0].split("/") if rows else ()):
        signs = re.sub(r"\d+", lambda free: "." * int(free[0]), text)
        found |= {(row, column): "BW".index(sign) for column, sign in enumerate(signs) if sign != "."}
    return found


def naive_twin(game: Game) -> Naive:
    """The naive twin of a game, at its start; AssertionError says what to write where there is none."""
    name, wanted = type(game).__module__.rpartition(".")[2], f"Naive{type(game).__name__}"
    module = importlib.import_module(f"naive.{name}") if find_spec(f"naive.{name}") else None
    assert hasattr(module, wanted), (
        f"write tests/support/naive/{name}.py with a class {wanted}: the rules of {name} once more, the plainest way, "
        "with the methods of `Naive` in tests/support/naive/__init__.py"
    )
    fields: Any = dataclasses.fields(game)  # type: ignore[arg-type]  # a dataclass
    twin: Naive = getattr(module, wanted)(**{field.name: getattr(game, field.name) for field in fields})
    return twin
