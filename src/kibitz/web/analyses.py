"""The news on an analysis board: the best moves of a position and their lines, better and better as long as somebody looks."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.jobs.job import Busy, Cancelled, Job
from kibitz.present.answer import blank, describe_ignorance, value_of
from kibitz.present.marks import describe_move, mark, mine, signed, worded
from kibitz.present.sentences import as_sentence
from kibitz.present.values import ValueWords
from kibitz.web.addresses import ShownLine, query_of
from kibitz.web.site import House

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

    `is_done`: no more will come.
    """

    answer: Answer | None = None
    doing: str = ""
    stopped: str = ""
    is_done: bool = False


class Analyses:
    """Searches for analysis boards, one at a time for each visitor; used in the thread of the event loop only."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[tuple[str, tuple[str, ...]], Answer] = OrderedDict()

    def known(self, spec: str, names: Sequence[str]) -> Answer | None:
        """The best answer so far, with what was proved elsewhere; None where nobody has looked."""
        found = self._known.get((spec, tuple(names)))
        return None if found is None else self._house.proved.held(spec, names, found)

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
        """All that becomes known, as long as somebody listens; it ends when all is proved, or with a sentence."""
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
                if self._house.thinkers.queued and time.monotonic() - began > FIRST:
                    job.stop()
                await asyncio.sleep(PACE)
            found = self._learn(spec, names, await job.result())
            yield AnalysisNews(found, is_done=found["stopped"] == "solved")
        finally:
            job.cancel()

    async def _begin(self, visitor: str, spec: str, names: Sequence[str], seconds: float) -> Job:
        await self._house.off(self._house.shelf.check, spec)
        args = {"game": spec, "moves": list(names), "time": seconds}
        return self._house.thinkers.submit("values", args, f"{visitor} analyses", 2 * seconds)

    def _learn(self, spec: str, names: Sequence[str], answer: Answer) -> Answer:
        """The better one of an answer and of what was known; what was proved stays proved."""
        key, proved = (spec, tuple(names)), self._house.proved
        known = self._known.pop(key, None)
        proved.learn(spec, names, answer)
        self._known[key] = found = proved.held(spec, names, answer if known is None else better(known, answer))
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
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


# An answer as a page shows it.

LINES = 3  # moves that are line
PLIES = 10  # of each line


@dataclass(frozen=True)
class BestMove:
    """A row: the move, its mark and what it says; `steps`: the moves of its line, each with the address of where it leads."""

    name: str
    text: str
    outcome: str
    is_exact: bool
    words: str
    steps: tuple[tuple[str, str], ...]


def best_moves(line: ShownLine, answer: Answer | None, most: int | None = LINES) -> list[BestMove]:
    """The best moves first; where dice or cards decide, what they may bring."""
    if answer is None:
        return []
    words, here, found = ValueWords(line.game), line.names[: line.ply], []
    mover = max(line.position.to_move, 0)
    for one in answer["moves"][:most]:
        value = value_of(one["value"])
        if value is None or (value.kind == "estimate" and not answer["informed"]):
            continue
        label = mark(words, value, mover)
        moves = [str(name) for name in one["line"]][:PLIES] or [one["move"]]
        steps = tuple((name, query_of(line.offer, line.game, (*here, *moves[: count + 1]))) for count, name in enumerate(moves))
        phrase = describe_move(words, value, mover)
        found.append(BestMove(one["move"], label.text, label.outcome, label.exact, phrase, steps))
    return found


def describe_news(line: ShownLine, news: AnalysisNews) -> dict[str, Any]:
    """The line above the moves: the value of the position in words, the depth of the search, and why it ended."""
    answer, words = news.answer, ValueWords(line.game)
    value = None if answer is None else value_of(answer["value"])
    unknown = None if answer is None else blank(answer)
    facts = []
    if answer is not None:
        facts = ["proved"] if answer["stopped"] == "solved" else [f"depth {answer['depth']}"]
        facts += [f"estimates {answer['estimate']}"] if answer.get("estimate") else []
    once = " (only the first time)" if news.doing.startswith("compiling") else ""
    doing = f"{news.doing[:1].upper()}{news.doing[1:]}{once} ..." if news.doing else ""
    worth = "" if value is None else worded(words, value, line.position.to_move)
    if unknown is not None and value is not None and value.kind == "estimate":
        worth = as_sentence(describe_ignorance(unknown))
    return {
        "worth": signed(worth),
        "facts": ", ".join(facts),
        "doing": doing or ("" if answer is not None or news.stopped else "It begins ..."),
        "stopped": news.stopped,
        "informed": unknown is None,
    }
