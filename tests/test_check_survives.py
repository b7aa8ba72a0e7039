"""Nothing that rules do ends the check: whatever a method answers, there is a report."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from kibitz import Knowledge
from kibitz.checking import check
from kibitz.games.textbook.pig import Pig
from kibitz.games.textbook.tree import Tree
from kibitz.games.tic_tac_toe import TicTacToe


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
SIMPLE = ("none", "int", "list", "dict", "spite", "spites", "error")

RULES = ["start", "moves", "play", "is_over", "result", "payoffs", "payoff_limits", "chances", "to_move", "best_result"]
RULES += ["move_name", "show", "scene"]
WISDOM = ["evaluate", "estimates", "priority", "bounds", "plies", "candidates", "finish", "key", "symmetries"]
METHODS: list[tuple[type, str]] = [(TicTacToe, method) for method in RULES]
METHODS += [(Three, method) for method in ("to_move", "payoffs", "payoff_limits")]
METHODS += [(Short, method) for method in ("chances", "to_move", "moves", "result", "players", "leaves_out")]
METHODS += [(Knowledge, method) for method in WISDOM]
# No picture; true; no symmetric states.
HARMLESS = {("scene", "none"), ("is_over", "int"), ("symmetries", "dict")}


@pytest.mark.parametrize(
    ("base", "method", "name"),
    [
        (base, method, name)
        for base, method in METHODS
        for name in (SIMPLE if base in (TicTacToe, Knowledge) else ANSWERS)  # whom nobody asks for weights
    ],
)
def test_nothing_that_rules_and_knowledge_do_ends_the_check(base: type, method: str, name: str) -> None:
    what = asked(ANSWERS[name], method)
    cls: Any = dataclass(frozen=True)(type("Bad", (base,), {method: what, "__annotations__": {}}))
    game = TicTacToe(2, 2, 2) if base is Knowledge else cls(2, 2, 2) if base is TicTacToe else cls()
    report = check(game, cls(game) if base is Knowledge else None, seconds=0.2, compiled=False)
    assert report.ok == ((method, name) in HARMLESS)


@pytest.mark.parametrize("name", ANSWERS)
def test_of_estimates_nothing_but_numbers_is_taken(name: str) -> None:
    cls: Any = dataclass(frozen=True)(type("Unwise", (Knowledge,), {"estimates": asked(ANSWERS[name]), "__annotations__": {}}))
    problems = check(Three(), cls(Three()), seconds=0.2, compiled=False).problems
    assert [problem.law for problem in problems] == ["estimates_are_numbers"]


def asked(answer: Callable[[], object], method: str = "") -> Any:
    """A method, or a property where the rules have none, that gives this answer."""

    def says(self: object, *asked: object) -> object:
        return answer()

    return property(says) if method in ("players", "leaves_out") else says
