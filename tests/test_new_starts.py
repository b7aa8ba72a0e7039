"""What `kibitz new --like` writes: each start is a game that keeps all laws, with a board that people can click."""

from pathlib import Path

import pytest

import kibitz
from commandline import here, refused_here
from kibitz.cli.own_games.new import HEAP, KINDS
from kibitz.kernel import machine_of
from kibitz.position import Position


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_start_is_a_whole_game(kind: str) -> None:
    said = here("new", f"my_{kind}", "--like", kind)
    assert f"kibitz play ./my_{kind}.py" in said
    game = kibitz.load(f"./my_{kind}.py")
    assert type(game).__name__ == f"My{kind.title()}"
    report = kibitz.check(game, compiled=False, seconds=2)
    assert report.problems == ()
    assert report.enough
    record = kibitz.play_out(game, ["random"] * game.players, seed=3)
    assert record.payoffs is not None
    scene = game.scene(Position.after(game).state)
    assert (scene is None) == (kind == HEAP)


def test_there_are_starts_of_every_sort() -> None:
    assert set(KINDS) == {"heap", "placing", "breakthrough", "connection", "sowing", "race", "several"}
    assert "'chess' is not one of" in refused_here("new", "my_game", "--like", "chess")


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["breakthrough", "sowing"])
def test_a_start_compiles(kind: str) -> None:
    here("new", f"my_{kind}", "--like", kind)
    game = kibitz.load(f"./my_{kind}.py")
    assert machine_of(game).compiled
    assert kibitz.perft(game, depth=3) == kibitz.perft(game, depth=3, plain=True)
