"""The page of a review at a ply: the board, the last move's verdict, better moves, the graph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from kibitz.core.best_result import best_result
from kibitz.core.rules import Game, says
from kibitz.core.scene import Action
from kibitz.core.thought import GameRecord, Value
from kibitz.drawing.marks import WorthLabel
from kibitz.explain.review.graph import courses_of
from kibitz.position import Position
from kibitz.present.answer import value_of
from kibitz.present.marks import mark, signed
from kibitz.present.values import ValueWords
from kibitz.runtime.user_code import blame_rules
from kibitz.table.served_games import Catalog, ServedGame
from kibitz.web.addresses import analysis_of, query_of
from kibitz.web.board.html import ARROWS, board_of, scene_of
from kibitz.web.board.value_chart import draw_courses
from kibitz.web.board.walk import Walk, is_in_turn, move_rows, positions_of

STEPS = 8  # moves of a line that are shown
MARKED = ("mistake", "blunder")  # on the graph, where there is little room
SWAP = {"data-swap": "review", "data-history": "replace"}
Step = Mapping[str, Any]  # of a move, as `walk_as_json` has it


@dataclass(frozen=True)
class ShownSteps:
    """A line of moves, each with the address of the analysis board after it; and the texts before and after it.

    `also`: other moves as good as the first. `is_longer`: the line is cut.
    """

    before: str
    moves: tuple[tuple[str, str], ...]
    after: str
    also: tuple[tuple[str, str], ...]
    is_longer: bool


def show_review(
    catalog: Catalog, offer: ServedGame, game: Game, record: GameRecord, facts: Mapping[str, Any], walk: Walk
) -> dict[str, Any]:
    """The fields of the page. `facts`: the review, as `walk_as_json` has it."""
    with blame_rules(game):
        positions = positions_of(game, record.moves)
        steps = {step["number"]: step for step in facts["plies"]}
        bad = [number for number, step in steps.items() if step["is_bad"]]
        here, step = positions[walk.ply], steps.get(walk.ply)
        back = [number for number in bad if number < walk.ply]
        ahead = [number for number in bad if number > walk.ply]
        names = record.moves
        return {
            "walk": walk,
            "board": board_of(here, False, is_turned=walk.is_turned, instead=_instead(positions, step)),
            "step": step,
            "lines": [_steps_of(offer, game, names, line) for line in step["lines"]] if step else [],
            "about": facts["opening"],
            "summary": [*facts["tallies"], *facts["closing"]]
            if walk.ply == 0
            else facts["closing"][:1]
            if walk.ply == walk.last
            else [],
            "mistakes": (walk.at(back[-1]) if back else "", walk.at(ahead[0]) if ahead else "", len(bad)),
            "graph": Markup(_draw(positions, facts, steps, walk)),
            "moves": [(row, steps.get(row.number)) for row in move_rows(positions, names)],
            "in_pairs": is_in_turn(positions),
            "analysis": analysis_of(catalog, game, names, walk.ply),
            "playing": "" if here.is_over else f"/g/{offer.slug}{query_of(offer, game, names[: walk.ply])}",
        }


def _instead(positions: Sequence[Position], step: Step | None) -> dict[Action, WorthLabel]:
    """The better moves with what they were worth, as far as they can be pointed at; an estimate where nothing else is known."""
    if step is None or not step["better"]:
        return {}
    before = positions[step["number"] - 1]
    scene, value = scene_of(before, []), value_of(step["worth"])
    if scene is None:
        return {}
    words = ValueWords(before.game)
    label = WorthLabel("\u2248", "win", exact=False) if value is None else mark(words, value, before.to_move)
    moves = [before.play(name).moves[-1] for name in step["better"][:ARROWS]]
    return {action: replace(label, best=True) for action in scene.actions if action.move in moves and action.cell is not None}


def _steps_of(offer: ServedGame, game: Game, names: tuple[str, ...], line: Mapping[str, Any]) -> ShownSteps:
    before, moves = names[: line["made"]], line["moves"]

    def address(after: Sequence[str]) -> str:
        return f"/g/{offer.slug}/analyse{query_of(offer, game, (*before, *after))}"

    steps = tuple((name, address(moves[: number + 1])) for number, name in enumerate(moves[:STEPS]))
    also = tuple((name, address([name])) for name in line["also"][:STEPS])
    return ShownSteps(line["before"], steps, signed(line["after"]), also, len(moves) > STEPS)


def _draw(positions: Sequence[Position], facts: Mapping[str, Any], steps: Mapping[int, Step], walk: Walk) -> str:
    game = positions[0].game
    duel, values = says(game, "result"), list[tuple[int, Value, int]]()
    for ply, data, mover in facts["values"]:
        if (value := value_of(data)) is not None:
            values.append((ply, value, mover))
    courses = courses_of(ValueWords(game).names, values, duel, best_result(game))
    marks = {number: (one["mark"], positions[number - 1].to_move) for number, one in steps.items() if one["kind"] in MARKED}
    return draw_courses(courses, duel, walk.last, walk.ply, lambda ply: {"href": walk.at(ply), **SWAP}, marks)
