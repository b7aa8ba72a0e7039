"""A table: its page, its moves, and the stream of its changes."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core.thought import Value
from kibitz.errors import KibitzError, PlayerError
from kibitz.players.levels import LEVELS
from kibitz.present.sentences import as_sentence
from kibitz.runtime.user_code import blame_rules
from kibitz.table import permissions
from kibitz.table.game_table import GameTable, Stale
from kibitz.table.level_names import level_of
from kibitz.table.permissions import check_helped, check_mover, check_seat
from kibitz.web.addresses import analysis_of
from kibitz.web.app import AppState
from kibitz.web.board.share import share_of
from kibitz.web.board.table_view import Facts, Wish, news, thinking, verdict, view
from kibitz.web.chooser import COMPUTER, Chooser
from kibitz.web.site import FRAGMENT, HttpProblem
from kibitz.web.table_session import UNWEIGHED, TableSession
from kibitz.web.visitors import Stream, Visitor

PATIENCE = 3.0  # seconds that a page without a script waits for an answer, before it asks again by itself
FRAGMENTS = {"table": "_table.html", "thinking": "_thinking.html"}
CONFLICT = 409
TURNED = "kibitz_turned"  # a cookie
YEAR = 365 * 86_400  # seconds
DIGITS = 6  # of a number in an address
Fields = Mapping[str, str]


def routes(house: AppState) -> list[Route]:
    """The page of a table, what can be done there, and its stream."""
    tables = house.tables

    async def look(request: Request) -> Response:
        house.visitor(request)
        key = request.path_params["key"]
        if any(offer.slug == key for offer in house.catalog):
            return house.redirect_to_game(request, key)
        live = await tables.at(key)
        live.look()
        return await _page(house, request, live, _wish(request))

    async def act(request: Request) -> Response:
        visitor = house.visitor(request)
        action = ACTIONS[request.url.path.rpartition("/")[2]]
        live = await tables.at(request.path_params["key"])
        form = await house.form(request)
        try:
            await action(live, form, visitor.key)
        except (KibitzError, ValueError) as problem:
            if isinstance(problem, HttpProblem):
                raise
            code = CONFLICT if isinstance(problem, Stale) else 400
            text = str(problem) if isinstance(problem, KibitzError) else "Invalid form data."
            return await _page(house, request, live, replace(_here(request), problem=as_sentence(text)), code)
        if request.headers.get(FRAGMENT):
            return await _page(house, request, live, _here(request))
        await live.settled(PATIENCE)
        return house.redirect(request, f"/play/{live.table.key}")

    async def again(request: Request) -> Response:
        visitor = house.visitor(request)
        before = await tables.at(request.path_params["key"])
        form = await house.form(request)
        ply = _ply(form.get("ply", ""))
        if ply is not None and ply < before.table.ply and before.table.settings.apart is None:
            live = await tables.retry(visitor, before.table, ply)
        else:
            live = await _next_table(house, visitor, before, bool(form.get("turned")))
        live.look()
        if not request.headers.get(FRAGMENT):
            await live.settled(PATIENCE)
        return house.redirect(request, f"/play/{live.table.key}")

    async def turn(request: Request) -> Response:
        house.visitor(request)
        live = await tables.at(request.path_params["key"])
        form = await house.form(request)
        wish = replace(_wish(request, form.get("ply", "")), turned=form.get("turned") == "1")
        if request.headers.get(FRAGMENT):
            answer = await _page(house, request, live, wish)
        else:
            answer = house.redirect(request, wish.at(live.table.key))
        answer.set_cookie(
            TURNED,
            str(int(wish.turned is True)),
            YEAR,
            path=f"/play/{live.table.key}",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    async def stream(request: Request) -> Response:
        house.visitor(request)
        live = await tables.at(request.path_params["key"])

        async def show(live: TableSession, wish: Wish, name: str) -> dict[str, Any]:
            facts = _facts(live, wish)
            table = live.table
            try:
                html = await house.run_rules(table.game, _rendered, house, request, name, table, facts, wish)
            except KibitzError as problem:  # the rules cannot draw this position
                return {"said": as_sentence(problem), "end": True}
            return {"id": name, "html": html} | ({"mark": facts.mark} if name == "table" else {})

        return Stream(house.visitors, request, news(live, _wish(request), request.query_params.get("since", ""), show))

    return [
        Route("/play/{key}", look),
        Route("/play/{key}/stream", stream),
        Route("/play/{key}/again", again, methods=["POST"]),
        Route("/play/{key}/turn", turn, methods=["POST"]),
        *(Route(f"/play/{{key}}/{action}", act, methods=["POST"]) for action in ACTIONS),
    ]


async def _next_table(house: AppState, visitor: Visitor, before: TableSession, turned: bool) -> TableSession:
    """Another game like that one; people who are apart find the one that either of them has begun."""
    apart = before.table.settings.apart
    if apart is None:
        return await house.tables.again(visitor, before.table, turned)
    if apart.seat_of(visitor.key) is None:
        raise HttpProblem("two others play here: they may begin another game", 403)
    if not before.table.ended:
        raise HttpProblem("the game goes on: it must end before another one begins", 409)
    async with before.beginning:
        if not permissions.next_table(before.table):
            key = (await house.tables.again(visitor, before.table, turned)).table.key
            await before.change(lambda now: permissions.followed_by(now, visitor.key, key))
    return await house.tables.at(permissions.next_table(before.table))  # of the other one, who may have been quicker


async def _page(house: AppState, request: Request, live: TableSession, wish: Wish, code: int = 200) -> Response:
    return await house.run_rules(live.table.game, _written, house, request, live.table, _facts(live, wish), wish, code)


def _written(house: AppState, request: Request, table: GameTable, facts: Facts, wish: Wish, code: int) -> Response:
    with blame_rules(table.game):
        fields = {"fragments": FRAGMENTS, "location": wish.at(table.key), **_elsewhere(house, request, table, wish)}
        return house.page(request, "play.html", code, **fields, **view(table, facts, wish))


def _rendered(house: AppState, request: Request, name: str, table: GameTable, facts: Facts, wish: Wish) -> str:
    with blame_rules(table.game):
        if name == "thinking":  # several times a second
            return house.render(FRAGMENTS[name], table=table, thinking=thinking(table, facts))
        return house.render(FRAGMENTS[name], **_elsewhere(house, request, table, wish), **view(table, facts, wish))


def _elsewhere(house: AppState, request: Request, table: GameTable, wish: Wish) -> dict[str, Any]:
    """The game's name on the page, its analysis address, its sharing, and whether others can come."""
    names = table.names()
    players = [one.person or ("" if one.is_person else one.name) for one in table.seats]
    return {
        "offer": house.catalog.served_game(table.game),
        "analysis": analysis_of(house.catalog, table.game, names, wish.ply),
        "share": share_of(house.catalog, table.game, names[: wish.ply], players),
        "is_open": house.visitors.is_open,
        "origin": f"{request.url.scheme}://{request.url.netloc}",
    }


