"""`kibitz match` as a person and as a program use it, and as both misuse it."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

import executors
from commandline import done, here, kibitz, refused, refused_here
from kibitz import load
from kibitz.arena.planning import planned
from kibitz.arena.store import Store
from kibitz.errors import CrewError, StoreError
from screen import ends, says, terminal

Result = TypeVar("Result")
TTT = ("--game", "tic_tac_toe")
KEYS = {"a", "b", "games", "a_wins", "b_wins", "draws", "pairs", "score", "elo", "elo_error", "los", "sprt"}
PLAYERS = """
import os, sys, time

def first(position):
    return position.legal()[0]

def slow(position, dice):
    time.sleep(float(os.environ.get("SLOWLY", 0)))
    return dice.choice(position.legal())

def raises(position):
    raise ValueError("one\\nand 'two'")

def cheats(position):
    return 99

def hangs(position):
    while True:
        pass

def chatty(position):
    print("my move")
    return position.legal()[0]
"""
RULES = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    said: int

@dataclass(frozen=True)
class Count(Game):
    """Say 1 or 2; whoever brings the sum beyond 8 loses."""

    def start(self):
        return State(0)

    def moves(self, state):
        yield 1
        yield 2

    def play(self, state, move):
        return State(state.said + move)

    def is_over(self, state):
        return state.said > 8

    def result(self, state):
        return 1
'''


class AtOnce(executors.Here):
    """Works in this process: quicker to start than a crew."""

    workers = 1

    def stop(self) -> None:
        """Nobody is left behind."""


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A store of its own for each test; what runs in this process plays here too."""
    monkeypatch.setattr("kibitz.cli._played.executor", lambda workers, cluster: AtOnce())
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    return tmp_path / "games.db"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with players."""
    file = tmp_path / "mine.py"
    file.write_text(PLAYERS, encoding="utf-8")
    return file


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A file with a game."""
    file = tmp_path / "count.py"
    file.write_text(RULES, encoding="utf-8")
    return file


def asked(*arguments: str) -> dict[str, Any]:
    """What a program reads."""
    answer: dict[str, Any] = json.loads(here("match", *arguments, "--json"))
    return answer


def games(match: int = 1) -> list[tuple[Any, ...]]:
    """The games that a match has exported, but for the time they took."""
    lines = map(json.loads, here("match", "--export", str(match)).splitlines())
    return [(one["key"], one["players"], one["moves"], one["payoffs"]) for one in lines]


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


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises", "failed: ValueError: one and 'two'"),
        ("cheats", "played 99 after"),
        ("hangs", "gave no move within 0.1 seconds"),
    ],
)
def test_faults_lose_games_and_are_reported(mine: Path, name: str, reason: str) -> None:
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


def test_any_store_will_do(store_url: str) -> None:
    at = ("--store", store_url)
    told = asked("random", "greedy", *TTT, "--games", "4", *at)
    assert told["games"] == 4
    assert {**asked("--show", "1", *at), "seconds": 0} == {**told, "seconds": 0}
    assert len(here("match", "--export", "1", *at).splitlines()) == 4
    assert "KIBITZ_STORE=" in here("match", "--show", "1/0/0", *at).splitlines()[-1]


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
        (["--show", "1/9/0"], "the schedule of match 1 holds no game 9/0"),
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

    monkeypatch.setattr("kibitz.cli._played.executor", nobody)
    assert "nobody answers at tcp://a:1" in refused_here("match", "random", "random", *TTT, "--cluster", "tcp://a:1")
    assert not store.exists() or "There is no match in" in here("match", "--list")


@pytest.mark.parametrize("instead", [False, True])
def test_a_store_that_goes_while_games_are_played(instead: bool, monkeypatch: pytest.MonkeyPatch, store: Path) -> None:
    other = store.parent / "other.db"
    with Store.open(str(other)):
        pass

    class Vandal(AtOnce):
        def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> "Future[Result]":
            if other.exists():
                for file in store.parent.glob("games.db*"):
                    file.unlink()
                other.replace(store if instead else store.parent / "another.db")
            return super().submit(fn, *args, **kwargs)

    monkeypatch.setattr("kibitz.cli._played.executor", lambda workers, cluster: Vandal())
    sentence = refused_here("match", "random", "random", *TTT, "--games", "2")
    assert ("was replaced by another" if instead else "was deleted while it was in use") in sentence


