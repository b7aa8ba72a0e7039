"""What the page of a match shows: who plays, who is ahead, the board, the games."""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.arena.crew.luggage import changed, luggage
from kibitz.arena.fixture import Plan, ordinal
from kibitz.errors import KibitzError
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.web import standings
from kibitz.web.house import House, Wrong
from kibitz.web.naming import name_spec
from kibitz.web.ratings import Ratings
from kibitz.web.running import PACES, Run, Running
from kibitz.web.shelf import Offer
from kibitz.web.shown import game_of, letter, picture, result, upto
from kibitz.wording.names import side_names

SHOWN = 40  # games on a page


async def facts(house: House, number: int, page: int, run: Run | None) -> dict[str, Any]:
    """All of it, with that page of the games; `run`: where it is being played. Wrong where there is no such match."""
    kept = await house.off(_kept, house, number, page)
    plan: Plan = kept["plan"]
    game, missing = await game_of(house, plan.game)
    standing = await _standing(house, run, number, kept)
    running, offer, board = house.room(Running), None, None
    left = standing["games"] < standing["scheduled"] and not run
    try:
        offer, board = await house.ruled(game, _board, house, run, plan, game)
    except KibitzError as problem:  # the match may be stopped all the same
        missing = str(problem)
    return kept | {
        "number": number,
        "run": run,
        "missing": missing,
        "offer": offer,
        "live": board,
        "tally": standings.tally(standing),
        "table": standing["crosstable"],
        "minutes": round(house.limits.playing / 60),
        "why": "" if run else running.why(number),
        "left": left,
        "refused": await house.off(refusal, plan, missing) if left else "",
        "paces": {"none": "no board, as quick as can be", "quick": "the board, quick", "slow": "the board, slow"},
        "chosen": running.pace(number),
        "problem": "",
        "occupied": (),
    }


def refusal(plan: Plan, missing: str) -> str:
    """Why a match cannot go on here, or "": `missing`, or it needs files that this server was not started with."""
    if missing:
        return missing
    if set(plan.files) - set(luggage([plan.game])) or changed(plan.files):
        return "it needs files that are not served here, or that have changed: `kibitz match --resume` goes on with it"
    return ""


def live(run: Run, plan: Plan, game: Game | None, before: Position | None) -> tuple[dict[str, Any] | None, Position | None]:
    """The game that is being played, and its position, on from the one `before`; None without a board. It asks the rules."""
    news = run.news
    if game is None or PACES[run.pace] is None or news.get("pair") is None:
        return None, None
    position = upto(before or Position.after(game), news["moves"])
    sides, seats = side_names(game), news["seats"]
    who = [f"{letter(place)} is {side}" for side, place in zip(sides, seats, strict=True)]
    fields = {
        "picture": picture(position),
        "who": ", ".join(who),
        "game": ordinal(news["pair"], news["side"], len(seats)),
        "moves": news["moves"],
        "opening": news["opening"],
    }
    return fields, position


def letters(plan: Plan) -> list[str]:
    """What its players are called in tables."""
    return [letter(place) for place in range(len(plan.players))]


def recent(news: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The games that were over last, as lines of the list."""
    return [
        _line(one["pair"], one["side"], one["seats"], one["plies"]) | _outcome(one["seats"], one["payoffs"], one["forfeit"])
        for one in news["recent"]
    ]


def _kept(house: House, number: int, page: int) -> dict[str, Any]:
    """What the store knows: the plan, and a page of the games that have been played."""
    try:
        plan = house.store.plan(number)
    except KibitzError as problem:
        raise Wrong(str(problem), 404) from None
    played = house.store.totals(number).played
    lines = [
        _line(one.pair, one.side, one.seats, len(how.moves)) | _outcome(one.seats, how.payoffs, how.forfeit)
        for one, how in house.store.some_games(number, (page - 1) * SHOWN, SHOWN)
    ]
    games = {"lines": lines, "page": page, "pages": -(-played // SHOWN), "recent": False, "played": played}
    return {"plan": plan, "name": name_spec(plan.game), "letters": letters(plan), **games}


async def _standing(house: House, run: Run | None, number: int, kept: Mapping[str, Any]) -> dict[str, Any]:
    """See `web.standings.facts`; with the ratings of more than two players, if they are known soon."""
    if run and "standing" in run.news:
        news: dict[str, Any] = run.news["standing"]
        return news
    is_rated = len(kept["plan"].players) != 2 and kept["played"]
    ratings = await house.room(Ratings).of(number, kept["played"]) if is_rated else None
    return await house.off(standings.stored, house.store, number, ratings.said if ratings else None)


def _board(house: House, run: Run | None, plan: Plan, game: Game | None) -> tuple[Offer | None, dict[str, Any] | None]:
    """Where the game is on the shelf, and the board, while somebody plays on it."""
    return house.shelf.offer_of(game) if game else None, live(run, plan, game, None)[0] if run else None


def _line(pair: int, side: int, seats: Sequence[int], plies: int) -> dict[str, Any]:
    return {"pair": pair, "side": side, "ordinal": ordinal(pair, side, len(seats)), "plies": plies}


def _outcome(seats: Sequence[int], payoffs: Sequence[float] | None, forfeit: int | None) -> dict[str, Any]:
    return {"who": [letter(place) for place in seats], "result": result(seats, payoffs, forfeit)}
