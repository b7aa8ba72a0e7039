"""Opening books: right in every game, read as they were written, and asked what they know."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import done, refused
from kibitz import Value, load
from kibitz.book import Book, shipped
from kibitz.book import book as book_module
from kibitz.book._pages import Title, bound, opened
from kibitz.book.book import Keys, likeness
from kibitz.book.make import deduced, positions
from kibitz.errors import BookError
from kibitz.players import player
from kibitz.position import Position
from reference import random_tree
from small_books import nothing, tic_tac_toe, true_value

SMALL = ["nim:heaps=2-3-3", "nim:heaps=3-2,misere=true", "kalah:pits=2,seeds=2", "connect_four:width=3,height=3,line=3"]
TITLE = Title("some_game", "0123456789abcdef", 2)
EXACT = st.builds(
    lambda result, plies: Value("exact", result, plies if result else None), st.integers(-99, 99), st.integers(1, 300)
)
LAYERS = st.lists(st.dictionaries(st.integers(0, 1 << 90), EXACT, max_size=12), max_size=4)

# Which positions, and what they are worth


@pytest.mark.parametrize("plies", [0, 1, 3, 5])
@pytest.mark.parametrize("spec", SMALL)
def test_all_values_follow_from_the_last_ply_as_plain_minimax_has_them(spec: str, plies: int) -> None:
    game = load(spec)
    layers = positions(game, plies, nothing)
    last = {key: true_value(game, state) for key, state in layers[-1].items()}
    for layer, values in zip(layers, deduced(game, layers, last), strict=True):
        assert values == {key: true_value(game, state) for key, state in layer.items()}


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_extra_turns_and_margins_are_right_too(seed: int, plies: int) -> None:
    game = random_tree(seed)
    layers = positions(game, plies, nothing)
    values = deduced(game, layers, {key: true_value(game, state) for key, state in layers[-1].items()})
    assert all(values[ply][key] == true_value(game, state) for ply, layer in enumerate(layers) for key, state in layer.items())


def test_symmetric_positions_are_met_once_and_games_that_are_over_not_at_all() -> None:
    layers = positions(load("connect_four"), 4, nothing)
    assert [len(layer) for layer in layers] == [1, 4, 25, 121, 568]
    assert sum(map(len, positions(load("tic_tac_toe"), 9, nothing))) == 765 - 138  # all there are, and those that are over


def test_a_state_that_recurs_at_another_ply_is_met_once() -> None:
    game = load("nim:heaps=3-3")
    assert sum(map(len, positions(game, 6, nothing))) == 15
    keys = Keys(game)
    assert len({keys.of(game.start()._replace(heaps=(a, b))) for a in range(200) for b in range(200)}) == 200 * 200


# The file


@given(LAYERS)
def test_a_book_is_read_as_it_was_written(layers: list[dict[int, Value]]) -> None:
    assert opened(bound(TITLE, layers), "it") == (TITLE, layers)


@given(LAYERS, st.data())
def test_a_damaged_book_is_refused(layers: list[dict[int, Value]], data: st.DataObject) -> None:
    content = bytearray(bound(TITLE, layers))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BookError):
        opened(bytes(content), "it")


def test_what_is_no_book_is_refused_in_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other.book"
    other.write_bytes(b"\xff\xfe[1, 2]\n")
    assert "is no opening book" in refused("solve", "tic_tac_toe", "--book", str(other))
    assert "does not exist" in refused("solve", "tic_tac_toe", "--book", str(tmp_path / "none"))


# Asking one


@pytest.mark.untraced
def test_the_book_says_what_every_move_is_worth_and_knows_where_it_ends(tmp_path: Path) -> None:
    tic_tac_toe(tmp_path / "x.book", 3)
    book, game = Book.open(tmp_path / "x.book"), load("tic_tac_toe")
    for moves in ("", "1,1", "1,1 1,2", "2,2 1,1"):
        position = Position.after(game, moves)
        thought = book.lookup(position)
        assert thought is not None
        assert thought.value == true_value(game, position.state)
        assert thought.best == thought.line[0] == thought.moves[0].move
        assert {move.move for move in thought.moves} == set(position.legal())
        assert all(len(move.line) == 3 - len(position.moves) for move in thought.moves)
    assert book.value(game, Position.after(game, "1,1 1,2 1,3").state) is not None
    assert book.lookup(Position.after(game, "1,1 1,2 1,3")) is None
    assert book.value(game, Position.after(game, "1,1 1,2 1,3 2,1").state) is None
    over = Position.after(game, "1,1 2,1 1,2 2,2 1,3")
    assert (book.value(game, over.state), book.lookup(over)) == (Value("exact", -1, 0), None)


def test_a_book_of_another_game_or_of_other_rules_is_refused(tmp_path: Path) -> None:
    done("new", "my_game", folder=tmp_path)
    book = tmp_path / "my.book"
    plain = {"folder": tmp_path, "NUMBA_DISABLE_JIT": "1"}
    done("book", "./my_game.py", "--plies", "2", "--to", "my.book", **plain)
    assert "from the book" in done("solve", "./my_game.py", "--book", "my.book", **plain)
    assert "not about nim" in refused("solve", "nim", "--book", str(book))
    rules = tmp_path / "my_game.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("return -1", "return 1"), encoding="utf-8")
    assert "was made with other rules" in refused("solve", "./my_game.py", "--book", "my.book", **plain)


def test_the_likeness_tells_boards_apart_and_is_the_same_everywhere() -> None:
    assert len({likeness(load(spec)) for spec in SMALL}) == len(SMALL)
    assert likeness(load("tic_tac_toe")) == likeness(load("tic_tac_toe"))


@pytest.mark.untraced
def test_perfect_and_level_10_know_the_book_that_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tic_tac_toe(tmp_path / "anything.book")
    monkeypatch.setattr(book_module, "SHIPPED", tmp_path)
    shipped.cache_clear()
    try:
        start = Position.after(load("tic_tac_toe"))
        for spec in ("perfect", "deepening:level=10"):
            thought = player(spec).think(start)
            assert (thought.nodes, thought.value) == (0, Value("exact", 0))
        assert player("deepening:level=9").think(start).nodes > 0
        assert Book.shipped(load("tic_tac_toe:width=4")) is None
    finally:
        shipped.cache_clear()


@pytest.mark.parametrize("file", sorted(book_module.SHIPPED.glob("*.book")), ids=lambda file: file.name)
def test_a_book_that_is_shipped_is_small_and_about_these_very_rules(file: Path) -> None:
    assert file.stat().st_size < 300_000
    book = Book.open(file)
    game = load(book.title.game)
    assert Book.shipped(game) is not None
    assert book.lookup(Position.after(game)) is not None
