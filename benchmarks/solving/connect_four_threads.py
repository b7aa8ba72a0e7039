"""What a second thread is worth to the solver: the wall time for the empty Connect Four board."""

from collections.abc import Iterator

from benchmarks.row import Row, at_least
from benchmarks.solver import LARGE, Question, ask


def rows() -> Iterator[Row]:
    """Once with each number of threads."""
    one, two = (ask("ours", Question("connect_four", threads=threads, table=LARGE)) for threads in (1, 2))
    how = f"wall time, {one.seconds:.3g} s against {two.seconds:.3g} s; {sum(one.nodes):,} against {sum(two.nodes):,} nodes"
    gain = one.seconds / two.seconds if one.worths == two.worths else 0.0
    yield at_least("Connect Four 7x6 from the empty board: two threads sooner than one", gain, 1.6, "times", how)
