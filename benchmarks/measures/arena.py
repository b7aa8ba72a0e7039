"""What the arena costs beside its games: quick games a second, and how busy slow ones keep the cores."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import kibitz
from benchmarks import busy_player
from benchmarks.cores import spent, spent_by_all
from benchmarks.matches import WORKERS, match
from benchmarks.row import Row, at_least
from kibitz.arena.match import Match, plan_match
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.workers.crew import Crew

QUICK, ROUNDS = 10_000, 3
SLOW = 150


def rows() -> Iterator[Row]:
    """Random games by the command line; then games of 0.2 s, looked at from the first batch that is back to the last."""
    speeds = [QUICK / match("random", "random", "tic_tac_toe", QUICK)["seconds"] for _ in range(ROUNDS)]
    how = f"`kibitz match random random --workers {WORKERS}`, {QUICK:,} games and the start of the workers; median of {ROUNDS}"
    yield at_least("random tic-tac-toe, stored", statistics.median(speeds), 1500, "games/s", how)
    yield _busy()


def _busy() -> Row:
    """Under load: the share of what other programs have left of the cores."""
    player = f"{Path(busy_player.__file__)}:busy"
    plan, fixtures = plan_match(kibitz.load("tic_tac_toe"), [player] * 2, games=SLOW, openings="random:2", seed=1)
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder, Store.open(str(Path(folder) / "games.db")) as store:
        played, crew, first = Match(store, store.add(plan, fixtures)), Crew(WORKERS), list[tuple[float, ...]]()

        def now() -> tuple[float, ...]:
            return time.perf_counter(), spent(crew.pids), time.process_time(), spent_by_all()

        def tell(standing: Standing) -> None:
            if not first:
                first.append(now())

        with crew:
            played.play(crew, WORKERS, tell)
            wall, workers, driver, everyone = (end - begin for begin, end in zip(first[0], now(), strict=True))
        games = [game.seconds for _, game in store.games(played.number)]
    cores = WORKERS * wall
    others = max(0.0, everyone - workers - driver)
    how = (
        f"{SLOW} of {statistics.median(games):.2g} s: the workers computed for {workers:.1f} s of "
        f"{WORKERS} x {wall:.1f} s, the driver for {driver:.2g} s; other programs took {others:.1f} s, which do not count"
    )
    return at_least("both cores busy in a match of 0.2 s games", 100 * workers / (cores - others), 95, "%", how)
