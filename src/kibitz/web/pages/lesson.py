"""A class: the page of its pupils, the page of its teacher, and what happens there; nothing without `kibitz serve --class`."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core.registry import spec_of
from kibitz.errors import GameError, KibitzError
from kibitz.players import HUMAN
from kibitz.players.levels import LEVELS
from kibitz.present.sentences import as_sentence
from kibitz.runtime.user_code import blame_rules
from kibitz.table.classroom import KINDS, Classroom, ClassTask, Kind, Pupil
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.legal_moves import name_legal
from kibitz.table.table_seat import TableSeat
from kibitz.web.addresses import MOVES, ShownLine
from kibitz.web.app import AppState
from kibitz.web.board.lesson_view import PupilCard, pupil_card, qr_code, sent_position, tally_csv
from kibitz.web.preferences import introduced
from kibitz.web.site import HttpProblem
from kibitz.web.tables import SEEDS
from kibitz.web.visitors import Stream

PACE = 0.5  # seconds between two looks at the boards
PICKED = "from"
USUAL = {"game": "", "moves": "", "kind": "", "level": "4"}  # fields of a position that is sent
FRAGMENTS = {"lesson": "_lesson.html"}
TEACHER_FRAGMENTS = {"task": "_task.html", "teacher": "_teacher.html"}


def routes(house: AppState) -> list[Route]:
    """`/class` for pupils, and the teacher's address."""
    room = house.classroom
    return [] if room is None else [*_pupil_routes(house, room), *_teacher_routes(house, room)]


def _pupil_routes(house: AppState, room: Classroom) -> list[Route]:
    beginning = asyncio.Lock()  # of a pupil's game, of which each position brings one

    async def look(request: Request) -> Response:
        return await show(request)

    async def show(request: Request, problem: str = "") -> Response:
        visitor = house.visitor(request)
        fields = await _pupil_fields(house, room, visitor.key, request.query_params.get(PICKED), problem)
        return house.page(request, "lesson.html", 400 if problem else 200, fragments=FRAGMENTS, **fields)

    async def join(request: Request) -> Response:
        visitor, wanted = house.visitor(request), introduced(request, await house.form(request))
        try:
            room.join(visitor.key, wanted.name)
        except KibitzError as problem:
            return await show(request, as_sentence(problem))
        response = house.redirect(request, "/class")
        wanted.keep(request, response)
        return response

    async def vote(request: Request) -> Response:
        visitor, form = house.visitor(request), await house.form(request)
        try:
            room.vote(visitor.key, form.get("move", ""))
        except KibitzError as problem:
            return await show(request, as_sentence(problem))
        return await show(request) if request.headers.get("kibitz-fragment") else house.redirect(request, "/class")

    async def play(request: Request) -> Response:
        visitor, task = house.visitor(request), room.task
        pupil = room.pupil(visitor.key)
        if task is None or task.kind == "vote":
            raise HttpProblem("your teacher has not sent a position to play", 409)
        async with beginning:
            if not pupil.table:
                program = TableSeat(f"computer:level={task.level}")
                sides = range(task.position.game.players)
                seats = [TableSeat(HUMAN, pupil.name) if side == task.position.to_move else program for side in sides]
                values: Any = "exam" if task.kind == "exam" else "off"
                settings = Settings(task.number % SEEDS, values=values)
                live = await house.tables.begin(visitor, task.position.game, seats, settings, task.positions)
                pupil.table = live.table.key
        return house.redirect(request, f"/play/{pupil.table}")

    async def stream(request: Request) -> Response:
        visitor = house.visitor(request)
        return Stream(house.visitors, request, _pupil_news(house, room, visitor.key, request.query_params.get("since", "")))

    async def bell(request: Request) -> Response:
        visitor = house.visitor(request)
        return Stream(house.visitors, request, _bell_news(house, room, visitor.key, request.query_params.get("since") == "1"))

    return [
        Route("/class", look, methods=["GET"]),
        Route("/class", join, methods=["POST"]),
        Route("/class/vote", vote, methods=["POST"]),
        Route("/class/play", play, methods=["POST"]),
        Route("/class/stream", stream, methods=["GET"]),
        Route("/class/bell", bell, methods=["GET"]),
    ]


