"""The review of a game that has been played: of a match, or by people; and of a line of moves that an address names."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kibitz.arena.store.replay import record
from kibitz.core.registry import spec_of
from kibitz.core.thought import UNFINISHED, GameRecord
from kibitz.jobs.reviews import PuzzleSource, ReviewRequest, RunningReview
from kibitz.players import HUMAN
from kibitz.proofs import Entry, Proofs
from kibitz.runtime.user_code import blame_rules
from kibitz.table.served_games import ServedGame, name_spec
from kibitz.web.addresses import ShownLine, analysis_of
from kibitz.web.app import AppState
from kibitz.web.board.review_view import show_review
from kibitz.web.board.stored_game import game_of
from kibitz.web.board.walk import PLY, TURNED, Walk, positions_of
from kibitz.web.pages.replay import key_of, stored
from kibitz.web.site import HttpProblem
from kibitz.web.visitors import Stream

LINE = "/g/{slug}/line"  # with the moves after it, see web/addresses.py
PLACES = ("/match/{number:int}/{pair:int}/{side:int}", "/play/{key}", LINE)
CHOICES = {"0.1": "a quick look", "0.5": "half a second for a move", "2": "thorough: two seconds for a move"}
USUAL = "0.5"
PAUSE = 0.25  # seconds between two news of a stream
FRAGMENTS = {"review": "_review.html"}


def routes(house: AppState) -> list[Route]:
    """`.../review` of any game that has been played."""
    reviews = house.reviews

    async def read_request(request: Request) -> ReviewRequest:
        return ReviewRequest(await _record(house, request), float(_seconds(request.query_params.get("seconds", ""))))

    async def review(request: Request) -> Response:
        house.visitor(request)
        fields = await _review_fields(house, request, await read_request(request))
        return house.page(request, "review.html", **fields, fragments=FRAGMENTS)

    async def whole(request: Request) -> Response:
        """The whole review on one page, for reading and printing; without one, a redirect to the page that makes it."""
        house.visitor(request)
        wanted = await read_request(request)
        done, place, query = reviews.done(wanted), _place(request), _query(request, f"{wanted.seconds:g}")
        if done is None or done.wrong:
            return house.redirect(request, f"{place}/review{query}")
        fields = {"name": name_spec(wanted.record.game), "html": Markup(done.html), "place": place, "query": query}
        return house.page(request, "whole_review.html", **fields)

    async def begin(request: Request) -> Response:
        visitor, seconds = house.visitor(request), _seconds((await house.form(request)).get("seconds", ""))
        source = await house.run_blocking(_source, house, request)
        record = await _record(house, request)
        proofs = await _proofs(house, request, record)
        await reviews.begin(ReviewRequest(record, float(seconds)), visitor.key, source, proofs)
        return house.redirect(request, f"{request.url.path}{_query(request, seconds)}")

    async def stream(request: Request) -> Response:
        wanted = await read_request(request)
        return Stream(house.visitors, request, _events(house, request, wanted))

    async def as_json(request: Request) -> Response:
        """The JSON that `kibitz review --json` writes. HttpProblem where the review has not been made."""
        found = reviews.done(await read_request(request))
        if found is None or found.json is None:
            raise HttpProblem("this review has not been made yet: begin it on its page", 404)
        return JSONResponse(found.json)

    return [
        route
        for place in PLACES
        for route in (
            Route(f"{place}/review", review, methods=["GET"]),
            Route(f"{place}/review", begin, methods=["POST"]),
            Route(f"{place}/review/stream", stream, methods=["GET"]),
            Route(f"{place}/review/whole", whole, methods=["GET"]),
            Route(f"{place}/review.json", as_json, methods=["GET"]),
        )
    ]


def _seconds(text: str) -> str:
    return text if text in CHOICES else USUAL


def _place(request: Request) -> str:
    return request.url.path.partition("/review")[0]


def _query(request: Request, seconds: str) -> str:
    """The query of a review's address: for a line its moves."""
    return f"?{urlencode(_fields(request, seconds), safe='/,')}"


def _fields(request: Request, seconds: str) -> dict[str, str]:
    """The fields of that address, without those of the walk."""
    given = dict(request.query_params) if "slug" in request.path_params else {}
    return {name: text for name, text in given.items() if name not in (PLY, TURNED)} | {"seconds": seconds}


def _line(house: AppState, offer: ServedGame, given: Mapping[str, str]) -> GameRecord:
    """The line of an address as a game, whether it is over or not."""
    line = ShownLine.read(offer, given, house.limits)
    with blame_rules(line.game):
        payoffs = line.positions[-1].payoffs
    players = (HUMAN,) * line.game.players
    return GameRecord(spec_of(line.game), line.names, players, payoffs, reason="" if payoffs is not None else UNFINISHED)


