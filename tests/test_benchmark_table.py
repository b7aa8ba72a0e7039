"""The table of a benchmark of which some rows are measured again; a row that measures nothing."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import needs
from benchmarks import matches
from benchmarks.__main__ import main
from benchmarks.league import matches as league
from benchmarks.learned import Settings
from benchmarks.row import Row, at_least
from benchmarks.table import around, joined, markdown, write_into

TODAY, YESTERDAY = "Measured on 2026-11-23: here.", "Measured on 2026-11-22: here."
SLOW, QUICK, NEW = at_least("one", 1.0, 2, "s", "how"), at_least("one", 3.0, 2, "s", "how"), Row("three", "7", how="`a | b`")
OTHER = at_least("two", 5.0, 4, "s", "how")


def test_rows_of_the_same_day_stay_where_they_are() -> None:
    assert joined(markdown([SLOW, OTHER], TODAY), [NEW, QUICK], TODAY) == markdown([QUICK, OTHER, NEW], TODAY)
    assert joined(markdown([OTHER, NEW], TODAY), [], TODAY) == markdown([OTHER, NEW], TODAY)


@pytest.mark.parametrize("before", ["", markdown([SLOW, OTHER], YESTERDAY)])
def test_rows_of_another_day_are_left_out(before: str) -> None:
    assert joined(before, [NEW], TODAY) == markdown([NEW], TODAY)


def test_a_table_that_was_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("before\n<!-- it: begin --><!-- it: end -->\nafter", encoding="utf-8")
    for row in (SLOW, OTHER, QUICK):
        write_into(file, joined(around(file, "it")[1], [row], TODAY), "it")
    assert file.read_text(encoding="utf-8") == (
        f"before\n<!-- it: begin -->\n{markdown([QUICK, OTHER], TODAY)}\n<!-- it: end -->\nafter"
    )
    with pytest.raises(SystemExit, match="no place for the table"):
        around(file, "another")


@needs.external_engines
@pytest.mark.parametrize(
    ("faults", "figure", "reached"), [(0, "95.0 % ± 5.0", True), (2, "95.0 % ± 5.0", True), (3, "not measured", None)]
)
def test_a_row_of_the_league_in_which_the_program_commits_faults_is_not_measured(
    faults: int, figure: str, reached: bool | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = {"score": 0.95, "pairs": [], "a_wins": 19, "b_wins": 1, "draws": 0, "games": 20, "distinct": 20}
    found |= {"elo": 512.0, "elo_error": None, "forfeits": [0, faults]}
    monkeypatch.setattr(league, "match", lambda *args, **kwargs: found)
    monkeypatch.setattr(league, "score_error", lambda pairs: 0.05)
    game = {"opening": "", "moves": ["a", "b"], "players": ["computer:level=10,time=0.1", "theirs"], "seconds": 0.3}
    monkeypatch.setattr(league, "_exported", lambda store: [json.dumps(game)])
    program = tmp_path / "program"
    program.touch()
    row = league.Opponent("checkers", 0.1, "ugi:program", "a program", str(program), "", target=90).measure(
        Settings(tmp_path / "learned", 20)
    )
    assert (row.figure, row.reached) == (figure, reached)
    assert row.how.startswith(f"{faults} of 20 games ended by a fault") == (reached is None)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("measures --cluster tcp://x:1", "measures times this machine: --workers and --cluster are for league, learning and"),
        ("solving --workers 2", "solving times this machine"),
        (
            "playouts --cluster tcp://x:1",
            "this machine is measured by proofs, speed, tree: give --only matches beside --cluster",
        ),
        ("learning --cluster tcp://x:1 --without exact_values", "this machine is measured by speed: give"),
    ],
)
def test_what_times_this_machine_is_refused_elsewhere(
    words: str, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", *words.split()])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert f"error: {sentence}" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize("where", ["--workers 3", "--cluster tcp://10.0.0.5:8786"])
def test_matches_are_played_where_the_benchmark_says(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands, told = list[list[str]](), {"score": 0.5, "pairs": [1, 0, 0, 0, 1], "a_wins": 2, "b_wins": 2, "draws": 0}
    told |= {"games": 4, "distinct": 4, "elo": 0.0, "elo_error": 9.0, "forfeits": [0, 0]}
    told |= {"sprt": {"verdict": None, "llr": 0.0, "upper": 2.9}}

    def run(command: list[str], **settings: Any) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(stdout=json.dumps(told))

    monkeypatch.setattr(matches, "subprocess", SimpleNamespace(run=run, PIPE=-1))
    monkeypatch.setattr("sys.argv", f"benchmarks playouts --only matches --row hex --games 4 {where}".split())
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    (command,) = commands
    assert where in " ".join(command)
    assert f"--games 4 {where} --sprt" in capsys.readouterr().out
