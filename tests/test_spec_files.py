"""Files that travel: found in specs, laid out where they are not, the same path for the same content."""

import itertools
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.crew import spec_files as room
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.spec_files import collect_files, materialize
from kibitz.arena.fixture import Fixture, Plan
from kibitz.errors import CrewError

HERE = Path(__file__).parent
PLAYER = "def first(position):\n    return position.legal()[0]\n"


def test_what_specs_name_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("game.py", "one.py", "wise.py", "best.json"):
        Path(name).write_text(name, encoding="utf-8")
    specs = ["./game.py:Mine:size=5", "one.py:first", "deepening:depth=3,knowledge=wise.py:Wise,weights=best.json", "random"]
    assert collect_files(specs) == {
        "./game.py": b"game.py",
        "one.py": b"one.py",
        "wise.py": b"wise.py",
        "best.json": b"best.json",
    }
    assert collect_files(["connect_four:width=6", "openspiel:chess", "tree:two_ply", "computer:level=3"]) == {}
    with pytest.raises(CrewError, match=r"^none\.py cannot be read \(No such file or directory\)"):
        collect_files(["none.py:first"])


def test_folders_may_have_any_names(tmp_path: Path) -> None:
    file = tmp_path / "a=b,c" / "one.py"
    file.parent.mkdir()
    file.write_text(PLAYER, encoding="utf-8")
    assert collect_files([f"{file}:first"]) == {str(file): PLAYER.encode()}
    (moved,) = materialize([f"{file}:first"], {str(file): b"other"})
    assert Path(moved.partition(":")[0]).read_bytes() == b"other"


def test_specs_stay_where_the_files_are(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(PLAYER, encoding="utf-8")
    specs = [f"{file}:first", "random"]
    assert materialize(specs, collect_files(specs)) == specs


def test_other_content_gets_a_folder_that_its_content_names(tmp_path: Path) -> None:
    file, other = tmp_path / "game.py", tmp_path / "deeper" / "one.py"
    specs = [f"{file}:Mine:size=5", f"{other}:first", "random"]
    files = {str(file): b"a game", str(other): b"a player"}
    first, again = materialize(specs, files), materialize(specs, files)
    assert first == again
    assert first[2] == "random"
    game, player = (Path(spec.partition(":")[0]) for spec in first[:2])
    assert (game.read_bytes(), player.read_bytes()) == (b"a game", b"a player")
    assert (game.name, player.name) == ("game.py", "one.py")
    assert game.parent != player.parent
    assert first[0].endswith(":Mine:size=5")
    assert materialize(specs, {**files, str(file): b"another game"}) != first


def test_files_of_one_folder_stay_together(tmp_path: Path) -> None:
    specs = [f"{tmp_path}/game.py", f"{tmp_path}/one.py:first"]
    game, player = materialize(specs, {specs[0]: b"", f"{tmp_path}/one.py": b""})
    assert Path(game).parent == Path(player.partition(":")[0]).parent


def test_a_file_that_was_edited_is_not_taken_for_the_one_before(tmp_path: Path) -> None:
    """A module is loaded once in a process: what stands in its place later is another one."""
    file = tmp_path / "one.py"
    file.write_text(PLAYER, encoding="utf-8")
    spec = [f"{file}:first"]
    assert materialize(spec, collect_files(spec)) == spec
    file.write_text(PLAYER.replace("[0]", "[-1]"), encoding="utf-8")
    assert materialize(spec, collect_files(spec)) != spec


def test_without_a_cache_a_folder_goes_with_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = tmp_path / "a file"
    taken.touch()
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(taken))
    monkeypatch.setattr("kibitz.arena.crew.spec_files._root", room._root.__wrapped__)
    (spec,) = materialize(["gone/one.py:first"], {"gone/one.py": b"x"})
    assert Path(spec.partition(":")[0]).read_bytes() == b"x"
    room._temporary().cleanup()
    room._temporary.cache_clear()


def test_a_game_and_a_player_that_are_gone_are_played_from_the_plan(tmp_path: Path) -> None:
    game, player = tmp_path / "mine.py", tmp_path / "one.py"
    game.write_text((Path(kibitz.__file__).parent / "games" / "tic_tac_toe.py").read_text(encoding="utf-8"), encoding="utf-8")
    player.write_text(PLAYER, encoding="utf-8")
    specs = (f"{game}:TicTacToe", f"{player}:first", "random")
    plan = Plan(specs[0], specs[1:], 3, files=collect_files(specs))
    game.unlink()
    player.unlink()
    fixtures = tuple(Fixture(pair, side, (side, 1 - side), "") for pair, side in itertools.product(range(3), (0, 1)))
    there = play_batch(Batch(plan, fixtures))
    here = play_batch(Batch(Plan("tic_tac_toe", specs[1:], 3, files=plan.files), fixtures))
    assert [(one.moves, one.payoffs) for one in there] == [(one.moves, one.payoffs) for one in here]
    assert all(one.forfeit is None for one in there)
