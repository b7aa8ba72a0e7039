"""Files of rules that print, exit, import or hold several games: where what they print goes, and which game is meant.

The transcript `own_rules` shows what commands answer to them.
"""

import json
import sys
from pathlib import Path

import pytest

from commandline import here, refused_here
from document import files
from kibitz.core.parameters import split_spec
from kibitz.core.registry import load, spec_of
from kibitz.errors import GameError, PlayerError, RulesWarning
from kibitz.players import player
from kibitz.table.served_games import public


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of the transcript."""
    files("own_rules", tmp_path)
    return tmp_path


def test_a_file_prints_to_standard_error_while_it_is_loaded(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(f"{folder}/loud.py")
    out, err = capsys.readouterr()
    assert (out, err) == ("", "chatter\nchatter")


@pytest.mark.parametrize(
    "command",
    [
        ("tree", "loud.py"),
        ("bench", "loud.py", "--time", "0.02"),
        ("review", "loud.py", "--moves", "0 0 0 0", "--depth", "3"),
        ("check", "loud.py", "--time", "0.3"),
    ],
    ids=" ".join,
)
def test_what_rules_print_is_never_part_of_the_answer(command: tuple[str, ...], folder: Path) -> None:
    (line,) = here(*command, "--json", folder=folder).splitlines()
    assert isinstance(json.loads(line), dict)


def test_a_file_with_null_bytes_is_told_without_a_line_that_there_is_not(tmp_path: Path) -> None:
    file = tmp_path / "null.py"
    file.write_bytes(b"x = 1\n\0\n")
    said = refused_here("analyze", str(file))
    assert said.startswith("kibitz: null.py cannot be read: ")
    assert "None" not in said


@pytest.mark.parametrize("folder", ["C:\\games\\", "d:/"])
def test_a_file_on_a_drive_of_windows_is_a_file(folder: str) -> None:
    """Its colon ends no name, as it would in `nim:heaps=1-2`."""
    assert split_spec(f"{folder}my_game.py:Mine:size=5") == (f"{folder}my_game.py", "Mine:size=5")
    assert split_spec(f"{folder}my_game.py") == (f"{folder}my_game.py", "")
    assert public(f"{folder}my_game.py:Mine:size=5").endswith("my_game.py:Mine:size=5")
    with pytest.raises(GameError, match=r"^there is no file .*my_game\.py"):
        load(f"{folder}my_game.py:Mine:size=5")
    with pytest.raises(PlayerError, match=r"^there is no file .*mine\.py"):
        player(f"{folder}mine.py:first")


def test_a_file_that_is_interrupted_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "stopped.py"
    file.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load(str(file))
    assert not [name for name in sys.modules if name.startswith("stopped")]


def test_a_game_may_be_imported_from_another_file(folder: Path) -> None:
    game = load(f"{folder}/mine.py")
    assert type(game).__name__ == "Four"
    assert spec_of(load(spec_of(game))) == spec_of(game)
    assert spec_of(load(f"{folder}/shipped.py")) == "nim"
    with pytest.raises(GameError, match="defines no game: write a class"):
        load(f"{folder}/imports.py")


def test_of_several_games_in_a_file_the_last_is_taken_and_that_is_said(folder: Path) -> None:
    """Where they are different games; one that others begin with needs no choice."""
    assert type(load(f"{folder}/two.py")).__name__ == "Five"
    spec = f"{folder}/several.py"
    with pytest.warns(RulesWarning) as told:
        assert type(load(spec)).__name__ == "Other"
    (said,) = told
    assert str(said.message) == (
        f"{spec} has several games; this is the last of them, Other: for another one write {spec}:Four or {spec}:Five"
    )
    assert type(load(f"{spec}:Five")).__name__ == "Five"
