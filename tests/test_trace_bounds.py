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

from games_gone_wrong import Raises, Stops
from graph_game import graph, random_graph
from kibitz.core.rules import CHANCE, Game
from kibitz.core.thought import Limit
from kibitz.errors import KibitzError, RulesError, SearchError
from kibitz.explain.tree.tree import Tree
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.parts.memory import DEEPEST
from kibitz.search.traces.trace import Trace
from kibitz.search.traces.tracing import Tracing, trace
from test_trace import TRACED

DEPTHS = [name for name in TRACED if name != "solve"]
ROOM = 1000


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


@pytest.mark.parametrize("search", DEPTHS)
def test_a_full_trace_says_so(search: str) -> None:
    """As many nodes as there is room for, to the last; what is there is what the whole trace begins with."""
    whole = trace("tic_tac_toe", search=search, depth=3, knowledge=None, nodes=ROOM)
    count = len(whole)
    assert whole.stopped == "depth"
    for nodes in (2, 7, count // 2, count - 1):
        part = trace("tic_tac_toe", search=search, depth=3, knowledge=None, nodes=nodes)
        if part.stopped == "depth":
            assert search == "deepening"  # its room is that of each depth, the largest of which is not the last
            continue
        assert (len(part), part.stopped) == (nodes, "nodes")
        ends_in_the_middle(part)
        if search != "deepening":
            left = [n for n in range(nodes) if part.reason(n) != "unfinished"]
            assert (part.records[left] == whole.records[left]).all()


def ends_in_the_middle(part: Trace) -> None:
    """The unfinished nodes are one line from the root to where it ended; only they are without a worth."""
    shown = Tree(part)
    assert not shown.whole
    open_ = [n for n in range(len(part)) if part.reason(n) == "unfinished"]
    assert open_[0] == 0
    assert [part.parent(n) for n in open_[1:]] == open_[:-1]
    assert [node.index for node in shown if node.worth is None] == open_
    assert sum(1 for _ in shown) == len(part)


@pytest.mark.parametrize("search", DEPTHS)
def test_without_a_depth_as_deep_as_there_is_room(search: str) -> None:
    part = trace("tic_tac_toe", search=search, knowledge=None, nodes=100)
    assert part.stopped == "nodes"
    assert part.depth is not None
    assert Tree(part).whole
    again, deeper = (trace("tic_tac_toe", search=search, knowledge=None, depth=part.depth + n, nodes=100) for n in (0, 1))
    assert (again.records == part.records).all()
    assert deeper.stopped == "nodes"


@pytest.mark.untraced
@pytest.mark.parametrize("search", ["minimax", "alphabeta", pytest.param("deepening", marks=pytest.mark.compiled)])
def test_a_game_longer_than_a_search(search: str) -> None:
    """It is cut off, nothing is written where it does not belong, and no way through the tree is too deep for Python."""
    chain = graph([[node + 1] for node in range(DEEPEST + 50)] + [[]], {DEEPEST + 50: 1})
    found = trace(chain, search=search, depth=DEEPEST + 50, nodes=ROOM)
    assert (found.depth, found.stopped) == (DEEPEST, "depth")
    assert len(found) == DEEPEST + 1
    assert found.parents.tolist() == [0, *range(DEEPEST)]
    assert found.reason(DEEPEST) == "horizon"
    last = Tree(found).node(DEEPEST)
    assert (last.ply, last.state.node, len(last.names)) == (DEEPEST, DEEPEST, DEEPEST)
    assert last.root.worth is not None
    assert len(last.root.line) == DEEPEST


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
    tracing = Tracing("othello", None, SearchRequest("minimax"), ROOM)
    tracing.stop()
    part = tracing.result()
    assert part.stopped == "interrupted"
    ends_in_the_middle(part)


@pytest.mark.parametrize("search", DEPTHS)  # "solve" takes it for a loss that nothing can be done, traced or not
@pytest.mark.parametrize("wrong", [Raises, Stops])
def test_rules_that_raise_or_leave_no_move(wrong: type[Game], search: str) -> None:
    with pytest.raises(RulesError, match="kibitz check") as caught:
        trace(wrong(), search=search, nodes=ROOM)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "deepening"])
def test_large_results(search: str) -> None:
    """As large as a window has room for, and one sentence where they are not."""
    for paid in (127, 128, 100_000, 4_194_303):
        shown = Tree(trace(Wide(2, paid), search=search, nodes=ROOM))
        # Behind a value of so many bits the table keeps no proofs.
        assert str(shown.root.worth) == (f"about {paid}" if search == "deepening" and paid > 4096 else str(paid))
        assert {node.reason for node in shown.root.children} <= {"searched", "table"}
        assert shown.root.window == (-float("inf"), float("inf")) or search == "deepening"
    for game in (Wide(2, 4_194_304), Wide(2, 10**9), Boundless(2, 1)):
        with pytest.raises(RulesError, match=r"too large to trace|count in larger units"):
            trace(game, search=search, nodes=ROOM)


@pytest.mark.parametrize("search", ["alphabeta", "deepening"])
def test_many_moves(search: str) -> None:
    """More than there is room for at first; each has its number."""
    found = trace(Wide(9000), search=search, depth=2, nodes=20_000)
    assert sorted({found.number(child) for child in found.children_of(0)}) == list(range(9000))


@pytest.mark.compiled
def test_more_moves_than_can_be_numbered() -> None:
    with pytest.raises(SearchError, match="more moves than a trace can number"):
        trace(Wide(70_000), search="alphabeta", depth=2)


@pytest.mark.untraced
def test_more_outcomes_than_can_be_numbered() -> None:
    """Without a word the trace would say that these nodes are below others."""
    with pytest.raises(RulesError, match="more moves than a trace can number"):
        trace(Thrown(70_000), search="expectiminimax", depth=1, nodes=70_002)


@pytest.mark.parametrize("asked", [{"nodes": 1}, {"nodes": 0}, {"nodes": 1 << 31}, {"depth": 0}, {"search": "no_such"}])
def test_what_cannot_be_asked(asked: dict[str, Any]) -> None:
    with pytest.raises(KibitzError):
        trace("tic_tac_toe", **asked)


RUN = """
import json
from graph_game import random_graph
from kibitz.search.traces.tracing import trace
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
