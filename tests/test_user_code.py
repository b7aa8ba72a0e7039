"""Mistakes of code that is not ours, in a sentence: whose they are, where they happened, and no second one meanwhile."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.errors import GameError, KibitzError, RulesError
from kibitz.registry import load
from kibitz.rules import Game
from kibitz.runtime.user_code import LONG, blame_rules, describe_error, format_value

HOSTILE = """
class Odd(Exception):
    def __str__(self):
        raise SystemExit

    __repr__ = __str__

def fail():
    raise Odd
"""


def failing(folder: Path) -> Callable[[], None]:
    """What raises an exception that cannot be written, in a file of its own."""
    file, names = folder / "odd.py", dict[str, Callable[[], None]]()
    file.write_text(HOSTILE)
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names["fail"]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (None, "odd.py, line 9, fail, failed: ValueError: 7; `kibitz check` finds the shortest way there"),
        (load("nim"), "the rules of Nim failed: odd.py, line 9, fail, ValueError: 7"),
    ],
    ids=["of any game", "of a game"],
)
def test_what_rules_raise_is_a_sentence_that_says_where(game: Game | None, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(HOSTILE.replace("raise Odd", "raise ValueError(7)"))
    names = dict[str, Callable[[], None]]()
    exec(compile(file.read_text(), str(file), "exec"), names)
    with pytest.raises(RulesError) as told, blame_rules(game):
        names["fail"]()
    assert str(told.value) == sentence
    assert isinstance(told.value.__cause__, ValueError)


@pytest.mark.parametrize("game", [None, load("nim")], ids=["of any game", "of a game"])
@pytest.mark.parametrize("problem", [GameError("there is no such game"), KeyboardInterrupt()], ids=["sentence", "ctrl-c"])
def test_what_is_a_sentence_already_passes_and_what_no_rule_raises(game: Game | None, problem: BaseException) -> None:
    with pytest.raises(type(problem)) as told, blame_rules(game):
        raise problem
    assert told.value is problem


def test_a_lack_of_memory_is_no_fault_of_rules_unless_a_game_is_named() -> None:
    with pytest.raises(MemoryError), blame_rules():
        raise MemoryError
    with pytest.raises(KibitzError, match=r"the rules of Nim failed: .*MemoryError"), blame_rules(load("nim")):
        raise MemoryError


def test_what_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="fail, Odd: it cannot be written"), blame_rules(load("nim")):
        failing(tmp_path)()


def test_values_and_errors_stand_on_one_line_and_are_not_long() -> None:
    assert format_value([1, "two"]) == "[1, 'two']"
    assert format_value("x" * 100) == f"'{'x' * 76}..."
    assert describe_error(ValueError("one\n\n two")) == "ValueError: one two"
    assert describe_error(ValueError()) == "ValueError"
    assert len(describe_error(ValueError("x" * 1000))) == LONG + len("ValueError: ")
