"""The form of a new game, in which one click plays."""

import secrets
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core.rules import Game
from kibitz.errors import GameError, KibitzError
from kibitz.players import HUMAN
from kibitz.players.fitted_levels import FITTED, LEVEL_FILES, FittedLevel
from kibitz.present.sentences import as_sentence
from kibitz.present.values import side_names
from kibitz.runtime.user_code import blame_rules
from kibitz.table.clocks import CLOCKS, OTHER_CLOCK, read_clock
from kibitz.table.game_table import Settings, ValueDisplay
from kibitz.table.level_names import SKILLS
from kibitz.table.limits import Limits
from kibitz.table.remote_seats import RemoteSeats
from kibitz.table.served_games import ServedGame
from kibitz.table.table_seat import TableSeat, people
from kibitz.web.addresses import MOVES, PLY, VALUES, ShownLine
from kibitz.web.app import AppState
from kibitz.web.board.pictures import emblem
from kibitz.web.board.stored_game import picture as picture_of
from kibitz.web.chooser import COMPUTER, SET, USUAL, Chooser, fill_form, groups, read_parameters, read_players, read_seconds
from kibitz.web.preferences import introduced
from kibitz.web.tables import SEEDS


def routes(house: AppState) -> list[Route]:
    """The form of a new game, and what it begins."""

    async def form(request: Request) -> Response:
        """Addresses call a parameter `width`, and the form `set-width`: a bare `seed` is for dice."""
        house.visitor(request)
        offer, query = house.served_game(request.path_params["slug"]), request.query_params
        given = {f"{SET}{one.name}": query[one.name] for one in (*offer.knobs, *offer.setups) if one.name in query}
        given |= {name: query[name] for name in (MOVES, PLY) if name in query}
        given |= {f"player-{offer.players - 1}": query["against"]} if "against" in query else {}
        return await show(request, offer, given)

    async def show(request: Request, offer: ServedGame, given: dict[str, str], problem: str = "") -> Response:
        line = None
        try:
            line = await house.run_rules(offer.base, _opening, offer, given, house.limits)
            if line is None and not problem:
                await house.run_rules(offer.base, offer.game, read_parameters(given), house.limits)
            if not problem:
                house.prepare(request, line.game if line else offer.base, [USUAL] * (offer.players > 1))
        except KibitzError as wrong:
            problem = problem or as_sentence(wrong)
        fields = await house.run_rules(offer.base, _form_fields, offer, given, line, problem, house.limits.engines)
        board = await house.pictures.of(offer) if line is None else ""
        return house.page(request, "begin.html", 400 if problem else 200, board=board, **fields)

    async def play(request: Request) -> Response:
        visitor, offer = house.visitor(request), house.served_game(request.path_params["slug"])
        given = _with_guests(await house.form(request), offer.players)
        wanted = introduced(request, given)
        try:
            line, seats, settings = await house.run_rules(offer.base, _wanted, house, offer, given)
            settings = _apart(settings, seats, given, visitor.key)
            seats = _named(seats, settings.apart, visitor.key, wanted.name)
            live = await house.tables.begin(visitor, line.game, seats, settings, line.positions[: line.ply + 1])
        except (KibitzError, OverflowError, MemoryError) as problem:
            return await show(request, offer, given, as_sentence(str(problem) or "this is too large"))
        live.look()
        if live.table.waits:
            house.prepare(request, line.game, [seat.spec for seat in seats])
        response = house.redirect(request, f"/play/{live.table.key}")
        wanted.keep(request, response)
        return response

    return [Route("/g/{slug}", form), Route("/g/{slug}/play", play, methods=["POST"])]


# A new game: who plays, how strongly, on which board.

SECONDS = "1"  # a move, by default
# Fields of the form that say nothing unless they are filled in.
LEFT_EMPTY = ("seed", "ponders", "follows", "apart", "clock", OTHER_CLOCK)
ASIDE = ("depth-", "seconds", SET, "seed", "ponders")  # how the fields begin that most people never open
OWN = "own"  # the inviter's seat, in the fields of a form


def _opening(offer: ServedGame, given: dict[str, str], limits: Limits) -> ShownLine | None:
    """The moves with which the game begins, if there are any. Raises KibitzError for what cannot be."""
    setups = [f"{SET}{one.name}" for one in offer.setups]
    if not any(given.get(name) for name in (MOVES, *setups)):
        return None
    line = ShownLine.read(offer, read_parameters(given) | {name: given[name] for name in (MOVES, PLY) if name in given}, limits)
    with blame_rules(line.game):
        if line.position.is_over:
            raise GameError("the game is over there: take a position before its end")
    return line


