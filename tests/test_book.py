"""Opening books: right in every game, read as they were written, and asked what they know."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import done, refused
from kibitz import Value, load
from kibitz.books.make_book import make_book
from kibitz.books.positions import deduce_values, list_positions
from kibitz.errors import BookError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.players import player
from kibitz.position import Position
from kibitz.solutions import book as books
from kibitz.solutions.book import Book, BookTitle, shipped
from kibitz.solutions.layout import SymmetricKeys
from reference import random_tree
from small_books import nothing, tic_tac_toe, true_value

SMALL = ["nim:heaps=2-3-3", "nim:heaps=3-2,misere=true", "kalah:pits=2,seeds=2", "connect_four:width=3,height=3,line=3"]
TITLE = BookTitle("some_game", "0123456789abcdef", 2)
EXACT = st.builds(
    lambda result, plies: Value("exact", result, plies if result else None), st.integers(-99, 99), st.integers(1, 300)
)
VALUES = st.dictionaries(st.integers(0, 1 << 90), EXACT, max_size=40)
VERSION_1 = Path(__file__).parent / "version_1"  # files that the first version has written

# Which positions, and what they are worth


@pytest.mark.parametrize("plies", [0, 1, 3, 5])
@pytest.mark.parametrize("spec", SMALL)
def test_all_values_follow_from_the_last_ply_as_plain_minimax_has_them(spec: str, plies: int) -> None:
    game = load(spec)
    layers = list_positions(game, plies, nothing)
    last = {key: true_value(game, state) for key, state in layers[-1].items()}
    everywhere = {key: true_value(game, state) for layer in layers for key, state in layer.items()}
    assert deduce_values(game, layers, last) == everywhere


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_extra_turns_and_margins_are_right_too(seed: int, plies: int) -> None:
    game = random_tree(seed)
    layers = list_positions(game, plies, nothing)
    values = deduce_values(game, layers, {key: true_value(game, state) for key, state in layers[-1].items()})
    assert all(values[key] == true_value(game, state) for layer in layers for key, state in layer.items())


def test_symmetric_positions_are_met_once_and_games_that_are_over_not_at_all() -> None:
    layers = list_positions(load("connect_four"), 4, nothing)
    assert [len(layer) for layer in layers] == [1, 4, 25, 121, 568]
    assert sum(map(len, list_positions(load("tic_tac_toe"), 9, nothing))) == 765 - 138  # all there are, and those that are over


def test_a_state_that_recurs_at_another_ply_is_met_once() -> None:
    game = load("nim:heaps=3-3")
    assert sum(map(len, list_positions(game, 6, nothing))) == 15
    keys = SymmetricKeys(game)
    assert len({keys.of(game.start()._replace(heaps=(a, b))) for a in range(200) for b in range(200)}) == 200 * 200


# The file


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books") / "it.book"


@given(values=VALUES)
def test_a_book_is_read_as_it_was_written(values: dict[int, Value], file: Path) -> None:
    size = Book(TITLE, values, "it").write(file)
    book = Book.open(file)
    assert (book.title, book.values, size) == (TITLE, values, file.stat().st_size)


@given(values=VALUES, data=st.data())
def test_a_damaged_book_is_refused(values: dict[int, Value], data: st.DataObject, file: Path) -> None:
    Book(TITLE, values, "it").write(file)
    refuse_damaged(file, file.read_bytes(), data)


@given(data=st.data())
def test_a_damaged_book_of_the_first_version_is_refused(data: st.DataObject, file: Path) -> None:
    refuse_damaged(file, (VERSION_1 / "tic_tac_toe.book").read_bytes(), data)


def refuse_damaged(file: Path, whole: bytes, data: st.DataObject) -> None:
    content = bytearray(whole)
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    file.write_bytes(content)
    with pytest.raises(BookError):
        Book.open(file)


@pytest.mark.parametrize(("spec", "plies"), [("tic_tac_toe", 2), ("nim:heaps=2-3-3", 3), ("kalah:pits=2,seeds=2", 3)])
def test_a_book_of_the_first_version_serves_and_is_written_anew_by_its_command(spec: str, plies: int, tmp_path: Path) -> None:
    game, file, old = load(spec), tmp_path / "x.book", (VERSION_1 / f"{spec.partition(':')[0]}.book").read_bytes()
    file.write_bytes(old)
    values = {key: true_value(game, state) for layer in list_positions(game, plies, nothing) for key, state in layer.items()}
    book = Book.open(file)
    assert (book.values, book.value(game, game.start())) == (values, true_value(game, game.start()))
    assert (make_book(game, plies, file).solved, file.read_bytes() == old) == (0, False)
    assert (Book.open(file).values, Book.open(file).title) == (values, BookTitle.of(game, plies))
    with pytest.raises(BookError, match="is about"):
        book.value(load("othello"), load("othello").start())


def test_the_journal_of_the_first_version_is_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "x.book.journal").write_bytes((VERSION_1 / "tic_tac_toe.book.journal").read_bytes())
    assert tic_tac_toe(tmp_path / "x.book").solved == 0
    assert [left.name for left in tmp_path.iterdir()] == ["x.book"]


def test_what_is_no_book_is_refused_in_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other.book"
    other.write_bytes(b"\xff\xfe[1, 2]\n")
    assert "is not an opening book" in refused("solve", "tic_tac_toe", "--book", str(other))
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


def test_the_fingerprint_tells_boards_apart_and_is_the_same_everywhere() -> None:
    assert len({rules_fingerprint(load(spec)) for spec in SMALL}) == len(SMALL)
    game = load("tic_tac_toe")
    assert rules_fingerprint(game) == "2a4c5b23d4f14b796f285e7ba5ec130f"
    assert rules_fingerprint(game, SymmetricKeys(game).of) == "f7bf49830a4d7f10936fe699cba8db56"


@pytest.mark.untraced
def test_perfect_and_level_10_know_the_book_that_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tic_tac_toe(tmp_path / "anything.book")
    monkeypatch.setattr(books, "SHIPPED", tmp_path)
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


@pytest.mark.parametrize("file", sorted(books.SHIPPED.glob("*.book")), ids=lambda file: file.name)
def test_a_book_that_is_shipped_is_small_and_about_these_very_rules(file: Path) -> None:
    assert file.stat().st_size < 300_000
    book = Book.open(file)
    game = load(book.title.game)
    assert Book.shipped(game) is not None
    assert book.lookup(Position.after(game)) is not None
