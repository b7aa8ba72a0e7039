"""All tables: every one is in the store, those being played are in memory too."""

import asyncio
import functools
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from kibitz.arena.store.records import Sitting
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import KibitzError, PlayerError
from kibitz.jobs.job import Busy, Cancelled, Job
from kibitz.jobs.visitor_queue import VisitorSearchQueue
from kibitz.players import is_external
from kibitz.position import Position
from kibitz.present.answer import blank
from kibitz.proofs import Entry, Line, Turn
from kibitz.runtime.user_code import blame_rules
from kibitz.table.findings import Findings
from kibitz.table.game_table import GameTable, Settings, Stale
from kibitz.table.legal_moves import name_legal
from kibitz.table.level_names import following_seats
from kibitz.table.saved_tables import sitting_of, table_of
from kibitz.table.score import ExamTally, RunningScore
from kibitz.table.served_games import name_player
from kibitz.table.table_seat import TableSeat
from kibitz.web.site import House, HttpProblem
from kibitz.web.table_session import Pondering, PositionQuestion, TableSession, TableTasks, WeighingProgress
from kibitz.web.visitors import Visitor

SEEDS = 2**31
KEY = re.compile(r"[0-9a-f]{32}", re.ASCII)
GONE = 410


class Tables:
    """A table without watchers leaves memory to make room for later ones."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._live: OrderedDict[str, TableSession] = OrderedDict()
        self._searches: WeakValueDictionary[str, VisitorSearchQueue] = WeakValueDictionary()
        self._opening: dict[str, asyncio.Task[TableSession]] = {}

    async def begin(
        self,
        visitor: Visitor,
        game: Game,
        seats: Sequence[TableSeat],
        settings: Settings,
        positions: tuple[Position, ...] = (),
    ) -> TableSession:
        """Begin a game and store it. Raises RulesError if it cannot begin, GameError if its file has changed.

        `positions`: all since the start, for a game that begins after some moves.
        """
        await self._house.run_blocking(lambda: self._house.catalog.check(spec_of(game)))
        key = secrets.token_hex(16)
        table, sitting, findings = await self._house.run_rules(
            game, _begin_table, key, visitor.key, game, seats, settings, positions
        )
        await self._house.run_blocking(self._house.store.keep_sitting, sitting)
        return self._seated(table, findings)

    async def again(self, visitor: Visitor, table: GameTable, turned: bool) -> TableSession:
        """Begin another game like that one; `turned`: everybody moves on one seat."""
        seats = following_seats(table) if table.settings.follows else table.seats
        seats = seats[-1:] + seats[:-1] if turned else seats
        score, apart = table.score, table.settings.apart
        settings = replace(
            table.settings, seed=secrets.randbelow(SEEDS), exam=ExamTally(), score=score.turned() if turned else score
        )
        if apart is not None:
            settings = replace(settings, apart=apart.turned() if turned else apart.again(), values="off")
        return await self.begin(visitor, table.game, seats, settings)

    async def retry(self, visitor: Visitor, table: GameTable, ply: int) -> TableSession:
        """Begin another game of the same players with the first `ply` moves of that one."""
        settings = replace(table.settings, seed=secrets.randbelow(SEEDS), exam=ExamTally(), score=RunningScore())
        return await self.begin(visitor, table.game, table.seats, settings, table.positions[: ply + 1])

    async def at(self, key: str) -> TableSession:
        """The table of that key, with its clocks checked.

        Raises HttpProblem: 404 if there is no such table, 410 if it cannot be continued.
        """
        live = self._live.get(key)
        if live is None:
            if KEY.fullmatch(key) is None:
                raise HttpProblem("there is no such game here", 404)
            opening = self._opening.get(key)
            if opening is None:
                opening = self._opening[key] = asyncio.create_task(self._open(key))
            live = await asyncio.shield(opening)
        if key in self._live:
            self._live.move_to_end(key)
        await live.check_clock()
        return live

    def newest_of(self, visitor: str) -> TableSession | None:
        """The game in memory that a visitor has begun or joined, the one that changed last; None without one."""
        own = (live for live in self._live.values() if _is_of(live.table, visitor))
        return max(own, key=lambda live: live.table.changed, default=None)

    async def proofs(self, key: str) -> tuple[Line, list[Entry]]:
        """The moves of a game and the proofs of its positions, as `Sitting.proofs` has them; empty without a game."""
        live = self._live.get(key)
        if live is not None:
            return live.table.position.moves, live.findings.as_json()
        kept = await self._house.run_blocking(self._house.store.sitting, key)
        return ((), []) if kept is None else kept.proofs

    async def of_visitor(self, visitor: Visitor, ended: bool, most: int) -> list[Sitting]:
        """A visitor's games, finished and unfinished, the newest first."""
        return await self._house.run_blocking(self._house.store.sittings, visitor.key, ended, most)

    async def close(self) -> None:
        """End all searches."""
        await asyncio.gather(*(live.close() for live in self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    async def _open(self, key: str) -> TableSession:
        try:
            kept = await self._house.run_blocking(self._house.store.sitting, key)
            if kept is None:
                raise HttpProblem("there is no such game here", 404)
            try:
                game = await self._house.run_blocking(self._house.catalog.load, kept.game)
                await self._house.run_blocking(_check_engines, kept, self._house.limits.engines)
                return self._seated(*await self._house.run_rules(game, _found, kept, game))
            except KibitzError as problem:  # its game is not served any more, or has other rules
                raise HttpProblem(f"this game cannot be played on: {problem}", GONE) from problem
        finally:
            del self._opening[key]

    def _seated(self, table: GameTable, findings: Findings) -> TableSession:
        searches = self._searches.get(table.owner)
        if searches is None:
            searches = self._searches[table.owner] = VisitorSearchQueue(self._house.thinkers, table.owner)
        live = self._live[table.key] = TableSession(self._house, table, findings, searches, TASKS)
        spare = len(self._live) - self._house.limits.tables
        for key in [key for key, one in self._live.items() if one.is_idle and one is not live][: max(0, spare)]:
            del self._live[key]
        return live


def _is_of(table: GameTable, visitor: str) -> bool:
    apart = table.settings.apart
    return table.owner == visitor if apart is None else apart.seat_of(visitor) is not None


def _begin_table(
    key: str,
    owner: str,
    game: Game,
    seats: Sequence[TableSeat],
    settings: Settings,
    positions: tuple[Position, ...],
) -> tuple[GameTable, Sitting, Findings]:
    table = GameTable.begin(key, owner, game, seats, settings, positions)
    return table, sitting_of(table), _findings(table, [])


def _check_engines(kept: Sitting, engines: tuple[str, ...]) -> None:
    """Raise PlayerError for an engine the server was not started with: a stored game starts no program."""
    for spec in kept.seats:
        if is_external(spec) and spec not in engines:
            raise PlayerError(f"the server was not started with {name_player(spec)}: name it with --engine")


def _found(kept: Sitting, game: Game) -> tuple[GameTable, Findings]:
    table = table_of(kept, game)
    moves, proofs = kept.proofs
    return table, _findings(table, proofs if moves == table.position.moves else [])


def _findings(table: GameTable, proofs: list[Entry]) -> Findings:
    with blame_rules(table.game):
        findings = Findings(table.game)
    for ply, worth in table.worths.items():
        if ply <= table.ply:
            findings.remember(table.positions[ply].moves, table.positions[ply].to_move, worth)
    findings.recall(proofs)
    return findings


# What is thought about for a table: the computer's turns, what moves are worth, a hint; each as long as somebody waits.

ADVISER = "computer:level=10"
ADVICE = 0.9  # seconds for a hint
PAUSE = 0.5  # seconds, before it is tried again what was broken off for something else
PATIENCE = 2.0  # seconds at most, before it is tried again what there was no place for


async def answer(live: TableSession) -> None:
    """The computer's turns, one after the other."""
    while live.is_looked_at and live.table.thinks and not live.wrong:
        found = await _found_ahead(live)
        if not (table := live.table).thinks:
            continue
        here = table.position.moves
        question = await _question(live, table)
        args = question.args | _player(table)
        wanted = functools.partial(live.is_at, here)
        if found is None:
            found = await _searched(live, "move", args, live.house.limits.seconds, functools.partial(_thinks, live), wanted)
        live.job = None
        if found is None or not live.is_at(here):
            continue
        if "wrong" in found:
            live.wrong = found["wrong"]
            break
        live.hear(question, _unproved(found) if is_external(args["player"]) else found, whole=False)
        try:
            await live.change(functools.partial(_answered, here, str(found.get("best"))))
            await _look_ahead(live, found)
        except Stale:  # the game is now where another server has brought it
            continue
        except KibitzError as problem:
            live.wrong = str(problem)


async def ponder(live: TableSession) -> None:
    """Find the computer's answer to the reply it expects, while a person still thinks."""
    while (ahead := live.ahead) is not None and not ahead.found.done():
        args = ahead.after.question() | _player(ahead.after)
        hear = functools.partial(_ponders, live, ahead)
        found = None
        try:
            found = await _searched(
                live, "move", args, live.house.limits.seconds, hear, functools.partial(_is_ahead, live, ahead), waited_for=False
            )
        finally:
            if not ahead.found.done():
                ahead.found.set_result(None if found is None or "wrong" in found else found)


async def weigh(live: TableSession) -> None:
    """Value the moves, deeper and deeper."""
    while live.is_looked_at and live.wants_values:
        table, here, seconds = live.table, live.table.position.moves, live.house.limits.usual
        question = await _question(live, table)
        args = question.args | {"time": seconds}
        hear, wanted = functools.partial(_weighs, live, question), functools.partial(_is_weighed, live, here)
        found = await _searched(live, "values", args, 2 * seconds, hear, wanted, waited_for=False)
        if found is not None:
            live.hear(question, found, whole=True)
            live.weigh(here, WeighingProgress(True, str(found.get("wrong", "")), blank(found)))


async def advise(live: TableSession) -> None:
    """Ask the strongest computer for a move."""
    table, here = live.table, live.table.position.moves
    question = await _question(live, table)
    args = question.args | {"player": ADVISER, "seed": table.settings.seed}
    wanted = functools.partial(live.is_at, here)
    found = await _searched(live, "move", args, ADVICE, functools.partial(_advises, live), wanted)
    live.advising = None
    if live.is_at(here):
        live.hint = found or {"wrong": "it was given up"}
        live.hear(question, live.hint, whole=True)


TASKS: TableTasks = {"answer": answer, "weigh": weigh, "advise": advise, "ponder": ponder}


async def _question(live: TableSession, table: GameTable) -> PositionQuestion:
    """The question for workers; the turns of all positions before are then known. The rules give names, and run here."""
    unknown = [one for one in table.positions if one.moves not in live.findings]
    question, turns = await live.house.run_rules(table.game, _questioned, table, unknown)
    live.findings.enter(turns)
    game, names, proved = question.args["game"], question.args["moves"], live.house.proved
    live.findings.meet(
        [*proved.along(game, names, table.position), *proved.beside(game, names, table.position, question.legal)]
    )
    await live.house.run_blocking(live.house.catalog.check, question.args["game"])
    return question


def _questioned(table: GameTable, unknown: list[Position]) -> tuple[PositionQuestion, list[Turn]]:
    with blame_rules(table.game):
        legal = {name: move for move, name in name_legal(table.position, []).items()}
        return PositionQuestion(table.position, table.question(), legal), [Turn.of(one) for one in unknown]


async def _searched(
    live: TableSession,
    do: str,
    args: dict[str, Any],
    seconds: float,
    hear: Callable[[Job], None],
    is_wanted: Callable[[], bool],
    waited_for: bool = True,
) -> dict[str, Any] | None:
    """The answer of a search, or {"wrong": the reason}; None if it was cancelled and may be tried again."""
    try:
        return await live.searches.search(do, args, seconds, hear, lambda: live.is_looked_at and is_wanted(), waited_for)
    except Cancelled:
        await _rest(PAUSE, is_wanted)
    except Busy as busy:
        await _rest(min(busy.retry, PATIENCE), lambda: live.is_looked_at and is_wanted())
    except KibitzError as problem:
        return {"wrong": str(problem)}
    return None


async def _rest(seconds: float, is_wanted: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    while is_wanted() and (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(PAUSE, left))


def _player(table: GameTable) -> dict[str, Any]:
    """The player to move, for workers."""
    return {"player": table.seats[table.position.to_move].spec, "seed": table.settings.seed + table.ply}


async def _look_ahead(live: TableSession, found: dict[str, Any]) -> None:
    """Begin to ponder, if the table wants that and a reply is expected."""
    table, line = live.table, found.get("line") or []
    if table.settings.ponders and table.waits and len(line) > 1:
        after = await live.house.run_rules(table.game, _replied, table, line[1])
        if after is not None and live.is_at(table.position.moves):
            live.ahead = Pondering(table, after, asyncio.get_running_loop().create_future())
            live.look_ahead()


def _replied(table: GameTable, reply: str) -> GameTable | None:
    """The table after the reply if the computer is to move then; None if dice fall first."""
    if reply not in table.legal():  # a throw of dice
        return None
    after = table.move(reply, table.version)
    return after if after.thinks and not any(one.is_chance for one in after.positions[table.ply :]) else None


async def _found_ahead(live: TableSession) -> dict[str, Any] | None:
    """The pondering about this position, if any; it may still be in progress."""
    ahead = live.ahead
    if ahead is None or ahead.job is None:
        live.give_up_ahead()
        return None
    _thinks(live, ahead.job)
    found = await ahead.found
    live.ahead = None
    return found


def _ponders(live: TableSession, ahead: Pondering, job: Job) -> None:
    ahead.job = job
    if ahead.is_about(live.table):
        _thinks(live, job)


def _is_ahead(live: TableSession, ahead: Pondering) -> bool:
    return live.ahead is ahead and live.is_ahead_wanted


def _thinks(live: TableSession, job: Job) -> None:
    live.job = job
    live.audience.tick()


def _advises(live: TableSession, job: Job) -> None:
    live.advising = job
    live.audience.tick()


def _weighs(live: TableSession, question: PositionQuestion, job: Job) -> None:
    live.weighing = job
    if job.news is not None:
        live.hear(question, job.news, whole=True)


def _is_weighed(live: TableSession, here: Line) -> bool:
    return live.is_at(here) and live.wants_values


def _unproved(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer of an external engine with its mates taken as estimates."""
    value = answer.get("value")
    guess = value and value | {"kind": "estimate", "plies": None}
    return {name: part for name, part in answer.items() if name not in ("bounds", "moves")} | {"value": guess}


def _answered(here: Line, best: str, table: GameTable) -> GameTable:
    """Play the computer's move, unless the game has changed since it was asked for."""
    return table.answer(best) if table.position.moves == here and table.thinks else table