def _facts(live: TableSession, wish: Wish) -> Facts:
    """The knowledge of this moment; read in the thread of the event loop, where nothing changes meanwhile."""
    table = live.table
    ply = table.ply if wish.ply is None else min(wish.ply, table.ply)
    here = table.positions[ply].moves
    job = live.advising or live.job
    return Facts(
        live.mark,
        live.findings.moves(here),
        live.weighed.get(here, UNWEIGHED),
        live.hint,
        live.is_advising,
        job.news if job else None,
        job.doing if job else "",
        live.wrong,
        live.learned,
        played_alone(live) if table.ended else {},
    )


def played_alone(live: TableSession) -> dict[int, dict[int, Value]]:
    """The known values of the moves of each position, by ply, but not where the page had said them: by a hint, or all along."""
    if live.table.settings.values == "on":
        return {}
    path = enumerate(live.table.positions)
    return {ply: live.findings.moves(one.moves) for ply, one in path if one.moves not in live.advised}


def _wish(request: Request, ply: str | None = None) -> Wish:
    """The view that a request wants. The direction of the board comes from a cookie of this game."""
    ply = request.query_params.get("ply", "") if ply is None else ply
    picked, turned = request.query_params.get("from", ""), request.cookies.get(TURNED)
    is_turned = turned == "1" if turned in ("0", "1") else None
    return Wish(_ply(ply), picked[:64] or None, turned=is_turned, visitor=request.state.visitor.key)