async def _record(house: AppState, request: Request) -> GameRecord:
    """The requested game. HttpProblem if it is missing or cannot be reviewed here."""
    if "slug" in request.path_params:
        offer = house.served_game(request.path_params["slug"])
        found = await house.run_rules(offer.base, _line, house, offer, dict(request.query_params))
    else:
        found = await house.run_blocking(_kept, house, request)
    game, missing = await game_of(house, found.game)
    if game is None:
        raise HttpProblem(missing, 410)
    if not 0 < len(found.moves) <= house.limits.plies:
        raise HttpProblem(f"a review is of 1 to {house.limits.plies:,} moves, and this game has {len(found.moves):,}", 409)
    return found


def _kept(house: AppState, request: Request) -> GameRecord:
    """The stored game. HttpProblem if it is missing or unfinished."""
    if "key" in request.path_params:
        sitting = house.store.sitting(request.path_params["key"])
        if sitting is None:
            raise HttpProblem("there is no such game here", 404)
        if not sitting.ended:
            raise HttpProblem("this game is not over: play it to its end, or resign, and then have it reviewed", 409)
        return sitting.record()
    return record(*stored(house, *key_of(request)))


async def _proofs(house: AppState, request: Request, record: GameRecord) -> list[Entry]:
    """Proofs about the game's positions, from its table and elsewhere on this server."""
    moves, kept = await house.tables.proofs(request.path_params["key"]) if "key" in request.path_params else ((), [])
    game = await house.run_blocking(house.catalog.load, record.game)
    end = (await house.run_rules(game, positions_of, game, record.moves))[-1]
    proofs = Proofs(game)
    proofs.recall(kept if moves == end.moves else [])
    proofs.meet(house.proved.along(record.game, record.moves, end))
    return proofs.as_json()


def _source(house: AppState, request: Request) -> PuzzleSource | None:
    """The stored game, for puzzles, which belong to its people. None for a line of moves."""
    if "slug" in request.path_params:
        return None
    if "key" not in request.path_params:
        return PuzzleSource("", "match:{}/{}/{}".format(*key_of(request)))
    sitting = house.store.sitting(request.path_params["key"])
    return None if sitting is None else PuzzleSource(sitting.owner, f"play:{sitting.key}")


async def _review_fields(house: AppState, request: Request, wanted: ReviewRequest) -> dict[str, Any]:
    """The page's fields: the review at a ply, its progress, or the form to begin one."""
    done, going = house.reviews.done(wanted), house.reviews.going(wanted)
    place, seconds, record = _place(request), f"{wanted.seconds:g}", wanted.record
    facts = done.walk if done and not going else None
    fields = {
        "place": place,
        "query": _query(request, seconds),
        "game_place": None if "slug" in request.path_params else place,
        "name": name_spec(record.game),
        "seconds": seconds,
        "choices": CHOICES,
        "record": record,
        "going": going,
        "progress": _progress(going) if going else None,
        "is_done": facts is not None,
        "wrong": done.wrong if done and not going else "",
        "puzzles": "",
        "location": f"{place}/review{_query(request, seconds)}",
    }
    game, missing = await game_of(house, record.game)
    if facts is None:
        return fields | {"analysis": await house.run_rules(game, analysis_of, house.catalog, game, record.moves)}
    offer = None if game is None else house.catalog.served_game(game)
    if game is None or offer is None:
        raise HttpProblem(missing, 410)
    people = [side for side, player in enumerate(record.players) if player == HUMAN]
    given, beside = dict(request.query_params), _fields(request, seconds)
    walk = Walk.read(f"{place}/review", game, len(record.moves), given, 0, people, beside)
    here = await house.run_rules(game, show_review, house.catalog, offer, game, record, facts, walk)
    caption = f"Move {walk.ply}: {record.moves[walk.ply - 1]}." if walk.ply else "The review is ready."
    source = await house.run_blocking(_source, house, request)
    if done is not None and done.puzzles and source is not None and source.owner in ("", house.visitor(request).key):
        fields["puzzles"] = f"/puzzles/{offer.slug}"
    return fields | here | {"caption": caption, "location": walk.at(walk.ply)}


def _progress(going: RunningReview) -> dict[str, Any]:
    news = going.job.news or {}
    text = going.job.doing or ("waiting for its turn" if going.job.news is None else "working backwards from the last move")
    return {"done": news.get("done", 0), "of": max(1, news.get("of", 1)), "said": text}


async def _events(house: AppState, request: Request, wanted: ReviewRequest) -> AsyncIterator[dict[str, Any]]:
    """Stream the progress of the review, then the review; it runs while a visitor listens."""
    reviews = house.reviews
    going = reviews.going(wanted)
    if going is not None:
        with going.lease.hold():
            sent = ""
            while not going.job.is_done:
                html = house.render("_review_progress.html", progress=_progress(going))
                if html != sent:
                    sent = html
                    yield {"id": "progress", "html": html}
                await asyncio.sleep(PAUSE)
            while reviews.going(wanted) is going:  # until what came of it is noted down
                await asyncio.sleep(PAUSE)
    fields = await _review_fields(house, request, wanted)
    news = {} if fields["is_done"] else {"said": "The review was given up."}  # what is ready says so itself
    yield {"id": "review", "html": house.render("_review.html", **fields), "end": True} | news
