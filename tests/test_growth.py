"""What searching costs, measured: counts that are known, each search within its share of the time, and how it is told."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from golden_file import assert_golden
from graph_game import graph
from kibitz.cli import options as _options
from kibitz.cli.analysis import _growth
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Value
from kibitz.errors import KibitzError, PlotError
from kibitz.explain import growth as measure
from kibitz.explain.growth import Growth, TimeShares, effective, growing, growth, mean
from kibitz.plots import growth as plot
from kibitz.position import Position
from kibitz.search.entry import think
from kibitz.search.perft import perft
from twin_several import plainly

LATE = "1,1 2,2 3,3 1,2"  # tic-tac-toe, after which five squares are free
POSITION = Position.after(load("tic_tac_toe"), LATE)


@pytest.fixture(autouse=True)
def _small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain tree is counted to its end, however slow the machine is; most trees are too small to compile for."""
    monkeypatch.setattr(measure, "SHARE", 60.0)
    if request.node.get_closest_marker("compiled") is None:
        plainly(monkeypatch)
        monkeypatch.setattr(measure, "perft", partial(perft, plain=True))


def nodes(found: Growth, search: str) -> list[int]:
    return [row.nodes for row in found.of(search)]


def left_off(found: Growth) -> list[tuple[str, int, str]]:
    return [(one.search, one.depth, one.why) for one in found.left_off]


def test_the_tree_of_the_textbook_and_its_plot() -> None:
    """Alpha-beta leaves out two leaves of the two-ply tree."""
    found = growth("tree")
    assert found.sequences == (1, 3, 9, 0)
    assert found.branching == pytest.approx(3)
    assert (nodes(found, "minimax"), nodes(found, "alphabeta")) == ([4, 13], [4, 11])
    assert left_off(found)[:2] == [("minimax", 2, "solved"), ("alphabeta", 2, "solved")]
    first, last = found.of("minimax")
    assert (last.value, last.stopped, last.effective) == (Value("exact", 3), "solved", found.branching)
    assert (found.step(first), found.step(last)) == (None, 13 / 4)
    assert found.of("deepening")[-1].table > last.table
    assert last.memory > last.table >= 0
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", plot(found))
    assert {"minimax: b* = 3.00 at depth 2", "alphabeta: b* = 2.70 at depth 2"} < set(texts)
    assert texts[-2:] == ["b^m: b = 3.00", "b^(m/2): √b = 1.73"]
    with pytest.raises(PlotError, match="no search has reached depth 1"):
        plot(Growth(POSITION, ("minimax",)))


@pytest.mark.compiled  # plain, it takes half a minute
def test_tic_tac_toe_costs_what_is_known() -> None:
    found = growth("tic_tac_toe", searches=["minimax", "alphabeta"], limit=Limit(depth=12))
    assert found.sequences == (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0)
    assert nodes(found, "minimax") == [sum(found.sequences[: depth + 1]) for depth in range(1, 10)]
    assert (nodes(found, "minimax")[-1], nodes(found, "alphabeta")[-1]) == (549_946, 18_297)
    assert found.of("minimax")[-1].effective == found.branching


