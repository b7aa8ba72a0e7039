"""Jobs of the page in one pool of worker processes: what stops, hangs or crashes harms no other, and no child stays."""

import asyncio
import functools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

import fair
import games_gone_wrong as wrong
import needs
from games_gone_wrong import spec
from kibitz.jobs.job import NICENESS, Busy, Cancelled, Job, JobFailed
from kibitz.jobs.pool import Pool
from kibitz.runtime.messages import Owner, read_message
from pooled import GRACE, PATIENT, SOON, answer, begun, opened, think, until
from process_group import is_alive

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(os.name != "posix", reason="signals")]


LOOPS: list[asyncio.Runner] = []


@pytest.fixture(scope="module", autouse=True)
def _loop() -> Iterator[None]:
    """One event loop for all of these tests."""
    with asyncio.Runner() as runner:
        LOOPS.append(runner)
        yield
        LOOPS.pop()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return LOOPS[-1].run(work)


def in_the_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @functools.wraps(test)
    def ran(**fixtures: Any) -> None:
        run(test(**fixtures))

    return ran


def shared(made: Pool) -> Iterator[Pool]:
    run(made.open())
    yield made
    run(made.close())


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Two workers, which many tests share: workers come up in a second each."""
    yield from shared(Pool(2, waiting=3, grace=PATIENT, memory=2**30))


@pytest.fixture(scope="module")
def hasty() -> Iterator[Pool]:
    """One that soon ends what hangs."""
    yield from shared(Pool(2, waiting=3, grace=GRACE))


@in_the_loop
async def test_a_job_is_done(pool: Pool) -> None:
    job = think(pool, depth=6)
    told, result = [news async for news in job.changes()], await job.result()
    assert result["depth"] == 6
    assert (result["best"], result["words"], result["stopped"]) == ("0", "unknown", "depth")
    assert all(news.keys() == result.keys() for news in told)
    assert await until(lambda: pool.running == pool.queued == 0) < SOON


@pytest.mark.parametrize(
    ("do", "args", "said"),
    [
        ("think", {"game": "draughts"}, "there is no game called 'draughts'"),
        ("think", {"game": spec(wrong.Long), "moves": ["0", "9"]}, "'9' is not a move of this game; the legal moves are 0 1 2"),
        ("think", {"game": spec(wrong.Long), "search": "maximin"}, "there is no search called 'maximin'"),
        ("bake", {}, "there is no job called 'bake'"),
        ("think", {"game": spec(wrong.Leaves)}, "SystemExit: enough of it"),
    ],
)
@in_the_loop
async def test_what_is_wrong_is_told_in_a_sentence(pool: Pool, do: str, args: dict[str, Any], said: str) -> None:
    with pytest.raises(JobFailed, match=said):
        await pool.submit(do, args, "anna", 5).result()


@pytest.mark.parametrize("is_begun", [True, False], ids=["begun", "before the start"])
@in_the_loop
async def test_a_stop_brings_the_best_so_far(pool: Pool, is_begun: bool) -> None:
    job = think(pool)
    if is_begun:
        await begun(job)
    job.stop()
    began = fair.now()
    result = await job.result()
    assert fair.now() - began < SOON
    assert result["best"] == "0"
    assert not is_begun or result["stopped"] == "interrupted"


def test_a_job_ends_with_its_time(pool: Pool) -> None:
    assert run(answer(pool, seconds=0.3))["stopped"] == "interrupted"


@in_the_loop
async def test_who_asks_anew_wants_nothing_else_any_more(pool: Pool) -> None:
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


@in_the_loop
async def test_one_who_waits_holds_one_place(pool: Pool) -> None:
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


@needs.process_groups
@in_the_loop
async def test_who_asks_anew_gets_no_second_worker() -> None:
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
        os.killpg(hanging, needs.KILL)
        assert (await second.result())["depth"] == 1


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how much memory is kept")
@in_the_loop
async def test_a_worker_that_keeps_much_memory_is_replaced(pool: Pool) -> None:
    await answer(pool, depth=1)
    before = set(pool.pids)
    assert (await answer(pool, wrong.Keeps, depth=1))["depth"] == 1
    await until(lambda: not before <= set(pool.pids))
    assert (await answer(pool, depth=1))["depth"] == 1


@pytest.mark.parametrize("game", [wrong.Hangs, wrong.Stuck])
@in_the_loop
async def test_what_hangs_is_ended(hasty: Pool, game: type[Any]) -> None:
    job = think(hasty, game, seconds=0.5)
    await until(lambda: hasty.running == 1)
    before = hasty.pids
    with pytest.raises(JobFailed, match=r"longer than its 0\.5 s, and its process was ended"):
        await job.result()
    assert sum(map(is_alive, before)) == len(before) - 1
    assert (await think(hasty, depth=1).result())["depth"] == 1, "another takes its place"


@needs.process_groups
@in_the_loop
async def test_who_leaves_leaves_no_children(hasty: Pool) -> None:
    job = think(hasty, wrong.Breeds)
    await until(lambda: bool(_sleepers()))
    job.cancel()
    assert await until(lambda: not _sleepers() and hasty.running == 0) < GRACE + SOON


def _sleepers() -> list[str]:
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in found if line == wrong.SLEEPER.format(os.getpid())]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        pytest.param(wrong.Crashes, r"has died \(SIGABRT\): do the rules or a player crash", marks=needs.ends_by_signals),
        (wrong.Hungry, "too little memory"),
    ],
)
def test_a_crash_is_told_and_the_next_job_works(pool: Pool, game: type[Any], why: str) -> None:
    with pytest.raises(JobFailed, match=why):
        run(answer(pool, game))
    assert run(answer(pool, depth=1))["depth"] == 1


@needs.ends_by_signals
@in_the_loop
async def test_one_that_is_killed_is_nobodys_fault(pool: Pool) -> None:
    job = think(pool)
    await begun(job)
    for pid in pool.pids:
        os.kill(pid, needs.KILL)
    with pytest.raises(JobFailed, match="ended from outside"):
        await job.result()
    assert (await think(pool, depth=1).result())["depth"] == 1


@in_the_loop
async def test_news_are_the_newest_and_not_many(pool: Pool) -> None:
    job = think(pool)
    nodes = []
    async for news in job.changes():
        nodes.append(news["nodes"])
        await asyncio.sleep(0.25)  # a slow listener: there are ten a second
        if len(nodes) == 3:
            job.stop()
    assert 3 <= len(nodes) <= 5
    assert nodes == sorted(set(nodes))
    assert (await job.result())["stopped"] == "interrupted"


def test_a_worker_writes_the_newest_news_only() -> None:
    from kibitz.jobs.worker import MessageWriter  # in a worker

    into, out = os.pipe()
    lines = list[str]()

    def comes(wanted: str) -> None:
        end = fair.now() + 20
        while wanted not in lines:
            assert fair.now() < end, f"{wanted} never came: {lines}"
            time.sleep(0.01)

    with os.fdopen(into, "rb") as reader, os.fdopen(out, "wb") as writer, open(os.devnull, "rb") as nothing:
        heard = map(bytes.decode, iter(lambda: read_message(reader) or b"", b""))
        threading.Thread(target=lambda: lines.extend(heard), daemon=True).start()
        post = MessageWriter(Owner(nothing, writer))
        began = time.monotonic()
        for number in range(100_000):
            post.news(1, {"number": number})
        seconds = time.monotonic() - began
        comes('{"job":1,"news":{"number":99999}}')
        post.news(1, {"number": -1})
        post.end(1, {"done": {"number": float("nan")}}, last=False)
        post.say({"over": True})
        comes('{"over":true}')
    assert 2 <= sum("news" in line for line in lines) <= 4 + seconds / 0.1
    assert "cannot be written" in lines[-2]


# A pool from its opening to its end, where it has to be one's own: nothing stays behind.


@in_the_loop
async def test_a_pool_closes_whose_worker_is_just_coming_up() -> None:
    for pause in (0, 0.001, 0.01):
        pool = Pool(1, waiting=1)
        await pool.open()
        await asyncio.sleep(pause)
        await asyncio.wait_for(pool.close(), 20)
        assert pool.pids == []
        with pytest.raises(Busy):
            think(pool)


async def compiling(pool: Pool, seconds: float = 60.0) -> Job:
    """A job that has begun to compile."""
    job = think(pool, wrong.Compiles, visitor="carl", seconds=seconds)
    await until(lambda: job.doing.startswith("preparing Compiles"))
    return job


@in_the_loop
async def test_to_compile_takes_none_of_the_time_and_goes_on_for_nobody_until_its_place_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"  # where a file ends what compiles
    monkeypatch.setenv(wrong.GATE, str(gate))
    async with opened(Pool(1, waiting=3, grace=1.0)) as pool:
        job = await compiling(pool, seconds=0.3)
        await asyncio.sleep(1.0 + 0.3 + 0.2)  # then it would be killed
        gate.touch()
        assert (await job.result())["stopped"] == "interrupted", "when its time was over, not killed"
        assert job.doing == ""
    for is_needed, grace in ((False, 20.0), (True, GRACE)):
        gate.unlink()
        async with opened(Pool(1, waiting=3, grace=grace)) as pool:
            job = await compiling(pool)
            before = pool.pids
            job.cancel()
            if is_needed:
                assert (await answer(pool, depth=1))["depth"] == 1
            gate.touch()
            await until(lambda: pool.running == 0)
            assert (pool.pids == before) is not is_needed, "it serves on, or another took its place"


@needs.priorities
@in_the_loop
async def test_only_workers_that_nobody_waits_for_give_way_to_other_processes() -> None:
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    for is_patient, niceness in ((False, usual), (True, min(19, usual + NICENESS))):
        async with opened(Pool(1, waiting=1, is_patient=is_patient)) as pool:
            await answer(pool, depth=1)
            assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in pool.pids] == [niceness]


def spare(pool: Pool, what: str) -> Job:
    """A job that compiles, and gives way to all but what it is done for."""
    return pool.submit("think", {"game": spec(wrong.Compiles), "what": what}, "nobody", 60.0, gives_way=True)


@in_the_loop
async def test_what_gives_way_ends_at_once_for_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(wrong.GATE, str(tmp_path / "gate"))
    async with opened(Pool(1, waiting=1, grace=60.0)) as pool:
        assert pool.has_room
        given_up = spare(pool, "values")
        assert not pool.has_room
        await until(lambda: given_up.doing.startswith("preparing Compiles"))
        assert (await answer(pool, depth=1))["depth"] == 1, "nothing has opened the gate"
        with pytest.raises(Cancelled):
            await given_up.result()


@in_the_loop
async def test_what_gives_way_is_begun_last_and_ends_for_what_it_is_done_for_when_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv(wrong.GATE, str(gate))
    async with opened(Pool(1, waiting=1, grace=1.0)) as pool:
        begun_before, last = think(pool, depth=1), spare(pool, "think")
        second = think(pool, visitor="ben", depth=1)
        assert pool.queued == 2, "it counts for none of those who wait"
        for job in (begun_before, second):
            await job.result()
        await until(lambda: last.doing.startswith("preparing Compiles"))
        before, same = pool.pids, think(pool, wrong.Compiles, depth=1)
        await asyncio.sleep(0.2)
        gate.touch()
        last.stop()
        assert (await same.result())["depth"] == 1
        assert (last.is_cancelled, pool.pids) == (False, before)


@in_the_loop
async def test_where_no_worker_starts_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    async with opened(Pool(1, waiting=1)) as pool:
        with pytest.raises(JobFailed, match="no worker process starts here: No such file or directory"):
            await think(pool).result()
