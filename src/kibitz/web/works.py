"""What is thought about for a table: the computer's turns, what moves are worth, a hint; each as long as somebody waits."""

import asyncio
import functools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.web.job import Busy, Cancelled, Job
from kibitz.web.lawful import lawful
from kibitz.web.live import Live, Weighed, Works
from kibitz.web.sight import named
from kibitz.web.table import Stale, Table
from kibitz.web.thoughts import blank
from kibitz.web.turn import Line, Turn

ADVISER = "computer:level=10"
ADVICE = 2.0  # seconds for a hint
PAUSE = 0.5  # seconds, before it is tried again what was broken off for something else
PATIENCE = 2.0  # seconds at most, before it is tried again what there was no place for


@dataclass(frozen=True)
class Question:
    """What is asked about the position of a table: as workers hear it, and its legal moves by their names."""

    position: Position
    args: dict[str, Any]
    legal: dict[str, int]


async def answer(live: Live) -> None:
    """The computer's turns, one after the other."""
    while live.is_looked_at and (table := live.table).thinks and not live.wrong:
        side, here = table.position.to_move, table.position.moves
        question = await _question(live, table)
        asked = question.args | {"player": table.seats[side].spec, "seed": table.settings.seed + table.ply}
        wanted = functools.partial(live.is_at, here)
        found = await _searched(live, "move", asked, live.house.limits.seconds, functools.partial(_thinks, live), wanted)
        live.job = None
        if found is None or not live.is_at(here):
            continue
        if "wrong" in found:
            live.wrong = found["wrong"]
            break
        live.learn(table.position, found, question.legal, whole=False)
        try:
            await live.change(functools.partial(_answered, here, str(found.get("best"))))
        except Stale:  # the game is now where another server has brought it
            continue
        except KibitzError as problem:
            live.wrong = str(problem)


async def weigh(live: Live) -> None:
    """What the moves are worth, better and better."""
    while live.is_looked_at and live.wants_values:
        table, here, seconds = live.table, live.table.position.moves, live.house.limits.usual
        question = await _question(live, table)
        asked = question.args | {"time": seconds}
        hear, wanted = functools.partial(_weighs, live, question), functools.partial(_is_weighed, live, here)
        found = await _searched(live, "values", asked, 2 * seconds, hear, wanted, waited_for=False)
        if found is not None:
            live.learn(table.position, found, question.legal, whole=True)
            live.weigh(here, Weighed(True, str(found.get("wrong", "")), blank(found)))


async def advise(live: Live) -> None:
    """What the strongest computer would play."""
    table, here = live.table, live.table.position.moves
    question = await _question(live, table)
    asked = question.args | {"player": ADVISER, "seed": table.settings.seed}
    wanted = functools.partial(live.is_at, here)
    found = await _searched(live, "move", asked, ADVICE, functools.partial(_advises, live), wanted)
    live.advising = None
    if live.is_at(here):
        live.hint = found or {"wrong": "it was given up"}
        live.learn(table.position, live.hint, question.legal, whole=True)


WORKS: Works = {"answer": answer, "weigh": weigh, "advise": advise}


async def _question(live: Live, table: Table) -> Question:
    """What to ask of the position; whose turn it is in all before it is known then. Rules give names, and are asked here."""
    unknown = [one for one in table.positions if one.moves not in live.findings]
    question, turns = await live.house.ruled(table.game, _questioned, table, unknown)
    live.findings.enter(turns)
    await live.house.off(live.house.shelf.check, question.args["game"])
    return question


def _questioned(table: Table, unknown: list[Position]) -> tuple[Question, list[Turn]]:
    with lawful(table.game):
        legal = {name: move for move, name in named(table.position, []).items()}
        return Question(table.position, table.question(), legal), [Turn.of(one) for one in unknown]


async def _searched(
    live: Live,
    do: str,
    asked: dict[str, Any],
    seconds: float,
    hear: Callable[[Job], None],
    is_wanted: Callable[[], bool],
    waited_for: bool = True,
) -> dict[str, Any] | None:
    """What came of a search, or {"wrong": why nothing did}; None where it was broken off, and may be tried again."""
    try:
        return await live.errands.search(do, asked, seconds, hear, lambda: live.is_looked_at and is_wanted(), waited_for)
    except Cancelled:
        await _rest(PAUSE, is_wanted)
    except Busy as busy:
        await _rest(min(busy.retry, PATIENCE), lambda: live.is_looked_at and is_wanted())
    except KibitzError as problem:
        return {"wrong": str(problem)}
    return None


async def _rest(seconds: float, is_wanted: Callable[[], bool]) -> None:
    """So long, unless nobody waits any more."""
    until = time.monotonic() + seconds
    while is_wanted() and (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(PAUSE, left))


def _thinks(live: Live, job: Job) -> None:
    live.job = job
    live.audience.tick()


def _advises(live: Live, job: Job) -> None:
    live.advising = job
    live.audience.tick()


def _weighs(live: Live, question: Question, job: Job) -> None:
    live.weighing = job
    if job.news is not None:
        live.learn(question.position, job.news, question.legal, whole=True)


def _is_weighed(live: Live, here: Line) -> bool:
    return live.is_at(here) and live.wants_values


def _answered(here: Line, best: str, table: Table) -> Table:
    """The computer's move, where it was asked for: the game may have gone another way while it was waited for."""
    return table.answer(best) if table.position.moves == here and table.thinks else table