def test_connect_four_costs_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an estimate, which would have alpha-beta cut elsewhere."""
    monkeypatch.setattr(measure, "SHARE", 0.05)  # a longer count would say nothing new
    found = growth("connect_four", searches=["alphabeta"], limit=Limit(depth=6), knowledge=None)
    assert nodes(found, "alphabeta")[5:] == [1249]
    assert found.sequences == (1, 7, 49, 343, 2401, 16807, 117649, 823536)[: len(found.sequences)]


def test_each_depth_is_searched_from_scratch_and_without_distances() -> None:
    *steps, found = growing(POSITION)
    assert [len(step.rows) for step in steps[:7]] == [0, 1, 2, 3, 4, 5, 6]
    assert [(row.depth, row.search) for row in found.rows[:4]] == [
        *((1, search) for search in ("minimax", "alphabeta", "deepening")),
        (2, "minimax"),
    ]
    assert nodes(found, "minimax") == [sum(found.sequences[: depth + 1]) for depth in range(1, 6)]
    assert len(found.sequences) == 7
    for row in found.rows:
        alone = think(POSITION, search=row.search, limit=Limit(depth=row.depth), distance=False)
        assert (row.nodes, row.value, row.stopped) == (alone.nodes, alone.value, alone.stopped)
        assert row.value.plies is None


def test_minimax_goes_on_where_a_win_is_proved_and_deepening_would_be_the_same_search() -> None:
    found = growth(Position.after("tic_tac_toe", "1,1 2,1 1,2 2,2"), searches=["minimax", "deepening"], limit=Limit(depth=3))
    assert left_off(found) == [("deepening", 1, "solved"), ("minimax", 3, "depth")]
    assert nodes(found, "minimax") == [6, 22, 61]


@pytest.mark.parametrize(
    ("spec", "searches"),
    [
        ("tree:file=three_players", ("maxn", "paranoid")),
        ("tree:file=chances", ("expectiminimax", "maxn", "paranoid")),
    ],
)
def test_other_games_are_searched_by_what_takes_them(spec: str, searches: tuple[str, ...]) -> None:
    found = growth(spec)
    assert found.searches == searches
    assert {one.why for one in found.left_off} == {"solved"}
    assert all(row.memory > row.table > 0 for row in found.rows)


def test_a_search_leaves_off_when_its_share_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimeShares, "left", lambda self, name: 0.0 if name == "minimax" else 60.0)
    found = growth(POSITION, limit=Limit(depth=3, time=60))
    assert left_off(found) == [("minimax", 0, "time"), ("alphabeta", 3, "depth"), ("deepening", 3, "depth")]
    assert found.of("minimax") == ()
    monkeypatch.setattr(TimeShares, "left", lambda self, name: 0.0)
    told = run("tic_tac_toe", "--moves", LATE, "--time", "9").stdout
    assert told.count("share of the time was over before it reached depth 1.") == 3


def test_a_search_under_way_is_ended_when_its_share_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SHARE", 0.01)
    found = growth("othello", searches=["minimax"], limit=Limit(time=0.2))
    ((_, depth, why),) = left_off(found)
    assert why == "time"
    assert depth == len(found.rows) < 30


def test_time_that_one_leaves_over_goes_to_the_others() -> None:
    shares = TimeShares(12, ["a", "b", "c"])
    assert shares.left("a") == 4
    shares.spend("a", 1)
    shares.spend("b", 2)
    assert [shares.left(name) for name in "abc"] == [3, 2, 4]
    shares.leave_off("a")
    assert [shares.left(name) for name in "bc"] == [3.5, 5.5]
    assert TimeShares(None, ["a"]).left("a") is None


@pytest.mark.parametrize(
    ("game", "more", "sentence"),
    [
        ("tic_tac_toe", {"searches": ["solve"]}, "solve looks to the end of the game"),
        ("tic_tac_toe", {"limit": Limit(nodes=9)}, "give a depth or a time"),
        ("pig", {"searches": ["minimax"]}, "take expectiminimax"),
        (Position.after("tic_tac_toe", "1,1 2,1 1,2 2,2 1,3"), {}, "the game is over here"),
    ],
)
def test_what_cannot_be_measured_is_refused_at_once(game: Any, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KibitzError, match=sentence):
        growing(game, **more)


def test_a_row_longer_than_any_search_is_not_said_to_be_searched_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deepest search there is ends before it, and nothing is solved."""
    monkeypatch.setattr(measure, "DEEPEST", 25)
    places = 30
    row = graph([[place + 1] for place in range(places - 1)] + [[]], {places - 1: 1})
    assert left_off(growth(row, searches=["minimax"], limit=Limit(time=600.0))) == [("minimax", 25, "depth")]


# Branching factors


@pytest.mark.parametrize(
    ("count", "depth", "width"),
    [(1, 3, 0), (4, 3, 1), (15, 3, 2), (8, 1, 7), (960_800, 7, 7), (1 + 10**200, 1, 10**200), (1 + (2**251 - 2), 250, 2)],
)
def test_the_effective_branching_factor_of_uniform_trees(count: int, depth: int, width: float) -> None:
    assert effective(count, depth) == pytest.approx(width, rel=1e-12, abs=1e-12)


@given(st.integers(1, 10**15), st.integers(1, 60))
def test_the_effective_branching_factor_solves_its_equation(count: int, depth: int) -> None:
    width = effective(count, depth)
    assert sum(width**ply for ply in range(depth + 1)) == pytest.approx(count, rel=1e-9)


def test_branching_factors_of_the_textbook_and_of_all_positions_down_to_the_last_ply() -> None:
    """A*, which finds a solution at depth 5 with 52 nodes beside the root, in Russell and Norvig."""
    assert round(effective(53, 5), 2) == 1.92
    assert mean([1, 3, 9, 27]) == mean([1, 3, 9, 0]) == pytest.approx(3)
    assert mean([1, 4, 1]) == effective(6, 2)
    assert mean([1]) is mean([1, 0]) is None
    for count, depth in ((0, 2), (5, 0)):
        with pytest.raises(ValueError, match="has no branching factor"):
            effective(count, depth)


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
    assert_golden("growth.txt", re.sub(r"\b\d\.\d{3}\b", "#.###", told.stdout))


def test_programs_read_one_object(tmp_path: Path) -> None:
    file = tmp_path / "growth.svg"
    told = run("tic_tac_toe", "--moves", LATE, "--search", "alphabeta", "--json", "--to", str(file))
    facts = json.loads(told.stdout)
    assert told.stderr == f"{file} shows the nodes over the depth.\n"
    assert file.read_bytes().startswith(b"<svg")
    assert (facts["game"], facts["moves"], facts["interrupted"]) == ("tic_tac_toe", LATE.split(), False)
    assert facts["sequences"] == [1, 5, 20, *facts["sequences"][3:]]
    assert facts["left_off"] == [{"search": "alphabeta", "depth": len(facts["rows"]), "why": "solved"}]
    before, row = facts["rows"][-2:]
    assert (row["growth"], row["depth"]) == (row["nodes"] / before["nodes"], len(facts["rows"]))
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

    monkeypatch.setattr(measure, "growing", interrupted)
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
