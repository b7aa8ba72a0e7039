"""Find the move: positions out of reviewed games in which exactly one is good, and what a visitor makes of them."""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.arena.store.records import OPEN, REVEALED, SOLVED
from kibitz.errors import KibitzError
from kibitz.table.served_games import ServedGame
from kibitz.table.served_puzzles import GamePuzzles, daily_puzzle, game_puzzles, questions, tallies
from kibitz.web.app import AppState
from kibitz.web.board.puzzle_view import KEY, PuzzleWish, show_puzzle
from kibitz.web.site import HttpProblem

FRAGMENTS = {"puzzle": "_puzzle.html"}


def routes(house: AppState) -> list[Route]:
    """`/puzzles`, the games that have some; `/puzzles/today`; `/puzzles/{slug}`, whose fields are the puzzle and the answer."""

    async def games(request: Request) -> Response:
        visitor = house.visitor(request)
        found = await house.run_blocking(tallies, house.catalog, house.store, visitor.key)
        cards = [(offer, one, await house.pictures.of(offer)) for offer, one in found]
        daily = daily_puzzle(house.catalog, date.today().toordinal())
        streak = await house.run_blocking(house.store.streak, visitor.key, date.today().toordinal())
        return house.page(request, "puzzles.html", tallies=cards, daily=daily[0].name if daily else "", streak=streak)

    async def today(request: Request) -> Response:
        house.visitor(request)
        daily = daily_puzzle(house.catalog, date.today().toordinal())
        if daily is None:
            raise HttpProblem("no puzzles are here", 404)
        offer, one = daily
        return house.redirect(request, f"/puzzles/{offer.slug}?{urlencode({KEY: one.key})}")

    async def puzzle(request: Request) -> Response:
        visitor, offer = house.visitor(request), house.served_game(request.path_params["slug"])
        given = dict(request.query_params)
        found = await house.run_blocking(game_puzzles, house.catalog, house.store, offer, visitor.key)
        return await show(request, offer, found, PuzzleWish.read(given))

    async def show(request: Request, offer: ServedGame, found: GamePuzzles, wish: PuzzleWish, problem: str = "") -> Response:
        one = found.of(wish.key)
        fields: dict[str, Any] = {
            "offer": offer,
            "found": found,
            "puzzle": one,
            "problem": problem,
            "shown": None,
            "streak": await house.run_blocking(house.store.streak, house.visitor(request).key, date.today().toordinal()),
        }
        location = f"/puzzles/{offer.slug}"
        if one is not None:
            fields["key"] = one.key
            location += f"?{urlencode(wish.fields(one.key), safe='/,')}"
            try:
                fields["shown"] = await house.run_rules(offer.base, show_puzzle, house.catalog, offer, one, wish, house.proved)
            except KibitzError as wrong:  # its rules have changed
                fields["problem"] = str(wrong)
        code = 400 if problem else 200
        return house.page(request, "puzzle.html", code, **fields, fragments=FRAGMENTS, location=location)

    async def answer(request: Request) -> Response:
        """An answer is counted here, and shown where this leads; so it is with "Show me"."""
        visitor, offer = house.visitor(request), house.served_game(request.path_params["slug"])
        form = await house.form(request)
        found = await house.run_blocking(game_puzzles, house.catalog, house.store, offer, visitor.key)
        one, wish = found.of(form.get(KEY, "")), PuzzleWish.read(form)
        if one is None or one.key != form.get(KEY, ""):
            raise HttpProblem("there is no such puzzle here", 404)
        if not wish.answer and not wish.is_shown:
            raise HttpProblem("choose a move on the board")
        steps = questions(one)
        step = min(wish.found, len(steps) - 1)
        if not wish.is_shown and wish.answer not in {worth["move"] for worth in steps[step].worths}:
            return await show(request, offer, found, PuzzleWish(one.key, step), "That is not a legal move here.")
        outcome = REVEALED if wish.is_shown else OPEN
        if not wish.is_shown and wish.answer == steps[step].best:
            outcome, wish = (SOLVED, wish) if step + 1 == len(steps) else (OPEN, PuzzleWish(one.key, step + 1))
        await house.run_blocking(house.store.keep_try, visitor.key, one.key, one.game, outcome)
        if outcome == SOLVED and found.tries.get(one.key) in (None, OPEN):
            await house.run_blocking(house.store.keep_day, visitor.key, date.today().toordinal())
        return house.redirect(request, f"/puzzles/{offer.slug}?{urlencode(wish.fields(one.key), safe='/,')}")

    return [
        Route("/puzzles", games, methods=["GET"]),
        Route("/puzzles/today", today, methods=["GET"]),
        Route("/puzzles/{slug}", puzzle, methods=["GET"]),
        Route("/puzzles/{slug}", answer, methods=["POST"]),
    ]
