"""The cost of searching: counts that are known, branching factors in closed form, and what is told of them."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from kibitz.cli import _growth, _moves, _options
from kibitz.errors import KibitzError, PlotError
from kibitz.explain import growth as room
from kibitz.explain.growth import Growth, effective, growing, growth, mean, plain_tree
from kibitz.explain.growth.plot import plot
from kibitz.explain.growth.shares import Shares
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game
from kibitz.search._perft import perft
from kibitz.search._think import think
from kibitz.thought import Limit, Value
from twin_several import plainly

LATE = "1,1 2,2 3,3 1,2"  # tic-tac-toe, after which five squares are free


@pytest.fixture(autouse=True)
def _small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain tree is counted to its end, however slow the machine is; most trees are too small to compile for."""
    monkeypatch.setattr(plain_tree, "SHARE", 60.0)
    if request.node.get_closest_marker("compiled") is None:
        plainly(monkeypatch)
        monkeypatch.setattr(plain_tree, "perft", partial(perft, plain=True))


def late() -> Position:
    return Position.after(load("tic_tac_toe"), LATE)


def nodes(found: Growth, search: str) -> list[int]:
    return [row.nodes for row in found.of(search)]


# Branching factors


@pytest.mark.parametrize(
    ("count", "depth", "width"),
    [
        (1, 3, 0),
        (4, 3, 1),  # a line
        (15, 3, 2),
        (8, 1, 7),
        (960_800, 7, 7),
        (1 + 10**200, 1, 10**200),
        (1 + (2**251 - 2), 250, 2),
    ],
)
def test_the_effective_branching_factor_of_uniform_trees(count: int, depth: int, width: float) -> None:
    assert effective(count, depth) == pytest.approx(width, rel=1e-12, abs=1e-12)


def test_the_effective_branching_factor_of_the_textbook() -> None:
    """A*, which finds a solution at depth 5 with 52 nodes beside the root, in Russell and Norvig."""
    assert round(effective(53, 5), 2) == 1.92


@given(st.integers(1, 10**15), st.integers(1, 60))
def test_the_effective_branching_factor_solves_its_equation(count: int, depth: int) -> None:
    width = effective(count, depth)
    assert sum(width**ply for ply in range(depth + 1)) == pytest.approx(count, rel=1e-9)


@pytest.mark.parametrize(("count", "depth"), [(0, 2), (5, 0)])
def test_no_tree_has_no_branching_factor(count: int, depth: int) -> None:
    with pytest.raises(ValueError, match="has no branching factor"):
        effective(count, depth)


def test_the_mean_branching_factor_is_that_of_all_positions_down_to_the_last_ply() -> None:
    assert mean([1, 3, 9, 27]) == pytest.approx(3)
    assert mean([1, 3, 9, 0]) == pytest.approx(3)
    assert mean([1, 4, 1]) == effective(6, 2)
    assert mean([1]) is mean([1, 0]) is None


# What is measured


def test_the_tree_of_the_textbook() -> None:
    """Alpha-beta leaves out two leaves of the two-ply tree."""
    found = growth("tree")
    assert found.sequences == (1, 3, 9, 0)
    assert found.branching == pytest.approx(3)
    assert (nodes(found, "minimax"), nodes(found, "alphabeta")) == ([4, 13], [4, 11])
    assert [(one.search, one.depth, one.why) for one in found.left_off if one.search != "deepening"] == [
        ("minimax", 2, "solved"),
        ("alphabeta", 2, "solved"),
    ]
    last = found.of("minimax")[-1]
    assert (last.value, last.stopped, last.effective) == (Value("exact", 3), "solved", found.branching)
    assert found.step(last) == 13 / 4
    assert found.step(found.of("minimax")[0]) is None
    assert last.memory > last.table >= 0
    assert found.of("deepening")[-1].table > last.table


@pytest.mark.compiled  # plain, it takes half a minute
def test_tic_tac_toe_costs_what_is_known() -> None:
    found = growth("tic_tac_toe", searches=["minimax", "alphabeta"], limit=Limit(depth=12))
    assert found.sequences == (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0)
    assert nodes(found, "minimax") == [sum(found.sequences[: depth + 1]) for depth in range(1, 10)]
    assert nodes(found, "minimax")[-1] == 549_946
    assert nodes(found, "alphabeta")[-1] == 18_297
    assert found.of("minimax")[-1].effective == found.branching


