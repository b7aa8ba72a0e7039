"""A match: how it stands, live while it is played, and the list of its games."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.fixture import FROM, IMPORTED, Fixture, Plan, Played, ordinal
from kibitz.arena.stats.crosstable import NEEDS_SCIPY, can_rate
from kibitz.core.rules import Game
from kibitz.errors import KibitzError, MatchError
from kibitz.jobs.matches import PACES, Occupied, Run
from kibitz.players import is_external
from kibitz.position import Position
from kibitz.present.sentences import as_sentence
from kibitz.present.values import side_names
from kibitz.table import standings
from kibitz.table.served_games import ServedGame, name_spec, public_openings
from kibitz.table.standings import letter
from kibitz.web.app import AppState
from kibitz.web.board.stored_game import game_of, picture, result, upto
from kibitz.web.pages.matches import another_match, page_number
from kibitz.web.site import HttpProblem
from kibitz.web.visitors import Stream
from kibitz.workers.files import changed_files, collect_files


def routes(house: AppState) -> list[Route]:
    """`/match/{n}` and what can be done there."""

    async def match(request: Request) -> Response:
        house.visitor(request)
        return await show(request, None)

    async def show(request: Request, occupied: Occupied | None) -> Response:
        number, page = number_of(request), page_number(request)
        fields = await match_facts(house, number, page, house.matches.of(number))
        if occupied:
            fields |= {"problem": as_sentence(occupied), "occupied": occupied.matches}
        here = f"/match/{number}" + (f"?page={page}" if page > 1 else "")
        code = 503 if occupied else 200
        return house.page(request, "match.html", code, **fields, fragments=FRAGMENTS, location=here)

    async def stop(request: Request) -> Response:
        house.visitor(request)
        house.matches.stop(number_of(request))
        return house.redirect(request, f"/match/{number_of(request)}")

    async def on(request: Request) -> Response:
        house.visitor(request)
        number, given = number_of(request), await house.form(request)
        plan = await house.run_blocking(house.store.plan, number)
        _, missing = await game_of(house, plan.game)
        refused = await house.run_blocking(refusal, plan, missing, house.limits.engines)
        if refused:
            raise MatchError(refused)
        pace = given.get("pace", "")
        try:
            house.matches.go_on(number, plan.game, pace if pace in PACES else "none")
        except Occupied as problem:
            return await show(request, problem)
        return house.redirect(request, f"/match/{number}")

    async def stream(request: Request) -> Response:
        number = number_of(request)
        plan = await house.run_blocking(house.store.plan, number)
        return Stream(house.visitors, request, events(house, number, plan))

    return [
        Route("/match/{number:int}", match, methods=["GET"]),
        Route("/match/{number:int}/stop", stop, methods=["POST"]),
        Route("/match/{number:int}/on", on, methods=["POST"]),
        Route("/match/{number:int}/stream", stream, methods=["GET"]),
    ]


def number_of(request: Request) -> int:
    """The match that is asked for. HttpProblem for a number that no match has."""
    number: int = request.path_params["number"]
    if number >= 10**9:
        raise HttpProblem("there is no such match", 404)
    return number


# A match that is played, as a stream of the parts of its page that change.

PAUSE = 0.2  # seconds between two looks
CALM = 2.0  # seconds between two lists of games: who clicks on a link must not have it taken away
FRAGMENTS = {
    "going": "_match_going.html",
    "doing": "_match_doing.html",
    "live": "_match_live.html",
    "standing": "_match_standing.html",
    "games": "_match_games.html",
}


async def events(house: AppState, number: int, plan: Plan) -> AsyncIterator[dict[str, Any]]:
    """The parts of the page that have changed, as long as it is played; then all of them, and an end."""
    game, _ = await game_of(house, plan.game)
    sent, links = dict[str, str](), 0.0
    position: Position | None = None
    while (run := house.matches.of(number)) is not None:
        seen = None
        while not run.job.is_done:
            if (run.job.news, run.job.doing) == seen:
                await asyncio.sleep(PAUSE)
                continue
            seen = run.job.news, run.job.doing
            try:
                parts, position = await house.run_rules(game, _parts, house, run, number, plan, game, position)
            except KibitzError:  # of its rules: it goes on without a board
                game = seen = None
                continue
            for name, html in parts.items():
                if sent.get(name) != html and (name != "games" or time.monotonic() > links):
                    links = time.monotonic() + CALM if name == "games" else links
                    sent[name] = html
                    yield {"id": name, "html": html}
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(PAUSE)  # until it is known whether another process goes on
    page = await match_facts(house, number, 1, None)
    for name in ("standing", "games"):
        yield {"id": name, "html": house.render(FRAGMENTS[name], **page)}
    sentence = "The match has been played to its end." if not page["left"] else "The match has stopped."
    yield {"id": "going", "html": house.render(FRAGMENTS["going"], **page), "said": sentence, "end": True}


def _parts(
    house: AppState, run: Run, number: int, plan: Plan, game: Game | None, before: Position | None
) -> tuple[dict[str, str], Position | None]:
    news = run.news
    found = {"doing": house.render(FRAGMENTS["doing"], run=run)}
    live, position = live_board(run, plan, game, before)
    if live is not None:
        found["live"] = house.render(FRAGMENTS["live"], live=live)
    if "standing" in news:
        tally, table = standings.tally(news["standing"]), news["standing"]["crosstable"]
        fields = {"tally": tally, "table": table, "plan": plan, "letters": player_letters(plan)} | _rating()
        fields["tournament"] = news["standing"]["tournament"]
        found["standing"] = house.render(FRAGMENTS["standing"], **fields)
    if news.get("recent"):
        lines = recent_games(news)
        found["games"] = house.render(FRAGMENTS["games"], number=number, lines=lines, recent=True, page=1, pages=1)
    return found, position


# The fields of the page: who plays, who is ahead, the board, the games.

PAGE_GAMES = 40  # games on a page


async def match_facts(house: AppState, number: int, page: int, run: Run | None) -> dict[str, Any]:
    """All fields of the page, with a page of games; `run`: where the match is played. HttpProblem for an unknown match."""
    kept = await house.run_blocking(_kept, house, number, page)
    plan: Plan = kept["plan"]
    game, missing = await game_of(house, plan.game)
    standing = await _standing(house, run, number, kept)
    offer, board = None, None
    left = standing["games"] < standing["scheduled"] and not run
    another: dict[str, Any] = {}
    try:
        offer, board = await house.run_rules(game, _board, house, run, plan, game, kept["last"])
        if not left and not run:
            another = await house.run_rules(game, another_match, house, offer, game, plan, standing)
    except KibitzError as problem:  # the match may be stopped all the same
        missing = str(problem)
    return kept | {
        "another": another,
        "number": number,
        "form": "" if plan.form in ("pairs", IMPORTED) else plan.form.replace("_", "-"),
        "run": run,
        "missing": missing,
        "offer": offer,
        "live": board,
        "tally": standings.tally(standing),
        "table": standing["crosstable"],
        "tournament": standing["tournament"],
        **_rating(),
        "minutes": round(house.limits.playing / 60),
        "why": "" if run else house.matches.why(number),
        "left": left,
        "refused": await house.run_blocking(refusal, plan, missing, house.limits.engines) if left else "",
        "paces": {"none": "no board, as quick as can be", "quick": "the board, quick", "slow": "the board, slow"},
        "chosen": house.matches.pace(number),
        "problem": "",
        "occupied": (),
    }


def _rating() -> dict[str, Any]:
    """Whether more than two players can be rated, and what that needs."""
    return {"can_rate": can_rate(), "unrated": f"{NEEDS_SCIPY}."}


def refusal(plan: Plan, missing: str, engines: tuple[str, ...] = ()) -> str:
    """Why a match cannot go on here, or "": `missing`, or it needs files, or engines, that this server was not started with."""
    if missing:
        return missing
    if any(is_external(spec) and spec not in engines for spec in plan.players):
        return "it needs engines that this server was not started with: `kibitz match --resume` goes on with it"
    named = {path: content for path, content in plan.files.items() if path != plan.auto}
    if set(named) - set(collect_files([plan.game])) or changed_files(named):
        return "it needs files that are not served here, or that have changed: `kibitz match --resume` goes on with it"
    return ""


def live_board(
    run: Run, plan: Plan, game: Game | None, before: Position | None
) -> tuple[dict[str, Any] | None, Position | None]:
    """The game that is being played, and its position, on from the one `before`; None without a board. It asks the rules."""
    news = run.news
    if game is None or PACES[run.pace] is None or news.get("pair") is None:
        return None, None
    one = Fixture(news["pair"], news["side"], tuple(news["seats"]), FROM + start if (start := news.get("start")) else "")
    game = one.from_start(game)
    position = upto(before if before and before.game == game else Position.after(game), news["moves"])
    return _board_of(game, position, one, news["moves"]) | {"opening": news["opening"]}, position


def player_letters(plan: Plan) -> list[str]:
    """The letters by which tables call the players."""
    return [letter(place) for place in range(len(plan.players))]


def recent_games(news: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The games that were over last, as lines of the list."""
    return [
        _line(one["pair"], one["side"], one["seats"], one["plies"]) | _outcome(one["seats"], one["payoffs"], one["forfeit"])
        for one in news["recent"]
    ]


