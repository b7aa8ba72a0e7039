"""Games that are played, for programs: begun, looked at, moved in, taken back, given up."""

import math
import secrets
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct, field

from kibitz.core.rules import Game
from kibitz.runtime.user_code import blame_rules
from kibitz.table import permissions
from kibitz.table.clocks import now
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.table_seat import TableSeat
from kibitz.web.api._operation import LIMITS, ApiRequest, Move, Operation, Parameters, Slug, Text, game_of, offer
from kibitz.web.api.positions import StateModel, state_of
from kibitz.web.app import AppState
from kibitz.web.chooser import SHORTEST, Chooser
from kibitz.web.disconnects import while_here
from kibitz.web.site import HttpProblem
from kibitz.web.table_session import TableSession

SEED = 2**31
Version = Annotated[int, Meta(ge=1, le=10**9, description="Of the game as it was last seen.")]


class NewPlay(Struct, forbid_unknown_fields=True):
    """A game to begin. A seat is "human" or one of those that GET /api/games/{slug} lists, such as "computer:level=4" and, with
    a depth or a time for each move, "minimax:depth=3"; "computer" and searches without either take `seconds`.
    """

    game: Slug
    seats: Annotated[list[Text], Meta(min_length=1, max_length=16, description="First player first.")]
    parameters: Parameters = {}
    seconds: Annotated[float, Meta(ge=SHORTEST, le=LIMITS.seconds)] = 1.0
    seed: Annotated[int, Meta(ge=0, lt=SEED)] | None = None


class NewMove(Struct, forbid_unknown_fields=True):
    """A move by its name, made where `version` was seen."""

    move: Move
    version: Version


class Change(Struct, forbid_unknown_fields=True):
    """A change to make where `version` was seen."""

    version: Version


class Waiting(Struct):
    """How long the answer may wait for the computer's move, in seconds."""

    wait: Annotated[float, Meta(ge=0, le=LIMITS.seconds)] = 0.0


class Sitter(Struct):
    """A player for a side: `spec` as on the command line."""

    spec: str
    name: str
    person: bool


class PlayClock(Struct):
    """The clocks of a game: the seconds for the whole of it, `base`, and those that each move adds; the seconds that each side
    has `left`, and whose clock runs, null while they stand. Players of the program have time without end.
    """

    base: float
    increment: float
    left: list[float]
    running: int | None


class Play(Struct):
    """A game that is played. `version` counts its changes; `ended`: "" while it is in progress; `resigned`: the side that gave
    up; `late`: the side that ran out of time.

    `thinking`: the computer has the move; `wrong`: why it makes none. `said`: what the last change was.
    """

    key: str
    version: int
    seats: list[Sitter]
    ended: str
    resigned: int | None
    late: int | None
    clock: PlayClock | None
    thinking: bool
    wrong: str
    status: str
    last_change: list[str] = field(name="said")
    state: StateModel


def operations(house: AppState) -> list[Operation]:
    """The operations on a game that is played."""

    async def begin(request: ApiRequest) -> Play:
        new: NewPlay = request.body
        game, settings = await house.run_rules(offer(house, new.game).base, _new_game, house, new)
        if len(new.seats) != game.players:
            raise HttpProblem(f"this game has {game.players} players: say who sits where, first player first")
        chooser = Chooser.at_table(game, house.limits, new.seconds)
        seats = [TableSeat(chooser.spec(word)) for word in new.seats]
        live = await house.tables.begin(house.visitor(request.http), game, seats, settings)
        live.look()
        return await _describe(house, live)

    async def look(request: ApiRequest) -> Play:
        live = await house.tables.at(request.place("key"))
        live.look()
        seconds = request.query.wait
        if seconds > 0 and math.isfinite(seconds):
            await while_here(request.http, live.settled(seconds))
        return await _describe(house, live)

    async def move(request: ApiRequest) -> Play:
        new: NewMove = request.body

        def moved(table: GameTable, visitor: str) -> GameTable:
            permissions.check_mover(table, visitor)
            return table.move(new.move, new.version)

        return await changed(request, moved)

    async def undo(request: ApiRequest) -> Play:
        return await changed(request, lambda table, visitor: permissions.undo(table, visitor, request.body.version))

    async def resign(request: ApiRequest) -> Play:
        return await changed(request, lambda table, visitor: permissions.resign(table, visitor, request.body.version))

    async def changed(request: ApiRequest, step: Callable[[GameTable, str], GameTable]) -> Play:
        visitor, live = house.visitor(request.http), await house.tables.at(request.place("key"))
        await live.change(lambda table: step(table, visitor.key))
        return await _describe(house, live)

    one, gone = "/api/plays/{key}", (404, 409, 410)
    new = {"game": "tic_tac_toe", "seats": ["human", "computer:level=4"]}
    move_example, version_example = {"move": "2,2", "version": 1}, {"version": 2}
    return [
        Operation("POST", "/api/plays", "Begin a game", begin, Play, NewPlay, code=201, wrong=(404,), example=new),
        Operation("GET", one, "A game that is played", look, Play, query=Waiting, wrong=(404, 410)),
        Operation("POST", f"{one}/moves", "Make a move", move, Play, NewMove, wrong=gone, example=move_example),
        Operation("POST", f"{one}/undo", "Take the last move back", undo, Play, Change, wrong=gone, example=version_example),
        Operation("POST", f"{one}/resign", "Give the game up", resign, Play, Change, wrong=gone, example=version_example),
    ]


def _new_game(house: AppState, new: NewPlay) -> tuple[Game, Settings]:
    game = game_of(house, new.game, new.parameters)
    return game, Settings(secrets.randbelow(SEED) if new.seed is None else new.seed, new.seconds)


async def _describe(house: AppState, live: TableSession) -> Play:
    return await house.run_rules(live.table.game, _play, live.table, live.wrong)


def _play(table: GameTable, wrong: str) -> Play:
    with blame_rules(table.game):
        return Play(
            table.key,
            table.version,
            [Sitter(one.spec, one.name, one.is_person) for one in table.seats],
            table.ended,
            table.resigned,
            table.late,
            _clock(table),
            table.thinks,
            wrong,
            table.status(),
            list(table.sentences),
            state_of(table.position),
        )


def _clock(table: GameTable) -> PlayClock | None:
    if table.clock is None:
        return None
    reading = table.clock.at(now())
    return PlayClock(reading.clock.base, reading.clock.increment, list(reading.left), table.clock.seat)