async def _pupil_fields(
    house: AppState, room: Classroom, visitor: str, picked: str | None, problem: str = ""
) -> dict[str, Any]:
    pupil, task, sent = room.pupils.get(visitor), room.task, None
    if pupil is not None and task is not None:
        pupil.opened = task.number
        takes = task.kind == "vote" and room.is_open
        sent = await house.run_rules(task.position.game, sent_position, room, task, takes, picked if takes else None)
    return {"pupil": pupil, "sent": sent, "room": room, "problem": problem}


async def _pupil_news(house: AppState, room: Classroom, visitor: str, since: str) -> AsyncGenerator[dict[str, Any]]:
    """The page of a pupil whenever the teacher has sent a position, or shown votes or values; `since`: the mark it shows."""
    while True:
        if room.mark != since:
            since = room.mark
            fields = await _pupil_fields(house, room, visitor, None)
            yield {"id": "lesson", "html": house.render("_lesson.html", request=None, **fields)}
        await asyncio.sleep(PACE)


async def _bell_news(house: AppState, room: Classroom, visitor: str, rang: bool) -> AsyncGenerator[dict[str, Any]]:
    """Whether the teacher has sent a position, for the other pages of a pupil; `rang`: what the page says."""
    while True:
        rings = room.rings_for(visitor)
        if rings != rang:
            rang = rings
            spoken = {"said": "Your teacher has sent a position."} if rings else {}
            yield {"id": "bell", "html": house.render("_bell.html", rings=rings)} | spoken
        await asyncio.sleep(PACE)


# The teacher.


def _teacher_routes(house: AppState, room: Classroom) -> list[Route]:
    place, boards = f"/class/{room.secret}", PupilBoards(house, room)

    async def look(request: Request) -> Response:
        return await show(request)

    async def show(request: Request, problem: str = "", given: Mapping[str, str] | None = None) -> Response:
        house.visitor(request)
        fields = await _teacher_fields(house, room, boards)
        code = 400 if problem else 200
        return house.page(
            request,
            "teacher.html",
            code,
            fragments=TEACHER_FRAGMENTS,
            problem=problem,
            given=USUAL | ({"game": room.task.slug} if room.task else {}) | dict(given or {}),
            **fields,
        )

    async def act(request: Request) -> Response:
        visitor, form = house.visitor(request), await house.form(request)
        try:
            if form.get("do") == "send":
                room.send(await _task(house, form))
            elif form.get("do") == "votes":
                room.close_vote()
            elif form.get("do") == "values" and room.task is not None:
                task = room.task
                answer = await house.analyses.table(visitor.key, task.spec, task.names)
                if room.task is task:
                    room.show_values(answer)
        except (KibitzError, OverflowError, MemoryError) as problem:
            return await show(request, as_sentence(str(problem) or "this is too large"), form)
        return house.redirect(request, place)

    async def stream(request: Request) -> Response:
        house.visitor(request)
        return Stream(house.visitors, request, _teacher_news(house, room, boards, request.query_params.get("since", "")))

    async def tally(request: Request) -> Response:
        house.visitor(request)
        headers = {"content-disposition": 'attachment; filename="class.csv"'}
        return Response(tally_csv(room, boards.tables()).encode(), media_type="text/csv; charset=utf-8", headers=headers)

    return [
        Route(place, look, methods=["GET"]),
        Route(place, act, methods=["POST"]),
        Route(f"{place}/stream", stream, methods=["GET"]),
        Route(f"{place}/tally.csv", tally, methods=["GET"]),
    ]


async def _task(house: AppState, form: Mapping[str, str]) -> ClassTask:
    """The position that a form names: by a game and moves, or by an address of this server. KibitzError, a sentence."""
    slug, text, kind = form.get("game", ""), form.get("moves", "").strip(), form.get("kind", "")
    level = form.get("level", "4")
    if kind not in KINDS or level not in map(str, LEVELS):
        raise GameError("choose what the class is to do with it")
    given = {MOVES: text}
    if "/g/" in text:
        try:
            place = urlsplit(text)
        except ValueError:
            raise GameError("that address leads nowhere") from None
        slug = place.path.partition("/g/")[2].partition("/")[0]
        given = dict(parse_qsl(place.query)[: house.limits.fields])
    offer = house.served_game(slug)
    chosen: Kind = "vote" if kind == "vote" else "exam" if kind == "exam" else "play"
    return await house.run_rules(offer.base, _read_task, house, offer, given, chosen, int(level))


