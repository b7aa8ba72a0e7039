"""A position knows its moves, whose turn it is, how it ended, and shows itself in a notebook."""

import base64
from xml.etree import ElementTree as ET

import pytest

from kibitz.core.registry import load
from kibitz.errors import IllegalMove, NotAMove
from kibitz.position import Position


def test_a_position_knows_its_moves_and_its_turn_and_never_changes() -> None:
    game = load("connect_four")
    position = Position.after(game, "445")
    assert position == Position.after(game, [3, 3, 4]) == Position.after(game, ("4", "4", "5"))
    assert (position.names(), position.to_move) == (("4", "4", "5"), 1)
    assert (position.play("1").moves, position.moves) == ((3, 3, 4, 0), (3, 3, 4))
    assert [Position.after("kalah", moves).to_move for moves in ("", "3", "36")] == [0, 0, 1]  # pit 3 ends in the store


@pytest.mark.parametrize(
    ("spec", "moves", "payoffs"),
    [
        ("tic_tac_toe", "1,1 2,1 1,2 2,2 1,3", (1, -1)),
        ("tic_tac_toe", "1,1 2,1 1,2 2,2 3,3 2,3", (-1, 1)),
        ("tic_tac_toe", "1,1 1,2", None),
        ("tree:file=three_players", "a1 b1 c2", (4, 2, 3)),
    ],
)
def test_payoffs_are_the_first_players_view_whoever_would_move(spec: str, moves: str, payoffs: tuple[int, ...] | None) -> None:
    position = Position.after(spec, moves)
    assert (position.payoffs, position.is_over) == (payoffs, payoffs is not None)


def test_payoffs_follow_the_rules_turns() -> None:
    """In Kalah the parity of the moves says nothing about who would move at the end: the seeds on the board do."""
    ends = []
    for seed in range(8):
        position = Position.after(load("kalah:pits=3,seeds=2"))
        while not position.is_over:
            legal = position.legal()
            position = position.play(legal[(seed + len(position.moves)) % len(legal)])
        scene = position.game.scene(position.state)
        assert scene is not None
        assert position.payoffs is not None
        first, second = (sum(int(one.text) for one in scene.pieces.values() if one.owner == owner) for owner in (0, 1))
        assert position.payoffs == (first - second, second - first)
        ends.append((position.to_move, len(position.moves) % 2, position.payoffs[0] != 0))
    assert (0, 1, True) in ends or (1, 0, True) in ends  # the parity would have been wrong


def test_an_illegal_move_is_named_with_what_is_legal() -> None:
    position = Position.after(load("connect_four"), "444444")
    assert position.legal() == (0, 1, 2, 4, 5, 6)
    with pytest.raises(IllegalMove, match=r"^3 is not allowed as move 7; the legal moves are 1 2 3 5 6 7$"):
        position.play(3)
    with pytest.raises(IllegalMove, match=r"^'4' is not allowed here; the legal moves are 1 2 3 5 6 7$"):
        position.play("4")
    with pytest.raises(NotAMove, match="move 3: 'x'"):
        Position.after(position.game, "44x")
    over = Position.after(position.game, "4455667")
    assert over.legal() == ()
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play(0)


@pytest.mark.parametrize(
    ("spec", "moves", "cell"),
    [
        ("connect_four", "44", "5,4"),
        ("kalah", "3", "first:3"),
        ("tic_tac_toe", "", None),
        ("othello", "d3c3e6d2d1e1b2c1 pass", None),
        ("einstein", "2 2c2 4", "c2"),  # a throw of the dice leaves the mark where it is
    ],
)
def test_the_cell_of_the_last_move(spec: str, moves: str, cell: str | None) -> None:
    assert Position.after(load(spec), moves).last_cell == cell


def test_the_last_move_as_it_was_offered() -> None:
    made = Position.after(load("checkers"), "9-14 22-18").last_action
    assert made is not None
    assert (made.source, made.cell, made.label) == ("22", "18", "22-18")
    assert Position.after(load("checkers")).last_action is None


def test_a_notebook_gets_text_and_an_image_that_stands_alone() -> None:
    position = Position.after(load("connect_four"), "445")
    bundle = position._repr_mimebundle_()
    assert bundle["text/plain"] == str(position) == position.draw()
    image = ET.fromstring(bundle["text/html"].replace('">', '"/>'))
    assert image.tag == "img"
    assert image.get("alt")
    kind, _, data = image.get("src", "").partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == bundle["image/svg+xml"] == position.svg()
    assert ET.fromstring(bundle["image/svg+xml"]).tag.endswith("svg")
