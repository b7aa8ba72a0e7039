"""The page of a table: each legal move within reach, whose move it is, the moves so far, the graph, values only when asked."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from both_ways import MOVES, Both
from kibitz.drawing.board import WorthLabel
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game
from kibitz.thought import Value
from kibitz.web.board import BoardView, MoveNote, board_of
from kibitz.web.house import templates
from kibitz.web.pictures import emblem, picture
from kibitz.web.table import GameTable, Settings, TableSeat
from kibitz.web.view import Facts, Wish, graph, in_pairs, thinking, view

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


def test_every_legal_move_can_be_made_by_picking_up_what_can_be_picked_up() -> None:
    start = Position.after(Both())
    board = board_of(start, True)
    reached = offered(board)
    assert reached == {"a1", "c1"}
    for spot in board.spots:
        if spot.kind == "pick":
            reached |= offered(board_of(start, True, spot.value))
    assert reached == set(MOVES)


def test_a_cell_to_move_in_and_to_pick_up_from_is_picked_up_and_then_offers_both() -> None:
    start = Position.after(Both())
    assert [(spot.kind, spot.place) for spot in board_of(start, True).spots if spot.place == "b1"] == [("pick", "b1")]
    board = board_of(start, True, "b1")
    assert {spot.place: (spot.kind, spot.value) for spot in board.spots} == {
        "a1": ("move", "a1"),
        "b1": ("drop", ""),
        "c1": ("move", "b1-c1"),  # what is picked up goes before the move in one step to the same cell
        "d1": ("pick", "d1"),
    }
    assert [(one.value, one.label) for one in board.plain] == [("b1", "b1 alone")]


def test_what_picking_up_is_worth_counts_the_move_in_one_step_too() -> None:
    told = {"b1": MoveNote(WorthLabel("+3", "win"), "wins in 3"), "b1-c1": MoveNote(WorthLabel("=", "draw"), "draw")}
    (spot,) = [spot for spot in board_of(Position.after(Both()), True, notes=told).spots if spot.place == "b1"]
    assert spot.label == "b1, pick it up, at best wins in 3"
    (plain,) = board_of(Position.after(Both()), True, "b1", told).plain
    assert plain.note == told["b1"]


@pytest.mark.parametrize("is_open", [True, False])
def test_the_cells_of_hex_keep_their_names(is_open: bool) -> None:
    board = board_of(Position.after(load(f"{HEX}:size=3")).play("b2"), is_open)
    written = set(re.findall(r">([a-c][1-3])<", str(board.picture)))
    assert written == {f"{column}{row}" for column in "abc" for row in "123"} - {"b2"}


def test_cells_with_labels_at_the_edges_have_no_names() -> None:
    assert "1,1" not in str(board_of(Position.after(load("tic_tac_toe")), True).picture)


@pytest.mark.parametrize(
    ("spec", "kind"), [("othello", "kb-s"), ("checkers", "kb-s"), ("kalah", "kb-p"), ("trio", "kb-l"), ("tic_tac_toe", "kb-l")]
)
def test_each_side_has_its_piece_as_an_emblem(spec: str, kind: str) -> None:
    game = load(spec)
    for side in range(game.players):
        found = emblem(game, side)
        assert f'"{kind}{side}' in found
        assert 'aria-hidden="true"' in found


def test_cubes_are_told_apart_and_bear_no_number_as_emblems() -> None:
    first, second = (emblem(load("einstein"), side) for side in (0, 1))
    assert "kb-p0" in first
    assert "kb-l1" in second
    assert not re.search(r">\d<", first + second)


def test_what_has_no_pieces_has_no_emblem() -> None:
    assert emblem(load("nim"), 0) == ""


def test_moves_stand_in_pairs_where_two_move_in_turn() -> None:
    assert in_pairs(table(load("tic_tac_toe"), "2,2", "1,1"))
    assert not in_pairs(table(load("trio"), "1,1", "1,2"))
    assert not in_pairs(table(load("pig"), "roll"))
    kalah = table(load("kalah"), "3")
    assert kalah.position.to_move == 0, "the last seed fell into the own store"
    assert not in_pairs(kalah.move("1", kalah.version))


def test_values_that_are_off_are_told_nowhere_until_the_game_ends() -> None:
    known = replace(table(load("tic_tac_toe"), "2,2", "1,1"), worths={1: Value("exact", 0, 8)})
    for shown, told in (("off", False), ("exam", False), ("on", True)):
        seen = view(replace(known, settings=Settings(1, values=shown)), Facts("1"), Wish())  # type: ignore[arg-type]
        assert bool(seen["graph"]) is told
        assert any(row["worth"] for row in seen["moves"]) is told
    over = view(replace(known, resigned=0), Facts("1"), Wish())
    assert over["graph"]
    assert any(row["worth"] for row in over["moves"])


def test_the_graph_of_three_has_a_legend_and_a_form_for_each() -> None:
    of_three = table(load("trio"), "1,1", "1,2", "1,3")
    worths = {ply: Value("exact", 1, 5, (1.0, 0.0, 0.5)) for ply in range(3)}
    drawn = graph(replace(of_three, worths=worths), "/", 0)
    for name in of_three.words.names:
        assert f">{name}</text>" in drawn
    for element, side in (("circle", 0), ("rect", 1), ("polygon", 2)):
        assert len(re.findall(f'<{element} class="kb-p{side}"', drawn)) == 4, "three points and the legend"


def test_numbers_beside_the_graph_do_not_overprint() -> None:
    of_three = table(load("trio"), "1,1")
    drawn = graph(replace(of_three, worths={0: Value("exact", 1, 5, (-0.01, 1.0, 0.0))}), "/", 0)
    heights = [float(y) for x, y in re.findall(r'<text class="kb-label" x="([\d.]+)" y="([\d.]+)"', drawn) if x == "17"]
    assert len(heights) == 2
    assert abs(heights[0] - heights[1]) > 12


def test_while_a_game_is_compiled_it_is_said_that_it_is_for_once_and_nothing_can_be_stopped() -> None:
    against = replace(table(load("tic_tac_toe"), "2,2"), seats=(PERSON, TableSeat("computer:level=7")))
    told = thinking(against, Facts("1", doing="compiling TicTacToe"))
    assert told is not None
    assert told["doing"] == "compiling TicTacToe (only the first time)"
    assert not told["can_stop"]
    assert (thinking(against, Facts("1")) or {})["can_stop"]


def test_the_facts_of_a_search_stand_apart_for_those_who_hear_them() -> None:
    """What a style sheet puts between two words is not there for a screen reader, nor in what is copied."""
    against = replace(table(load("tic_tac_toe"), "2,2"), seats=(PERSON, TableSeat("computer:level=7")))
    value = {"kind": "estimate", "result": -0.25, "plies": None}
    told = thinking(against, Facts("1", thinking={"depth": 17, "value": value, "nodes_per_second": 2e6}))
    shown = templates().get_template("_thinking.html").render(table=against, thinking=told)
    text = " ".join(re.sub("<[^>]*>", "", shown).split())
    assert text == "depth 17 estimate \u22120.2 for O 2.0 M positions/s Move now"


def test_no_game_on_the_front_page_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """These heaps are gone after a few moves: the picture shows it before. A game of text alone is shown at its start."""
    game = load("nim:heaps=1-1-1")
    scene, seen = type(game).scene, list[Any]()

    def noted(self: Game, state: Any) -> Any:
        seen.append(state)
        return scene(self, state)

    monkeypatch.setattr(type(game), "scene", noted)
    picture.__wrapped__(game)
    assert seen[-1] != game.start()
    assert not any(game.is_over(state) for state in seen)
    monkeypatch.setattr(type(game), "scene", lambda self, state: seen.append(state))
    seen.clear()
    picture.__wrapped__(game)
    assert set(seen) == {game.start()}
