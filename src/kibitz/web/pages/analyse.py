"""The analysis board: positions by their addresses, moves of both sides, the best moves as they are found; pasted games."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, says
from kibitz.errors import FormatError, RulesError
from kibitz.formats.annotated import UNKNOWN
from kibitz.games.chess import Chess
from kibitz.jobs.analyses import AnalysisNews, Answer
from kibitz.jobs.explorer import PlayedMove
from kibitz.players import HUMAN
from kibitz.position import Position
from kibitz.present.answer import value_of
from kibitz.present.marks import describe_move, legend, mark, signed
from kibitz.present.sentences import GameSentences, as_sentence, describe_scores
from kibitz.present.values import ValueWords
from kibitz.runtime.user_code import blame_rules
from kibitz.table.analysed_game import read_analysis, rows_of, write_pgn
from kibitz.table.pasted import Pasted, PastedGame, read_text
from kibitz.table.served_games import ServedGame, name_game, public
from kibitz.web.addresses import MOVES, PLAYED, PLY, ShownLine, given_in, parameters_of, query_of, read_line
from kibitz.web.app import AppState
from kibitz.web.board.analysis_view import best_labels, best_moves, describe_news
from kibitz.web.board.buttons import MoveNote
from kibitz.web.board.html import board_of
from kibitz.web.board.marks_layer import NAME as MARKS
from kibitz.web.board.marks_layer import cell_places, marks_layer
from kibitz.web.board.share import PLAYER, pictures_of
from kibitz.web.chooser import SET, USUAL
from kibitz.web.disconnects import while_here
from kibitz.web.preferences import tidy_name
from kibitz.web.site import FRAGMENT, House, HttpProblem
from kibitz.web.visitors import Stream

FRAGMENTS = {"analysis": "_analysis.html", "preview": "_preview.html"}
TREE = "tree"  # the field with all variations
NOTHING = Pasted()
LONGEST = 60  # letters of a player's name in a file


def routes(house: AppState) -> list[Route]:
    """`/g/{slug}/analyse` with its stream and its PGN, and `/analyse`, where games are pasted."""

    pasting = asyncio.Semaphore(1)  # a long text takes seconds: all else that asks the same rules goes on meanwhile

    async def analyse(request: Request) -> Response:
        visitor, given = house.visitor(request), given_in(request, house.limits)
        line = await read_line(house, request)
        place = f"/g/{line.offer.slug}/analyse{line.query()}"
        if PLAYED in given and FRAGMENT not in request.headers:
            return house.redirect(request, place)
        answer = None
        if given.get("values") and not line.position.is_over:
            here = line.names[: line.ply]
            answer = await while_here(request, house.analyses.table(visitor.key, spec_of(line.game), here))
        return await show(request, line, given.get("from"), answer, place)

    async def show(
        request: Request,
        line: ShownLine,
        picked: str | None,
        answer: Answer | None,
        place: str,
        pasted: PastedGame | None = None,
        notes: tuple[str, ...] = (),
    ) -> Response:
        here, mover = line.names[: line.ply], max(line.position.to_move, 0)
        played = await house.explorer.moves(house.visitor(request).key, spec_of(line.game), here, mover)
        fields = await house.run_rules(line.game, _fields, house, line, picked, answer, played)
        fields["rows"] = "" if pasted is None else json.dumps(rows_of(pasted.found, house.limits))
        fields["about_text"] = "" if pasted is None else pasted.about
        known = [] if pasted is None else [name if name != UNKNOWN else "" for name in pasted.found.players]
        fields["about"] = json.dumps({"text": fields["about_text"], "players": known} if fields["about_text"] else None)
        return house.page(request, "analyse.html", fragments=FRAGMENTS, location=place, notes=notes, **fields)

    async def stream(request: Request) -> Response:
        visitor, line = house.visitor(request), await read_line(house, request)
        return Stream(house.visitors, request, _events(house, visitor.key, line))

    async def as_pgn(request: Request) -> Response:
        house.visitor(request)
        offer, given = house.served_game(request.path_params["slug"]), await house.form(request)
        text = await house.run_rules(offer.base, _pgn, offer, given, house)
        headers = {"content-disposition": f'attachment; filename="{offer.slug}.pgn"'}
        return Response(text.encode(errors="replace"), media_type="application/vnd.chess-pgn", headers=headers)

    async def short(request: Request) -> Response:
        house.visitor(request)
        return house.redirect_to_game(request, request.path_params["slug"], "/analyse")

    async def paste(request: Request) -> Response:
        house.visitor(request)
        return house.page(request, "paste.html", **_paste_fields(house, request.query_params.get("game", ""), ""))

    async def read(request: Request) -> Response:
        house.visitor(request)
        given = await house.form(request)
        text, slug = given.get("text", ""), given.get("game", "")
        try:
            async with pasting:
                found = await _pasted(house, text, house.served_game(slug) if slug else None)
        except FormatError as problem:
            found = Pasted(flaws=(as_sentence(problem),))
        if len(found.games) == 1:
            (one,) = found.games
            names = " ".join(one.found.record.moves)
            fields = parameters_of(one.offer, one.game) | {MOVES: names}
            line = await house.run_rules(one.game, ShownLine.read, one.offer, fields, house.limits)
            return await show(request, line, None, None, _address(one), one, found.flaws)
        code = 200 if found.games else 400
        return house.page(request, "paste.html", code, **_paste_fields(house, slug, text, found))

    return [
        Route("/analyse", paste, methods=["GET"]),
        Route("/analyse", read, methods=["POST"]),
        Route("/analyse/{slug}", short, methods=["GET"]),
        Route("/g/{slug}/analyse", analyse, methods=["GET"]),
        Route("/g/{slug}/analyse/stream", stream, methods=["GET"]),
        Route("/g/{slug}/analyse/pgn", as_pgn, methods=["POST"]),
    ]


def _address(one: PastedGame) -> str:
    """Where a pasted game is analysed."""
    return f"/g/{one.offer.slug}/analyse{query_of(one.offer, one.game, one.found.record.moves)}"


def _pgn(offer: ServedGame, given: Mapping[str, str], house: House) -> str:
    """The analysis as PGN: all of it, or the line alone without a script."""
    line = ShownLine.read(offer, given, house.limits)
    with blame_rules(line.game):
        rows = given.get(TREE) or json.dumps([(-1, "", ""), *((number, name, "") for number, name in enumerate(line.names))])
        players = [tidy_name(given.get(f"{PLAYER}{side}", ""), LONGEST) for side in range(line.game.players)]
        return write_pgn(read_analysis(line.game, rows, house.limits), players)


async def _pasted(house: House, text: str, offer: ServedGame | None) -> Pasted:
    """The games of a text. HttpProblem where reading it takes too long, as a list of very long games does."""
    base = next(iter(house.catalog)).base if offer is None else offer.base
    try:
        return await house.run_rules(base, read_text, house.catalog, house.limits, text, offer)
    except RulesError as problem:
        if offer is not None and offer.own:
            raise
        raise HttpProblem("this text takes too long to read: paste fewer games") from problem


def _paste_fields(house: House, slug: str, text: str, found: Pasted = NOTHING) -> dict[str, Any]:
    games = [(one.slug, one.name) for one in house.catalog]
    fields = {"games": games, "chosen": slug, "text": text, "most": house.limits.body // 2**10}
    return fields | {"flaws": found.flaws, "found": [(_address(one), one.title) for one in found.games]}


# What the page shows: the board, whose move it is, the moves of the line, the best moves, and where one can go from here.


def _fields(
    house: AppState, line: ShownLine, picked: str | None, answer: Answer | None, played: list[PlayedMove]
) -> dict[str, Any]:
    with blame_rules(line.game):
        offer, position, words = line.offer, line.position, ValueWords(line.game)
        notes = _notes(words, line, answer)
        hidden = parameters_of(offer, line.game) | {MOVES: " ".join(line.names), PLY: str(line.ply)}
        last = len(line.names)
        steps = {"First": 0, "Back": line.ply - 1, "Next": line.ply + 1, "Last": last}
        return {
            "offer": offer,
            "name": name_game(line.game),
            "game": public(spec_of(line.game)),
            "place": f"/g/{offer.slug}/analyse",
            "line": line,
            "board": board_of(position, not position.is_over, picked, notes),
            "cells": json.dumps(cell_places(position)) if isinstance(line.game, Chess) else "",
            "status": _status(words, line),
            "hidden": hidden,
            "parameters": json.dumps(parameters_of(offer, line.game)),
            "names": json.dumps(line.names),
            "pairs": _pairs(line.game),
            "steps": [
                (label, line.query(ply) if 0 <= ply <= last and ply != line.ply else None) for label, ply in steps.items()
            ],
            "moves": [(ply, name, line.query(ply)) for ply, name in enumerate(line.names, 1)],
            "legend": legend(words, *_sure(notes)) if notes else "",
            "table": best_moves(line, answer, None),
            "practise": _practise(line),
            "explored": [(one, line.query_after(one.name)) for one in played],
            "pictures": pictures_of(offer, line.game, line.names[: line.ply]),
            **_lines(line, _first_news(house, line)),
        } | ({"layer": ""} if notes else {})


def _pairs(game: Game) -> int | None:
    """The side that begins, if two move in turn: then moves are numbered in pairs. Else None."""
    in_turn = game.players == 2 and (not says(game, "to_move") or isinstance(game, Chess))
    return Position.after(game).to_move if in_turn else None


def _notes(words: ValueWords, line: ShownLine, answer: Answer | None) -> dict[str, MoveNote]:
    """The values of an answer as marks on the board; none where dice decide."""
    if answer is None or line.position.is_chance or not answer["informed"]:
        return {}
    mover = line.position.to_move
    values = {one["move"]: value_of(one["value"]) for one in answer["moves"]}
    return {
        name: MoveNote(mark(words, value, mover), describe_move(words, value, mover))
        for name, value in values.items()
        if value is not None
    }


def _sure(notes: Mapping[str, MoveNote]) -> tuple[bool, bool]:
    exact = [one.worth.exact for one in notes.values()]
    return any(exact), not all(exact)


def _status(words: ValueWords, line: ShownLine) -> str:
    """The side to move, or the result; and the points so far, if moves have rewards."""
    position = line.position
    if (payoffs := position.payoffs) is not None:
        return signed(GameSentences(words, [""] * line.game.players).describe_end(position, payoffs))
    scores = describe_scores(position, words.names)
    whose = "Choose what chance brings." if position.is_chance else f"{words.names[position.to_move]} to move."
    return f"{whose} {scores}." if scores else whose


def _practise(line: ShownLine) -> dict[str, str]:
    """The fields of a form that begins a game from here against the computer; none where the game is over."""
    if line.position.is_over or line.game.players == 1:
        return {}
    mine = max(line.position.to_move, 0)
    fields = {f"player-{side}": HUMAN if side == mine else USUAL for side in range(line.game.players)}
    fields |= {f"{SET}{name}": text for name, text in parameters_of(line.offer, line.game).items()}
    return fields | {MOVES: " ".join(line.names[: line.ply])}


def _first_news(house: AppState, line: ShownLine) -> AnalysisNews:
    """The knowledge of the position before any new search."""
    return AnalysisNews(house.analyses.known(spec_of(line.game), line.names[: line.ply]))


def _lines(line: ShownLine, news: AnalysisNews) -> dict[str, Any]:
    """The fields of `_lines.html`."""
    return {
        "offer": line.offer,
        "stream": None if line.position.is_over or news.is_done else f"/g/{line.offer.slug}/analyse/stream{line.query_here()}",
        "rows_found": best_moves(line, news.answer),
        "told": describe_news(line, news),
        "layer": Markup("") if line.position.is_over else marks_layer(line.position, best_labels(line, news.answer)),
    }


async def _events(house: AppState, visitor: str, line: ShownLine) -> AsyncIterator[dict[str, Any]]:
    """The best moves as they are found, while a visitor looks."""
    names = line.names[: line.ply]
    async for news in house.analyses.follow(visitor, spec_of(line.game), names):
        for event in await house.run_rules(line.game, _news_events, house, line, news):
            yield event


def _news_events(house: House, line: ShownLine, news: AnalysisNews) -> list[dict[str, Any]]:
    with blame_rules(line.game):
        fields = _lines(line, news)
        marks = [{"id": MARKS, "html": fields["layer"]}] if fields["layer"] else []
        html = house.render("_lines.html", **fields)
    return [*marks, {"id": "lines", "html": html} | ({"end": True} if news.is_done else {})]
