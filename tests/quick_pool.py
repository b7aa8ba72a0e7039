"""A pool without processes that answers at once, the first legal move: for tests of what stands around searches."""

import itertools
from typing import Any

from kibitz.position import Position
from kibitz.registry import load, spec_of
from kibitz.web.job import Busy, Job


class QuickPool:
    """`slow`: jobs that never end by themselves. `jobs`: all that were submitted."""

    def __init__(self, slow: bool = False, is_full: bool = False) -> None:
        self.slow, self.is_full = slow, is_full
        self.jobs: list[Job] = []
        self.running = self.queued = 0
        self.pids: list[int] = []
        self._numbers = itertools.count(1)

    async def open(self) -> None:
        """Nothing to start."""

    async def close(self) -> None:
        """Cancels what is left."""
        for job in self.jobs:
            job.cancel()

    def submit(self, do: str, args: dict[str, Any], visitor: str, seconds: float) -> Job:
        """As the real one does; jobs that have ended are forgotten."""
        if self.is_full:
            raise Busy(3)
        job = Job(next(self._numbers), do, args, visitor, seconds, lambda one: None)
        self.jobs = [one for one in self.jobs if not one.is_done and one.visitor != visitor] + [job]
        if not self.slow:
            job.end(answer(args))
        return job

    def before(self, job: Job) -> int | None:
        """None waits."""
        return None


def answer(args: dict[str, Any]) -> dict[str, Any]:
    """What a search that knows nothing says."""
    position = Position.after(load(args["game"]), list(args["moves"]))
    nothing = {"kind": "estimate", "result": 0, "plies": None}
    legal = [position.name(move) for move in position.legal()]
    moves = [{"move": name, "value": nothing, "line": [name], "words": "even"} for name in legal]
    return {
        "game": spec_of(position.game),
        "to_move": "chance" if position.is_chance else position.to_move,
        "value": nothing,
        "best": legal[0] if legal else None,
        "line": legal[:1],
        "moves": moves,
        "depth": 1,
        "nodes": 1,
        "seconds": 0.001,
        "nodes_per_second": 1000,
        "table_hits": None,
        "threads": 1,
        "stopped": "depth",
        "informed": False,
        "words": "even",
    }
