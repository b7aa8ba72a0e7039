"""Trees to measure that are small, and counted without compiling."""

from functools import partial

import pytest

from kibitz.explain import growth as measure
from kibitz.position import Position
from kibitz.registry import load
from kibitz.search.perft import perft
from twin_several import plainly

LATE = "1,1 2,2 3,3 1,2"  # tic-tac-toe, after which five squares are free


def counted_quickly(patch: pytest.MonkeyPatch, plain: bool = True) -> None:
    """The plain tree is counted to its end, however slow the machine is; nothing is compiled for where `plain`."""
    patch.setattr(measure, "SHARE", 60.0)
    if plain:
        plainly(patch)
        patch.setattr(measure, "perft", partial(perft, plain=True))


def late() -> Position:
    return Position.after(load("tic_tac_toe"), LATE)
