"""How fast rules are: the leaves of a whole tree, each played and asked whether the game is over."""

import time
from collections.abc import Iterator

import kibitz
from benchmarks.row import Row, at_least

SETS = (("Checkers", "checkers", 10, 18_391_564, 20),)
MILLION = 1_000_000


def rows() -> Iterator[Row]:
    """By `kibitz.perft`, one thread, with the number that the literature gives."""
    for title, spec, depth, known, target in SETS:
        game = kibitz.load(spec)
        kibitz.perft(game, depth=2)  # compiles
        began = time.perf_counter()
        leaves = kibitz.perft(game, depth=depth)
        speed = leaves / (time.perf_counter() - began) / MILLION
        how = f"perft {depth}: {leaves:,} leaves" + ("" if leaves == known else f", **but there are {known:,}**")
        yield at_least(f"{title}: the leaves of its tree", speed, target, "M leaves/s", how)
