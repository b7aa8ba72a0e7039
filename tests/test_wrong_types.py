"""Arguments of a wrong type, given to every public function: each is refused in a sentence, and none starts any work."""

import inspect
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.arguments import checked, kind_of
from kibitz.errors import ArgumentError, RulesWarning

NIM = "nim:heaps=1-2"
GOOD: dict[str, dict[str, Any]] = {  # arguments that each function takes, and that are soon done
    "Limit": {},
    "Position": {"game": NIM},
    "Reviewing": {"game": NIM},
    "Tree": {},
    "begin": {"game": NIM},
    "board": {"cells": "cells"},
    "check": {"game": NIM, "seconds": 0.05, "compiled": False},
    "choose": {"game": NIM, "minutes": 0.0001},
    "elo": {"counts": (1, 2, 3)},
    "grid": {"width": 3},
    "learn": {"game": NIM, "minutes": 0.0001},
    "levels": {"game": NIM, "minutes": 0.0001},
    "load": {"spec": NIM},
    "load_knowledge": {"game": NIM},
    "match": {"players": ["random", "greedy"], "game": NIM, "games": 2, "workers": 1},
    "perft": {"game": NIM},
    "picture": {"game": NIM},
    "play": {"game": NIM},
    "play_out": {"game": NIM, "players": ["random", "random"]},
    "player": {"spec": "random"},
    "playouts": {"game": NIM, "games": 2},
    "read_games": {"name": "games.pgn"},
    "report": {"game": NIM, "games": 1, "playouts": 1},
    "review": {"game": NIM},
    "solve": {"game": NIM},
    "solver": {"game": NIM},
    "sprt": {"counts": (1, 2, 3, 4, 5), "elo0": 0.0, "elo1": 5.0},
    "stored_games": {"match": 1},
    "think": {"game": NIM},
    "traps": {"game": NIM},
    "tree": {"game": NIM},
    "tune": {"game": "connect_four:width=4,height=4", "player": "alphabeta:depth=1", "steps": 0, "verify": 0},
}
IN_RULES = {"around", "behind", "changed", "connected", "enclosed", "rays", "square"}  # play makes RulesErrors of their errors
VALUES = {"CHANCE", "Board", "Board64", "Board128", "Board256", "Board384", "Floats", "Ints"}  # numbers, as Python makes them
DATA = {"Action", "Cell", "GameRecord", "MoveValue", "Piece", "Review", "Scene", "Thinking", "Thought", "Value"}
TO_DERIVE_FROM = {"Game", "Knowledge", "KibitzError"}
WAYS = {"ACROSS", "DIAGONAL", "DOWN", "EVERY_WAY", "FALLING", "NUMBER", "RISING", "SIX_WAYS", "STRAIGHT"}
WRONG: tuple[Any, ...] = (None, -1, 2.5, "x", [], object(), {})
GOOD_TOO = {
    ("choose", "minutes"): (2.5,),
    ("levels", "minutes"): (2.5, None),
    ("choose", "to"): ("x",),
}  # these would work long
CASES = [(name, parameter) for name in GOOD for parameter in inspect.signature(getattr(kibitz, name)).parameters]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text('[Variant "Connect Four"]\n\n1. d1 *\n', encoding="utf-8")


def test_every_public_name_is_among_them() -> None:
    assert set(kibitz.__all__) == GOOD.keys() | IN_RULES | VALUES | DATA | TO_DERIVE_FROM | WAYS


def call(name: str, parameter: str, value: Any) -> None:
    """Call a public function with one argument changed, and wait for what it returns."""
    function = getattr(kibitz, name)
    if inspect.signature(function).parameters[parameter].kind is inspect.Parameter.VAR_POSITIONAL:
        answer = function(*GOOD[name].values(), value)
    else:
        answer = function(**GOOD[name] | {parameter: value})
    if isinstance(answer, kibitz.Thinking):
        answer.result()
    if hasattr(answer, "__next__"):
        list(answer)


@pytest.mark.filterwarnings("ignore::kibitz.errors.RulesWarning")
@pytest.mark.parametrize(("name", "parameter"), CASES)
def test_it_works_or_is_refused_in_one_sentence(name: str, parameter: str) -> None:
    for wrong in WRONG:
        if wrong in GOOD_TOO.get((name, parameter), ()):
            continue
        try:
            call(name, parameter, wrong)
        except (kibitz.KibitzError, FileNotFoundError) as problem:
            sentence = str(problem)
            assert sentence
            assert "\n" not in sentence
            assert len(sentence) < 400


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("solve", {"time": "x"}, "time='x' does not fit: give a number or None"),
        ("match", {"games": "3"}, "games='3' does not fit: give a whole number or None"),
        ("match", {"sprt": 5}, "sprt=5 does not fit: give (a number, a number) or None"),
        ("match", {"sprt": (0, "x")}, "sprt=(0, 'x') does not fit: give (a number, a number) or None"),
        ("match", {"tell": "x"}, "tell='x' does not fit: give a function"),
        ("learn", {"to": 3}, "to=3 does not fit: give a text, a path or None"),
        ("traps", {"limit": 3}, "limit=3 does not fit: give a Limit"),
        ("review", {"players": [3]}, "players=[3] does not fit: give a list"),
        ("review", {"known": [(1, 2)]}, "known=[(1, 2)] does not fit: give a list"),
        ("tune", {"more": 3}, "more=3 does not fit: give a dict or None"),
        ("grid", {"width": True}, "width=True does not fit: give a whole number or a text"),
        ("playouts", {"threads": True}, "threads=True does not fit: give a whole number"),
        ("check", {"knowledge": "hand"}, "'hand' is not knowledge to check: give 'auto', a Knowledge, or None"),
        ("match", {"clock": -1}, "a clock of -1 seconds leaves no time for a move: give a time above 0, or None for no clock"),
        ("match", {"workers": -1}, "-1 workers do no work: give 1 or more"),
        ("tune", {"pairs": 0}, "pairs=0 does not fit: give a whole number from 1 up"),
        ("traps", {"margin": -0.5}, "margin=-0.5 does not fit: give a number from 0 up"),
        ("Position", {"moves": 5}, "5 is not a tuple of moves: write Position.after(game, moves)"),
    ],
)
def test_the_sentence_says_what_to_give(name: str, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(kibitz.KibitzError) as caught:
        getattr(kibitz, name)(**GOOD[name] | given)
    assert str(caught.value) == sentence


def test_an_error_of_an_argument_is_a_type_error_too() -> None:
    assert issubclass(ArgumentError, TypeError)
    assert issubclass(ArgumentError, kibitz.KibitzError)


def test_numbers_of_numpy_and_what_python_refuses_itself_stay_as_they_are() -> None:
    numpy = pytest.importorskip("numpy")

    @checked("other")
    def add(number: int, much: float = 0.0, *rest: int, other: str = "") -> float:
        return number + much + sum(rest)

    assert add(numpy.int64(2), numpy.float32(0.5), numpy.int8(1)) == 3.5
    assert add(1, other=3) == 1  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"^rest='x' does not fit: give a whole number$"):
        add(1, 2.0, 3, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        add()  # type: ignore[call-arg]


def test_an_annotation_that_says_too_little_is_not_compared() -> None:
    assert kind_of(Any) is None
    assert kind_of("Solver | None") is None
    assert kind_of(int | Any) is None


def test_a_warning_names_the_line_of_the_caller() -> None:
    with pytest.warns(RulesWarning, match="4 games are played instead of 3") as warned:
        kibitz.match(["random", "greedy"], NIM, games=3, workers=1)
    assert [one.filename for one in warned] == [__file__]
