"""Checkers in positions made by hand, and in random ones full of kings against the naive twin."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.board import Board64
from kibitz.core.notation import read_move
from kibitz.core.registry import knowledge_of
from kibitz.core.scene import Scene
from kibitz.errors import MoveError
from kibitz.games.checkers import Checkers, State
from kibitz.games.parts.dark_squares import PLACES
from kibitz.search.perft import perft
from naive.checkers import NaiveCheckers, square_of
from runs import examples

GAME = Checkers()


def scene_of(state: State) -> Scene:
    """The picture."""
    scene = GAME.scene(state)
    assert scene is not None
    return scene


def board(numbers: list[int]) -> Board64:
    return Board64(sum(1 << PLACES[number - 1] for number in numbers))


def placed(black: str, white: str, turn: int = 0, quiet: int = 0) -> State:
    """A position from the numbers of the squares, a K before those of kings."""
    sides = [[int(word.strip("K")) for word in side.split()] for side in (black, white)]
    kings = board([int(word[1:]) for word in f"{black} {white}".split() if word[0] == "K"])
    return State(board(sides[turn]), board(sides[1 - turn]), kings, turn, quiet)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Up to 24 pieces anywhere, many of them kings; a man that has reached its last row is one."""
    pieces = draw(st.dictionaries(st.integers(1, 32), st.tuples(st.integers(0, 1), st.booleans()), min_size=2, max_size=24))
    sides, last = (list[str](), list[str]()), (range(29, 33), range(1, 5))
    for number, (owner, king) in pieces.items():
        sides[owner].append(f"K{number}" if king or number in last[owner] else str(number))
    return placed(" ".join(sides[0]), " ".join(sides[1]), turn=draw(st.integers(0, 1)), quiet=draw(st.integers(0, 80)))


def names(state: State) -> list[str]:
    return [GAME.move_name(state, move) for move in GAME.moves(state)]


def after(state: State, *wanted: str) -> State:
    for name in wanted:
        state = GAME.play(state, read_move(GAME, state, name))
    return state


def twin_of(state: State) -> NaiveCheckers:
    """The naive game that stands where this one does."""
    twin = NaiveCheckers(GAME.quiet, "")
    twin.mover, twin.still, twin.board = state.turn, state.quiet, {}
    for owner, side in enumerate((state.mine, state.theirs)):
        for place in side.squares():
            twin.board[square_of(PLACES.index(place) + 1)] = (owner ^ state.turn, place in state.kings)
    return twin


RULES = [
    ("11 1", "15 32", 0, "11x18"),  # who can jump must
    # Any jump may be chosen, but goes to its end: one man captures one piece; another two, and may not stop after the first.
    ("9 12", "14 16 24", 0, "9x18 12x19x28"),
    ("2", "6 7 14 15 23", 0, "2x9x18x27 2x11x18x27"),
    # Men neither step nor jump backward, and kings do both.
    ("18", "14 32", 0, "18-22 18-23"),
    ("18", "14 32", 1, "14-9 32-27 14-10 32-28"),
    ("K18", "14 32", 0, "18x9"),
    ("K18", "32", 0, "18-22 18-23 18-14 18-15"),
    ("21", "25 26 32", 0, "21x30"),  # from 30 a king could go on over 26; the man that has just come there may not
    ("K30", "26 32", 0, "30x23"),
    # A king may come back to where it began, for its own square is empty while it jumps.
    ("K10", "14 15 22 23 5", 0, "10x17x26x19x10 10x19x26x17x10"),
    ("K1", "6", 0, "1x10"),  # no piece is captured twice
]


def test_what_is_allowed() -> None:
    for black, white, turn, expected in RULES:
        assert " ".join(names(placed(black, white, turn))) == expected, (black, white)
    with pytest.raises(MoveError):
        read_move(GAME, placed("11 1", "15 32"), "1-6")


def test_a_man_that_reaches_the_last_row_becomes_a_king_and_stops() -> None:
    assert after(placed("21", "25 26 32"), "21x30") == placed("K30", "26 32", turn=1)
    assert after(placed("12", "5", turn=1), "5-1").kings == board([1])


def test_round_one_way_or_the_other_leads_to_the_same_position() -> None:
    state = placed("K10", "14 15 22 23 5")
    assert {after(state, name) for name in names(state)} == {placed("K10", "5", turn=1)}


def test_the_longest_jump_there_is() -> None:
    """Nine leaps, all that a piece can make, over every square it can ever jump over."""
    state = placed("K1", "6 7 8 14 15 16 22 23 24")
    moves = list(GAME.moves(state))
    longest = max(names(state), key=len)
    assert longest.count("x") == 9
    assert after(state, longest).theirs == board([28])
    assert names(state) == twin_of(state).moves()
    assert max(moves) < 1 << 25


def test_who_cannot_move_has_lost() -> None:
    blocked = placed("1", "5 6 10")
    nothing_left = placed("", "K6")
    for state in (blocked, nothing_left):
        assert GAME.is_over(state)
        assert GAME.result(state) == -1
    assert not GAME.is_over(placed("1", "6"))


