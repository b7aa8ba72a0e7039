"""Jobs given out to workers that die, are slow, or are many: each result comes once, and is that of its job."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import refused_here
from kibitz.errors import CrewError, MatchError
from kibitz.workers import jobs
from kibitz.workers.crew import Crew
from kibitz.workers.jobs import Done, deal
from kibitz.workers.workplace import Workplace


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(0.1)
    return number * number


class Dying(Executor):
    """Its worker dies over the jobs of these turns."""

    def __init__(self, turns: set[int]) -> None:
        self.turns, self.turn = turns, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if self.turn in self.turns:
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(fn(*args, **kwargs))
        self.turn += 1
        return future


@given(st.integers(0, 12), st.sets(st.integers(0, 30)), st.integers(1, 5))
def test_each_result_comes_once_whoever_dies(count: int, turns: set[int], workers: int) -> None:
    executor = Dying(turns)
    done = list(deal(executor, square, ((number,) for number in range(count)), workers))
    assert sorted((one.number, one.result) for one in done) == [(number, number * number) for number in range(count)]
    assert executor.turn == count + len([turn for turn in turns if turn < executor.turn])


def test_a_job_that_is_lost_again_and_again_ends_the_work() -> None:
    with pytest.raises(CrewError, match="was lost with its worker 20 times"):
        list(deal(Dying(set(range(1000))), square, [(3,)], 1))


def test_what_a_job_raises_is_raised() -> None:
    def fail(number: int) -> int:
        raise MatchError(f"{number} is wrong")

    with ThreadPoolExecutor(1) as pool, pytest.raises(MatchError, match="5 is wrong"):
        list(deal(pool, fail, [(5,)], 1))


def test_a_slow_job_is_given_to_a_second_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SOONEST", 0.05)
    monkeypatch.setattr(jobs, "GLANCE", 0.02)
    given_out, freed = Counter[int](), threading.Event()

    def work(number: int) -> int:
        given_out[number] += 1
        if number == 2 and given_out[2] == 1:
            freed.wait(20)
        return number

    began = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        found = [one.number for one in deal(pool, work, [(number,) for number in range(4)], 2)]
        took = time.monotonic() - began
        freed.set()
    assert sorted(found) == [0, 1, 2, 3]
    assert given_out == {0: 1, 1: 1, 2: 2, 3: 1}
    assert took < 10


class ByHand(Executor):
    """Its futures are finished by the test, in the order that it wants."""

    def __init__(self) -> None:
        self.given: list[tuple[int, Future[Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.given.append((args[1][0], future))
        return future

    def copies(self, number: int) -> "list[Future[Any]]":
        """The futures of a job, when there are two."""
        due = time.monotonic() + 20
        while len(found := [future for one, future in self.given if one == number]) < 2 and time.monotonic() < due:
            time.sleep(0.01)
        return found


def taken_by_hand(script: Callable[[ByHand], None], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of three jobs as they come: the second is quick, the first gets two copies, which the script ends."""
    monkeypatch.setattr(jobs, "SOONEST", 0.01)
    monkeypatch.setattr(jobs, "GLANCE", 0.01)
    executor, found = ByHand(), list[int]()

    def finish() -> None:
        while len(executor.given) < 3:
            time.sleep(0.01)
        executor.given[1][1].set_result((1, "quick", 0.001))
        script(executor)

    hand = threading.Thread(target=finish, daemon=True)
    hand.start()
    found.extend(one.number for one in deal(executor, square, [(0,), (1,), (2,)], 3, usual=0.001))
    hand.join(20)
    return found


def test_when_both_copies_of_a_job_come_back_it_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(executor: ByHand) -> None:
        for copy in executor.copies(0):
            copy.set_result((0, "slow", 1.0))
        finish_last(executor)

    assert taken_by_hand(script, monkeypatch) == [1, 0, 2]


def finish_last(executor: ByHand) -> None:
    """The third job, after the others have had time to be heard."""
    time.sleep(0.2)
    next(future for number, future in executor.given if number == 2).set_result((2, "last", 1.0))


def test_a_job_whose_copies_are_both_lost_is_given_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(executor: ByHand) -> None:
        for copy in executor.copies(0):
            copy.set_exception(BrokenExecutor())
        while not (more := [future for number, future in executor.given if number == 0][2:]):
            time.sleep(0.01)
        more[0].set_result((0, "later", 1.0))
        finish_last(executor)

    assert taken_by_hand(script, monkeypatch)[:2] == [1, 0]


def test_no_more_is_asked_for_than_workers_can_begin_soon() -> None:
    asked: list[int] = []

    def orders() -> Any:
        for number in range(100):
            asked.append(number)
            yield (number,)

    with ThreadPoolExecutor(2) as pool:
        work = deal(pool, square, orders(), 2)
        next(work)
        assert len(asked) <= jobs.AHEAD * 2
        work.close()


def test_workers_have_names_and_a_crew_does_what_one_process_does() -> None:
    with Crew(2) as crew:
        done: list[Done[int]] = list(deal(crew, slow_square, [(number,) for number in range(8)], 2))
    assert {one.number: one.result for one in done} == {number: number**2 for number in range(8)}
    names = {one.worker for one in done}
    assert len(names) == 2
    assert jobs.worker_name() not in names


def test_a_workplace_makes_its_workers_when_they_are_needed_and_again_after_it_was_stopped() -> None:
    with Workplace(1) as place:
        first = place.executor()
        assert place.executor() is first
        assert (place.count, first.submit(square, 3).result()) == (1, 9)
        place.stop()
        second = place.executor()
        assert second is not first
        assert second.submit(square, 4).result() == 16
    with pytest.raises(RuntimeError, match="takes no more work"):
        second.submit(square, 5)


@pytest.mark.parametrize(
    "command",
    [
        "book tic_tac_toe --plies 2 --to x.book",
        "choose tic_tac_toe --to x.choice",
        "levels tic_tac_toe --to x.levels",
        "match random greedy --game tic_tac_toe --store x.db",
        "playouts tic_tac_toe",
        "report tic_tac_toe",
        "solve tic_tac_toe --everything --to x.solution",
        "tune othello --player alphabeta:depth=1 --tune scales --steps 2 --to x.json --log x.log",
    ],
)
def test_workers_here_and_a_cluster_are_two_places(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    complaint = refused_here(*command.split(), "--workers", "2", "--cluster", "tcp://127.0.0.1:9")
    assert "workers are processes here, and a cluster has its own: leave one out" in complaint
    assert list(tmp_path.iterdir()) == []
