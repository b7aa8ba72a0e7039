"""One peer, one search, one fresh process: what it counted and how long it took."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


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


def peer(name: str, search: str, game: str, depth: int, rounds: int = 3) -> Searched:
    """Let a peer search in a process of its own."""
    command = [sys.executable, "-m", f"benchmarks.peers.{name}", search, game, str(depth), str(rounds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Searched(**json.loads(done.stdout.splitlines()[-1]))


def answer(searches: dict[str, Callable[[str, int], float]], module: Any, recursive: dict[str, str]) -> None:
    """What the peer's process does: counts in one search, times others, so that counting costs no time.

    `recursive` names the function of `module` that calls itself in each search: each entry is a node.
    """
    search, game, depth, rounds = searches[sys.argv[1]], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    nodes = _counted(lambda: search(game, depth), module, recursive[sys.argv[1]])
    times, value = [], 0.0
    for _ in range(rounds):
        began = time.perf_counter()
        value = search(game, depth)
        times.append(time.perf_counter() - began)
    print(json.dumps(asdict(Searched(nodes, value, statistics.median(times)))))


def _counted(search: Callable[[], float], module: Any, name: str) -> int:
    """How often the function is entered; it finds itself by its module's name for it, so that may be replaced for a while."""
    nodes, inner = 0, getattr(module, name)

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return inner(*arguments, **named)

    setattr(module, name, counting)
    try:
        search()
    finally:
        setattr(module, name, inner)
    return nodes