def test_the_quiet_plies() -> None:
    """They count the steps of kings; a man's step and every capture begin anew, and a loss goes before a draw."""
    state = placed("K1 12", "K32 5", quiet=78)
    assert after(state, "1-6").quiet == 79
    drawn = after(state, "1-6", "32-27")
    assert GAME.is_over(drawn)
    assert GAME.result(drawn) == 0
    assert not Checkers(quiet=81).is_over(drawn)
    assert after(state, "12-16").quiet == 0
    assert after(placed("K1", "6 32", quiet=79), "1x10").quiet == 0
    assert GAME.result(placed("1", "5 6 10", quiet=80)) == -1


def test_the_picture_tells_men_from_kings_and_black_from_white() -> None:
    state = placed("11 K5", "K30 21", turn=1)
    scene = scene_of(state)
    assert {cell: (piece.text, piece.owner) for cell, piece in scene.pieces.items()} == {
        "11": ("B", 0),
        "5": ("BK", 0),
        "30": ("WK", 1),
        "21": ("W", 1),
    }
    assert len(scene.cells) == 32
    assert GAME.show(state).split("\n")[:3] == [
        "     1     2     3     4",
        " BK     6     7     8   ",
        "     9    10     B    12",
    ]


def test_the_picture_says_that_a_jump_must_be_made() -> None:
    assert scene_of(placed("11 1", "15 32")).note == "Black must jump."
    assert scene_of(placed("8", "11 30", turn=1)).note == "White must jump."
    assert scene_of(placed("11 1", "32")).note == ""
    assert scene_of(placed("K11", "15 32", quiet=80)).note == "", "the game is over"


def test_a_move_picks_up_a_piece_where_it_begins_and_puts_it_down_where_it_ends() -> None:
    """Two jumps of one king may end on the same square, even where it began: then their names tell them apart."""
    actions = scene_of(placed("K2", "6 7 14 15")).actions
    ends = {action.label.split("x")[-1] for action in actions}
    assert {(action.source, action.cell) for action in actions} == {(None if end == "2" else "2", end) for end in ends}
    assert len({(action.source, action.cell) for action in actions}) < len(actions) == len({action.label for action in actions})
    step = scene_of(placed("11", "21")).actions[0]
    assert (step.label, step.source, step.cell) == ("11-15", "11", "15")


@settings(max_examples=examples(150))
@given(positions(), st.lists(st.integers(0, 99), min_size=4, max_size=12))
def test_any_position_goes_on_as_in_the_naive_twin(state: State, picks: list[int]) -> None:
    twin = twin_of(state)
    for pick in picks:
        found = names(state)
        assert found == twin.moves()
        assert GAME.is_over(state) == twin.over()
        assert GAME.result(state) == twin.lead() * (1 if state.turn == 0 else -1)
        if twin.over():
            break
        twin.play(found[pick % len(found)])
        state = after(state, found[pick % len(found)])
        assert vars(twin_of(state)) == vars(twin)


@pytest.mark.compiled
@settings(max_examples=examples(100))
@given(positions())
def test_any_position_compiled(state: State) -> None:
    """Machine code counts what plain Python counts."""
    assert perft(GAME, state, 2) == perft(GAME, state, 2, plain=True)


def turned(state: State) -> State:
    """The board turned round and the colours changed."""
    mine, theirs, kings = (Board64(int(f"{side.bits:035b}"[::-1], 2)) for side in state[:3])
    return State(mine, theirs, kings, 1 - state.turn, state.quiet)


@settings(max_examples=examples(100))
@given(positions())
def test_both_sides_have_the_same_rules_and_the_same_estimate(state: State) -> None:
    other = turned(state)
    assert turned(other) == state
    images = {turned(GAME.play(state, move)) for move in GAME.moves(state)}
    assert images == {GAME.play(other, move) for move in GAME.moves(other)}
    if state.mine and state.theirs:
        assert -1 < wise().evaluate(state) < 1
        assert wise().evaluate(state) == pytest.approx(wise().evaluate(other))


def wise() -> Any:
    return knowledge_of(GAME)


def test_what_the_estimate_likes() -> None:
    def estimate(*position: Any) -> float:
        return float(wise().evaluate(placed(*position)))

    assert estimate("9 10", "22") > estimate("9 10 11", "22 23") > 0  # a lead counts for more when less is left
    assert estimate("K9", "22") > 0 > estimate("9", "K22")
    assert estimate("K14", "K32") > estimate("K13", "K32")
    assert estimate("1 14", "K27") > estimate("5 14", "K27")


def test_the_longest_jump_is_tried_first() -> None:
    state = placed("9 12", "14 16 24")
    assert [wise().priority(state, move) for move in GAME.moves(state)] == [1, 2]
    assert {wise().priority(GAME.start(), move) for move in GAME.moves(GAME.start())} == {0}
