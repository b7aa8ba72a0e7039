"""One peer, one search, one fresh process: what it counted and how long it took."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Searched:
    """`nodes` of one search (leaves and root included), its `value` for the first player, the median `seconds`."""

    nodes: int
    value: float
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """The speed."""
        return self.nodes / self.seconds


def peer(name: str, game: str, depth: int, rounds: int = 3) -> Searched:
    """Let a peer search in a process of its own."""
    command = [sys.executable, "-m", f"benchmarks.peers.{name}", game, str(depth), str(rounds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Searched(**json.loads(done.stdout.splitlines()[-1]))


def answer(count: Callable[[str, int], int], search: Callable[[str, int], float]) -> None:
    """What the peer's process does: counts in one search, times others, so that counting costs no time."""
    game, depth, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    nodes, times, value = count(game, depth), [], 0.0
    for _ in range(rounds):
        began = time.perf_counter()
        value = search(game, depth)
        times.append(time.perf_counter() - began)
    print(json.dumps(asdict(Searched(nodes, value, statistics.median(times)))))
