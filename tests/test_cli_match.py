"""What `kibitz match` answers: to people and to programs, of matches with games and players of all kinds."""

import os
from pathlib import Path
from unittest.mock import Mock

import pytest

import fair
from commandline import here, refused_here
from kibitz.arena.match import Match
from kibitz.arena.store import Store
from kibitz.cli.strength.match import _figures_so_far
from matched import PLAYERS, RULES, TTT, asked, games, nobody, own_store, players_file, rules_file

KEYS = {"a", "b", "games", "a_wins", "b_wins", "draws", "pairs", "score", "elo", "elo_error", "los", "sprt"}


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of its own for each test; what runs in this process plays here too."""
    return own_store(monkeypatch, tmp_path)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with players."""
    return players_file(tmp_path)


def test_people_and_programs_read_what_a_match_came_to(store_url: str) -> None:
    at = ("--store", store_url)  # any store will do
    told = asked("random", "greedy", *TTT, "--games", "19", "--seed", "3", *at)  # in whole pairs
    assert set(told) >= KEYS
    assert (told["a"], told["b"], told["games"], told["scheduled"], told["seed"]) == ("random", "greedy", 20, 20, 3)
    assert told["a_wins"] + told["b_wins"] + told["draws"] == 20
    assert sum(told["pairs"]) == 10
    assert told["score"] == sum(points * count for points, count in enumerate(told["pairs"])) / 40
    assert (told["sprt"], told["forfeits"], told["openings"]) == (None, [0, 0], "random:2")
    assert {**asked("--show", "1", *at), "seconds": 0} == {**told, "seconds": 0}
    assert sum(one["moves"] for one in told["conduct"]) > 40
    lines = here("match", "--show", "1", *at).splitlines()
    assert lines[0] == "tic_tac_toe: 20 games, openings random:2, seed 3"
    words = next(line.split() for line in lines if line.startswith("greedy"))
    assert words[1:4] == [str(told[name]) for name in ("b_wins", "draws", "a_wins")]
    assert any(line.startswith(f"Elo    {told['elo']:+.2f} ± {told['elo_error']:.2f}") for line in lines)
    assert [line.split()[0] for line in lines if line][5:10] == ["score", "Elo", "nElo", "LOS", "pairs"]
    assert lines[-1].startswith("Match 1 in ")
    listed = [line.split(maxsplit=3)[-1] for line in here("match", "--list", *at).splitlines()]
    assert listed == ["random - greedy: tic_tac_toe, 20 games"]
    (one,) = asked("--list", *at)["matches"]
    assert (one["match"], one["game"], one["games"], one["scheduled"]) == (1, "tic_tac_toe", 20, 20)
    assert "KIBITZ_STORE=" in here("match", "--show", "1/0/0", *at).splitlines()[-1]


def test_pictures(tmp_path: Path) -> None:
    here("match", "random", "greedy", *TTT, "--games", "20", "--sprt", "0,5", "--plot", str(tmp_path / "way.svg"))
    assert "random against greedy" in (tmp_path / "way.svg").read_text(encoding="utf-8")
    assert (tmp_path / "way-test.svg").is_file()


def test_games_from_a_file_are_drawn_one_by_one(tmp_path: Path) -> None:
    lines = "1,1 2,2 1,2 3,3 1,3\n1,1 2,1 1,2 2,2 3,3 2,3\n1,1 2,2 3,3\n"
    (tmp_path / "games.txt").write_text(lines, encoding="utf-8")
    here("convert", "games.txt", "--game", "tic_tac_toe", "--into-store", folder=tmp_path)
    assert "score" in here("match", "--show", "1", "--plot", "way.svg", folder=tmp_path)
    assert (tmp_path / "way.svg").is_file()
    with Store.open() as store:
        assert [(one.games, one.score) for one in _figures_so_far(Match(store, 1))] == [(1, 1.0), (2, 0.5)]


