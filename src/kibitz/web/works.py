"""What is thought about for a table: the computer's turns, what moves are worth, a hint; each as long as somebody waits."""

import asyncio
import functools
import time
from collections.abc import Callable
from typing import Any

from kibitz.errors import KibitzError
from kibitz.web.job import Busy, Cancelled, Job
from kibitz.web.live import Live, Works
from kibitz.web.table import Stale, Table

ADVISER = "computer:level=10"
ADVICE = 2.0  # seconds for a hint
PAUSE = 0.5  # seconds, before it is tried again what was broken off for something else
PATIENCE = 2.0  # seconds at most, before it is tried again what there was no place for
Moves = tuple[int, ...]


async def answer(live: Live) -> None:
    """The computer's turns, one after the other."""
    while live.is_looked_at and (table := live.table).thinks and not live.wrong:
        side, here = table.position.to_move, table.position.moves
        asked = await _question(live, table) | {"player": table.seats[side].spec, "seed": table.settings.seed + table.ply}
        wanted = functools.partial(live.is_at, here)
        found = await _searched(live, "move", asked, live.house.limits.seconds, functools.partial(_thinks, live), wanted)
        live.job = None
        if found is None or not live.is_at(here):
            continue
        if "wrong" in found:
            live.wrong = found["wrong"]
            break
        live.learn(table, found)
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
        asked = await _question(live, table) | {"time": seconds}
        hear, wanted = functools.partial(_weighs, live, here), functools.partial(_is_weighed, live, here)
        found = await _searched(live, "values", asked, 2 * seconds, hear, wanted, waited_for=False)
        if found is not None:
            live.learn(table, found)
            live.know(here, {"moves": [], **found}, True)


async def advise(live: Live) -> None:
    """What the strongest computer would play."""
    table, here = live.table, live.table.position.moves
    asked = await _question(live, table) | {"player": ADVISER, "seed": table.settings.seed}
    wanted = functools.partial(live.is_at, here)
    found = await _searched(live, "move", asked, ADVICE, functools.partial(_advises, live), wanted)
    live.advising = None
    if live.is_at(here):
        live.hint = found or {"wrong": "it was given up"}
        live.learn(table, live.hint)


WORKS: Works = {"answer": answer, "weigh": weigh, "advise": advise}


async def _question(live: Live, table: Table) -> dict[str, Any]:
    """The game and its moves, as workers are told: rules give them their names."""
    asked = await live.house.ruled(table.game, table.question)
    await live.house.off(live.house.shelf.check, asked["game"])
    return asked


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


def _weighs(live: Live, here: Moves, job: Job) -> None:
    live.weighing = job
    if job.news is not None:
        live.know(here, job.news, False)


def _is_weighed(live: Live, here: Moves) -> bool:
    return live.is_at(here) and live.wants_values


def _answered(here: Moves, best: str, table: Table) -> Table:
    """The computer's move, where it was asked for: the game may have gone another way while it was waited for."""
    return table.answer(best) if table.position.moves == here and table.thinks else table
