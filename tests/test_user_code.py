"""Mistakes of code that is not ours, in a sentence: whose they are, where they happened, and no second one meanwhile."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.errors import GameError, KibitzError, RulesError
from kibitz.runtime.user_code import LONG, blame_rules, describe_error, format_value


def rule(folder: Path, raised: str) -> Callable[[], None]:
    """What raises that, in a file of its own."""
    file, names = folder / "odd.py", dict[str, Callable[[], None]]()
    unwritten = "class Odd(Exception):\n    def __str__(self):\n        raise SystemExit\n    __repr__ = __str__\n"
    file.write_text(f"{unwritten}def fail():\n    raise {raised}\n")
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names["fail"]


@pytest.mark.parametrize(
    ("game", "raised", "sentence"),
    [
        (None, "ValueError(7)", "odd.py, line 6, fail, failed: ValueError: 7; `kibitz check` finds the shortest way there"),
        (load("nim"), "ValueError(7)", "the rules of Nim failed: odd.py, line 6, fail, ValueError: 7"),
        (load("nim"), "Odd", "the rules of Nim failed: odd.py, line 6, fail, Odd: it cannot be written"),
    ],
    ids=["of any game", "of a game", "not to be written"],
)
def test_what_rules_raise_is_a_sentence_that_says_where(game: Game | None, raised: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as told, blame_rules(game):
        rule(tmp_path, raised)()
    assert str(told.value).startswith(sentence)
    assert type(told.value.__cause__).__name__ == raised.partition("(")[0]


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


def test_values_and_errors_stand_on_one_line_and_are_not_long() -> None:
    assert format_value([1, "two"]) == "[1, 'two']"
    assert format_value("x" * 100) == f"'{'x' * 76}..."
    assert describe_error(ValueError("one\n\n two")) == "ValueError: one two"
    assert describe_error(ValueError()) == "ValueError"
    assert len(describe_error(ValueError("x" * 1000))) == LONG + len("ValueError: ")