def test_no_store_can_be_there(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("no database, but long enough to be taken for one" * 30)
    for place, sentence in (
        (tmp_path, "is a folder, and a games store is a file"),
        (tmp_path / "no.db", "is no games store: choose another file with --store"),
        (tmp_path / "no.db" / "x" / "games.db", "cannot be used: Not a directory"),
        ("mysql://me@host/games", "a games store cannot be kept by mysql"),
    ):
        assert sentence in refused_here("match", "random", "random", *TTT, "--games", "2", "--store", str(place))


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


def test_the_seed_says_all_and_the_workers_nothing(mine: Path, store: Path) -> None:
    whole = ("match", f"{mine}:slow", "random", *TTT, "--games", "12", "--seed", "7")
    for _ in range(2):
        here(*whole)
    done(*whole, "--workers", "3")
    assert games(1) == games(2) == games(3)
    here("match", f"{mine}:slow", "random", *TTT, "--games", "12", "--seed", "8")
    assert games(1) != games(4)


def test_what_a_player_prints_does_not_stand_in_the_answer(mine: Path) -> None:
    run = kibitz("match", f"{mine}:chatty", "random", *TTT, "--games", "2", "--workers", "1", "--json")
    assert json.loads(run.stdout)["games"] == 2
    assert "my move" in run.stderr


def begin(*arguments: str, **settings: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "match", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | settings,
    )


def wait_for(store: Path, played: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            with Store.open(str(store), make=False) as kept:
                if kept.matches()[0].played >= played:
                    return
        except (StoreError, IndexError):
            pass
        time.sleep(0.05)
    raise AssertionError("no game was played")


def test_ctrl_c_says_how_it_stands_and_resume_completes_it(mine: Path, store: Path) -> None:
    whole = (f"{mine}:slow", "random", *TTT, "--games", "40", "--seed", "4")
    run = begin(*whole, "--workers", "1", SLOWLY="0.05")
    wait_for(store, 2)
    began = time.monotonic()
    run.send_signal(signal.SIGINT)
    written, complaint = run.communicate(timeout=60)
    assert time.monotonic() - began < 1
    assert (run.returncode, complaint.split()) == (130, ["kibitz:", "stopped"])
    assert re.match(r"tic_tac_toe: \d+ of 40 games", written)
    assert "`kibitz match --resume 1` goes on with it" in written
    resumed = asked("--resume")
    undisturbed = asked(*whole)
    assert {**resumed, "match": 0, "seconds": 0} == {**undisturbed, "match": 0, "seconds": 0}
    assert games(1) == games(2)


def test_two_matches_at_once_in_one_store(store: Path) -> None:
    runs = [begin("random", "random", *TTT, "--games", "60", "--workers", "1", "--json", "--seed", str(one)) for one in (1, 2)]
    told = [json.loads(run.communicate(timeout=60)[0]) for run in runs]
    assert sorted(one["match"] for one in told) == [1, 2]
    assert [one["games"] for one in asked("--list")["matches"]] == [60, 60]


def test_output_that_nobody_reads_to_its_end(store: Path) -> None:
    here("match", "random", "random", *TTT, "--games", "300")
    run = begin("--export", "1")
    assert run.stdout is not None
    run.stdout.readline()
    run.stdout.close()
    run.stdout = None
    assert run.communicate(timeout=60)[1] == ""
    assert run.returncode == 1


@pytest.mark.usefixtures("screens_closed")
def test_on_a_terminal_a_live_table_comes_and_goes(mine: Path) -> None:
    screen = terminal("match", f"{mine}:slow", "random", *TTT, "--games", "16", "--workers", "1", "--seed", "4", SLOWLY="0.05")
    says(screen, "match 1, ")
    screen.expect(r"\d games/s, about \d+ s left")
    says(screen, "who moved first")
    says(screen, "\x1b[2K")  # what was shown is wiped out
    says(screen, "tic_tac_toe: 16 games")
    says(screen, "Match 1 in ")
    assert ends(screen) == 0


def test_a_match_that_another_kibitz_began_says_so(store: Path) -> None:
    with Store.open(str(store)) as kept:
        kept.add(*planned(load("nim"), ["random", "random"], games=2, seed=1))
    with closing(sqlite3.connect(store)) as tables:
        tables.execute("update kibitz_matches set kibitz = '0.0.1'")
        tables.commit()
    run = kibitz("match", "--resume")
    assert run.returncode == 0
    assert run.stderr.startswith("kibitz: match 1 was begun by kibitz 0.0.1 and goes on with ")
