"""What it costs to write down what a search does: time and memory of a trace, and nothing where there is none."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import kibitz
from benchmarks.row import Row, at_most
from benchmarks.untraced import without_trace
from kibitz.kernel import Machine, machine_of
from kibitz.search.algorithms import alphabeta, deepening, minimax
from kibitz.search.drivers.root import IterationResult, search_root
from kibitz.search.parts.scale import Scale
from kibitz.search.parts.team import ROOM, Worker
from kibitz.search.parts.transposition_table import table_words
from kibitz.search.traces.tracing import TracedWorker

Run = Callable[[], tuple[float, int]]  # the seconds, and the nodes
ROUNDS = 25
TABLE_LOG = 18
SEARCHED: dict[str, tuple[ModuleType, dict[str, int]]] = {  # how deep in each game
    "minimax": (minimax, {"tic_tac_toe": 9, "connect_four": 7, "othello": 5}),
    "alphabeta": (alphabeta, {"tic_tac_toe": 9, "connect_four": 10, "othello": 7}),
    "deepening": (deepening, {"tic_tac_toe": 9, "connect_four": 10, "othello": 7}),
}
RESIDENT = """
from kibitz.search.traces.tracing import trace

def resident(which):
    return next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith(which))

trace("tic_tac_toe", search="minimax", depth=2)
before = resident("VmRSS:")
open("/proc/self/clear_refs", "w").write("5")  # the peak counts from here
whole = trace("tic_tac_toe", search="minimax")
print(resident("VmHWM:") - before)
"""


def rows() -> Iterator[Row]:
    """All warm; the fastest of several, in turns, so that what disturbs the machine disturbs each alike."""
    kibitz.tree("tic_tac_toe", search="minimax", depth=2)
    seconds, nodes, size = min(_whole() for _ in range(5))
    where = f"the {nodes:,} nodes of tic-tac-toe by minimax, the fastest of 5"
    yield at_most("a traced search", 1000 * seconds, 1000, "ms", where)
    grown = int(subprocess.run([sys.executable, "-c", RESIDENT], check=True, capture_output=True, text=True).stdout)
    how = f"by so much the memory of a process grows; the records are {size / nodes:.3g} bytes a node"
    yield at_most("the memory of that trace", grown / 1e6, 16, "MB", how)
    for name, (module, depths) in SEARCHED.items():
        each = {game: _times(_once(module, game, depth, True), _once(module, game, depth)) for game, depth in depths.items()}
        how = ", ".join(
            f"{game} depth {depths[game]} {times:.2f} ({nodes:,} nodes)" for game, (times, _, nodes) in each.items()
        )
        yield at_most(f"{name} with a trace, of the time without", max(times for times, _, _ in each.values()), 3, "times", how)
    for name, (module, depths) in SEARCHED.items():
        game, depth = "connect_four", depths["connect_four"]
        bare = _once(module, game, depth, enter=without_trace(module.enter))
        times, noise, _ = _times(_once(module, game, depth), bare)
        how = f"Connect Four, depth {depth}; the other is compiled without the trace's lines: {noise:.3f} of its own time"
        yield at_most(f"{name} that could be traced, of the time of one that could not", times, 1.05, "times", how)


def _whole() -> tuple[float, int, int]:
    began = time.perf_counter()
    shown = kibitz.tree("tic_tac_toe", search="minimax")
    return time.perf_counter() - began, len(shown), shown.trace.bytes


def _times(one: Run, other: Run) -> tuple[float, float, int]:
    """How many times as long as the other the one takes, the other as itself, and how many nodes both visit."""
    one(), other()
    taken = [(one(), other(), other()) for _ in range(ROUNDS)]
    nodes = taken[0][0][1]
    assert {count for run in taken for _, count in run} == {nodes}, "different trees"
    first, second, third = (min(run[which][0] for run in taken) for which in range(3))
    return first / second, third / second, nodes


def _once(module: ModuleType, game: str, depth: int, traces: bool = False, enter: Any = None) -> Run:
    """A search that can be run again and again."""
    return partial(_search, module, game, depth, traces, enter)


def _search(module: ModuleType, game: str, depth: int, traces: bool, enter: Any) -> tuple[float, int]:
    """The seconds and nodes of one search, in memory of its own."""
    rules = kibitz.load(game)
    machine: Machine = machine_of(rules, None, traces=traces)
    enter = enter or module.enter
    machine.ready(enter)
    table = machine.words(table_words(TABLE_LOG) if module.SEARCH.has_table else 2)
    table.log = TABLE_LOG if module.SEARCH.has_table else 0
    kind, room = (TracedWorker, 1_000_000) if traces else (Worker, 0)
    worker = kind(machine, enter, Scale.of(rules, False), ROOM, table, 1, room)
    began = time.thread_time()  # what others do on the machine meanwhile is not counted
    if module.SEARCH.deepens:
        found: IterationResult | None = None
        for reached in range(1, depth + 1):
            found = search_root(worker, rules.start(), reached, found)
    else:
        worker.search(rules.start(), depth, ply=0)
    return time.thread_time() - began, worker.nodes
