"""The news on an analysis board: the best moves of a position and their lines, searched while a visitor is watching."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from kibitz.errors import KibitzError
from kibitz.jobs.job import Busy, Cancelled, Job
from kibitz.jobs.service import Service
from kibitz.present.answer import value_of
from kibitz.present.marks import mine
from kibitz.present.sentences import as_sentence

KEPT = 256  # positions of which the best is remembered that was found
FIRST, LONGEST = 5.0, 480.0  # seconds of the first look, and of the longest: each takes twice as long as the one before
CALM = 0.15  # seconds before a search is begun: who goes through a game with the arrow keys does not stay
PACE = 0.25  # seconds between two news
PATIENCE = 3.0  # seconds at most, before it is tried again what there was no place for
ELSEWHERE = "Another board of yours is being analysed now."
Answer = dict[str, Any]


@dataclass(frozen=True)
class AnalysisNews:
    """Knowledge of a position: the `answer` of a worker, None at first; the preparation; and the reason for an end.

    `is_done`: the search has ended.
    """

    answer: Answer | None = None
    doing: str = ""
    stopped: str = ""
    is_done: bool = False


class Analyses:
    """Searches for analysis boards, one at a time for each visitor; used in the thread of the event loop only."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: LRUCache[tuple[str, tuple[str, ...]], Answer] = LRUCache(KEPT)

    def known(self, spec: str, names: Sequence[str]) -> Answer | None:
        """The best answer so far, with proofs from elsewhere; None if the position was never searched."""
        found = self._known.get((spec, tuple(names)))
        return None if found is None else self._service.proved.held(spec, names, found)

    async def table(self, visitor: str, spec: str, names: Sequence[str]) -> Answer:
        """The values of all moves after a short look. Raises JobFailed, Busy and Cancelled, each a sentence."""
        found = self.known(spec, names)
        if found is None or found["stopped"] != "solved":
            job = await self._begin(visitor, spec, names, FIRST / 2)
            try:
                found = self._learn(spec, names, await job.result())
            finally:
                job.cancel()
        return found

    async def follow(self, visitor: str, spec: str, names: Sequence[str]) -> AsyncGenerator[AnalysisNews]:
        """Yield the news while a visitor listens; ends when everything is proved, or with a sentence."""
        found = self.known(spec, names)
        if found is not None:
            yield AnalysisNews(found, is_done=found["stopped"] == "solved")
            if found["stopped"] == "solved":
                return
        await asyncio.sleep(CALM)
        seconds = FIRST if found is None else 2 * FIRST
        is_done = False
        while not is_done:
            try:
                async with aclosing(self._look(visitor, spec, names, seconds)) as looking:
                    async for news in looking:
                        is_done = news.is_done
                        yield news
                seconds = min(2 * seconds, LONGEST)
            except Busy as busy:
                yield AnalysisNews(self.known(spec, names), doing="others are thinking just now")
                await asyncio.sleep(min(busy.retry, PATIENCE))
            except KibitzError as problem:
                why = ELSEWHERE if isinstance(problem, Cancelled) else as_sentence(problem)
                yield AnalysisNews(self.known(spec, names), stopped=why, is_done=True)
                return

    async def _look(self, visitor: str, spec: str, names: Sequence[str], seconds: float) -> AsyncGenerator[AnalysisNews]:
        """The news of one search, not too often, and its end; a long one gives way to others that wait."""
        job, began, seen = await self._begin(visitor, spec, names, seconds), time.monotonic(), None
        try:
            while not job.is_done:
                if (job.news, job.doing) != seen:
                    seen = job.news, job.doing
                    if job.news is not None:
                        self._learn(spec, names, job.news)
                    yield AnalysisNews(self.known(spec, names), doing=job.doing)
                if self._service.thinkers.queued and time.monotonic() - began > FIRST:
                    job.stop()
                await asyncio.sleep(PACE)
            found = self._learn(spec, names, await job.result())
            yield AnalysisNews(found, is_done=found["stopped"] == "solved")
        finally:
            job.cancel()

    async def _begin(self, visitor: str, spec: str, names: Sequence[str], seconds: float) -> Job:
        await self._service.run_blocking(self._service.catalog.check, spec)
        args = {"game": spec, "moves": list(names), "time": seconds}
        return self._service.thinkers.submit("values", args, f"{visitor} analyses", 2 * seconds)

    def _learn(self, spec: str, names: Sequence[str], answer: Answer) -> Answer:
        """The better of a new answer and the known one; proofs are kept."""
        key, proved = (spec, tuple(names)), self._service.proved
        known = self._known.get(key)
        proved.learn(spec, names, answer)
        self._known[key] = found = proved.held(spec, names, answer if known is None else better(known, answer))
        return found


def better(known: Answer, fresh: Answer) -> Answer:
    """The answer of the two that has looked further, with the proofs of both."""
    if known["stopped"] == "solved" or not fresh["moves"]:
        return known
    ahead, behind = (fresh, known) if fresh["stopped"] == "solved" or fresh["depth"] >= known["depth"] else (known, fresh)
    proved = {one["move"]: one for one in behind["moves"] if one["value"]["kind"] == "exact"}
    moves = [one if one["value"]["kind"] == "exact" else proved.get(one["move"], one) for one in ahead["moves"]]
    if moves == ahead["moves"]:
        return ahead
    mover = 0 if ahead["to_move"] == "chance" else ahead["to_move"]
    moves.sort(key=lambda one: _rank(one, mover), reverse=True)
    first = moves[0]
    return ahead | {"moves": moves, "best": first["move"], "line": first["line"], "value": _worth(ahead, first)}


def _rank(move: Mapping[str, Any], mover: int) -> tuple[float, Any]:
    value = value_of(move["value"])
    return (float("-inf"), ()) if value is None else (mine(value, mover), value.order if value.payoffs is None else ())


def _worth(answer: Answer, best: Mapping[str, Any]) -> Any:
    """The value of a position from its best move: proved only if that move is, or every move is."""
    worth = best["value"]
    return worth if worth["kind"] != "exact" or answer["value"]["kind"] == "exact" else worth | {"kind": "at_least"}