def _kept(house: AppState, number: int, page: int) -> dict[str, Any]:
    """The plan out of the store, and a page of the games that have been played."""
    try:
        plan = house.store.plan(number)
    except KibitzError as problem:
        raise HttpProblem(str(problem), 404) from None
    totals = house.store.totals(number)
    played = totals.played
    lines = [
        _line(one.pair, one.side, one.seats, len(how.moves)) | _outcome(one.seats, how.payoffs, how.forfeit)
        for one, how in house.store.some_games(number, (page - 1) * PAGE_GAMES, PAGE_GAMES)
    ]
    games = {"lines": lines, "page": page, "pages": -(-played // PAGE_GAMES), "recent": False, "played": played}
    last = house.store.some_games(number, played - 1, 1) if played else []
    return {
        "plan": plan,
        "name": name_spec(plan.game),
        "openings": public_openings(plan.openings),
        "letters": player_letters(plan),
        "last": last,
        "totals": totals,
        **games,
    }


async def _standing(house: AppState, run: Run | None, number: int, kept: Mapping[str, Any]) -> dict[str, Any]:
    """The standing, see `table.standings.facts`; with the ratings of more than two players, if they are known soon."""
    if run and "standing" in run.news:
        news: dict[str, Any] = run.news["standing"]
        return news
    is_rated = len(kept["plan"].players) != 2 and kept["played"] and can_rate()
    ratings = await house.ratings.of(number, kept["played"]) if is_rated else None
    like = kept["totals"], ratings is None
    known, facts = house.standings.get(("page", number), (None, {}))
    if known != like:  # a tournament pairs all its rounds for it, which takes seconds where there are many players
        facts = await house.run_blocking(standings.stored, house.store, number, ratings.words if ratings else None)
        house.standings["page", number] = like, facts
    return facts


def _board(
    house: AppState, run: Run | None, plan: Plan, game: Game | None, last: Sequence[tuple[Fixture, Played]]
) -> tuple[ServedGame | None, dict[str, Any] | None]:
    """The game's offer on the catalog, and the board while it is played on, or at the end of the last game."""
    if game is None:
        return None, None
    if run:
        return house.catalog.served_game(game), live_board(run, plan, game, None)[0]
    ends = [_board_of(game, upto(Position.after(one.from_start(game)), how.moves), one, how.moves) for one, how in last]
    return house.catalog.served_game(game), ends[0] if ends else None


def _board_of(game: Game, position: Position, one: Fixture, moves: Sequence[str]) -> dict[str, Any]:
    """A game on a board, with the players of its sides."""
    who = [f"{letter(place)} is {side}" for side, place in zip(side_names(game), one.seats, strict=True)]
    return {
        "picture": picture(position),
        "who": ", ".join(who),
        "game": one.ordinal,
        "moves": moves,
        "opening": len(one.moves),
    }


def _line(pair: int, side: int, seats: Sequence[int], plies: int) -> dict[str, Any]:
    return {"pair": pair, "side": side, "ordinal": ordinal(pair, side, len(seats)), "plies": plies}


def _outcome(seats: Sequence[int], payoffs: Sequence[float] | None, forfeit: int | None) -> dict[str, Any]:
    return {"who": [letter(place) for place in seats], "result": result(seats, payoffs, forfeit)}