def _read_task(house: AppState, offer: Any, given: Mapping[str, str], kind: Kind, level: int) -> ClassTask:
    line = ShownLine.read(offer, given, house.limits)
    with blame_rules(line.game):
        if line.position.is_over or line.position.is_chance:
            raise GameError("nobody is to move there: choose a position before the end of the game, after the dice")
        legal = tuple(name_legal(line.position, []).values())
        positions = line.positions[: line.ply + 1]
        return ClassTask(0, kind, offer.slug, spec_of(line.game), positions, line.names[: line.ply], legal, level)


class PupilBoards:
    """The boards of all pupils, each drawn anew only when its game has changed."""

    def __init__(self, house: AppState, room: Classroom) -> None:
        self._house, self._room = house, room
        self._known: dict[int, tuple[tuple[Any, ...], PupilCard]] = {}

    def tables(self) -> list[tuple[Pupil, GameTable | None]]:
        """Each pupil, with the game that changed last; None for a pupil without one."""
        found = [(pupil, self._house.tables.newest_of(visitor)) for visitor, pupil in self._room.pupils.items()]
        return [(pupil, None if live is None else live.table) for pupil, live in found]

    async def cards(self) -> list[PupilCard]:
        """The cards, in the order in which the pupils joined."""
        return await asyncio.gather(*(self._card(*one) for one in self.tables()))

    async def _card(self, pupil: Pupil, table: GameTable | None) -> PupilCard:
        mark = pupil.name, bool(pupil.vote), table and (table.key, table.version)
        known = self._known.get(pupil.number)
        if known is not None and known[0] == mark:
            return known[1]
        try:
            card = pupil_card(pupil, None, Markup("")) if table is None else await self._draw(pupil, table)
        except KibitzError:  # rules that fail: their page says so
            return pupil_card(pupil, None, Markup(""))
        if table is None or card.picture:  # a board that took too long is drawn the next time
            self._known[pupil.number] = mark, card
        return card

    async def _draw(self, pupil: Pupil, table: GameTable) -> PupilCard:
        names = await self._house.run_rules(table.game, table.names)
        (picture,) = await self._house.pictures.reached([(table.game, tuple(names))])
        return await self._house.run_rules(table.game, pupil_card, pupil, table, picture)


async def _teacher_fields(house: AppState, room: Classroom, boards: PupilBoards) -> dict[str, Any]:
    task = room.task
    sent = None if task is None else await house.run_rules(task.position.game, sent_position, room, task, False)
    link = house.link("class")
    return {
        "room": room,
        "place": f"/class/{room.secret}",
        "sent": sent,
        "cards": await boards.cards(),
        "link": link,
        "code": qr_code(link),
        "kinds": KINDS,
        "levels": LEVELS,
        "games": [(offer.slug, offer.name) for offer in house.catalog],
        "voted": sum(bool(pupil.vote) for pupil in room.pupils.values()),
    }


async def _teacher_news(house: AppState, room: Classroom, boards: PupilBoards, since: str) -> AsyncGenerator[dict[str, Any]]:
    """Each change: of the position and its votes, of the list of pupils, of single boards; `since`: the version of the page."""
    before = dict[int, PupilCard]()  # so the list comes first: boards may have changed since the page was made
    while True:
        cards = {card.number: card for card in await boards.cards()}
        if str(room.version) != since:
            since = str(room.version)
            fields = await _teacher_fields(house, room, boards)
            yield {"id": "task", "html": house.render("_task.html", **fields)}
        if cards.keys() != before.keys():
            yield {"id": "pupils", "html": house.render("_pupils.html", cards=list(cards.values()))}
        else:
            for number, card in cards.items():
                if card != before[number]:
                    yield {"id": f"pupil-{number}", "html": house.render("_pupil.html", card=card)}
        before = cards
        await asyncio.sleep(PACE)
