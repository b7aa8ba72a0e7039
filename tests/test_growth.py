"""The cost of searching, measured: counts that are known, depth by depth, each search within its share of the time."""

from typing import Any

import pytest

from graph_game import graph
from growths import counted_quickly, late
from kibitz.errors import KibitzError
from kibitz.explain import growth as measure
from kibitz.explain.growth import Growth, TimeShares, growing, growth
from kibitz.position import Position
from kibitz.registry import load
from kibitz.search.entry import think
from kibitz.thought import Limit, Value


@pytest.fixture(autouse=True)
def _small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain tree is counted to its end, however slow the machine is; most trees are too small to compile for."""
    counted_quickly(monkeypatch, plain=request.node.get_closest_marker("compiled") is None)


def nodes(found: Growth, search: str) -> list[int]:
    return [row.nodes for row in found.of(search)]


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
    monkeypatch.setattr(measure, "SHARE", 0.05)  # a longer count would say nothing new
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
    monkeypatch.setattr(TimeShares, "left", lambda self, name: 0.0 if name == "minimax" else 60.0)
    found = growth(late(), limit=Limit(depth=3, time=60))
    assert [(one.search, one.depth, one.why) for one in found.left_off] == [
        ("minimax", 0, "time"),
        ("alphabeta", 3, "depth"),
        ("deepening", 3, "depth"),
    ]
    assert found.of("minimax") == ()


def test_a_search_under_way_is_ended_when_its_share_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SHARE", 0.01)
    found = growth("othello", searches=["minimax"], limit=Limit(time=0.2))
    (left,) = found.left_off
    assert left.why == "time"
    assert left.depth == len(found.rows) < 30


def test_time_that_one_leaves_over_goes_to_the_others() -> None:
    shares = TimeShares(12, ["a", "b", "c"])
    assert shares.left("a") == 4
    shares.spend("a", 1)
    shares.spend("b", 2)
    assert (shares.left("a"), shares.left("b"), shares.left("c")) == (3, 2, 4)
    shares.leave_off("a")
    assert (shares.left("b"), shares.left("c")) == (3.5, 5.5)
    assert TimeShares(None, ["a"]).left("a") is None


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


@pytest.mark.untraced
def test_a_row_longer_than_any_search_is_not_said_to_be_searched_to_its_end() -> None:
    """300 places in a row: the deepest search there is ends before them, and nothing is solved."""
    places = 300
    row = graph([[place + 1] for place in range(places - 1)] + [[]], {places - 1: 1})
    found = growth(row, searches=["minimax"], limit=Limit(time=600.0))
    (left,) = found.left_off
    assert (left.depth, left.why) == (250, "depth")
