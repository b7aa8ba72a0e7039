"""What nobody can have of `kibitz match`: it is told in a sentence with its remedy, and leaves nothing behind."""

import re
from pathlib import Path
from typing import Any

import pytest

from commandline import here, refused_here
from kibitz.errors import CrewError
from matched import TTT, own_store


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of its own for each test; what runs in this process plays here too."""
    return own_store(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "who plays? Name two players"),
        (["random", "greedy"], "what do they play? Say --game"),
        (["random", *TTT], "tic_tac_toe is for 2 players, but 1 came: name 2"),
        (["random", "greedy", "--game", "nop"], "there is no game called 'nop'"),
        (["random", "grady", *TTT], "there is no player called 'grady'; did you mean greedy"),
        (["gone.py:f", "random", *TTT], "gone.py; name a player of your own as FILE.py:FUNCTION"),
        (["human", "random", *TTT], "a human plays at a terminal only"),
        (["random", "random", "--game", "trio"], "trio is for 3 players, but 2 came"),
        (["random", "greedy", *TTT, "--games", "0"], "0 is not in the range"),
        (["random", "greedy", *TTT, "--games", "99999999999"], "is not in the range"),
        (["random", "greedy", *TTT, "--openings", "all:9"], "no game of TicTacToe goes on after 9 plies"),
        (["random", "greedy", *TTT, "--openings", "often"], "'often' is no way to open a game"),
        (["random", "greedy", *TTT, "--openings", "file:gone"], "the openings cannot be read: gone"),
        (["random", "greedy", *TTT, "--clock", "0"], "'0' is no time"),
        (["random", "greedy", *TTT, "--workers", "0"], "0 is not in the range"),
        (["random", "greedy", *TTT, "--sprt", "5,0"], "a test needs elo0 below elo1"),
        (["random", "greedy", *TTT, "--sprt", "5"], "are no two differences in Elo"),
        (["random", "greedy", *TTT, "--alpha", "0.1"], "--alpha is for a test"),
        (["random", "greedy", "random", *TTT, "--sprt", "0,5"], "a test (SPRT) compares two players"),
        (["random", "greedy", "random", *TTT, "--plot", "way.svg"], "--plot follows two players"),
        (["random", "greedy", *TTT, "--plot", "way.txt"], "a plot is written as .svg or .png"),
        (["random", "greedy", *TTT, "--crosstable", "way.png"], "the crosstable is written as .svg"),
        (["random", "greedy", *TTT, "--cluster", "tcp://a:1", "--workers", "2"], "leave one out"),
        (["random", "greedy", *TTT, "--list"], "--list is about a match that has its players: leave random out"),
        (["--list", "--show", "1"], "--list and --show ask for two things"),
        (["--list", "--plot", "way.svg"], "--plot draws a whole match"),
        (["--show", "1/0/0", "--crosstable", "way.svg"], "--crosstable draws a whole match"),
        (["--text"], "--text is how --export writes"),
        (["--show", "1", "--games", "5"], "leave --games out"),
        (["--list"], "there is no games store at"),
    ],
)
def test_wrong_wishes_are_told_in_a_sentence_and_leave_nothing(arguments: list[str], sentence: str, store: Path) -> None:
    assert sentence in refused_here("match", *arguments)
    assert not store.exists() or "There is no match in" in here("match", "--list")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--show", "9"], "there is no match 9 in this games store; the last one is 1"),
        (["--show", "one"], "'one' is no match: write its number"),
        (["--show", "1/2"], "'1/2' is no game: write 12/3/1"),
        (["--show", "1/9/0"], "match 1 holds no game 9/0: it has 0/0 to 0/1, pair and side counted from 0"),
        (["--export", "9"], "there is no match 9"),
        (["--resume", "9"], "there is no match 9"),
        (["--resume"], "has games left to play"),
    ],
)
def test_what_is_not_in_the_store_is_told(arguments: list[str], sentence: str) -> None:
    here("match", "random", "random", *TTT, "--games", "2")
    assert sentence in refused_here("match", *arguments)


def test_wrong_lines_of_openings_are_told_by_their_number(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    wrong = ("random", "random", *TTT, "--openings", f"file:{file}")
    for lines, sentence in (
        ("1,1 2,2\n# so far\n\n9,9\n", f"line 4 of {file}: move 1: '9,9' is no move"),
        ("1,1 1,1\n", f"line 1 of {file}: move 2: '1,1' is not allowed here"),
        ("1,1 1,2 2,1 2,2 3,1\n", f"line 1 of {file}: the game is over after these moves"),
        ("\n", f"{file} has no openings"),
    ):
        file.write_text(lines, encoding="utf-8")
        assert sentence in refused_here("match", *wrong)


def test_a_cluster_that_is_not_there_leaves_nothing(monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    def nobody(workers: int | None, cluster: str | None) -> Any:
        raise CrewError(f"nobody answers at {cluster}")

    monkeypatch.setattr("kibitz.cli._standing.executor", nobody)
    assert "nobody answers at tcp://a:1" in refused_here("match", "random", "random", *TTT, "--cluster", "tcp://a:1")
    assert not store.exists() or "There is no match in" in here("match", "--list")


def test_no_store_can_be_there(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("no database, but long enough to be taken for one" * 30)
    for place, sentence in (
        (tmp_path, "is a folder, and a games store is a file"),
        (tmp_path / "no.db", "is no games store: choose another file with --store"),
        (tmp_path / "no.db" / "x" / "games.db", "cannot be made in .*/no.db/x, which is no folder: choose another place"),
        ("/dev/null", "/dev/null is no ordinary file, and a games store is one: choose another with --store"),
        ("/proc/games.db", r"/proc/games.db cannot be used \(No such file or directory\): choose another place with --store"),
        ("mysql://me@host/games", "a games store cannot be kept by mysql"),
    ):
        assert re.search(sentence, refused_here("match", "random", "random", *TTT, "--games", "2", "--store", str(place)))
