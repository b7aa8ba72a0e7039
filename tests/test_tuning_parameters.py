"""What is tuned: declared in a knowledge, chosen by name, a vector, and back."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.tuning.parameters import read_parameters
from kibitz.core.data import Floats, Ints
from kibitz.core.registry import knowledge_of, load, names
from kibitz.core.rules import Knowledge
from kibitz.errors import TuningError
from kibitz.games.textbook.nim import Nim
from tunings import Mixed

MIXED = Mixed(Nim())
ALL = ("reach", "steps[0]", "steps[1]", "numbers[0]", "numbers[1=2]")


@dataclass(frozen=True)
class Wrong(Knowledge):
    """What it says may be tuned is set by each test."""

    tunes: ClassVar[Any] = {}
    numbers: Floats = MIXED.numbers
    one: float = 1.0
    name: str = "x"


def refused(tunes: Any, chosen: str = "") -> str:
    knowledge = type("Wrong", (Wrong,), {"tunes": tunes, "__module__": __name__})(Nim())
    with pytest.raises(TuningError) as caught:
        read_parameters(knowledge, chosen)
    return str(caught.value)


def test_every_number_that_is_declared_has_a_name_a_range_and_a_start() -> None:
    found = read_parameters(MIXED)
    assert found.names == ALL
    assert found.start == (3.0, 2.0, 30.0, 1.0, -0.5)
    assert [(one.low, one.high, one.whole) for one in found] == [
        (1.0, 9.0, False),
        (0.0, 5.0, True),
        (0.0, 50.0, True),
        (0.0, 2.0, False),
        (-2.0, 2.0, False),
    ]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ("reach", ("reach",)),
        ("steps", ("steps[0]", "steps[1]")),
        ("steps[1], reach", ("reach", "steps[1]")),
        ("numbers[2]", ("numbers[1=2]",)),
        ("numbers[1=2],numbers[1]", ("numbers[1=2]",)),
        ("", ALL),
    ],
)
def test_they_are_chosen_by_name(chosen: str, expected: tuple[str, ...]) -> None:
    assert read_parameters(MIXED, chosen).names == expected


@given(st.lists(st.floats(-100, 100), min_size=5, max_size=5))
def test_a_vector_becomes_a_knowledge_and_comes_back(vector: list[float]) -> None:
    found = read_parameters(MIXED)
    made = found.with_vector(vector)
    assert isinstance(made, Mixed)
    assert isinstance(made.steps, Ints)
    assert isinstance(made.numbers, Floats)
    assert made.numbers[1] == made.numbers[2]
    assert made.numbers[3] == MIXED.numbers[3]
    assert read_parameters(made).start == found.fitted(vector)
    assert found.from_unit(found.unit(made_of := found.fitted(vector))) == pytest.approx(made_of, abs=1e-9)
    assert replace(MIXED, **{k: type(getattr(MIXED, k))(v) for k, v in found.weights(vector).items()}) == made


def test_numbers_are_rounded_and_stay_inside_and_digits_that_do_not_matter_are_left_out() -> None:
    assert read_parameters(MIXED).fitted((99, 2.6, -4, 0.25, -9)) == (9.0, 3.0, 0.0, 0.25, -2.0)
    assert read_parameters(MIXED, "reach,numbers[0]").tidy((3.14159265, 1.23456789)) == (3.142, 1.235)


@pytest.mark.parametrize("name", names("knowledge"))
def test_what_the_package_declares_fits(name: str) -> None:
    knowledge = knowledge_of(load(name))
    assert knowledge is not None
    if knowledge.tunes:
        assert read_parameters(knowledge).with_vector(read_parameters(knowledge).start) == knowledge
    assert len(knowledge.tunes) > 0 or name not in ("othello", "connect_four")


@pytest.mark.parametrize(
    ("tunes", "chosen", "sentence"),
    [
        ({}, "", "Wrong says of nothing that it may be tuned: give it ranges, such as tunes = {'weights': (0, 10)}"),
        ({"numbers": (0, 9)}, "", "numbers[1] is -0.5, and the range 0 to 9 must hold it"),
        ({"one": (0, 9)}, "numbrs", "has nothing called 'numbrs' to tune; it declares one"),
        ({"one": (0, 9)}, "on", "did you mean one"),
        ({"name": (0, 9)}, "", "must be a field declared float, int, Floats or Ints"),
        ({"game": (0, 9)}, "", "must be a field declared"),
        ({"numbers[0": (0, 9)}, "", "must be a field declared"),
        ({"one[0]": (0, 9)}, "", "one is one number: leave the brackets out"),
        ({"numbers[4]": (0, 9)}, "", "has only 4 numbers, counted from 0"),
        ({"numbers[0=1]": (-1, 9)}, "", "what is to stay alike must begin alike"),
        ({"numbers": ((-9, 9), (-9, 9))}, "", "with 2 ranges for 4 numbers"),
        ({"numbers": (-9, 9), "numbers[3]": (0, 9)}, "", "declares numbers[3] twice"),
        ({"one": (1, 1)}, "", "the range 1 to 1 must hold it"),
    ],
)
def test_what_does_not_fit_is_told(tunes: Any, chosen: str, sentence: str) -> None:
    assert sentence in refused(tunes, chosen)
