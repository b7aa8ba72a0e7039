"""The games there are, as a shelf lists them, and what is written about an answer and a match without any terminal."""

import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.core import catalogue, registry
from kibitz.core.catalogue import Entry, Parameter
from kibitz.errors import RulesWarning

LIGHT = ("kibitz.core.catalogue", "kibitz.present.answer", "kibitz.arena.standing")


def test_every_game_is_there_once_and_families_have_no_game_of_their_own() -> None:
    entries = catalogue.entries()
    assert [entry.name for entry in entries] == registry.names("games")
    families = [entry.name for entry in entries if entry.game is None]
    assert families == ["openspiel"]
    assert list(catalogue.games()) == [entry.name for entry in entries if entry.name not in families]


def found(name: str) -> Entry:
    entry = catalogue.entry(name)
    assert entry is not None
    return entry


def test_an_entry_says_who_plays_and_what_may_be_set() -> None:
    entry = found("connect_four")
    assert (entry.players, entry.chance) == (2, False)
    assert entry.title.startswith("Drop a disc into a column that is not full;")
    assert entry.parameters == (Parameter("width", 7, int), Parameter("height", 6, int), Parameter("line", 4, int))
    assert [(one.text, one.meaning) for one in entry.parameters] == [(text, "a whole number") for text in "764"]
    entry = found("nim")
    kinds = {one.name: (one.text, one.kind) for one in entry.parameters}
    assert kinds == {"heaps": ("3-4-5", tuple[int, ...]), "misere": ("false", bool)}
    for one in entry.parameters:  # written as a spec has them
        assert registry.load(f"nim:{one.name}={one.text}") == entry.game


def test_a_form_asks_for_each_parameter_in_its_way() -> None:
    forms = [[one.form for one in found(spec).parameters] for spec in ("connect_four", "nim", "tree")]
    assert forms == [["whole number"] * 3, ["whole numbers", "yes or no"], ["one of"]]


def test_a_game_with_parameters_of_its_own_is_an_entry_with_these() -> None:
    game = registry.load("connect_four:width=8")
    assert [one.default for one in Entry("eight wide", type(game), game).parameters] == [8, 6, 4]


def test_a_family_leaves_open_what_differs_within_it() -> None:
    entry = found("openspiel")
    assert (entry.game, entry.players, entry.chance) == (None, None, None)
    assert [(one.default, one.text) for one in entry.parameters] == [(None, None)]


def test_a_game_that_does_not_work_is_left_out_with_a_warning() -> None:
    with pytest.warns(RulesWarning, match=r"the game no_such_game is left out: there is no game called"):
        assert catalogue.entry("no_such_game") is None


def test_what_the_server_writes_needs_neither_compiler_nor_terminal(tmp_path: Path) -> None:
    code = "import sys, {}; print(sorted({{'numba', 'numpy', 'click', 'scipy'}} & set(sys.modules)))"
    for module in LIGHT:
        alone = [sys.executable, "-c", code.format(module)]
        done = subprocess.run(alone, capture_output=True, text=True, check=True, cwd=tmp_path)
        assert done.stdout.strip() == "[]", module
