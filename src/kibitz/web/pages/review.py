"""The review of a game that has been played: of a match, or by people."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kibitz.arena.store.replay import record
from kibitz.thought import GameRecord
from kibitz.web.app import AppState
from kibitz.web.house import Wrong
from kibitz.web.pages.match import key_of, stored
from kibitz.web.readings import Going, ReviewRequest, Reviews
from kibitz.web.shelf import name_spec
from kibitz.web.standings import game_of
from kibitz.web.visitors import Stream

PLACES = ("/match/{number:int}/{pair:int}/{side:int}", "/play/{key}")
CHOICES = {"0.1": "a quick look", "0.5": "half a second for a move", "2": "thorough: two seconds for a move"}
USUAL = "0.5"
PAUSE = 0.25  # seconds between two news of a stream
FRAGMENTS = {"review": "_review.html"}


def routes(house: AppState) -> list[Route]:
    """`.../review` of whatever has been played."""
    reviews = house.reviews

    async def read_request(request: Request) -> ReviewRequest:
        return ReviewRequest(await _record(house, request), float(_seconds(request.query_params.get("seconds", ""))))

    async def review(request: Request) -> Response:
        house.visitor(request)
        wanted = await read_request(request)
        return house.page(request, "review.html", **_review_fields(request, reviews, wanted), fragments=FRAGMENTS)

    async def begin(request: Request) -> Response:
        visitor, seconds = house.visitor(request), _seconds((await house.form(request)).get("seconds", ""))
        await reviews.begin(ReviewRequest(await _record(house, request), float(seconds)), visitor)
        return house.go(request, f"{request.url.path}?seconds={seconds}")

    async def stream(request: Request) -> Response:
        wanted = await read_request(request)
        return Stream(house.visitors, request, _events(house, reviews, request, wanted))

    async def as_json(request: Request) -> Response:
        """The JSON that `kibitz review --json` writes. Wrong where the review has not been made."""
        found = reviews.done(await read_request(request))
        if found is None or found.json is None:
            raise Wrong("this review has not been made yet: begin it on its page", 404)
        return JSONResponse(found.json)

    return [
        route
        for place in PLACES
        for route in (
            Route(f"{place}/review", review, methods=["GET"]),
            Route(f"{place}/review", begin, methods=["POST"]),
            Route(f"{place}/review/stream", stream, methods=["GET"]),
            Route(f"{place}/review.json", as_json, methods=["GET"]),
        )
    ]


def _seconds(text: str) -> str:
    return text if text in CHOICES else USUAL


def _place(request: Request) -> str:
    return request.url.path.partition("/review")[0]


async def _record(house: AppState, request: Request) -> GameRecord:
    """The game that is asked for. Wrong where there is none, or none that can be reviewed here."""
    found = await house.off(_kept, house, request)
    game, missing = await game_of(house, found.game)
    if game is None:
        raise Wrong(missing, 410)
    if not 0 < len(found.moves) <= house.limits.plies:
        raise Wrong(f"a review is of 1 to {house.limits.plies:,} moves, and this game has {len(found.moves):,}", 409)
    return found


def _kept(house: AppState, request: Request) -> GameRecord:
    """The game out of the store. Wrong where there is none, or it is not over."""
    if "key" in request.path_params:
        sitting = house.store.sitting(request.path_params["key"])
        if sitting is None:
            raise Wrong("there is no such game here", 404)
        if not sitting.ended:
            raise Wrong("this game is not over: play it to its end, or resign, and then have it reviewed", 409)
        return sitting.record()
    return record(*stored(house, *key_of(request)))


def _review_fields(request: Request, reviews: Reviews, wanted: ReviewRequest) -> dict[str, Any]:
    done, going = reviews.done(wanted), reviews.going(wanted)
    place, seconds = _place(request), f"{wanted.seconds:g}"
    return {
        "place": place,
        "name": name_spec(wanted.record.game),
        "seconds": seconds,
        "choices": CHOICES,
        "record": wanted.record,
        "going": going,
        "progress": _progress(going) if going else None,
        "html": Markup(done.html) if done and not done.wrong and not going else "",
        "wrong": done.wrong if done and not going else "",
        "location": f"{place}/review?seconds={seconds}",
    }


def _progress(going: Going) -> dict[str, Any]:
    news = going.job.news or {}
    text = going.job.doing or ("waiting for its turn" if going.job.news is None else "looking at the moves, the last one first")
    return {"done": news.get("done", 0), "of": max(1, news.get("of", 1)), "said": text}


async def _events(house: AppState, reviews: Reviews, request: Request, wanted: ReviewRequest) -> AsyncIterator[dict[str, Any]]:
    """The progress of the review and at last the review, which goes on as long as somebody listens."""
    going = reviews.going(wanted)
    if going is not None:
        going.watchers += 1
        try:
            sent = ""
            while not going.job.is_done:
                html = house.render("_review_progress.html", progress=_progress(going))
                if html != sent:
                    sent = html
                    yield {"id": "progress", "html": html}
                await asyncio.sleep(PAUSE)
            await asyncio.sleep(PAUSE)  # until what came of it is noted down
        finally:
            going.watchers -= 1
            reviews.going(wanted)
    fields = _review_fields(request, reviews, wanted)
    sentence = "The review is ready." if fields["html"] else "The review was given up."
    yield {"id": "review", "html": house.render("_review.html", **fields), "said": sentence, "end": True}
