"""All tables: those that are played now in memory, all of them in the store, where they are found again."""

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from kibitz.arena.store.sitting import Sitting
from kibitz.errors import KibitzError
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.web.errands import Errands
from kibitz.web.findings import Findings
from kibitz.web.house import House, Wrong
from kibitz.web.kept import sitting_of, table_of
from kibitz.web.lawful import lawful
from kibitz.web.live import Live
from kibitz.web.seats import Seat
from kibitz.web.table import Settings, Table
from kibitz.web.visitors import Visitor
from kibitz.web.works import WORKS

SEEDS = 2**31
KEY = re.compile(r"[0-9a-f]{32}", re.ASCII)
GONE = 410


class Tables:
    """Found with `house.room(Tables)`; a table that nobody looks at leaves the memory for those that came later."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._errands: WeakValueDictionary[str, Errands] = WeakValueDictionary()
        self._opening: dict[str, asyncio.Task[Live]] = {}

    async def begin(self, visitor: Visitor, game: Game, seats: Sequence[Seat], settings: Settings) -> Live:
        """A new game, in the store already. Raises RulesError where it cannot begin, GameError where its file has changed."""
        await self._house.off(lambda: self._house.shelf.check(spec_of(game)))
        key = secrets.token_hex(16)
        table, sitting, findings = await self._house.ruled(game, _begun, key, visitor.key, game, seats, settings)
        await self._house.off(self._house.store.keep_sitting, sitting)
        return self._seated(table, findings)

    async def again(self, visitor: Visitor, table: Table, turned: bool) -> Live:
        """A new game like that one; `turned`: everybody sits one seat further on."""
        seats = table.seats[-1:] + table.seats[:-1] if turned else table.seats
        settings = replace(table.settings, seed=secrets.randbelow(SEEDS))
        return await self.begin(visitor, table.game, seats, settings)

    async def at(self, key: str) -> Live:
        """The table of that key. Raises Wrong: 404 where there is none, 410 for one that cannot be played on."""
        live = self._live.get(key)
        if live is None:
            if KEY.fullmatch(key) is None:
                raise Wrong("there is no such game here", 404)
            opening = self._opening.get(key)
            if opening is None:
                opening = self._opening[key] = asyncio.create_task(self._open(key))
            live = await asyncio.shield(opening)
        if key in self._live:
            self._live.move_to_end(key)
        return live

    async def unfinished(self, visitor: Visitor) -> list[Sitting]:
        """The games that a visitor has begun and that go on, the newest first."""
        return await self._house.off(self._house.store.sittings, visitor.key, False, self._house.limits.keeps)

    async def close(self) -> None:
        """Ends all thinking."""
        await asyncio.gather(*(live.close() for live in self._live.values()))

    def __len__(self) -> int:
        return len(self._live)

    async def _open(self, key: str) -> Live:
        try:
            kept = await self._house.off(self._house.store.sitting, key)
            if kept is None:
                raise Wrong("there is no such game here", 404)
            try:
                game = await self._house.off(self._house.shelf.load, kept.game)
                return self._seated(*await self._house.ruled(game, _found, kept, game))
            except KibitzError as problem:  # its game is not served any more, or has other rules
                raise Wrong(f"this game cannot be played on: {problem}", GONE) from problem
        finally:
            del self._opening[key]

    def _seated(self, table: Table, findings: Findings) -> Live:
        errands = self._errands.get(table.owner)
        if errands is None:
            errands = self._errands[table.owner] = Errands(self._house.thinkers, table.owner)
        live = self._live[table.key] = Live(self._house, table, findings, errands, WORKS)
        spare = len(self._live) - self._house.limits.tables
        for key in [key for key, one in self._live.items() if one.is_idle and one is not live][: max(0, spare)]:
            del self._live[key]
        return live


def _begun(key: str, owner: str, game: Game, seats: Sequence[Seat], settings: Settings) -> tuple[Table, Sitting, Findings]:
    table = Table.begun(key, owner, game, seats, settings)
    return table, sitting_of(table), _findings(table)


def _found(kept: Sitting, game: Game) -> tuple[Table, Findings]:
    table = table_of(kept, game)
    return table, _findings(table)


def _findings(table: Table) -> Findings:
    """What was known of a table when it was kept."""
    with lawful(table.game):
        findings = Findings(table.game)
    for ply, worth in table.worths.items():
        if ply <= table.ply:
            findings.recall(table.positions[ply].moves, table.positions[ply].to_move, worth)
    return findings
