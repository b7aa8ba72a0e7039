"""The games store: how quickly games go in, and how quickly a long match is counted."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import kibitz
from benchmarks.row import Row, at_most
from kibitz.arena.fixture import Played
from kibitz.arena.match import plan_match
from kibitz.arena.store import Store

GAMES, BATCH = 100_000, 50
LOOKS = 9
MOVES = ("2,2", "1,1", "1,3", "3,1", "2,1", "2,3", "3,2", "1,2", "3,3")


def rows() -> Iterator[Row]:
    """SQLite, each batch a transaction of its own that is on the disk when it ends; the games are made up."""
    plan, fixtures = plan_match(kibitz.load("tic_tac_toe"), ["random", "random"], games=GAMES, seed=1)
    ends = ((1.0, -1.0), (0.0, 0.0), (-1.0, 1.0))
    played = [
        Played(one.pair, one.side, MOVES[number % 9 :] + MOVES[: number % 9], ends[number % 7 % 3])
        for number, one in enumerate(fixtures)
    ]
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder, Store.open(str(Path(folder) / "games.db")) as store:
        number = store.add(plan, fixtures)
        began, busy = time.perf_counter(), time.process_time()
        for place in range(0, GAMES, BATCH):
            store.keep(number, played[place : place + BATCH])
        busy, wall = time.process_time() - busy, time.perf_counter() - began
        how = f"{GAMES:,} games by {BATCH} a transaction, with their schedule there; {1e6 * busy / GAMES:.0f} µs CPU a game"
        yield Row("games into the store", f"{GAMES / wall:,.0f} games/s", how=how)
        looks = []
        for _ in range(LOOKS):
            began = time.perf_counter()
            store.totals(number)
            looks.append(time.perf_counter() - began)
        how = f"all counts by query, nothing kept; median of {LOOKS}, the quickest {min(looks):.3g} s"
        yield at_most(f"how a match of {GAMES:,} games stands", statistics.median(looks), 0.2, "s", how)
