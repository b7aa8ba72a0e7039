"""What `kibitz match` answers: to people and to programs, of a match, its games and its store."""

import re
from pathlib import Path

import pytest

from commandline import here, refused_here
from matched import TTT, asked, games, own_store, players_file

KEYS = {"a", "b", "games", "a_wins", "b_wins", "draws", "pairs", "score", "elo", "elo_error", "los", "sprt"}


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of its own for each test; what runs in this process plays here too."""
    return own_store(monkeypatch, tmp_path)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with players."""
    return players_file(tmp_path)


def test_a_program_reads_what_a_match_came_to() -> None:
    told = asked("random", "greedy", *TTT, "--games", "20", "--seed", "3")
    assert set(told) >= KEYS
    assert (told["a"], told["b"], told["games"], told["scheduled"], told["seed"]) == ("random", "greedy", 20, 20, 3)
    assert told["a_wins"] + told["b_wins"] + told["draws"] == 20
    assert sum(told["pairs"]) == 10
    assert told["score"] == sum(points * count for points, count in enumerate(told["pairs"])) / 40
    assert (told["sprt"], told["forfeits"], told["openings"]) == (None, [0, 0], "random:2")
    assert {**asked("--show", "1"), "seconds": 0} == {**told, "seconds": 0}


def test_people_read_the_same() -> None:
    told, lines = asked("random", "greedy", *TTT, "--games", "20", "--seed", "3"), here("match", "--show", "1").splitlines()
    assert lines[0] == "tic_tac_toe: 20 games, openings random:2, seed 3"
    words = next(line.split() for line in lines if line.startswith("greedy"))
    assert words[1:4] == [str(told[name]) for name in ("b_wins", "draws", "a_wins")]
    assert any(line.startswith(f"Elo    {told['elo']:+.2f} ± {told['elo_error']:.2f}") for line in lines)
    assert [line.split()[0] for line in lines if line][5:10] == ["score", "Elo", "nElo", "LOS", "pairs"]
    assert lines[-1].startswith("Match 1 in ")


def test_games_come_in_whole_pairs() -> None:
    assert asked("random", "random", *TTT, "--games", "1")["games"] == 2
    assert asked("random", "random", *TTT, "--games", "5")["games"] == 6


def test_what_the_store_holds_is_listed(store: Path) -> None:
    here("match", "random", "greedy", *TTT, "--games", "4")
    here("match", "random", "random", "--game", "nim", "--games", "2")
    listed = here("match", "--list").splitlines()
    assert [line.split(maxsplit=3)[-1] for line in listed] == [
        "random - greedy: tic_tac_toe, 4 games",
        "random - random: nim, 2 games",
    ]
    matches = asked("--list")["matches"]
    assert [(one["match"], one["game"], one["games"], one["scheduled"]) for one in matches] == [
        (1, "tic_tac_toe", 4, 4),
        (2, "nim", 2, 2),
    ]


def test_a_game_is_shown_move_by_move_and_exported() -> None:
    here("match", "random", "greedy", *TTT, "--games", "4", "--seed", "1")
    one, shown = asked("--show", "1/1/0"), here("match", "--show", "1/1/0")
    assert [re.sub(r".*: | \(opening\)", "", line) for line in shown.splitlines() if re.match(r"\d+\. ", line)] == one["moves"]
    assert shown.count("(opening)") == len(one["opening"].split()) == 2
    assert "--moves match:1/1/0@" in shown.splitlines()[-1]
    assert games()[2] == ([1, 0], one["players"], one["moves"], one["payoffs"])
    text = here("match", "--export", "1", "--text")
    assert text.count('[Event "match 1"]') == 4
    assert f"1. {one['moves'][0]} {one['moves'][1]} 2. " in text


@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
def test_three_players(form: str, mine: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "table.svg"
    names = ("random", "greedy", f"{mine}:slow")
    told = asked(*names, *TTT, "--games", "4", "--form", form, "--crosstable", str(drawn))
    assert told["games"] == (12 if form == "round-robin" else 8)
    assert sorted(row["player"] for row in told["ratings"]) == sorted(names)
    assert sum(row["points"] for row in told["ratings"]) == told["games"]
    assert all(name in drawn.read_text(encoding="utf-8") for name in names[:2])
    assert "Moving first is worth" in here("match", "--show", "1")


def test_many_players_of_one_name_have_rows_of_their_own() -> None:
    lines = here("match", *["random"] * 7, *TTT, "--games", "2").splitlines()
    assert lines[0].startswith("tic_tac_toe: 42 games")
    assert [line.split()[:2] for line in lines[3:10]] == [[str(place), "random"] for place in range(1, 8)]


def test_a_test_ends_the_match_with_a_verdict() -> None:
    settings = ("--sprt", "0,100", "--alpha", "0.1")
    told = asked("random", "greedy", *TTT, "--games", "2000", *settings)
    assert (told["sprt"]["verdict"], told["sprt"]["alpha"]) == ("H0", 0.1)
    assert told["games"] < told["scheduled"] == 2000
    assert "H0 accepted, rather 0 nElo than 100" in here("match", "--show", "1")
    assert "has games left to play" in refused_here("match", "--resume")


def test_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    here("match", "random", "greedy", *TTT, "--games", "20", "--sprt", "0,5", "--plot", str(tmp_path / "way.svg"))
    assert "random against greedy" in (tmp_path / "way.svg").read_text(encoding="utf-8")
    assert (tmp_path / "way-test.svg").is_file()


def test_repeated_games_are_reported(mine: Path) -> None:
    player = f"{mine}:first"
    told = asked(player, player, *TTT, "--games", "6", "--openings", "start")
    assert (told["games"], told["distinct"]) == (6, 2)
    assert "4 of 6 games repeat another move by move" in here("match", "--show", "1")


def test_any_store_will_do(store_url: str) -> None:
    at = ("--store", store_url)
    told = asked("random", "greedy", *TTT, "--games", "4", *at)
    assert told["games"] == 4
    assert {**asked("--show", "1", *at), "seconds": 0} == {**told, "seconds": 0}
    assert len(here("match", "--export", "1", *at).splitlines()) == 4
    assert "KIBITZ_STORE=" in here("match", "--show", "1/0/0", *at).splitlines()[-1]
