"""A pool of the page from its opening to its end, where it has to be one's own: nothing stays behind."""

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games_gone_wrong as wrong
from kibitz.web.job import Busy, Job, JobFailed
from kibitz.web.pool import Pool
from pooled import GRACE, Run, answer, opened, think, until

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(os.name != "posix", reason="signals")]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Runs a coroutine in the one event loop of these tests."""
    with asyncio.Runner() as runner:
        yield runner.run


def test_a_pool_closes_whose_worker_is_just_coming_up(run: Run) -> None:
    async def at_once() -> None:
        for pause in (0, 0.001, 0.01):
            pool = Pool(1, waiting=1)
            await pool.open()
            await asyncio.sleep(pause)
            await asyncio.wait_for(pool.close(), 20)
            assert pool.pids == []
            with pytest.raises(Busy):
                think(pool)

    run(at_once())


async def compiling(pool: Pool, seconds: float = 60.0) -> Job:
    """A job that has begun to compile."""
    job = think(pool, wrong.Compiles, visitor="carl", seconds=seconds)
    await until(lambda: job.doing == "compiling Compiles")
    return job


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a file ends what compiles."""
    monkeypatch.setenv(wrong.GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


def test_to_compile_takes_none_of_the_time(run: Run, gate: Path) -> None:
    async def compiled() -> None:
        async with opened(Pool(1, waiting=3, grace=3.0)) as pool:
            job = await compiling(pool, seconds=0.3)
            await asyncio.sleep(3.0 + 0.3 + 0.2)  # then it would be killed
            gate.touch()
            assert (await job.result())["stopped"] == "interrupted", "when its time was over, not killed"
            assert job.doing == ""

    run(compiled())


def test_what_is_compiled_for_nobody_goes_on(run: Run, gate: Path) -> None:
    async def left() -> None:
        async with opened(Pool(1, waiting=3, grace=20.0)) as pool:
            job = await compiling(pool)
            before = pool.pids
            job.cancel()
            gate.touch()
            await until(lambda: pool.running == 0)
            assert pool.pids == before, "it has compiled, and serves on"

    run(left())


def test_what_is_compiled_for_nobody_ends_when_its_place_is_needed(run: Run) -> None:
    async def needed() -> None:
        async with opened(Pool(1, waiting=3, grace=GRACE)) as pool:
            job = await compiling(pool)
            before = pool.pids
            job.cancel()
            assert (await answer(pool, depth=1))["depth"] == 1
            assert pool.pids != before, "another took its place"

    run(needed())


def test_where_no_worker_starts_it_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        monkeypatch.setattr(sys, "executable", "/no/such/python")
        pool = Pool(1, waiting=1)
        await pool.open()
        with pytest.raises(JobFailed, match="no worker process starts here: No such file or directory"):
            await think(pool).result()
        await pool.close()

    run(tried())
