"""What a board shows of captures: a ring around each man that a move takes, and whose a closed box is."""

import random
import re
from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.games.checkers import Checkers
from kibitz.games.dots_and_boxes import DotsAndBoxes
from kibitz.position import Position
from kibitz.web.board.html import board_of, described, scene_of
from kibitz.web.board.pictures import emblem
from kibitz.web.board.player_panels import is_counted

RING = re.compile(r'<circle class="kb-take" cx="([\d.]+)" cy="([\d.]+)"')


def rings(position: Position, picked: str | None = None) -> set[str]:
    """The cells whose men have a ring."""
    picture = str(board_of(position, True, picked).picture)
    places = {(x, y): cell for cell, x, y in re.findall(r'data-at="([^"]+)"[^>]*data-x="(\d+)" data-y="(\d+)"', picture)}
    return {places[f"{float(x):.0f}", f"{float(y):.0f}"] for x, y in RING.findall(picture)}


@pytest.mark.parametrize(
    ("spec", "moves", "picked", "taken"),
    [
        ("chess", "e4 d5 Nf3 f5", "e4", {"d5", "f5"}),
        ("chess", "e4 d5 Nf3 f5", None, set()),
        ("checkers", "11-15 22-18", "15", {"18"}),
        ("breakthrough:size=5", "b2-b3 c4-c3", "b3", {"a4"}),
        ("breakthrough:size=5", "b2-b3 c4-c3 b3-c4", "d5", {"c4"}),
        ("morris", "a7 d7 a4 d6 a1", None, {"d7", "d6"}),
        ("nim", "1:1", None, set()),
        ("othello", "f5", None, set()),
    ],
)
def test_men_that_may_be_taken_have_a_ring(spec: str, moves: str, picked: str | None, taken: set[str]) -> None:
    assert rings(Position.after(spec, moves), picked) == taken


@pytest.mark.parametrize("spec", ["checkers", "chess", "breakthrough:size=5", "einstein"])
def test_a_ring_is_where_a_man_of_the_other_side_goes_and_nowhere_else(spec: str) -> None:
    dice = random.Random(spec)
    position = Position.after(spec)
    while not position.is_over and len(position.moves) < 60:
        scene = None if position.is_chance else position.game.scene(position.state)
        if scene is not None:
            picked = dice.choice([action.source for action in scene.actions])
            expected = set[str]()
            for action in scene.actions:
                if action.source == picked:
                    after = position.game.scene(position.play(action.move).state)
                    assert after is not None
                    kept = {cell for cell, piece in after.pieces.items() if scene.pieces.get(cell) == piece}
                    expected |= {cell for cell in scene.pieces if cell not in kept and cell != picked}
            assert rings(position, picked) == expected
        position = position.play(dice.choice(position.legal()))


def test_a_closed_box_is_its_owners_in_words_too() -> None:
    position = Position.after("dots_and_boxes", "1,1- 1,1| 2,1- 1,2| 1,2- 1,3| 2,2-")
    scene = scene_of(position, [])
    assert scene is not None
    boxes = {cell: (piece.owner, piece.text) for cell, piece in scene.pieces.items() if piece.form == "fill"}
    owners = []
    here = Position.after("dots_and_boxes")
    for move in position.moves:
        if here.game.reward(here.state, move):
            owners.append(here.to_move)
        here = here.play(move)
    assert sorted(owner for owner, _ in boxes.values() if owner is not None) == sorted(owners) != []
    assert all(text == "FS"[owner] for owner, text in boxes.values() if owner is not None)
    assert any(" closed" in line and ("First" in line or "Second" in line) for line in described(position, scene, None))
    assert emblem(position.game, 0) != emblem(position.game, 1)


def test_a_scene_that_failed_before_is_a_fault_and_the_board_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.after("dots_and_boxes", "1,1- 1,1| 2,1- 1,2|")
    drawn = type(position.game).scene

    def scene(game: DotsAndBoxes, state: Any) -> Any:
        if state not in (position.state, position.game.start()):
            raise ZeroDivisionError("between")
        return drawn(game, state)

    monkeypatch.setattr(DotsAndBoxes, "scene", scene)
    board = board_of(position, False)
    assert board.picture is not None
    assert "between" in board.faults[0]


def test_a_move_that_fails_has_no_ring_and_takes_no_board_away(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.after("checkers", "11-15 22-18")

    def play(game: Checkers, state: Any, move: int) -> Any:
        raise ZeroDivisionError("no move")

    assert rings(position, "15") == {"18"}
    monkeypatch.setattr(Checkers, "play", play)
    board = board_of(position, True, "15")
    assert board.picture is not None
    assert "kb-take" not in str(board.picture)


@pytest.mark.parametrize(
    ("moves", "marked"), [("", ()), ("e4 d5 Bb5+", ("e8",)), ("f3 e5 g4 Qh4#", ("e1",)), ("e4 d5 exd5", ())]
)
def test_a_king_in_check_is_marked(moves: str, marked: tuple[str, ...]) -> None:
    scene = scene_of(Position.after("chess", moves), [])
    assert scene is not None
    assert tuple(scene.marked) == marked


def test_signs_at_the_edges_are_not_counted_as_men() -> None:
    assert [is_counted(load(spec)) for spec in ("hex", "othello", "kalah", "pig", "chess")] == [False, True, False, False, True]
