"""Six men's morris, every position of it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from kibitz.games.morris import Morris
from kibitz.solutions import solve_everything

MEMORY = 8 << 30


def rows() -> Iterator[Row]:
    """Three men a side are won by who begins; six are a draw."""
    for men, result in ((3, "won"), (6, "drawn")):
        with tempfile.TemporaryDirectory() as folder:
            summary = solve_everything(Morris(men=men), Path(folder, "morris.solution"), MEMORY)
        how = f"{summary.positions:,} positions, {summary.bytes:,} bytes, {summary.seconds:.1f} s"
        found = ("drawn", "won", "lost")[int(summary.value.result)]
        yield Row(f"{men} men's morris, for who begins", found, result, found == result, how)
