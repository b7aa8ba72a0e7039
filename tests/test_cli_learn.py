"""`kibitz learn` as a person and as a program use it: what it writes, how it goes on, what it refuses."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import needs
from commandline import here, refused_here, run_here
from kibitz.arena.timed_match import GAINS_NOTHING, LOSES, OPEN, STRONGER, WEAKER, WINS
from kibitz.core.registry import load
from kibitz.learning.gate import SAME, Gate, GateResult, is_stronger, search_for_play
from kibitz.learning.task import LearningTask
from kibitz.patterns.file import read_estimate
from kibitz.patterns.library import ESTIMATE_FILES
from kibitz.workers.workplace import Workplace

GONE_WRONG = Path(__file__).parent / "support" / "games_without_lessons.py"
GAME = "tic_tac_toe"
QUICKLY = ["--minutes", "0.01", "--threads", "1"]
OFTEN = """
import sys
from kibitz.learning import training
training.EVERY = training.FRESH = 0.2
from kibitz.cli import main
main(sys.argv[1:])
"""


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "learned"
    monkeypatch.setenv("KIBITZ_LEARNED", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def learned(*arguments: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(here("learn", GAME, *QUICKLY, "--json", *arguments))
    return facts


# What is refused, in a sentence.


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Even", r"all \d+ random games of Even ended in a draw: there is nothing to learn from"),
        ("Settled", r"all \d+ random games of Settled ended with the same result: there is nothing to learn from"),
        ("AtOnce", r"all \d+ random games of AtOnce ended in a draw: there is nothing to learn from"),
        ("Endless", "random games of Endless ended within 400 plies: nothing can be learned without results"),
        ("Plain", "Plain does not compile, and learning plays thousands of games a second"),
        ("Wide", "Wide has a board of 400 squares, and 384 can be read"),
        ("Alone", "Alone is played alone: what is learned has to win, and there is nobody to play against"),
        ("Growing", "the states of Growing change their meaning: row is a tuple of 2 at the start, and a tuple of 3 later"),
        ("Turning", "the states of Turning change their meaning: row is a tuple of 2 at the start, and a number later"),
    ],
)
def test_a_game_that_teaches_nothing_is_refused_before_anything_is_made(name: str, sentence: str, own_folder: Path) -> None:
    assert re.search(sentence, refused_here("learn", f"{GONE_WRONG}:{name}", *QUICKLY))
    assert not own_folder.exists()


@pytest.mark.compiled
def test_rules_that_do_not_compile_are_refused_with_the_reason() -> None:
    code, _, sentence = run_here("learn", f"{GONE_WRONG}:Uncompiled", *QUICKLY, "--to", "x.learned")
    assert code == 2
    assert sentence.startswith("kibitz: Uncompiled runs as plain Python, a thousand times too slowly to learn: ")
    assert len(sentence.splitlines()) == 1
    assert not Path("x.learned").exists()


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "inf", "ten"])
def test_no_time_is_no_learning(minutes: str) -> None:
    sentence = refused_here("learn", GAME, "--minutes", minutes)
    assert f"nothing can be learned in {minutes} minutes: write a time above 0" in sentence


def test_the_file_has_to_have_its_place_before_anything_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no folder nowhere for x.learned: make it" in refused_here("learn", GAME, "--to", "nowhere/x.learned")
    assert "x.weights must end in .learned" in refused_here("learn", GAME, "--to", "x.weights")
    assert "is a directory" in refused_here("learn", GAME, "--to", ".")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=1000))
    assert "there is no room in .: " in refused_here("learn", GAME, "--to", "x.learned")


def test_who_goes_on_needs_a_journal() -> None:
    assert "no journal x.learned.journal; leave --resume out" in refused_here("learn", GAME, "--to", "x.learned", "--resume")
    Path("x.learned.journal").write_bytes(b"nothing of the kind")
    assert "is not a journal of learning" in refused_here("learn", GAME, "--to", "x.learned", "--resume")


def test_nothing_is_shown_where_nothing_was_learned() -> None:
    assert f"nothing was learned of {GAME} yet: `kibitz learn {GAME}` does" in refused_here("learn", GAME, "--show")
    assert "the estimate x.learned cannot be read" in refused_here("learn", GAME, "--show", "--to", "x.learned")
    assert "--show learns nothing: leave --minutes out" in refused_here("learn", GAME, "--show", "--minutes", "1")


def test_where_all_that_was_learned_is_turned_off_a_file_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LEARNED", "none")
    for what in ([], ["--show"]):
        assert "KIBITZ_LEARNED=none turns off what was learned: name a file with --to" in refused_here("learn", GAME, *what)


def test_plain_python_is_too_slow_to_learn() -> None:
    code, _, sentence = run_here("learn", GAME, "--to", "x.learned")
    assert code == 2
    assert "machine code is switched off (NUMBA_DISABLE_JIT)" in sentence


# What is learned, and how it goes on.


@pytest.mark.compiled
def test_what_was_learned_lies_where_players_find_it_and_can_be_looked_at(tmp_path: Path) -> None:
    facts = learned("--no-match", "--plot", "curve.svg")
    file = ESTIMATE_FILES.user_file(load(GAME))
    assert facts["file"] == str(file)
    assert facts["accepted"] is True
    assert facts["seconds"] >= 0.6
    assert facts["games"] > 1000
    assert facts["positions_per_second"] == pytest.approx(facts["positions"] / facts["seconds"], rel=1e-3)
    assert facts["elo"][0] == {"seconds": 0.0, "games": 0, "positions": 0, "elo": 0.0, "error": 0.0}
    assert facts["elo"][-1]["games"] == facts["games"]
    assert "Elo, at the end" in Path("curve.svg").read_text(encoding="utf-8")
    lineage = read_estimate(file).lineage
    assert (lineage.game, lineage.games, lineage.matches) == (GAME, facts["games"], ())
    assert lineage.command == f"kibitz learn {GAME} --minutes 0.01 --threads 1 --seed 1"

    more = json.loads(here("learn", GAME, "--minutes", "0.02", "--threads", "1", "--json", "--no-match", "--resume"))
    assert more["games"] > facts["games"]
    assert more["seconds"] >= 1.2
    assert [mark["games"] for mark in more["elo"][: len(facts["elo"])]] == [mark["games"] for mark in facts["elo"]]

    shown = json.loads(here("learn", GAME, "--show", "--json"))
    assert shown["games"] == more["games"]
    (stage,) = shown["stages"]
    worths = {(one["place"], shown["symbols"][one["symbol"]]): one["worth"] for one in stage["squares"]}
    assert worths[4, "mine"] > worths[1, "mine"], "the middle is worth more than a side"
    assert worths[0, "mine"] == pytest.approx(worths[8, "mine"]), "corners are alike"
    lines = here("learn", GAME, "--show").splitlines()
    assert lines[0].startswith(f"{GAME}: learned, 1 seconds, ")
    assert "No match says whether it was worth it." in lines
    assert ". empty, X mine, O theirs" in lines


@pytest.mark.compiled
def test_with_one_thread_and_a_seed_all_repeats() -> None:
    for file in ("one.learned", "two.learned"):
        here("learn", GAME, "--games", "3000", "--threads", "1", "--seed", "7", "--no-match", "--to", file)
    here("learn", GAME, "--games", "3000", "--threads", "1", "--seed", "8", "--no-match", "--to", "other.learned")
    one, two, other = (read_estimate(Path(f"{name}.learned")) for name in ("one", "two", "other"))
    assert one.lineage.games == two.lineage.games == 3000
    assert np.array_equal(one.weights, two.weights)
    assert not np.array_equal(one.weights, other.weights)


@pytest.mark.compiled
def test_a_journal_of_other_rules_is_refused() -> None:
    here("learn", GAME, *QUICKLY, "--no-match", "--to", "x.learned")
    assert "is the journal of other rules" in refused_here("learn", "nim", *QUICKLY, "--to", "x.learned", "--resume")
    whole = Path("x.learned.journal").read_bytes()
    Path("x.learned.journal").write_bytes(whole[:-1])
    assert "x.learned.journal is damaged" in refused_here("learn", GAME, *QUICKLY, "--to", "x.learned", "--resume")


def begun(*arguments: str) -> "subprocess.Popen[str]":
    """A learning in a process of its own, whose journal is written often, as soon as there is one."""
    process = subprocess.Popen(
        [sys.executable, "-c", OFTEN, "learn", GAME, "--minutes", "5", "--threads", "1", "--to", "x.learned", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal, due = Path("x.learned.journal"), time.monotonic() + 100
    while not journal.exists() and process.poll() is None and time.monotonic() < due:
        time.sleep(0.05)
    return process


@pytest.mark.compiled
def test_a_learning_that_is_killed_goes_on() -> None:
    Path("x.learned").write_bytes(b"the last good file")
    with begun() as process:
        process.kill()
    assert Path("x.learned").read_bytes() == b"the last good file"
    assert not list(Path.cwd().glob("*.learned.part"))
    again = json.loads(here("learn", GAME, *QUICKLY, "--to", "x.learned", "--resume", "--json", "--no-match"))
    assert again["games"] > 0
    assert read_estimate(Path("x.learned")).lineage.games == again["games"]


@needs.interrupts
@pytest.mark.compiled
def test_ctrl_c_keeps_what_was_learned_and_says_how_to_go_on() -> None:
    with begun() as process:
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)
        took = time.monotonic() - began
    assert process.returncode == 130
    assert "is kept: `kibitz learn tic_tac_toe --minutes 5 --threads 1 --seed 1 --to x.learned --resume` goes on" in complaint
    assert complaint.endswith("kibitz: stopped\n")
    assert took < 5
    assert not Path("x.learned").exists()


# The gate.


def row(verdict: str) -> GateResult:
    return GateResult("no knowledge", "depth 4", 10, 5, 0, 5, 0.5, 0.0, None, verdict)


VERDICTS = {WINS: True, STRONGER: True, OPEN: False, GAINS_NOTHING: False, LOSES: False, WEAKER: False}


@pytest.mark.parametrize(("verdict", "passes"), VERDICTS.items())
def test_what_passes_is_stronger_at_equal_time(verdict: str, passes: bool) -> None:
    assert is_stronger([row(verdict), row(WINS)]) is passes
    assert is_stronger([row(verdict), row(LOSES)]) is passes
    assert not is_stronger([])
    played = replace(row(verdict), opponent=SAME)
    assert search_for_play([row(WINS), played]) == ("selective" if passes else "")


@pytest.mark.compiled
@pytest.mark.parametrize("verdict", [GAINS_NOTHING, OPEN])
def test_an_estimate_that_is_not_stronger_leaves_the_one_before_where_it_is(
    verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = learned("--no-match")
    monkeypatch.setattr(Gate, "play", lambda *arguments: [row(verdict)])
    file = Path(before["file"])
    good = file.read_bytes()
    after = learned("--seed", "2")
    assert after["accepted"] is False
    assert after["file"] == str(file.with_name(f"{GAME}-new.learned"))
    assert file.read_bytes() == good
    assert read_estimate(Path(after["file"])).lineage.matches == (row(verdict).facts,)
    code, written, _ = run_here("learn", GAME, *QUICKLY)
    assert code == 0
    assert " of learning, " in next(line for line in written.splitlines() if line.startswith("All of it takes "))
    shown = "shown to be " if verdict == OPEN else ""
    assert f"It is not {shown}stronger at equal time, so players of {GAME} go on with what they had." in written
    assert str(file.with_name(f"{GAME}-new.learned")) in written
    assert learned("--to", "x.learned")["accepted"] is True
    monkeypatch.setattr(Gate, "play", lambda *arguments: [])
    assert "There was no time for a match, so nobody knows whether it is stronger, so players" in here("learn", GAME, *QUICKLY)


@pytest.mark.compiled
def test_the_gate_plays_pairs_against_what_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(GAME)
    monkeypatch.setattr("kibitz.learning.gate.SHORTEST", 0.1)
    file = Path(learned("--no-match")["file"])
    heard: list[int] = []
    found = read_estimate(file)
    rows = Gate(game, found, found, plies=2).play(300.0, Workplace(1), lambda rows: heard.append(len(rows)), games=4)
    assert [(one.opponent, one.condition) for one in rows] == [
        (f"{found.lineage.title} (before)", "0.05 s a move"),
        (f"{found.lineage.title} (before)", "depth 4"),
        (SAME, "0.05 s a move"),
        ("hand-written knowledge", "0.05 s a move"),
        ("hand-written knowledge", "depth 4"),
    ]
    assert all(one.games == one.wins + one.draws + one.losses == 4 for one in rows)
    assert all(one.verdict == OPEN for one in rows)
    assert set(heard) == {1, 2, 3, 4, 5}


@pytest.mark.compiled
def test_the_match_that_decides_comes_first_and_all_end_in_their_time() -> None:
    file = Path(learned("--no-match")["file"])
    found, began = read_estimate(file), time.monotonic()
    heard: list[Sequence[GateResult]] = []
    rows = Gate(load(GAME), found, found, plies=40_000).play(20.0, Workplace(1), heard.append)
    assert time.monotonic() - began < 20.0 + 8.0  # and what the processes take to end
    for told in [*heard, rows]:
        assert [(one.opponent, one.condition) for one in told[:1]] == [(f"{found.lineage.title} (before)", "0.02 s a move")]


@pytest.mark.parametrize(("opening", "words"), [(8, ""), (16, "--opening 16")])
def test_the_command_that_does_it_again_says_how_games_begin(opening: int, words: str) -> None:
    task = LearningTask(load("tic_tac_toe"), 60.0, None, 1, 3, None, False, False, opening)
    assert task.command() == f"kibitz learn tic_tac_toe --minutes 1 --threads 1 --seed 3 {words}".strip()
