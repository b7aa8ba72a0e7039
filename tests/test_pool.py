"""Jobs of the page in one pool of worker processes: what stops, hangs or crashes harms no other, and no child stays."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import fair
import games_gone_wrong as wrong
from games_gone_wrong import spec
from kibitz.runtime.messages import Owner, read_message
from kibitz.web.job import Busy, Cancelled, JobFailed
from kibitz.web.pool import Pool
from pooled import GRACE, PATIENT, SOON, Run, answer, begun, lives, opened, think, until

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(os.name != "posix", reason="signals")]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs a coroutine in the one event loop of these tests."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture(scope="module")
def pool(run: Run) -> Iterator[Pool]:
    """Two workers, which many tests share: workers come up in a second each."""

    async def opened() -> Pool:
        made = Pool(2, waiting=3, grace=PATIENT, memory=2**30)
        await made.open()
        return made

    made: Pool = run(opened())
    yield made
    run(made.close())


@pytest.fixture(scope="module")
def hasty(run: Run) -> Iterator[Pool]:
    """One that soon ends what hangs."""

    async def opened() -> Pool:
        made = Pool(2, waiting=3, grace=GRACE)
        await made.open()
        return made

    made: Pool = run(opened())
    yield made
    run(made.close())


def test_a_job_is_done(run: Run, pool: Pool) -> None:
    async def all_of_it() -> tuple[list[dict[str, Any]], dict[str, Any]]:
        job = think(pool, depth=6)
        return [news async for news in job.changes()], await job.result()

    told, result = run(all_of_it())
    assert result["depth"] == 6
    assert (result["best"], result["words"], result["stopped"]) == ("0", "unknown", "depth")
    assert all(news.keys() == result.keys() for news in told)
    assert run(until(lambda: pool.running == pool.queued == 0)) < SOON


@pytest.mark.parametrize(
    ("do", "args", "said"),
    [
        ("think", {"game": "chess"}, "there is no game called 'chess'"),
        ("think", {"game": spec(wrong.Long), "moves": ["0", "9"]}, "'9' is no move of this game; the legal moves are 0 1 2"),
        ("think", {"game": spec(wrong.Long), "search": "maximin"}, "there is no search called 'maximin'"),
        ("bake", {}, "there is no job called 'bake'"),
        ("think", {"game": spec(wrong.Leaves)}, "SystemExit: enough of it"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(run: Run, pool: Pool, do: str, args: dict[str, Any], said: str) -> None:
    async def asked() -> None:
        await pool.submit(do, args, "anna", 5).result()

    with pytest.raises(JobFailed, match=said):
        run(asked())


def test_a_stop_brings_the_best_so_far(run: Run, pool: Pool) -> None:
    async def stopped() -> tuple[dict[str, Any], float]:
        job = think(pool)
        await begun(job)
        job.stop()
        began = fair.now()
        return await job.result(), fair.now() - began

    result, seconds = run(stopped())
    assert result["stopped"] == "interrupted"
    assert result["best"] == "0"
    assert seconds < SOON


def test_a_stop_before_the_start_leaves_a_first_move(run: Run, pool: Pool) -> None:
    async def stopped() -> dict[str, Any]:
        job = think(pool)
        job.stop()
        return await job.result()

    assert run(stopped())["best"] == "0"


def test_a_job_ends_with_its_time(run: Run, pool: Pool) -> None:
    assert run(answer(pool, seconds=0.3))["stopped"] == "interrupted"


def test_who_asks_anew_wants_nothing_else_any_more(run: Run, pool: Pool) -> None:
    async def both() -> None:
        first = think(pool)
        await begun(first)
        pids = set(pool.pids)
        second = think(pool, depth=2)
        assert first.is_done
        with pytest.raises(Cancelled):
            await first.result()
        assert (await second.result())["depth"] == 2
        await until(lambda: pool.running == 0)
        assert pids <= set(pool.pids), "it ended when it was told, and its worker goes on"

    run(both())


def test_one_who_waits_holds_one_place(run: Run, pool: Pool) -> None:
    async def crowd() -> None:
        jobs = [think(pool, visitor=name) for name in ("a", "b")]
        await asyncio.gather(*map(begun, jobs))
        for _ in range(50):
            think(pool, visitor="c")
        assert (pool.running, pool.queued) == (2, 1)
        jobs += [think(pool, visitor=name) for name in ("d", "e")]
        with pytest.raises(Busy, match="try again in") as busy:
            think(pool, visitor="f")
        assert 0 < busy.value.retry <= 60
        assert pool.queued == 3
        assert [pool.before(job) for job in jobs] == [None, None, 1, 2], "c has kept the first place"
        last = think(pool, visitor="c", depth=1)
        for job in jobs:
            job.cancel()
        assert pool.queued <= 1
        assert (await last.result())["depth"] == 1
        await until(lambda: pool.running == 0)

    run(crowd())


def test_who_asks_anew_gets_no_second_worker(run: Run) -> None:
    async def both() -> None:
        async with opened(Pool(2, waiting=3, grace=60.0)) as pool:
            first = think(pool, wrong.Breeds)
            await until(lambda: bool(_sleepers()))
            hanging = pool.pids[0]
            await answer(pool, visitor="ben", depth=1)  # so there is a second worker
            first.cancel()
            second = think(pool, depth=1)
            assert (pool.running, pool.queued) == (1, 1)
            assert (await think(pool, visitor="ben", depth=1).result())["depth"] == 1, "others may pass"
            assert (pool.running, pool.queued) == (1, 1), "as long as the first one has not ended"
            os.killpg(hanging, signal.SIGKILL)
            assert (await second.result())["depth"] == 1

    run(both())


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how much memory is kept")
def test_a_worker_that_keeps_much_memory_is_replaced(run: Run, pool: Pool) -> None:
    async def kept() -> None:
        await answer(pool, depth=1)
        before = set(pool.pids)
        assert (await answer(pool, wrong.Keeps, depth=1))["depth"] == 1
        await until(lambda: not before <= set(pool.pids))
        assert (await answer(pool, depth=1))["depth"] == 1

    run(kept())


@pytest.mark.parametrize("game", [wrong.Hangs, wrong.Stuck])
def test_what_hangs_is_ended(run: Run, hasty: Pool, game: type[Any]) -> None:
    async def hanging() -> None:
        job = think(hasty, game, seconds=0.5)
        await until(lambda: hasty.running == 1)
        before = hasty.pids
        with pytest.raises(JobFailed, match=r"longer than its 0\.5 s, and its process was ended"):
            await job.result()
        assert sum(map(lives, before)) == len(before) - 1
        assert (await think(hasty, depth=1).result())["depth"] == 1, "another takes its place"

    run(hanging())


def test_who_leaves_leaves_no_children(run: Run, hasty: Pool) -> None:
    async def bred() -> float:
        job = think(hasty, wrong.Breeds)
        await until(lambda: bool(_sleepers()))
        job.cancel()
        return await until(lambda: not _sleepers() and hasty.running == 0)

    assert run(bred()) < GRACE + SOON


def _sleepers() -> list[str]:
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in found if line == wrong.SLEEPER.format(os.getpid())]


def test_a_crash_is_told_and_the_next_job_works(run: Run, pool: Pool) -> None:
    with pytest.raises(JobFailed, match=r"has died \(SIGABRT\): do the rules or a player crash"):
        run(answer(pool, wrong.Crashes))
    assert run(answer(pool, depth=1))["depth"] == 1


def test_one_that_is_killed_is_nobodys_fault(run: Run, pool: Pool) -> None:
    async def killed() -> None:
        job = think(pool)
        await begun(job)
        for pid in pool.pids:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(JobFailed, match="ended from outside"):
            await job.result()
        assert (await think(pool, depth=1).result())["depth"] == 1

    run(killed())


def test_too_little_memory_is_told(run: Run, pool: Pool) -> None:
    with pytest.raises(JobFailed, match="too little memory"):
        run(answer(pool, wrong.Hungry))
    assert run(answer(pool, depth=1))["depth"] == 1


def test_news_are_the_newest_and_not_many(run: Run, pool: Pool) -> None:
    async def heard() -> None:
        job = think(pool)
        nodes = []
        async for news in job.changes():
            nodes.append(news["nodes"])
            await asyncio.sleep(0.4)  # a slow listener: there are ten a second
            if len(nodes) == 3:
                job.stop()
        assert 3 <= len(nodes) <= 5
        assert nodes == sorted(set(nodes))
        assert (await job.result())["stopped"] == "interrupted"

    run(heard())


def test_a_worker_writes_the_newest_news_only() -> None:
    from kibitz.web.worker import MessageWriter  # in a worker

    into, out = os.pipe()
    lines = list[str]()
    with os.fdopen(into, "rb") as reader, os.fdopen(out, "wb") as writer, open(os.devnull, "rb") as nothing:
        heard = map(bytes.decode, iter(lambda: read_message(reader) or b"", b""))
        threading.Thread(target=lambda: lines.extend(heard), daemon=True).start()
        post = MessageWriter(Owner(nothing, writer))
        began = time.monotonic()
        for number in range(100_000):
            post.news(1, {"number": number})
        seconds = time.monotonic() - began
        _come(lines, '{"job":1,"news":{"number":99999}}')
        post.news(1, {"number": -1})
        post.end(1, {"done": {"number": float("nan")}}, last=False)
        post.say({"over": True})
        _come(lines, '{"over":true}')
    news = [line for line in lines if "news" in line]
    assert 2 <= len(news) <= 4 + seconds / 0.1
    assert "cannot be written" in lines[-2]


def _come(lines: list[str], wanted: str) -> None:
    """Waits until a line has been written."""
    end = fair.now() + 20
    while wanted not in lines:
        assert fair.now() < end, f"{wanted} never came: {lines}"
        time.sleep(0.01)
