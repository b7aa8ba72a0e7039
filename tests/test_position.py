"""A position knows its moves, whose turn it is, how it ended, and shows itself in a notebook."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from kibitz.errors import IllegalMove, NotAMove
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game


class Purse(NamedTuple):
    round: int


@dataclass(frozen=True)
class Shares(Game):
    """Three players take one move each and are paid."""

    players = 3

    def start(self) -> Purse:
        return Purse(0)

    def moves(self, state: Purse) -> Iterable[int]:
        return (0,)

    def play(self, state: Purse, move: int) -> Purse:
        return Purse(state.round + 1)

    def is_over(self, state: Purse) -> bool:
        return state.round == 3

    def payoffs(self, state: Purse) -> tuple[int, ...]:
        return 1, 2, 6


def test_a_text_a_sequence_of_ints_and_of_names_are_the_same_position() -> None:
    game = load("connect_four")
    position = Position.after(game, "445")
    assert position == Position.after(game, [3, 3, 4]) == Position.after(game, ("4", "4", "5"))
    assert position.names() == ("4", "4", "5")
    assert position.to_move == 1


def test_a_position_never_changes() -> None:
    before = Position.after(load("tic_tac_toe"))
    after = before.play("2,2")
    assert (before.moves, after.moves) == ((), (4,))
    assert 4 in before.legal()
    assert 4 not in after.legal()


def test_turns_alternate_unless_the_rules_say_otherwise() -> None:
    kalah = load("kalah")
    assert [Position.after(kalah, moves).to_move for moves in ("", "3", "36")] == [0, 0, 1]  # pit 3 ends in the store
    othello = load("othello")
    assert [Position.after(othello, moves).to_move for moves in ("", "f5", "f5d6")] == [0, 1, 0]


@pytest.mark.parametrize(
    ("moves", "payoffs"),
    [("1,1 2,1 1,2 2,2 1,3", (1, -1)), ("1,1 2,1 1,2 2,2 3,3 2,3", (-1, 1)), ("1,1 1,2", None)],
)
def test_payoffs_are_the_first_players_view_whoever_would_move(moves: str, payoffs: tuple[int, int] | None) -> None:
    position = Position.after(load("tic_tac_toe"), moves)
    assert position.payoffs == payoffs
    assert position.is_over == (payoffs is not None)


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


def test_payoffs_of_three() -> None:
    position = Position.after(Shares())
    for turn in range(3):
        assert position.to_move == turn
        position = position.play(0)
    assert position.payoffs == (1, 2, 6)


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
    [("connect_four", "44", "5,4"), ("othello", "f5", "f5"), ("kalah", "3", "first:3"), ("tic_tac_toe", "", None)],
)
def test_the_cell_of_the_last_move(spec: str, moves: str, cell: str | None) -> None:
    assert Position.after(load(spec), moves).last_cell == cell


def test_a_pass_has_no_cell() -> None:
    assert Position.after(load("othello"), "d3c3e6d2d1e1b2c1 pass").last_cell is None


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
