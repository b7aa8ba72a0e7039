"""`kibitz match` with games and players of all kinds: from files that fail, cheat, change and go, and from elsewhere."""

from pathlib import Path
from unittest.mock import Mock

import pytest

import fair
from commandline import here, refused, refused_here
from matched import PLAYERS, RULES, TTT, asked, games, own_store, players_file, rules_file


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of its own for each test; what runs in this process plays here too."""
    return own_store(monkeypatch, tmp_path)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with players."""
    return players_file(tmp_path)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A file with a game."""
    return rules_file(tmp_path)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises", "failed: ValueError: one and 'two'"),
        ("cheats", "played 99 after"),
        ("hangs", "gave no move within 0.1 seconds"),
    ],
)
def test_faults_lose_games_and_are_reported(mine: Path, name: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.referee.time", Mock(monotonic=fair.now, perf_counter=fair.now))  # the others are in time
    told = asked(f"{mine}:{name}", "random", *TTT, "--games", "2", "--clock", "0.1")
    assert (told["forfeits"], told["a_wins"], told["b_wins"]) == ([2, 0], 0, 2)
    complaint = here("match", "--show", "1").splitlines()[-3]
    assert "mine.py" in complaint
    assert f"{name}" in complaint
    assert " lost 2 games by a fault, most recently: " in complaint
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
    for run in (refused_here, refused):  # in this process, and in that of a worker
        sentence = run(*whole)
        assert sentence.startswith(f"kibitz: count.py, line {line}, play, failed: ZeroDivisionError: ")
        assert "The games before it are kept" in sentence


def test_games_of_all_kinds() -> None:
    dice = ("random", "random", "--game", "pig:target=8", "--games", "4", "--seed", "2")
    first, second = asked(*dice), asked(*dice)
    assert {**first, "match": 0, "seconds": 0} == {**second, "match": 0, "seconds": 0}
    assert games(1) == games(2)
    told = asked("random", "random", "--game", "treasure", "--games", "4", "--seed", "1")
    assert told["a_wins"] + told["b_wins"] + told["draws"] == 4
    assert "does best" in here("match", "--show", "3/0/0") + here("match", "--show", "3/0/1") + here("match", "--show", "3/1/0")
    assert asked(*["random"] * 3, "--game", "trio", "--games", "3")["games"] == 3


def test_games_of_openspiel() -> None:
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


def test_names_of_all_kinds(tmp_path: Path) -> None:
    folder = tmp_path / "ünï 'q\" dir"
    folder.mkdir()
    (folder / "plä yer.py").write_text(PLAYERS, encoding="utf-8")
    player = f"{folder}/plä yer.py:first"
    assert asked(player, "random", *TTT, "--games", "2")["a"] == player
    assert games()[0][1] == [player, "random"]
    assert player in here("match", "--list")
    assert here("match", "--export", "1", "--text").count("plä yer.py:first") == 2