def test_connect_four_costs_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an estimate, which would have alpha-beta cut elsewhere."""
    monkeypatch.setattr(plain_tree, "SHARE", 0.05)  # a longer count would say nothing new
    found = growth("connect_four", searches=["alphabeta"], limit=Limit(depth=7), knowledge=None)
    assert nodes(found, "alphabeta")[5:] == [1249, 7153]
    assert found.sequences == (1, 7, 49, 343, 2401, 16807, 117649, 823536)[: len(found.sequences)]


def test_each_depth_is_searched_from_scratch_and_without_distances() -> None:
    found = growth(late())
    assert found.searches == ("minimax", "alphabeta", "deepening")
    assert len(found.of("minimax")) == len(found.sequences) - 2 == 5
    for row in found.rows:
        alone = think(late(), search=row.search, limit=Limit(depth=row.depth), distance=False)
        assert (row.nodes, row.value, row.stopped) == (alone.nodes, alone.value, alone.stopped)
        assert row.value.plies is None


def test_minimax_visits_the_plain_tree() -> None:
    found = growth(late(), searches=["minimax"])
    assert nodes(found, "minimax") == [sum(found.sequences[: depth + 1]) for depth in range(1, 6)]


def test_what_is_found_comes_depth_by_depth() -> None:
    steps = list(growing(late(), limit=Limit(depth=2)))
    assert [len(step.rows) for step in steps] == [0, 1, 2, 3, 4, 5, 6]
    assert [(row.depth, row.search) for row in steps[-1].rows] == [
        (depth, search) for depth in (1, 2) for search in ("minimax", "alphabeta", "deepening")
    ]
    assert {(one.depth, one.why) for one in steps[-1].left_off} == {(2, "depth")}


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
    monkeypatch.setattr(Shares, "left", lambda self, name: 0.0 if name == "minimax" else 60.0)
    found = growth(late(), limit=Limit(depth=3, time=60))
    assert [(one.search, one.depth, one.why) for one in found.left_off] == [
        ("minimax", 0, "time"),
        ("alphabeta", 3, "depth"),
        ("deepening", 3, "depth"),
    ]
    assert found.of("minimax") == ()


def test_a_search_under_way_is_ended_when_its_share_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_tree, "SHARE", 0.01)
    found = growth("othello", searches=["minimax"], limit=Limit(time=0.2))
    (left,) = found.left_off
    assert left.why == "time"
    assert left.depth == len(found.rows) < 30


def test_time_that_one_leaves_over_goes_to_the_others() -> None:
    shares = Shares(12, ["a", "b", "c"])
    assert shares.left("a") == 4
    shares.spend("a", 1)
    shares.spend("b", 2)
    assert (shares.left("a"), shares.left("b"), shares.left("c")) == (3, 2, 4)
    shares.leave_off("a")
    assert (shares.left("b"), shares.left("c")) == (3.5, 5.5)
    assert Shares(None, ["a"]).left("a") is None


@pytest.mark.parametrize(
    ("game", "more", "sentence"),
    [
        ("tic_tac_toe", {"searches": ["solve"]}, "solve looks to the end of the game"),
        ("tic_tac_toe", {"limit": Limit(nodes=9)}, "give a depth or a time"),
        ("pig", {"searches": ["minimax"]}, "take expectiminimax"),
        (Position.after(load("tic_tac_toe"), "1,1 2,1 1,2 2,2 1,3"), {}, "the game is over here"),
    ],
)
def test_what_cannot_be_measured_is_refused_at_once(game: Any, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KibitzError, match=sentence):
        growing(game, **more)


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
def command(game: Game, moves: str, request: _options.Request, to: str | None, as_json: bool) -> None:
    """What `kibitz tree --growth` hands on."""
    _growth.write(_moves.after(game, moves), request, to, as_json)


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
    monkeypatch.setattr(Shares, "left", lambda self, name: 0.0)
    assert (
        run("tic_tac_toe", "--moves", LATE, "--time", "9").stdout.count("share of the time was over before it reached depth 1.")
        == 3
    )