def _form_fields(
    offer: ServedGame, given: dict[str, str], line: ShownLine | None, problem: str, engines: tuple[str, ...]
) -> dict[str, Any]:
    with blame_rules(offer.base):
        names = side_names(offer.base)
        here = None if line is None else picture_of(line.position)
        mover = 0 if line is None else max(line.position.to_move, 0)
    usual = _usual(offer.players, mover)
    empty: dict[str, str] = {"seconds": SECONDS, **dict.fromkeys(LEFT_EMPTY, "")}
    form, bare = fill_form(offer, given, usual, **empty), fill_form(offer, {}, usual, **empty)
    return {
        "opening": line,
        "here": here,
        "setups": {f"{SET}{one.name}": given.get(f"{SET}{one.name}", "") for one in offer.setups},
        "offer": offer,
        "sides": names,
        "emblems": [emblem(offer.base, side) for side in range(offer.players)],
        "groups": groups(offer.base, people=True, engines=engines),
        "given": form,
        "is_open": bool(problem) and any(form[name] != bare[name] for name in form if name.startswith(ASIDE)),
        "clocks": CLOCKS,
        "skills": {skill: f"{COMPUTER}:level={level}" for skill, level in SKILLS.items()} if offer.players == 2 else {},
        "levels": _level_strengths(offer.base),
        "problem": problem,
    }


def _level_strengths(game: Game) -> dict[str, Any] | None:
    """How strong a game's fitted levels are: whom each met, and the score; None without."""
    found = LEVEL_FILES.find(game)
    if found is None:
        return None
    rows = []
    for number, level in enumerate(found[1].levels, 1):
        rival = f"level {number - 1}" if number > 1 else "one who takes a win that it sees"
        if level.games:
            rows.append((str(number), rival, _whole(f"{level.score:.0%} of {level.games:,}"), _elo(level)))
    return {"rows": rows, "all_shown": len(rows) == FITTED, "complete": found[1].complete} if rows else None


def _elo(level: FittedLevel) -> str:
    if level.elo is None:
        return ""
    return _whole(f"{level.elo:+.0f}" + ("" if level.error is None else f" ± {level.error:.0f}"))


def _whole(text: str) -> str:
    """Not to be broken into lines."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _wanted(house: AppState, offer: ServedGame, given: dict[str, str]) -> tuple[ShownLine, list[TableSeat], Settings]:
    """The game with the moves it begins with, its seats and settings. Raises KibitzError for what does not fit."""
    line = _opening(offer, given, house.limits) or ShownLine.read(offer, read_parameters(given), house.limits)
    game = line.game
    seconds = read_seconds(given.get("seconds", "").strip() or SECONDS, house.limits)
    chooser = Chooser.at_table(game, house.limits, seconds)
    seats = [TableSeat(spec) for spec in read_players(chooser, given, _usual(game.players))]
    if given.get("begins") == "last":
        seats = [seats[-1], *seats[:-1]]
    ponders, follows = bool(given.get("ponders")), bool(given.get("follows"))
    values: ValueDisplay = "exam" if given.get(VALUES) == "exam" else "off"
    return line, seats, Settings(_seed(given.get("seed", "")), seconds, values, ponders, follows)


def _with_guests(given: dict[str, str], players: int) -> dict[str, str]:
    """The form's fields, with people in at least two seats if another one is invited, in the first that others have."""
    if not given.get("apart"):
        return given
    who = [given.get(f"player-{side}") or usual for side, usual in enumerate(_usual(players))]
    free = [side for side, spec in enumerate(who) if spec != HUMAN]
    guests = free[: max(0, 2 - who.count(HUMAN))]
    own = min((side for side, spec in enumerate(who) if spec == HUMAN), default=0)
    left_out = {f"{name}-{side}" for name in ("depth", "seconds") for side in guests} | {"follows"}
    kept = {name: text for name, text in given.items() if name not in left_out}
    return kept | {f"player-{side}": HUMAN for side in guests} | {OWN: str(own)}


def _apart(settings: Settings, seats: list[TableSeat], given: dict[str, str], visitor: str) -> Settings:
    """The settings of a game against a person at another device, if that was chosen. PlayerError if no opponent is chosen."""
    if not given.get("apart"):
        return settings
    sides, moved = people(seats), given.get("begins") == "last"
    own = (int(given.get(OWN, "0")) + moved) % len(seats)
    return replace(settings, apart=RemoteSeats.begin(sides, len(seats), visitor, own), clock=read_clock(given))


def _named(seats: list[TableSeat], apart: RemoteSeats | None, visitor: str, name: str) -> list[TableSeat]:
    """The seats with the visitor's name at their own, which is the first of a person where all are at one device."""
    own = next(iter(people(seats)), None) if apart is None else apart.seat_of(visitor)
    return [replace(seat, person=name) if side == own else seat for side, seat in enumerate(seats)]


def _usual(players: int, mover: int = 0) -> list[str]:
    """A person has the first move, and the computer all others."""
    return [HUMAN if side == mover else USUAL for side in range(players)]


def _seed(text: str) -> int:
    text = text.strip()
    if not text:
        return secrets.randbelow(SEEDS)
    if not (text.isascii() and text.isdigit() and int(text[:12]) < SEEDS and len(text) <= 10):
        raise GameError(f"the random seed is a whole number below {SEEDS}")
    return int(text)
