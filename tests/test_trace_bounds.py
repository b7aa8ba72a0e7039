"""Where a trace ends: no room, a stop, no depth, rules that break; it says so, and what there is of it is right."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from graph_game import graph, random_graph
from kibitz.errors import KibitzError, RulesError, SearchError
from kibitz.explain.tree.tree import Tree
from kibitz.rules import CHANCE, Game
from kibitz.search.memory import DEEPEST
from kibitz.search.request import SearchRequest
from kibitz.search.tracing import Tracing, trace
from kibitz.thought import Limit
from test_trace import plainly
from traced import COUNTED, TRACED

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
DEPTHS = [name for name in TRACED if name != "solve"]


class Spot(NamedTuple):
    made: int


@dataclass(frozen=True)
class Wide(Game):
    """Say a number, then nothing more."""

    most: int = 10
    paid: int = 0

    def start(self) -> Spot:
        return Spot(0)

    def moves(self, state: Spot) -> Iterable[int]:
        return range(self.most if state.made == 0 else 1)

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(state.made + 1)

    def is_over(self, state: Spot) -> bool:
        return state.made == 2

    def result(self, state: Spot) -> int:
        return self.paid


class Thrown(Wide):
    """A die with so many sides says the number."""

    def to_move(self, state: Spot) -> int:
        return CHANCE if state.made == 0 else 0

    def chances(self, state: Spot) -> Iterable[tuple[int, float]]:
        for side in range(self.most):
            yield side, 1.0


class Boundless(Wide):
    """Says how much it may pay."""

    def best_result(self) -> int:
        return 10**9


class Failing(Wide):
    """Divides by 0 when it is over."""

    def result(self, state: Spot) -> int:
        return self.paid // (state.made - 2)


class Stuck(Wide):
    """Goes on, but nothing can be done."""

    def is_over(self, state: Spot) -> bool:
        return False

    def moves(self, state: Spot) -> Iterable[int]:
        return range(1 - state.made)


@pytest.mark.parametrize("search", DEPTHS)
def test_a_full_trace_says_so(search: str) -> None:
    """As many nodes as there is room for, to the last; what is there is what the whole trace begins with."""
    with plainly():
        whole = trace("tic_tac_toe", search=search, depth=3, knowledge=None)
        count = len(whole)
        assert whole.stopped == "depth"
        if search != "deepening":  # its room is that of each depth, the largest of which is not the last
            assert len(trace("tic_tac_toe", search=search, depth=3, knowledge=None, nodes=count)) == count
        for nodes in (2, 7, count // 2, count - 1):
            part = trace("tic_tac_toe", search=search, depth=3, knowledge=None, nodes=nodes)
            if part.stopped == "depth":
                assert search == "deepening"
                continue
            assert (len(part), part.stopped) == (nodes, "nodes")
            ends_in_the_middle(part)
            if search != "deepening":
                left = [n for n in range(nodes) if part.reason(n) != "unfinished"]
                assert (part.records[left] == whole.records[left]).all()


def ends_in_the_middle(part: Any) -> None:
    """The unfinished nodes are one line from the root to where it ended; only they are without a worth."""
    shown = Tree(part)
    assert not shown.whole
    open_ = [n for n in range(len(part)) if part.reason(n) == "unfinished"]
    assert open_[0] == 0
    assert [part.parent(n) for n in open_[1:]] == open_[:-1]
    assert shown.node(open_[-1]).index == open_[-1]
    assert [node.index for node in shown if node.worth is None] == open_
    assert sum(1 for _ in shown) == len(part)


@pytest.mark.untraced
def test_without_a_depth_as_deep_as_there_is_room() -> None:
    with plainly():
        for search in DEPTHS:
            part = trace("tic_tac_toe", search=search, knowledge=None, nodes=600)
            assert part.stopped == "nodes"
            assert part.depth is not None
            assert Tree(part).whole
            again = trace("tic_tac_toe", search=search, knowledge=None, depth=part.depth, nodes=600)
            assert (again.records == part.records).all()
            assert trace("tic_tac_toe", search=search, knowledge=None, depth=part.depth + 1, nodes=600).stopped == "nodes"


@pytest.mark.untraced
@pytest.mark.parametrize("search", [name for name in COUNTED if name != "solve"])
def test_a_game_longer_than_a_search(search: str) -> None:
    """It is cut off, and nothing is written where it does not belong."""
    chain = graph([[node + 1] for node in range(DEEPEST + 50)] + [[]], {DEEPEST + 50: 1})
    with plainly():
        for depth in (DEEPEST + 50,) if PLAIN else (None, DEEPEST + 50):
            found = trace(chain, search=search, depth=depth, nodes=1000)
            assert (found.depth, found.stopped) == (DEEPEST, "depth")
            assert len(found) == DEEPEST + 1
            assert found.parents.tolist() == [0, *range(DEEPEST)]
            assert found.reason(DEEPEST) == "horizon"


@pytest.mark.compiled
def test_a_stop_from_another_thread() -> None:
    doubled = graph([[node + 1, node + 1] for node in range(60)] + [[]], {60: 1})
    for _ in range(5):  # once is enough, unless this process stands still until there is no room left: for half a second
        tracing = Tracing(doubled, None, SearchRequest("minimax", Limit(60)), 3_000_000)
        while not tracing.nodes:
            time.sleep(0.001)
        threading.Thread(target=tracing.stop).start()
        part = tracing.result()
        if len(part) < 3_000_000:
            break
    assert 0 < len(part) < 3_000_000
    assert part.stopped == "interrupted"
    assert part.reason(0) == "unfinished"


def test_a_stop_before_it_began() -> None:
    with plainly():
        tracing = Tracing("othello", None, SearchRequest("minimax"), 100_000)
        tracing.stop()
        part = tracing.result()
    assert part.stopped == "interrupted"
    ends_in_the_middle(part)


def test_rules_that_raise() -> None:
    with pytest.raises(RulesError, match="kibitz check") as caught:
        trace(Failing(3))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("search", [name for name in TRACED if name != "solve"])  # which takes that for a loss, traced or not
def test_a_state_without_moves(search: str) -> None:
    with plainly(), pytest.raises(RulesError, match="kibitz check"):
        trace(Stuck(1), Spot(1), search=search)


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening"])
def test_large_results(search: str) -> None:
    """As large as a window has room for, and one sentence where they are not."""
    for paid in (127, 128, 100_000, 4_194_303):
        with plainly():
            shown = Tree(trace(Wide(2, paid), search=search))
        assert str(shown.root.worth) == str(paid)
        assert {node.reason for node in shown.root.children} <= {"searched", "table"}
        assert shown.root.window == (-float("inf"), float("inf")) or search == "deepening"
    for paid in (4_194_304, 10**9):
        with plainly(), pytest.raises(RulesError, match="too large to trace"):
            trace(Wide(2, paid), search=search)
    with plainly(), pytest.raises(RulesError, match="too large to trace"):
        trace(Boundless(2, 1), search=search)


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening"])
def test_many_moves(search: str) -> None:
    """More than there is room for at first; each has its number."""
    with plainly():
        found = trace(Wide(9000), search=search, depth=2, nodes=20_000)
    children = found.children_of(0)
    assert sorted({found.number(child) for child in children}) == list(range(9000))


@pytest.mark.compiled
def test_more_moves_than_can_be_numbered() -> None:
    with pytest.raises(SearchError, match="more moves than a trace can number"):
        trace(Wide(70_000), search="alphabeta", depth=2)


@pytest.mark.untraced
def test_more_outcomes_than_can_be_numbered() -> None:
    """Without a word the trace would say that these nodes are below others."""
    with plainly(), pytest.raises(RulesError, match="more moves than a trace can number"):
        trace(Thrown(70_000), search="expectiminimax", nodes=200_000)


@pytest.mark.parametrize("asked", [{"nodes": 1}, {"nodes": 0}, {"nodes": 1 << 31}, {"depth": 0}, {"search": "no_such"}])
def test_what_cannot_be_asked(asked: dict[str, Any]) -> None:
    with pytest.raises(KibitzError):
        trace("tic_tac_toe", **asked)


RUN = """
import json
from graph_game import random_graph
from kibitz.search.tracing import trace
found = [trace(random_graph(2), search="deepening", depth=8, nodes=nodes) for nodes in (50, 9000)]
print(json.dumps([one.records.tolist() for one in found]))
"""


@pytest.mark.compiled
def test_nothing_is_written_outside() -> None:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = [trace(random_graph(2), search="deepening", depth=8, nodes=nodes) for nodes in (50, 9000)]
    assert json.loads(done.stdout) == [one.records.tolist() for one in found]
