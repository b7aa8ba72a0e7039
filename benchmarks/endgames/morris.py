"""Six men's morris, every position of it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row, exactly
from kibitz.games.morris import Morris
from kibitz.tables import solve_everything

MEMORY = 8 << 30


def rows() -> Iterator[Row]:
    """Three men a side are won by who begins; six are a draw."""
    for men, result in ((3, 1), (6, 0)):
        with tempfile.TemporaryDirectory() as folder:
            summary = solve_everything(Morris(men=men), Path(folder, "morris.solution"), MEMORY)
        how = f"{summary.positions:,} positions, {summary.bytes:,} bytes, {summary.seconds:.1f} s"
        yield exactly(f"{men} men's morris: result", int(summary.value.result), result, "", how)
