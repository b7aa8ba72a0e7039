"""Dots and Boxes: who wins on small boards, found in several ways, and random games against those of OpenSpiel."""

import random
from functools import cache
from pathlib import Path

import pytest

import kibitz
from kibitz.books.make_book import make_book
from kibitz.core.registry import load
from kibitz.errors import GameError
from kibitz.games.dots_and_boxes import DotsAndBoxes
from kibitz.position import Position
from kibitz.search.entry import solve
from kibitz.solutions import Solution, solve_everything
from kibitz.solutions.book import Book
from naive.dots_and_boxes import NaiveDotsAndBoxes

# The lead of the first player with best play of both, by rows and columns of boxes. Boards of up to three boxes are counted
# here by the naive twin's rules, too; those of 3x3 were found by two searches, with the score in the state and with rewards.
LEADS = {(1, 1): -1, (1, 2): 0, (1, 3): -1, (2, 2): 2, (2, 3): -2, (3, 3): -3}
SMALL = [size for size in LEADS if size[0] * size[1] <= 3]


def naive_lead(height: int, width: int) -> int:
    """The lead of the first player, by looking at all ways to draw the lines, with sets of dots and boxes."""
    names = tuple(NaiveDotsAndBoxes(width, height).names())

    @cache
    def lead(drawn: frozenset[str]) -> int:
        board = NaiveDotsAndBoxes(width, height)
        board.drawn = {board.names()[name] for name in drawn}
        before = sum(board.is_closed(*box) for box in board.boxes())
        leads = []
        for name in names:
            if name not in drawn:
                board.drawn.add(board.names()[name])
                closed = sum(board.is_closed(*box) for box in board.boxes()) - before
                board.drawn.remove(board.names()[name])
                later = lead(drawn | {name})
                leads.append(closed + later if closed else -later)
        return max(leads, default=0)

    return lead(frozenset())


@pytest.mark.parametrize("size", SMALL)
def test_small_boards_by_the_plainest_way(size: tuple[int, int]) -> None:
    assert naive_lead(*size) == LEADS[size]
    assert solve(DotsAndBoxes(size[1], size[0])).value.result == LEADS[size]


@pytest.mark.compiled
def test_three_by_three_boxes_are_won_by_the_second_player() -> None:
    thought = solve("dots_and_boxes")
    assert thought.value == kibitz.Value("exact", LEADS[3, 3])


def test_what_was_won_before_counts() -> None:
    position = Position.after("dots_and_boxes:width=2,height=1", "1,1- 1,1| 2,1- 1,2|")
    assert position.scores == (0, 1)
    assert position.to_move == 1
    assert solve(position).value.result == 2
    assert solve(position, weak=True).value.result == 1
    assert solve(position.game, position.state._replace()).value.result == 1  # a bare state: what is still to come


def test_boards_take_the_smallest_kind_that_holds_their_lines() -> None:
    for size, kind in ((5, kibitz.Board64), (7, kibitz.Board128), (10, kibitz.Board256), (13, kibitz.Board384)):
        assert DotsAndBoxes(size, size).kind is kind
    with pytest.raises(GameError, match="14x13 boxes do not fit"):
        DotsAndBoxes(14, 13)


def test_random_games_are_those_of_openspiel() -> None:
    """Theirs numbers the lines across first, then those down."""
    pyspiel = pytest.importorskip("pyspiel")
    name = "dots_and_boxes(num_rows=2,num_cols=3,utility_margin=true)"
    game = DotsAndBoxes(3, 2)
    across = [line for line in range(game.count) if line % 7 < 3]
    down = [line for line in range(game.count) if line % 7 >= 3]
    for seed in range(20):
        dice, theirs, ours = random.Random(seed), pyspiel.load_game(name).new_initial_state(), Position.after(game)
        while not ours.is_over:
            assert sorted((across + down)[action] for action in theirs.legal_actions()) == list(ours.legal())
            assert theirs.current_player() == ours.to_move
            move = dice.choice(ours.legal())
            theirs.apply_action((across + down).index(move))
            ours = ours.play(move)
        assert theirs.is_terminal()
        assert list(ours.payoffs or ()) == theirs.returns()


def test_tables_hold_what_is_still_to_come_and_say_the_total(tmp_path: Path) -> None:
    """A strong solution and a book, whose positions know nothing of the score: each move as the solver values it."""
    spec = "dots_and_boxes:width=2,height=1"
    solve_everything(spec, tmp_path / "all.solution")
    make_book(load(spec), 3, tmp_path / "few.book")
    solution, book = Solution(tmp_path / "all.solution"), Book.open(tmp_path / "few.book")
    assert len(solution) == 2**7 + 1  # whose turn it is follows from the lines, but where a last one may close two boxes
    for seed in range(6):
        dice, position = random.Random(seed), Position.after(spec)
        while not position.is_over:
            wanted = {one.move: one.value for one in solve(position, all_moves=True, knowledge=None).moves}
            assert {one.move: one.value for one in solution.best(position)} == wanted
            held = book.lookup(position)
            assert held is not None or len(position.moves) >= 3
            assert held is None or {one.move: one.value for one in held.moves} == wanted
            assert solution.value(position.state) == max(wanted.values(), key=lambda value: value.order)
            position = position.play(dice.choice(position.legal()))
        assert position.payoffs is not None
        value = solution.value(position.state)
        assert value is not None
        assert value.result == position.payoffs[position.to_move]
