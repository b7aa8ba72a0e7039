"""Nothing that rules do ends the check: whatever a method answers, there is a report."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from types import NoneType
from typing import Any

import pytest

from kibitz import Knowledge
from kibitz.checking import check
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Tree


class Spiteful:
    """A value that fails at whatever is done to it."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    def __hash__(self) -> int:
        raise RuntimeError("not to be hashed")

    def __repr__(self) -> str:
        raise RuntimeError("not to be written")

    def __bool__(self) -> bool:
        raise RuntimeError("neither true nor false")


RULES = ["start", "moves", "play", "is_over", "result", "payoffs", "payoff_limits", "chances", "to_move", "best_result"]
RULES += ["move_name", "show", "scene"]
HARMLESS = {
    ("scene", NoneType),
    ("is_over", int),
    ("best_result", int),
    ("symmetries", dict),
}  # no picture; true; a limit; none
WISDOM = ["evaluate", "estimates", "priority", "bounds", "plies", "candidates", "finish", "key", "symmetries"]


@pytest.mark.parametrize(
    "answer",
    [None, 2**70, [None], {}, Spiteful(), [Spiteful()], RuntimeError("no")],
    ids=["none", "int", "list", "dict", "spite", "spites", "error"],
)
@pytest.mark.parametrize("method", RULES + WISDOM)
def test_nothing_that_rules_do_ends_the_check(method: str, answer: object) -> None:
    def says(self: object, *asked: object) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    base, made = (TicTacToe, "Bad") if method in RULES else (Knowledge, "Unwise")
    cls: Any = dataclass(frozen=True)(type(made, (base,), {method: says, "__annotations__": {}}))
    game = cls(2, 2, 2) if method in RULES else TicTacToe(2, 2, 2)
    report = check(game, cls(game) if method in WISDOM else None, seconds=0.2, compiled=False)
    assert report.ok == ((method, type(answer)) in HARMLESS)


@dataclass(frozen=True)
class Three(Tree):
    """A tree of three players."""

    file: str = "three_players"


@dataclass(frozen=True)
class Short(Pig):
    """Pig that is soon over."""

    target: int = 6


def refuse() -> None:
    raise RuntimeError("no")


ANSWERS: dict[str, Callable[[], object]] = {
    "none": lambda: None,
    "int": lambda: 2**70,
    "nan": lambda: math.nan,
    "list": lambda: [None],
    "dict": dict,
    "pairs": lambda: [(1, 1.0), (2, Spiteful())],
    "heavy": lambda: [(1, 10**400)],
    "spite": Spiteful,
    "spites": lambda: [(Spiteful(), 1.0)],
    "endless": itertools.count,
    "endless pairs": lambda: zip(itertools.count(), itertools.repeat(1.0), strict=False),
    "error": refuse,
}
OTHER_KINDS: list[tuple[type, str]] = [(Three, method) for method in ("to_move", "payoffs", "payoff_limits")]
OTHER_KINDS += [(Short, method) for method in ("chances", "to_move", "moves", "result", "players", "leaves_out")]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize(("base", "method"), OTHER_KINDS)
def test_nothing_that_rules_of_other_kinds_do_ends_the_check(base: type, method: str, answer: str) -> None:
    def says(self: object, *asked: object) -> object:
        return ANSWERS[answer]()

    what = property(says) if method in ("players", "leaves_out") else says
    cls: Any = dataclass(frozen=True)(type("Bad", (base,), {method: what, "__annotations__": {}}))
    assert not check(cls(), None, seconds=0.2, compiled=False).ok


@pytest.mark.parametrize("answer", ANSWERS)
def test_nothing_that_estimates_do_ends_the_check(answer: str) -> None:
    def says(self: object, *asked: object) -> object:
        return ANSWERS[answer]()

    cls: Any = dataclass(frozen=True)(type("Unwise", (Knowledge,), {"estimates": says, "__annotations__": {}}))
    game = Three()
    problems = check(game, cls(game), seconds=0.2, compiled=False).problems
    assert [problem.law for problem in problems] == ["estimates_are_numbers"]