def _ply(text: str) -> int | None:
    """A ply as addresses and forms have it; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None


def _here(request: Request) -> Wish:
    """The newest position, after a form."""
    return _wish(request, "")


def _version(form: Fields) -> int:
    """The version of the page that a form was on. Stale where it says none."""
    text = form.get("version", "")
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise Stale("this form belongs to no position: look at the board, and choose again")
    return int(text)


async def _move(live: TableSession, form: Fields, visitor: str) -> None:
    text, version, facts = form.get("move", ""), _version(form), _facts(live, Wish())

    def moved(now: GameTable) -> GameTable:
        check_mover(now, visitor)
        return now.move(text, version).judged(now.ply, verdict(now, text, facts))

    await live.change(moved)


async def _undo(live: TableSession, form: Fields, visitor: str) -> None:
    version = _version(form)
    await live.change(lambda now: permissions.undo(now, visitor, version))


async def _resign(live: TableSession, form: Fields, visitor: str) -> None:
    version = _version(form)
    await live.change(lambda now: permissions.resign(now, visitor, version))


async def _ask(live: TableSession, form: Fields, visitor: str) -> None:
    version, what = _version(form), form.get("what", "")
    await live.change(lambda now: permissions.ask(now, visitor, what, version))


async def _answer(live: TableSession, form: Fields, visitor: str) -> None:
    version, agrees = _version(form), form.get("agrees") == "1"
    await live.change(lambda now: permissions.answer(now, visitor, agrees, version))


async def _values(live: TableSession, form: Fields, visitor: str) -> None:
    check_helped(live.table)
    await live.change(lambda now: now.show_values(form.get("values", "")))
    if live.table.settings.values == "exam":
        live.hint = None


async def _hint(live: TableSession, form: Fields, visitor: str) -> None:
    check_helped(live.table)
    if live.table.settings.values == "exam":
        raise KibitzError("an exam gives no hints: show the values, or switch them off")
    live.advise()


async def _retry(live: TableSession, form: Fields, visitor: str) -> None:
    check_seat(live.table, visitor)
    live.retry()


async def _exchange(live: TableSession, form: Fields, visitor: str) -> None:
    version, table, limits = _version(form), live.table, live.house.limits
    chooser = await live.house.run_rules(table.game, Chooser.at_table, table.game, limits, table.settings.seconds)
    spec = await live.house.run_rules(table.game, chooser.spec, form.get("player", ""))
    await live.change(lambda now: permissions.exchange(now, visitor, spec, version))


async def _level(live: TableSession, form: Fields, visitor: str) -> None:
    version, level = _version(form), form.get("level", "")
    if level not in map(str, LEVELS):
        raise PlayerError(f"a level is a whole number from {min(LEVELS)} to {max(LEVELS)}")

    def changed(now: GameTable) -> GameTable:
        found = level_of(now)
        if found is None:
            raise PlayerError("no computer plays at a level here")
        return permissions.exchange(now, visitor, f"{COMPUTER}:level={level}", version, found[0])

    await live.change(changed)


async def _stop(live: TableSession, form: Fields, visitor: str) -> None:
    check_seat(live.table, visitor)
    live.stop()


ACTIONS: Mapping[str, Callable[[TableSession, Fields, str], Awaitable[None]]] = {
    "move": _move,
    "undo": _undo,
    "resign": _resign,
    "ask": _ask,
    "answer": _answer,
    "values": _values,
    "hint": _hint,
    "stop": _stop,
    "retry": _retry,
    "exchange": _exchange,
    "level": _level,
}
