"""What a fresh process costs: with machine code to load, and with everything to compile."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row, at_most

ALL_SEARCHES = """
import kibitz
from kibitz.core import registry
game = kibitz.load("connect_four")
for search in registry.names("search"):
    kibitz.think(game, search=search, limit=kibitz.Limit(nodes=1000))
"""
ROUNDS = 7


def rows() -> Iterator[Row]:
    """Wall time of whole processes, on a compile cache of their own."""
    kibitz = str(Path(sys.executable).with_name("kibitz"))
    analyze = [kibitz, "analyze", "connect_four", "--depth", "8", "--json"]
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as cache:
        cold = _seconds([sys.executable, "-c", ALL_SEARCHES], cache)
        yield at_most(
            "one game with all searches, nothing compiled yet", cold, 20, "s", "Connect Four, a fresh process, an empty cache"
        )
        _seconds(analyze, cache)
        warm = statistics.median(_seconds(analyze, cache) for _ in range(ROUNDS))
        how = f"`kibitz {' '.join(analyze[1:])}`, median of {ROUNDS} fresh processes"
        yield at_most("an analysis, machine code in the cache", warm, 1.5, "s", how)


def _seconds(command: list[str], cache: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "KIBITZ_CACHE_DIR": cache})
    return time.perf_counter() - began
