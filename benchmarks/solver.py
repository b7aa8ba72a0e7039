"""One solver, one fresh process: positions in, what they are worth and what that cost out, as JSON."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

LARGE = 512 * 2**20  # bytes of table, for what takes seconds


@dataclass(frozen=True)
class Question:
    """Positions of one game to solve: the moves from its start, or for Othello a board as in tests/golden/ffo_40_47.obf.

    `weak`: only who wins. `threads` and `table` (bytes) are for kibitz; `mode` is for a peer that has several searches.
    """

    game: str
    positions: Sequence[str] = ("",)
    weak: bool = False
    threads: int = 1
    table: int = 64 * 2**20
    mode: str = ""


@dataclass(frozen=True)
class Solved:
    """What each position is worth, None where that was not found out; then what it cost.

    A worth is the result for the side to move; for Connect Four its score (see `score`), unless it was solved weakly.
    `nodes` and `times` (CPU seconds) have one number per position, `user` is the user CPU and `seconds` the wall time of
    all together: after loading and compiling, which a first search on another position sees to.
    """

    worths: Sequence[int | None]
    nodes: Sequence[int]
    times: Sequence[float]
    user: float
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """The speed of one core."""
        return sum(self.nodes) / self.user


def ask(module: str, question: Question) -> Solved:
    """Let a module of this package (`ours`, `peers.bitbully`) solve in a process of its own."""
    command = [sys.executable, "-m", f"benchmarks.{module}"]
    done = subprocess.run(command, input=json.dumps(asdict(question)), stdout=subprocess.PIPE, text=True, check=True)
    return Solved(**json.loads(done.stdout.splitlines()[-1]))


def answer(solver: Callable[[Question], Iterator[tuple[int | None, int]]]) -> None:
    """What the process does: `solver` warms up until its first `yield`, which is not measured; then it yields the worth
    of one position after the other, and the nodes that it took.
    """
    solving = solver(Question(**json.loads(sys.stdin.read())))
    next(solving)
    user, began = _user(), time.perf_counter()
    found = list(_timed(solving))
    worths, nodes, times = zip(*found, strict=True)
    print(json.dumps(asdict(Solved(worths, nodes, times, _user() - user, time.perf_counter() - began))))


def _timed(solving: Iterable[tuple[int | None, int]]) -> Iterator[tuple[int | None, int, float]]:
    before = time.process_time()
    for worth, nodes in solving:
        yield worth, nodes, time.process_time() - before
        before = time.process_time()


def _user() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime
