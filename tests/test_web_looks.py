"""The page of a table: each legal move within reach, whose move it is, the moves so far, the graph, values only when asked."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from both_ways import MOVES, Both
from kibitz import grid
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.drawing.marks import WorthLabel
from kibitz.position import Position
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.table_seat import TableSeat
from kibitz.web.board.buttons import MoveNote
from kibitz.web.board.html import BoardView, board_of
from kibitz.web.board.pictures import emblem, picture
from kibitz.web.board.table_view import Facts, thinking
from kibitz.web.board.value_chart import draw_course_of_game
from kibitz.web.site import templates

PERSON = TableSeat("human")
HEX = str(Path(__file__).parent.parent / "examples" / "hex.py")


def offered(board: BoardView) -> set[str]:
    """The moves that one press makes."""
    return {spot.value for spot in board.spots if spot.kind == "move"} | {one.value for one in board.plain}


def table(game: Game, *made: str) -> GameTable:
    """A game of people after these moves."""
    found = GameTable.begin("0" * 32, "visitor", game, [PERSON] * game.players, Settings(1))
    for move in made:
        found = found.move(move, found.version)
    return found


def test_a_cell_to_move_in_and_to_pick_up_from_is_picked_up_and_then_offers_both() -> None:
    """So every legal move can be made by picking up what can be picked up."""
    start = Position.after(Both())
    board = board_of(start, True)
    reached = offered(board)
    assert reached == {"a1", "c1"}
    picks = {spot.value: board_of(start, True, spot.value) for spot in board.spots if spot.kind == "pick"}
    assert reached.union(*map(offered, picks.values())) == set(MOVES)
    assert {spot.place: (spot.kind, spot.value) for spot in picks["b1"].spots} == {
        "a1": ("move", "a1"),
        "b1": ("drop", ""),
        "c1": ("move", "b1-c1"),  # what is picked up goes before the move in one step to the same cell
        "d1": ("pick", "d1"),
    }
    assert [(one.value, one.label) for one in picks["b1"].plain] == [("b1", "b1 alone")]
    told = {"b1": MoveNote(WorthLabel("+3", "win"), "wins in 3"), "b1-c1": MoveNote(WorthLabel("=", "draw"), "draw")}
    (spot,) = [spot for spot in board_of(start, True, notes=told).spots if spot.place == "b1"]
    assert spot.label == "First b1, pick it up, at best wins in 3", "the move in one step counts too"
    assert board_of(start, True, "b1", told).plain[0].note == told["b1"]


@pytest.mark.parametrize("spec", ["dots_and_boxes", "dots_and_boxes:width=1,height=2", "morris", "tree"])
def test_the_button_of_a_move_that_draws_a_line_lies_along_it(spec: str) -> None:
    start = Position.after(spec)
    for spot in board_of(start, True).spots:
        after = start.play(spot.value)
        scene = after.game.scene(after.state)
        piece = scene.pieces.get(spot.place) if scene else None
        is_line = piece is not None and piece.form == "bar"
        assert (spot.shape in ("across", "down")) == is_line
        assert not is_line or (spot.shape == "down") == (piece is not None and piece.text == "|")


@pytest.mark.parametrize("is_open", [True, False])
def test_cells_keep_their_names_where_no_labels_stand_at_the_edges(is_open: bool) -> None:
    class InCells(type(load(HEX))):  # type: ignore[misc]  # the class of a file
        grid = grid("size", shape="hex", form="disc")

    places = [str(board_of(Position.after(game).play("b2"), is_open).picture) for game in (load(f"{HEX}:size=3"), InCells(3))]
    written = [set(re.findall(r">([a-c]?[1-3]?)<", picture)) - {""} for picture in places]
    assert written == [{*"abc123"}, {f"{column}{row}" for column in "abc" for row in "123"} - {"b2"}]
    assert "1,1" not in str(board_of(Position.after(load("tic_tac_toe")), is_open).picture)


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("othello", ["kb-s0", "kb-s1"]),
        ("checkers", ["kb-s0", "kb-s1"]),
        ("kalah", ["kb-p0", "kb-p1"]),
        ("trio", ["kb-l0", "kb-l1", "kb-l2"]),
        ("tic_tac_toe", ["kb-l0", "kb-l1"]),
        ("einstein", ["kb-p0", "kb-l1"]),  # cubes are told apart by their looks: as emblems they bear no number
        ("nim", ["kb-p0", "kb-p1"]),  # no pieces: a disc in the colour of the side
    ],
)
def test_each_side_has_its_piece_as_an_emblem(spec: str, parts: list[str]) -> None:
    for side, part in enumerate(parts):
        found = emblem(load(spec), side)
        assert part in found
        assert ('aria-hidden="true"' in found) == bool(found) == bool(part)
        assert not re.search(r">\d<", found)


def test_the_graph_of_three_has_a_legend_and_a_form_for_each_and_numbers_that_do_not_overprint() -> None:
    of_three = table(load("trio"), "1,1", "1,2", "1,3")
    drawn = draw_course_of_game(
        replace(of_three, worths={ply: Value("exact", 1, 5, (1.0, -0.01, 0.5)) for ply in range(3)}), "/", 0
    )
    for name in of_three.words.names:
        assert f">{name}</text>" in drawn
    for element, side in (("circle", 0), ("rect", 1), ("polygon", 2)):
        assert len(re.findall(f'<{element} class="kb-p{side}"', drawn)) == 4, "three points and the legend"
    heights = [float(y) for x, y in re.findall(r'<text class="kb-label" x="([\d.]+)" y="([\d.]+)"', drawn) if x == "17"]
    assert len(heights) == 2
    assert abs(heights[0] - heights[1]) > 12


def test_the_facts_of_a_search_stand_apart_for_those_who_hear_them() -> None:
    """What a style sheet puts between two words is not there for a screen reader, nor in what is copied."""
    against = replace(table(load("tic_tac_toe"), "2,2"), seats=(PERSON, TableSeat("computer:level=7")))
    guess = {"kind": "estimate", "result": -0.25, "plies": None}
    for facts, words in (
        ({}, "Starting ... Move now"),
        ({"doing": "preparing Hex: about 6 s, once"}, "Preparing Hex: about 6 s, once ..."),  # nothing can be stopped
        (
            {"thinking": {"depth": 17, "value": guess, "nodes_per_second": 2e6}},
            "depth 17 estimate \u22120.2 for O 2.0 M positions/s Move now",
        ),
    ):
        told = thinking(against, Facts("1", **facts))
        shown = templates().get_template("_thinking.html").render(table=against, thinking=told)
        assert " ".join(re.sub("<[^>]*>", "", shown).split()) == words


def test_no_game_on_the_front_page_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """These heaps are gone after a few moves: the picture shows it before. A game of text alone is shown at its start."""
    game = load("nim:heaps=1-1-1")
    scene, seen = type(game).scene, list[Any]()

    def noted(self: Game, state: Any) -> Any:
        seen.append(state)
        return scene(self, state)

    monkeypatch.setattr(type(game), "scene", noted)
    picture.cache_clear()
    picture(game)
    assert seen[-1] != game.start()
    assert not any(game.is_over(state) for state in seen)
    monkeypatch.setattr(type(game), "scene", lambda self, state: seen.append(state))
    seen.clear()
    picture.cache_clear()
    picture(game)
    assert set(seen) == {game.start()}
