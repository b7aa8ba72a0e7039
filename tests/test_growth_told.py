"""What is told of the cost of searching: the plot, and what people and programs read on the terminal."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from growths import LATE, counted_quickly, late
from kibitz.cli import _growth, _options
from kibitz.errors import PlotError
from kibitz.explain import growth as room
from kibitz.explain.growth import Growth, TimeShares, effective, growing, growth
from kibitz.plots import growth as plot
from kibitz.rules import Game


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    counted_quickly(monkeypatch)


# The plot


def test_the_plot_has_a_line_for_each_search_and_for_both_references(tmp_path: Path) -> None:
    drawn = plot(growth("tree"))
    axes = drawn.axes[0]
    assert [line.get_label() for line in axes.lines][:2] == ["minimax: b* = 3.00 at depth 2", "alphabeta: b* = 2.70 at depth 2"]
    assert [line.get_label() for line in axes.lines][-2:] == ["b^m: b = 3.00", "b^(m/2): √b = 1.73"]
    assert axes.get_yscale() == "log"
    heights: list[Any] = [line.get_ydata() for line in axes.lines]
    assert [*heights[0]] == [4, 13]
    assert [*heights[-2]] == pytest.approx([1, 3, 9])


def test_where_nothing_is_measured_there_is_no_plot() -> None:
    with pytest.raises(PlotError, match="no search has reached depth 1"):
        plot(Growth(late(), ("minimax",)))


# On the terminal


@click.command()
@_options.game
@_options.moves
@_options.request
@click.option("--to")
@_options.as_json
def command(game: Game, moves: str, request: _options.SearchOptions, to: str | None, as_json: bool) -> None:
    """What `kibitz tree --growth` hands on."""
    _growth.write(_options.position_after(game, moves), request, to, as_json)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


def test_people_read_tables_and_how_the_searches_compare() -> None:
    told = run("tic_tac_toe", "--moves", LATE, "--depth", "3")
    assert told.exception is None
    lines = told.stdout.splitlines()
    assert lines[0].startswith("The plain tree: b = ")
    at = lines.index("minimax")
    assert lines[at + 1].split() == ["depth", "nodes", "growth", "b*", "seconds", "memory", "(table)", "value"]
    assert lines[at + 2].split()[:3] == ["1", "6", "5.00"]
    assert lines[at + 3].split()[:4] == ["2", "26", "x", "4.33"]
    assert lines[at + 5] == "The depth wanted is reached."
    assert [line.split()[0] for line in lines if "b* = " in line] == ["minimax", "alphabeta", "deepening"]
    assert [line.split()[0] for line in lines if " b = " in line][1:] == ["b^m"]
    assert [line.split()[0] for line in lines if "√b = " in line] == ["b^(m/2)"]


def test_programs_read_one_object(tmp_path: Path) -> None:
    file = tmp_path / "growth.svg"
    told = run("tic_tac_toe", "--moves", LATE, "--search", "alphabeta", "--json", "--to", str(file))
    facts = json.loads(told.stdout)
    assert told.stderr == f"{file} shows the nodes over the depth.\n"
    assert file.read_bytes().startswith(b"<?xml")
    assert (facts["game"], facts["moves"], facts["interrupted"]) == ("tic_tac_toe", ["1,1", "2,2", "3,3", "1,2"], False)
    assert facts["sequences"] == [1, 5, 20, *facts["sequences"][3:]]
    assert facts["left_off"] == [{"search": "alphabeta", "depth": len(facts["rows"]), "why": "solved"}]
    assert [row["depth"] for row in facts["rows"]] == list(range(1, len(facts["rows"]) + 1))
    row = facts["rows"][-1]
    assert row["growth"] == row["nodes"] / facts["rows"][-2]["nodes"]
    assert row["effective_branching"] == effective(row["nodes"], row["depth"])
    assert (row["value"]["kind"], row["value"]["plies"], row["stopped"]) == ("exact", None, "solved")


@pytest.mark.parametrize("reached", [0, 3])
def test_ctrl_c_keeps_what_was_measured_and_draws_nothing(
    reached: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: Callable[..., Iterator[Growth]] = growing

    def interrupted(*args: Any, **more: Any) -> Iterator[Growth]:
        for found in begun(*args, **more):
            if len(found.rows) == reached:
                if reached:
                    yield found
                raise KeyboardInterrupt

    monkeypatch.setattr(room, "growing", interrupted)
    file = tmp_path / "growth.svg"
    told = run("tic_tac_toe", "--moves", LATE, "--to", str(file))
    assert isinstance(told.exception, click.Abort)
    assert told.stdout.endswith("Interrupted: what was measured so far.\n" if reached else "")
    assert told.stdout.count("\n    1 ") == reached
    assert not file.exists()
    if reached:
        assert json.loads(run("tic_tac_toe", "--moves", LATE, "--json").stdout)["interrupted"] is True


def test_a_plot_that_cannot_be_written_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    told = run("tic_tac_toe", "--to", str(tmp_path / "growth.pdf"))
    assert isinstance(told.exception, PlotError)
    assert told.stdout == ""


def test_a_search_that_reached_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimeShares, "left", lambda self, name: 0.0)
    assert (
        run("tic_tac_toe", "--moves", LATE, "--time", "9").stdout.count("share of the time was over before it reached depth 1.")
        == 3
    )