# Games and players of all kinds


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A file with a game."""
    return rules_file(tmp_path)


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("raises", "by an error", "failed: ValueError: one and 'two'"),
        ("cheats", "by an illegal move", "played 99 after"),
        ("hangs", "on time", "gave no move within 0.1 seconds"),
    ],
)
def test_faults_lose_games_and_are_reported(
    mine: Path, name: str, kind: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.arena.referee.time", Mock(monotonic=fair.now, perf_counter=fair.now))  # the others are in time
    told = asked(f"{mine}:{name}", "random", *TTT, "--games", "2", "--clock", "0.1")
    assert (told["forfeits"], told["a_wins"], told["b_wins"]) == ([2, 0], 0, 2)
    complaint = here("match", "--show", "1").splitlines()[-3]
    assert f"mine.py:{name} lost 2 games by a fault (2 {kind}), most recently: " in complaint
    assert [*told["conduct"][0]["faults"].values()] == [2]
    assert told["conduct"][1]["faults"] == {}
    assert reason in complaint
    assert "lost by a fault: " in here("match", "--show", "1/0/0")


def test_a_game_of_the_users_own_keeps_its_rules(rules: Path) -> None:
    told = asked("random", "greedy", "--game", str(rules), "--games", "4", "--seed", "1")
    assert (told["game"], told["games"]) == (f"{rules}:Count", 4)
    before = here("match", "--show", "1"), here("match", "--show", "1/0/0")
    assert "when" not in before[0]
    rules.write_text(RULES.replace("> 8", "> 3"), encoding="utf-8")
    for _ in range(2):
        whole, one = here("match", "--show", "1"), here("match", "--show", "1/0/0")
        assert f"{rules}: not here as it was when this match began" in whole
        assert one == f"By the rules as they were when the match began: {rules} is not the same now.\n\n{before[1]}"
        rules.unlink(missing_ok=True)


def test_rules_that_fail_are_named_with_their_line_and_what_was_played_is_kept(rules: Path) -> None:
    failing = "        return State(state.said + move // (state.said < 6))"
    broken = RULES.replace("        return State(state.said + move)", failing)
    rules.write_text(broken, encoding="utf-8")
    line = 1 + broken.splitlines().index(failing)
    whole = ("match", "random", "random", "--game", str(rules), "--games", "2", "--openings", "start")
    sentence = refused_here(*whole)
    assert sentence.startswith(f"kibitz: count.py, line {line}, play, failed: ZeroDivisionError: ")
    assert "The games before it are kept" in sentence


def test_games_of_all_kinds() -> None:
    dice = ("random", "random", "--game", "pig:target=8", "--games", "4", "--seed", "2")
    first, second = asked(*dice), asked(*dice)
    assert {**first, "match": 0, "seconds": 0, "conduct": None} == {**second, "match": 0, "seconds": 0, "conduct": None}
    assert games(1) == games(2)
    told = asked("random", "random", "--game", "treasure", "--games", "4", "--seed", "1")
    assert told["a_wins"] + told["b_wins"] + told["draws"] == 4
    assert "does best" in here("match", "--show", "3/0/0") + here("match", "--show", "3/0/1") + here("match", "--show", "3/1/0")
    assert asked(*["random"] * 3, "--game", "trio", "--games", "3")["games"] == 3
    pytest.importorskip("pyspiel")
    assert asked("random", "random", "--game", "openspiel:breakthrough", "--games", "2")["games"] == 2


def test_a_relative_store_and_a_match_from_another_folder(
    tmp_path: Path, mine: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_STORE", "near.db")
    monkeypatch.chdir(tmp_path)
    here("match", "./mine.py:first", "random", "--game", "./count.py", "--games", "2")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv("KIBITZ_STORE", "../near.db")
    assert "./mine.py: not here as it was" in here("match", "--show", "1")
    assert "does best" in here("match", "--show", "1/0/0") or "wins" in here("match", "--show", "1/0/0")


def test_names_of_all_kinds_and_games_that_repeat_others(tmp_path: Path) -> None:
    folder = tmp_path / ("ünï 'q\" dir" if hasattr(os, "killpg") else "ünï 'q' dir")  # Windows has no names with "
    folder.mkdir()
    (folder / "plä yer.py").write_text(PLAYERS, encoding="utf-8")
    player = f"{folder}/plä yer.py:first"
    told = asked(player, player, *TTT, "--games", "6", "--openings", "start")
    assert (told["a"], told["games"], told["distinct"]) == (player, 6, 2)
    assert games()[0][1] == [player, player]
    assert player in here("match", "--list")
    assert here("match", "--export", "1", "--text").count("plä yer.py:first") == 12
    assert "4 of 6 games repeat another move by move" in here("match", "--show", "1")


def test_a_cluster_that_is_not_there_leaves_nothing(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    monkeypatch.setattr("kibitz.workers.workplace.executor", nobody)
    assert "nobody answers at tcp://a:1" in refused_here("match", "random", "random", *TTT, "--cluster", "tcp://a:1")
    assert not store.exists() or "There is no match in" in here("match", "--list")


def test_three_players_are_rated(mine: Path, tmp_path: Path) -> None:
    names, drawn = ("random", "greedy", f"{mine}:slow"), tmp_path / "table.svg"
    told = asked(*names, *TTT, "--games", "4", "--crosstable", str(drawn))
    assert told["games"] == sum(row["points"] for row in told["ratings"]) == 12
    assert sorted(row["player"] for row in told["ratings"]) == sorted(names)
    assert all(name in drawn.read_text(encoding="utf-8") for name in names[:2])
