"""Levels that were fitted to a game: their files, the players that take them, the command, and those that come along."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from commandline import here, refused_here, run_here
from kibitz import match
from kibitz.arena.levels.fitting import STEPS
from kibitz.arena.match import plan_match
from kibitz.cli.strength.levels import describe_levels
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.errors import KibitzError, LevelsError, PlayerError, RulesWarning
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.players import player
from kibitz.players.fitted_levels import LEVEL_FILES, FittedLevel, LevelFile, read_levels
from kibitz.players.levelled import LevelledEngine
from kibitz.players.levels import LEVELS
from kibitz.position import Position

DOCUMENT = Path(__file__).parents[1] / "docs" / "levels.md"
GAME, TINY = "tic_tac_toe", "nim:heaps=1-2"
LAST = STEPS + 20


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "levels"
    folder.mkdir()
    monkeypatch.setenv("KIBITZ_LEVELS", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


# Files.


def made(rules: Game, **other: Any) -> LevelFile:
    rows = (FittedLevel(64, 0.5, 0.5, 0.0, 60.0, 40), FittedLevel(64, 0.0, 0.7, 147.2, None, 40))
    content = LevelFile(GAME, rules_fingerprint(rules), "minimax", "greedy", 512, rows, True, "kibitz levels", "2026-11-23")
    return replace(content, **other)


@given(st.integers(1, 10**9), st.floats(0, 1), st.floats(0, 1), st.none() | st.floats(-2000, 2000), st.integers(0, 10**6))
def test_what_is_written_is_read(nodes: int, share: float, score: float, elo: float | None, games: int) -> None:
    from tempfile import TemporaryDirectory

    content = made(load(GAME), levels=(FittedLevel(nodes, share, score, elo, elo, games),), estimate="learned")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.levels"
        file.write_text(content.text(), encoding="utf-8")
        assert read_levels(file) == content


@given(st.data())
def test_a_damaged_file_is_refused_in_a_sentence(data: st.DataObject) -> None:
    from tempfile import TemporaryDirectory

    held = json.loads(made(load(GAME)).text())
    where = data.draw(
        st.sampled_from(["game", "search", "levels", "most", "complete", "format", "row", "nodes", "random", "score"])
    )
    wrong: Any = data.draw(st.sampled_from([None, -1, "x", [], {}, 1e300, [[]], [None]]))
    if where == "row":
        held["levels"][0] = wrong
    elif where in ("nodes", "random", "score"):
        held["levels"][0][where] = wrong
    else:
        held[where] = wrong
    if (where, wrong) in (("game", "x"), ("search", "x")):  # a name like another; the search is looked for with the game
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.levels"
        file.write_text(json.dumps(held), encoding="utf-8")
        with pytest.raises(LevelsError) as refusal:
            read_levels(file)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"{", b"[" * 100_000, b"null", b"{}"])
def test_what_is_no_file_of_levels_is_refused_and_left_as_it_was(own_folder: Path, content: bytes) -> None:
    file = own_folder / "tic_tac_toe.levels"
    file.write_bytes(content)
    assert "holds no levels" in refused_here("levels", GAME, "--show")
    assert "holds no levels" in refused_here("levels", GAME, "--show", "--to", str(file))
    assert "holds no levels" in refused_here("match", f"computer:level=1,levels={file}", "random", "--game", GAME)
    assert file.read_bytes() == content
    with pytest.warns(RulesWarning, match="is left aside"):
        assert LEVEL_FILES.find(load(GAME)) is None or LEVEL_FILES.find(load(GAME))[0].parent == LEVEL_FILES.shipped  # type: ignore[index]


def test_levels_of_other_rules_are_refused(own_folder: Path) -> None:
    file = own_folder / "four.levels"
    file.write_text(made(load(GAME)).text(), encoding="utf-8")
    assert "fitted to other rules than nim has now" in refused_here("levels", "nim", "--show", "--to", str(file))
    file.write_text(made(load("pig"), game="pig").text(), encoding="utf-8")
    assert "another kind of game" in refused_here("levels", "pig", "--show", "--to", str(file))


# Players.


@pytest.fixture
def own_levels(own_folder: Path) -> Path:
    file = LEVEL_FILES.user_file(load(GAME))
    file.write_text(made(load(GAME)).text(), encoding="utf-8")
    return file


def engine(spec: str, game: Game) -> LevelledEngine:
    found = player(spec, 1)
    assert isinstance(found, LevelledEngine)
    found.settle(game)
    return found


@pytest.mark.usefixtures("own_levels")
def test_the_computer_takes_the_levels_that_are_found() -> None:
    game = load(GAME)
    one, two, nine = (engine(f"computer:level={level}", game) for level in (1, 2, 9))
    assert (one.search, one.limit.nodes, one.limit.depth, one.randomness, one.slip) == ("minimax", 64, None, 0.5, 0.0)
    assert [(other.limit.nodes, other.randomness) for other in (two, nine)] == [(64, 0.0), (512, 0.0)]
    position = Position.after(game)
    assert sum(not engine("computer:level=1", game).think(position).informed for _ in range(1)) in (0, 1)
    assert sum(not one.think(position).informed for _ in range(200)) in range(70, 131)
    assert all(two.think(position).informed for _ in range(20))


@pytest.mark.usefixtures("own_levels")
def test_in_another_game_it_plays_the_level_that_is_the_same_for_all() -> None:
    one = engine("computer:level=1", load(GAME))
    one.settle(load("tic_tac_toe:width=4,height=4"))
    assert (one.search, one.limit, one.slip, one.randomness) == (None, LEVELS[1].limit, LEVELS[1].slip, 0.0)


def test_without_fitted_levels_all_is_as_it_was(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LEVELS", "none")
    LEVEL_FILES.user_file(load(GAME))
    for level in range(1, 10):
        found = engine(f"computer:level={level}", load(GAME))
        assert (found.search, found.limit, found.slip) == (None, LEVELS[level].limit, LEVELS[level].slip)


@pytest.mark.parametrize(
    "spec", ["computer:level=10", "computer:level=3,depth=2", "computer:level=3,knowledge=none", "computer"]
)
@pytest.mark.usefixtures("own_levels")
def test_what_is_no_level_as_it_was_measured_is_not_fitted(spec: str) -> None:
    assert not isinstance(player(spec, 1), LevelledEngine)


@pytest.mark.parametrize("spec", ["computer:levels=a.levels", "computer:level=10,levels=a.levels"])
def test_levels_stand_beside_a_level(spec: str) -> None:
    with pytest.raises(PlayerError, match="goes with level=1 to 9"):
        player(spec)


def test_random_moves_of_any_search() -> None:
    game = load(GAME)
    always = player("minimax:depth=1,random=1", 1)
    assert len({always.think(Position.after(game)).best for _ in range(100)}) == 9
    with pytest.raises(PlayerError, match="random is a number from 0 to 1"):
        player("minimax:random=2")


def test_a_match_names_the_users_levels_and_takes_no_others(own_levels: Path, tmp_path: Path) -> None:
    game = load(GAME)
    plan, _ = plan_match(game, ["computer:level=1", "random"], games=2)
    assert plan.players == (f"computer:level=1,levels={own_levels}", "random")
    assert plan.files[str(own_levels)] == own_levels.read_bytes()
    standing = match(["computer:level=2", "random"], GAME, games=8, seed=1, workers=1, store=str(tmp_path / "games.db"))
    assert standing.totals.played == 8


# The command.


def test_the_command_fits_writes_and_shows(own_folder: Path) -> None:
    code, written, said = run_here("levels", GAME, "--games", "8", "--search", "minimax", "--seed", "1")
    assert code in (0, 2)
    if code == 0:
        file = own_folder / "tic_tac_toe.levels"
        assert f"{file} holds these levels." in written
        assert "level 1: 64 nodes" in said
        assert here("levels", GAME, "--show") == written
        told = json.loads(here("levels", GAME, "--show", "--json"))
        assert [row["games"] for row in told["levels"]] == [8] * len(told["levels"])


def test_mistakes_are_told_before_the_time_is_spent(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "must end in .levels" in refused_here("levels", GAME, "--to", "mine.json")
    assert "cannot be written" in refused_here("levels", GAME, "--to", "nowhere/mine.levels")
    assert "--quick says how many games, and how long: leave --games out" in refused_here(
        "levels", GAME, "--quick", "--games", "8"
    )
    assert "fits nothing: leave --games out" in refused_here("levels", GAME, "--show", "--games", "8")
    assert "needs a zero-sum game" in refused_here("levels", "trio", "--search", "minimax")
    monkeypatch.setenv("KIBITZ_LEVELS", "none")
    assert "KIBITZ_LEVELS=none turns levels off" in refused_here("levels", GAME)


def test_python_fits_as_the_command_does(own_folder: Path, tmp_path: Path) -> None:
    heard: list[FittedLevel] = []
    asked: dict[str, Any] = {"games": 4, "search": "minimax"}
    found = kibitz.levels(TINY, **asked, tell=heard.append)
    assert tuple(heard) == found.levels
    assert len(heard) >= 2
    assert LEVEL_FILES.find(load(TINY)) == (LEVEL_FILES.user_file(load(TINY)), found)
    file = tmp_path / "mine.levels"
    again = kibitz.levels(load(TINY), 10, **asked, to=file)
    assert read_levels(file) == again
    assert again.levels == found.levels


@pytest.mark.parametrize(
    ("game", "asked", "sentence"),
    [
        (TINY, {"games": 3}, "games is a whole number from 4 up, not 3"),
        (TINY, {"apart": 20}, "apart is a number of Elo from 50 to 500, not 20"),
        (TINY, {"minutes": -1}, "minutes is a time above 0, not -1"),
        (TINY, {"to": "mine.json"}, "must end in .levels"),
        ("trio", {"search": "minimax"}, "needs a zero-sum game"),
        ("nothing_like_it", {}, "nothing_like_it"),
    ],
)
def test_python_refuses_in_a_sentence(game: str, asked: dict[str, Any], sentence: str, own_folder: Path) -> None:
    with pytest.raises(KibitzError, match=sentence):
        kibitz.levels(game, **asked)
    assert list(own_folder.glob("*.levels")) == []


# What comes along.


def test_what_comes_along_is_of_the_rules_that_come_along() -> None:
    files = [read_levels(file) for file in LEVEL_FILES.shipped.glob("*.levels")]
    assert files
    for held in files:
        check_shipped(held)


def test_the_document_shows_what_comes_along() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    held = read_levels(LEVEL_FILES.shipped / "connect_four.levels")
    assert f"$ kibitz levels {held.game} --show\n" + "\n".join(describe_levels(held)) in text
    shipped = re.search(r"kibitz ships levels for ([^;]*);", text)
    assert shipped is not None
    assert re.split(r", | and ", shipped[1].replace("\n", " ")) == sorted(
        file.stem for file in LEVEL_FILES.shipped.glob("*.levels")
    )


def check_shipped(held: LevelFile) -> None:
    held.check(load(held.game))
    assert all(level.score > 0.5 for level in held.levels[1:] if level.games)  # the others are spread over the rest
    assert all(
        low.nodes <= high.nodes and low.random >= high.random for low, high in zip(held.levels, held.levels[1:], strict=False)
    )
