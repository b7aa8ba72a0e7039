"""What a second thread is worth: the time to one depth, with one thread and with two on one table."""

import statistics
from collections.abc import Iterator

import kibitz
from benchmarks.positions import positions
from benchmarks.row import Row, at_least

SEARCHED = (("Connect Four", "connect_four", 8, 20), ("Othello", "othello", 10, 13))
COUNT = 14


def rows() -> Iterator[Row]:
    """The median over positions; each is searched by one thread and by two in turn, with an empty table."""
    for title, game, plies, depth in SEARCHED:
        rules, limit = kibitz.load(game), kibitz.Limit(depth=depth)
        times: dict[int, list[float]] = {1: [], 2: []}
        for state in positions(rules, plies, COUNT):
            for threads, spent in times.items():
                spent.append(kibitz.think(rules, state, limit=limit, threads=threads).seconds)
        gain = statistics.median(one / two for one, two in zip(times[1], times[2], strict=True))
        alone = f"{statistics.median(times[1]):.2f} s with one thread"
        how = f"deepening to depth {depth}, {COUNT} positions after {plies} random moves; median {alone}"
        yield at_least(f"{title}: two threads sooner than one", gain, 1.5, "times", how)
