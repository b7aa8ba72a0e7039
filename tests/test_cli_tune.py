"""`kibitz tune` as a person and as a program use it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import needs
from commandline import here, refused_here
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.store import Store
from kibitz.arena.tuning.parameters import read_parameters
from kibitz.arena.tuning.tuning import play_locally
from kibitz.core.registry import knowledge_of, load
from matched import nobody, own_store
from tunings import RULES

ASKED = ["--player", "minimax:depth=1", "--steps", "4", "--pairs-per-step", "2", "--verify", "20", "--openings", "random:3"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_store(monkeypatch, tmp_path)


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "counting.py"
    file.write_text(RULES, encoding="utf-8")
    return str(file)


def test_a_program_reads_what_came_of_it(game: str, tmp_path: Path) -> None:
    to, plot = tmp_path / "weights.json", tmp_path / "way.svg"
    more = ("--tune", "weights[0],weights[2]", "--to", str(to), "--plot", str(plot))
    answer = json.loads(here("tune", game, *ASKED, *more, "--json"))
    assert "weights[2]" in plot.read_text(encoding="utf-8")
    assert list(answer["start"]) == ["weights[0]", "weights[2]"]
    assert [step["step"] for step in answer["steps"]] == [0, 1, 2, 3]
    assert sum(answer["verify"]["pairs"]) == 20
    assert answer["verify"]["games"] == 40
    weights = json.loads(to.read_text(encoding="utf-8"))
    assert weights == {"game": "counting.py:Counting", "knowledge": "Leads", "weights": answer["weights"]}
    assert weights["weights"]["weights"][0] == answer["best"]["weights[0]"]
    assert weights["weights"]["weights"][1] == 3.0
    assert read_parameters(knowledge_of(load(game))).start[1] == 3.0


def test_people_read_the_way_and_whether_it_was_worth_it(game: str) -> None:
    lines = here("tune", game, *ASKED, "--set", "r_end=0.1").splitlines()
    assert lines[0] == "Leads by spsa: 4 steps, 16 games of minimax:depth=1"
    assert lines[2].split() == ["start", "step", "1", "step", "2", "step", "3", "tuned"]
    assert lines[3].startswith("weights[0]     -4")
    assert "40 games against the start on fresh openings: " in lines[-2]
    assert lines[-1].startswith("With --to FILE they are written, and then named: minimax:depth=1,weights=FILE.")
    assert "Nothing was gained: the numbers are where they began." in here("tune", game, *ASKED, "--steps", "0")
    by_regression = here("tune", game, *ASKED, "--verify", "0", "--method", "regression", "--tune", "weights[0]")
    assert "whether anything was gained is not known" in by_regression
    assert "may be off by" in by_regression


def test_a_tuning_in_the_store_goes_on_by_its_number(game: str, tmp_path: Path) -> None:
    first = json.loads(here("tune", game, *ASKED, "--json"))
    for number in ([], ["1"]):
        again = json.loads(here("tune", "--resume", *number, "--json"))
        assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert "there is no tuning 2 in" in refused_here("tune", "--resume", "2")
    with Path(game).open("a", encoding="utf-8") as file:
        file.write("# another rule\n")
    assert f"{game} is not as it was when tuning 1 began" in refused_here("tune", "--resume")


def test_the_games_of_a_stored_match_are_learned_from(game: str, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        fixtures = [Fixture(pair, side, (0, 1), "1") for pair in range(20) for side in range(2)]
        number = store.add(Plan(game, ("random", "random"), 1), fixtures)
        store.keep(number, play_locally(Plan(game, ("random", "random"), 1), fixtures))
    asked = ["tune", game, *ASKED[:2], "--match", "1", "--verify", "4", "--tune", "weights[0]", "--json"]
    answer = json.loads(here(*asked, "--method", "regression"))
    assert answer["steps"] == []
    assert 0 < answer["best"]["weights[0]"] <= 10
    assert "spsa does not learn from games that were played before: take --method regression" in refused_here(*asked)


def test_a_cluster_that_is_not_there_leaves_nothing(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.workers.workplace.executor", nobody)
    assert "nobody answers at tcp://a:1" in refused_here("tune", game, *ASKED, "--cluster", "tcp://a:1")
    with Store.open(str(tmp_path / "games.db")) as store:
        assert store.tunings() == []


PAUSED = """
import sys, time
from unittest.mock import patch
from kibitz.arena.tuning.journal import LogJournal
from kibitz.cli import main

class Paused(LogJournal):
    def tell(self, step, outcome):
        if step == 9:  # who presses Ctrl-C comes before that, or meanwhile
            time.sleep(60)
        return super().tell(step, outcome)

with patch("kibitz.cli.strength.tune.LogJournal", Paused):
    main(sys.argv[1:])
"""


@needs.interrupts
def test_ctrl_c_keeps_what_is_told_and_the_same_command_goes_on(game: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    long = ["tune", game, *ASKED, "--steps", "30", "--verify", "10", "--log", str(log), "--workers", "1", "--json"]
    run = subprocess.Popen([sys.executable, "-c", PAUSED, *long], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (log.exists() and len(log.read_bytes().splitlines()) > 3):
        time.sleep(0.02)
        assert run.poll() is None
    run.send_signal(signal.SIGINT)
    written, complaint = run.communicate(timeout=60)
    assert (run.returncode, written) == (130, "")
    told = [line for line in complaint.splitlines() if line]
    assert told == ["Stored steps are kept: the same command goes on from there.", "kibitz: stopped"]
    undisturbed = json.loads(here(*long[:-3], "--json"))
    again = json.loads(here(*long))
    assert {**again, "seconds": 0} == {**undisturbed, "seconds": 0}
