"""The plain tree, counted: how many sequences of 0, 1, 2, ... moves there are."""

import time

from kibitz.position import Position
from kibitz.search._memory import DEEPEST
from kibitz.search._perft import perft

SHARE = 0.1  # seconds: a count hears no Ctrl-C


def sequences(position: Position, plies: int | None = None) -> tuple[int, ...]:
    """As many as can be counted within a moment, up to `plies` moves; the last is 0 where all games are over before."""
    perft(position.game, position.state, 0)  # compiles or loads
    counts, began, last = [1], time.perf_counter(), 0.0
    while counts[-1] > 0 and len(counts) <= min(plies or DEEPEST, DEEPEST):
        since = time.perf_counter()
        wider = counts[-1] / counts[-2] if len(counts) > 1 else 1.0
        if last * max(1.0, wider) > SHARE - (since - began):
            break
        counts.append(perft(position.game, position.state, len(counts)))
        last = time.perf_counter() - since
    return tuple(counts)
