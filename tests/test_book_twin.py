"""Opening books against plain minimax: transpositions, extra turns, margins, symmetries, tiny tables, restarts."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph_game import graph, random_graph
from kibitz import Position, load
from kibitz.books.make_book import BookJournal, make_book
from kibitz.books.positions import list_positions
from kibitz.core.rules import Game
from kibitz.errors import BookError
from kibitz.solutions.book import Book
from reference import random_tree, same_side
from runs import PLAIN
from small_books import nothing, true_value

pytestmark = pytest.mark.twice

TINY = 256  # bytes of a table: nearly all that is proved is forgotten at once


def reached(game: Game) -> Iterator[Position]:
    """Every position that play leads to, once; symmetric ones each for itself."""
    start = Position.after(game)
    seen, ahead = {start.state}, [start]
    while ahead:
        position = ahead.pop()
        yield position
        for move in position.legal():
            after = position.play(move)
            if after.state not in seen:
                seen.add(after.state)
                ahead.append(after)


def judge(book: Book, game: Game, most: int = 200) -> int:
    """All that a book says of a game is so: values, moves, lines; of how many positions. `most`: so many are asked, any."""
    known, all_of_them = 0, list(reached(game))
    for position in random.Random(1).sample(all_of_them, min(most, len(all_of_them))):
        value, thought = book.value(game, position.state), book.lookup(position)
        known += value is not None
        assert value in (None, true_value(game, position.state))
        if thought is None:
            continue
        assert (thought.value, thought.best) == (true_value(game, position.state), thought.moves[0].move)
        assert {one.move for one in thought.moves} == set(position.legal())
        for one in thought.moves:
            assert one.value == worth(game, position, one.move)
            here = position.play(one.move)
            for move in one.line[1:]:
                assert worth(game, here, move) == true_value(game, here.state)
                here = here.play(move)
    return known


def worth(game: Game, position: Position, move: int) -> Any:
    """What a move is worth to its mover, by plain minimax."""
    after = position.play(move).state
    value = true_value(game, after)
    return (value if same_side(game, position.state, after) else -value).later()


@pytest.mark.parametrize("kind", ["graph", "tree"])
def test_a_book_is_right_and_the_same_when_it_is_gone_on_with(kind: str, tmp_path: Path) -> None:
    known = 0
    for seed in range(5 if PLAIN else 20):
        dice = random.Random(seed)
        game: Game = random_graph(seed, 25, 1 + seed % 4) if kind == "graph" else random_tree(seed, largest=1 + seed % 3)
        if game.is_over(game.start()):
            continue
        file, plies = tmp_path / f"{seed}.book", dice.randint(0, 4)
        made = make_book(game, plies, file, table=TINY)
        book, whole = Book.open(file), file.read_bytes()
        known += judge(book, game)
        file.unlink()
        journal = file.with_name(f"{file.name}.journal")
        last = [(key, book.values[key]) for key in list_positions(game, plies, nothing)[-1]]
        assert len(last) == made.solved
        with BookJournal(journal, book.title) as kept:
            for key, value in dice.sample(last, len(last) // 2):
                kept.add(key, value)
        again = make_book(game, plies, file, table=TINY)
        assert (file.read_bytes(), again.solved) == (whole, made.solved - len(last) // 2)
    assert known > 5 * (5 if PLAIN else 20)


@pytest.mark.untraced
@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=3,line=3"])
def test_of_symmetric_positions_each_is_told_its_own_moves(spec: str, tmp_path: Path) -> None:
    """The book holds one of them, and every other is asked as well."""
    game = load(spec)
    made = make_book(game, 12, tmp_path / "x.book")
    book = Book.open(tmp_path / "x.book")
    assert judge(book, game, 30 if PLAIN else 300) > 20
    assert sum(not position.is_over for position in reached(game)) > made.positions


def test_positions_that_repeat_have_no_book_and_nobody_waits_for_ever(tmp_path: Path) -> None:
    """Two places that lead to each other: their last ply holds nothing to begin with."""
    game = graph([[1], [0, 2], []], {2: 1})
    with pytest.raises(BookError, match="can repeat"):
        make_book(game, 5, tmp_path / "x.book", table=TINY)
