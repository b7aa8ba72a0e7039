"""Fixtures in, games out: batches on their way to an Executor and back, again where a worker was lost."""

import concurrent.futures
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future

from kibitz.arena.crew._deaths import Deaths
from kibitz.arena.crew._forecast import Forecast
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.errors import RulesError

AHEAD = 2  # batches per worker on their way: one that is played, and one that waits for it to end


def flow(
    executor: Executor,
    plan: Plan,
    fixtures: Iterable[Fixture],
    workers: int | Callable[[], int],
    *,
    deaths: Deaths | None = None,
) -> Generator[list[Played], None, None]:
    """The games of the fixtures, batch by batch as they end, each at least once; to close it cancels what has not begun.

    `workers`: how many things the executor does at a time, or what says so when asked, for those of a cluster come and go.
    A batch that was lost with its worker, or in which the rules failed, is given out again, its games one by one. Raises what
    else went wrong: RulesError of the game that the rules failed in, a KibitzError of the game or a player that cannot be made,
    and CrewError when nobody is left to play.
    """
    hands = workers if callable(workers) else lambda: workers
    waiting, alone, forecast = deque(fixtures), deque[Fixture](), Forecast()
    policy = Deaths(plan) if deaths is None else deaths
    running: dict[Future[list[Played]], tuple[Fixture, ...]] = {}
    try:
        while waiting or alone or running:
            here = max(1, hands())
            while len(running) < AHEAD * here and (waiting or alone):
                size = 1 if alone else forecast.games(len(waiting), here)
                batch = tuple((alone or waiting).popleft() for _ in range(size))
                running[executor.submit(play_batch, Batch(plan, batch))] = batch
            done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in sorted(done, key=lambda one: _problem(one) is not None):  # what went well is kept in any case
                batch, problem = running.pop(future), _problem(future)
                if problem is None:
                    played = future.result()
                    forecast.heard(len(played), sum(one.seconds for one in played))
                    yield played
                elif isinstance(problem, RulesError) and len(batch) > 1:
                    alone.extend(batch)
                elif not lost(problem):
                    raise problem
                else:
                    ended = policy.after(problem, batch)
                    alone.extend(one for one in batch if ended is None or one.key != ended.key)
                    if ended is not None:
                        yield [ended]
    finally:
        for future in running:
            future.cancel()


def _problem(future: Future[list[Played]]) -> BaseException | None:
    return CancelledError() if future.cancelled() else future.exception()


def lost(problem: BaseException) -> bool:
    """Whether this says that a worker is gone, and nothing against the work: it should be given out again."""
    return isinstance(problem, (BrokenExecutor, CancelledError)) or type(problem).__name__ in (
        "KilledWorker",
        "CommClosedError",
    )
