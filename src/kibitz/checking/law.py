"""A law of good rules: a function that looks at a node, or at a whole game, and says how it breaks the law."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from kibitz.core.rules import Game, Knowledge, says

Stage = Literal["state", "turn", "node", "game", "compiled"]
"""When a law is looked at: "state" when play reaches a state; "turn" before it is played on; "node" at each node that
keeps the laws of those two; "game" when all nodes have been seen; "compiled" when the rules keep all these laws."""


@dataclass(frozen=True)
class Breach:
    """How a law is broken: what happened and what was expected.

    `move` is the move that led to it, where one did; `line` is given by laws about the whole game.
    """

    message: str
    move: int | None = None
    line: tuple[int, ...] | None = None


Look = Callable[..., Breach | str | None]


@dataclass(frozen=True)
class Law:
    """A law by its name, which is the name of its function; `sentence` is the law."""

    name: str
    sentence: str
    stage: Stage
    needs: str | None
    most: int | None
    alone: bool
    of_faces: bool
    compiles: bool | None
    look: Look

    def applies(self, game: Game, knowledge: Knowledge | None) -> bool:
        """Whether the game, or its knowledge, says what the law is about."""
        if self.compiles not in (None, game.compiles):
            return False
        if self.needs is None:
            return True
        return says(knowledge, self.needs) if hasattr(Knowledge, self.needs) else says(game, self.needs)

    def breach(self, *seen: Any) -> Breach | None:
        """How what was seen breaks the law."""
        found = self.look(*seen)
        return Breach(found) if isinstance(found, str) else found


def law(
    stage: Stage,
    needs: str | None = None,
    most: int | None = None,
    alone: bool = False,
    of_faces: bool = False,
    compiles: bool | None = None,
) -> Callable[[Look], Law]:
    """Makes a function a law; its docstring begins with the law, in one sentence.

    `needs` is the optional method the law is about; `most` is how many nodes of a walk are enough, where looking is
    slow. When a law that stands `alone` is broken, what others find may come of that. Rules that break a law `of_faces` are
    still fit to be compiled. `compiles`: only for rules that are for compiling, or that are not.
    """

    def make_law(look: Look) -> Law:
        sentence = " ".join((look.__doc__ or "").partition("\n\n")[0].split())
        return Law(look.__name__, sentence, stage, needs, most, alone, of_faces, compiles, look)

    return make_law


def all_laws() -> list[Law]:
    """The laws of every file in the folder `laws`, file by file in the order of their stages."""
    folder = importlib.import_module("kibitz.checking.laws")
    found: list[Law] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(folder.__path__)):
        members = vars(importlib.import_module(f"{folder.__name__}.{module}")).values()
        found += [member for member in members if isinstance(member, Law)]
    return found
