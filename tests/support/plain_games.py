"""Games of the house that run as plain Python even where machine code is made: slower, and ready at once."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from kibitz.core.rules import Game
from kibitz.games import connect_four, othello
from kibitz.games.textbook import nim, pig, trio


@dataclass(frozen=True)
class ConnectFour(connect_four.ConnectFour):
    compiles: ClassVar[bool] = False


@dataclass(frozen=True)
class Nim(nim.Nim):
    compiles: ClassVar[bool] = False


@dataclass(frozen=True)
class Othello(othello.Othello):
    compiles: ClassVar[bool] = False


@dataclass(frozen=True)
class Pig(pig.Pig):
    compiles: ClassVar[bool] = False


@dataclass(frozen=True)
class Trio(trio.Trio):
    compiles: ClassVar[bool] = False


def plain(rules: type[Game], **parameters: Any) -> Any:
    """A small game that runs as plain Python: it would take longer to compile than to search."""
    made: Any = type(rules.__name__, (rules,), {"compiles": False, "__doc__": rules.__doc__})
    return dataclass(frozen=True)(made)(**parameters)


def spec(game: str) -> str:
    """As a job names it: `Nim:heaps=3-2`."""
    return f"{Path(__file__).resolve()}:{game}"
