"""Opening books: right in every game, the same however they were made, and never half a book."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import filelock
import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import done, here, refused
from kibitz import Value, load
from kibitz.book import Book, _book, shipped
from kibitz.book._journal import Journal
from kibitz.book._keys import Keys
from kibitz.book._likeness import likeness
from kibitz.book._pages import Title, bound, opened
from kibitz.book._plies import deduced, positions
from kibitz.book._worth import counts_plies
from kibitz.book.make import Made, make
from kibitz.errors import BookError
from kibitz.players import player
from kibitz.position import Position
from kibitz.rules import Game
from reference import random_tree, solve
from screen import terminal

SMALL = ["nim:heaps=2-3-3", "nim:heaps=3-2,misere=true", "kalah:pits=2,seeds=2", "connect_four:width=3,height=3,line=3"]
TITLE = Title("some_game", "0123456789abcdef", 2)
EXACT = st.builds(
    lambda result, plies: Value("exact", result, plies if result else None), st.integers(-99, 99), st.integers(1, 300)
)
LAYERS = st.lists(st.dictionaries(st.integers(0, 1 << 90), EXACT, max_size=12), max_size=4)


def true_value(game: Game, state: Any) -> Value:
    """What plain minimax says."""
    result, plies = solve(game, state)
    return Value("exact", result, plies if result and counts_plies(game) else None)


def nothing(found: int) -> None:
    """Nobody listens."""


def finished(file: Path) -> bytes:
    """The finished book; nothing else lies beside it."""
    assert [left.name for left in file.parent.iterdir()] == [file.name]
    return file.read_bytes()


def tic_tac_toe(file: Path, plies: int = 2, jobs: int = 1) -> Made:
    return make(load("tic_tac_toe"), plies, file, jobs=jobs)


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


# Making one


@pytest.mark.compiled
def test_a_book_is_the_same_whatever_the_number_of_jobs_and_right(tmp_path: Path) -> None:
    one, two = tmp_path / "1" / "x.book", tmp_path / "2" / "x.book"
    for file, jobs in ((one, 1), (two, 2)):
        file.parent.mkdir()
        made = tic_tac_toe(file, 3, jobs)
        assert (made.positions, made.solved, made.value) == (54, 38, Value("exact", 0))
    assert finished(one) == finished(two)
    game, book = load("tic_tac_toe"), Book.open(one)
    for layer in positions(game, 3, nothing):
        for state in layer.values():
            assert book.value(game, state) == true_value(game, state)
    assert (tic_tac_toe(one, 3).solved, finished(one)) == (0, finished(two))


def test_a_book_to_the_end_of_the_game_searches_nothing(tmp_path: Path) -> None:
    made = tic_tac_toe(tmp_path / "whole.book", 12)
    assert (made.positions, made.solved, made.value) == (627, 0, Value("exact", 0))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A book, and the journal it had just before it was finished."""
    file = tmp_path_factory.mktemp("book") / "it.book"
    tic_tac_toe(file)
    game, book = load("tic_tac_toe"), Book.open(file)
    journal = file.with_name("it.book.journal")
    with Journal(journal, book.title) as kept:
        for key, state in positions(game, 2, nothing)[-1].items():
            value = book.value(game, state)
            assert value is not None
            kept.add(key, value)
    return file.read_bytes(), journal.read_bytes()


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("share", "spoilt"),
    [(0.0, b""), (0.1, b"\n"), (0.4, b"1a 1 5 0000"), (0.6, b"\x00" * 40), (0.8, b"zz zz zz zz\n"), (0.99, b""), (1.0, b"")],
)
def test_a_journal_that_ends_anywhere_is_gone_on_with(
    whole: tuple[bytes, bytes], share: float, spoilt: bytes, tmp_path: Path
) -> None:
    book, journal = whole
    title = journal.index(b"\n") + 1
    cut = int(title + share * (len(journal) - title))
    (tmp_path / "x.book.journal").write_bytes(journal[:cut] + spoilt)
    made = tic_tac_toe(tmp_path / "x.book")
    assert finished(tmp_path / "x.book") == book
    assert made.solved >= 12 - journal[title:cut].count(b"\n")
    assert (share < 1) or made.solved == 0


@pytest.mark.compiled
def test_a_kill_while_the_title_is_written_or_after_the_book_is_there_does_no_harm(
    whole: tuple[bytes, bytes], tmp_path: Path
) -> None:
    book, journal = whole
    file = tmp_path / "x.book"
    for left in (b"", journal[:1], journal[:20]):
        file.with_name("x.book.journal").write_bytes(left)
        tic_tac_toe(file)
        assert finished(file) == book
        file.unlink()
    file.with_name("x.book.new").write_bytes(book[:50])
    file.with_name("x.book.journal").write_bytes(journal)
    assert (tic_tac_toe(file).solved, finished(file)) == (0, book)
    file.with_name("x.book.journal").write_bytes(journal)
    assert (tic_tac_toe(file).solved, finished(file)) == (0, book)


@pytest.mark.compiled
def test_kill_9_in_the_middle_and_the_same_command_again_make_the_same_book(tmp_path: Path) -> None:
    command = ["book", "tic_tac_toe", "--plies", "3", "--jobs", "1", "--json", "--to"]
    file, straight = tmp_path / "killed" / "x.book", tmp_path / "straight" / "x.book"
    for folder in (file.parent, straight.parent):
        folder.mkdir()
    journal = file.with_name("x.book.journal")
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # slow enough to be killed in the middle
    for wanted in (3, 9):
        with subprocess.Popen([sys.executable, "-m", "kibitz", *command, str(file)], env=plain) as process:
            patience = time.monotonic() + 60
            while time.monotonic() < patience and not (journal.exists() and journal.read_bytes().count(b"\n") > wanted):
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
    kept = journal.read_bytes().count(b"\n") - 1
    assert 9 <= kept < 38
    assert not file.exists()
    told = json.loads(here(*command, str(file)))
    assert (told["positions"], told["solved"], told["value"]["result"]) == (54, 38 - kept, 0)
    here(*command, str(straight))
    assert finished(file) == finished(straight)


def test_on_a_terminal_it_shows_how_far_it_is_and_ctrl_c_keeps_what_is_solved(tmp_path: Path) -> None:
    screen = terminal("book", "tic_tac_toe", "--plies", "3", "--to", str(tmp_path / "x.book"), NUMBA_DISABLE_JIT="1")
    try:
        screen.expect(r"solving: [1-9]\d* of 38 positions, [\d.]+ a second, about \d+ s left")
        screen.sendintr()
        screen.expect_exact("What is solved is kept")
        screen.expect_exact("kibitz: stopped")
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 130
    finally:
        screen.close(force=True)
    assert 0 < tic_tac_toe(tmp_path / "x.book", 3).solved < 38


def test_something_else_in_its_place_is_left_alone(whole: tuple[bytes, bytes], tmp_path: Path) -> None:
    book, journal = whole
    file = tmp_path / "x.book"
    file.write_bytes(book)
    with pytest.raises(BookError, match="a book already, but not this one: remove it"):
        tic_tac_toe(file, 3)
    assert file.read_bytes() == book
    file.write_text("my diary")
    with pytest.raises(BookError, match="is no opening book"):
        tic_tac_toe(file)
    file.unlink()
    for other in (journal, b"my diary\n"):
        file.with_name("x.book.journal").write_bytes(other)
        with pytest.raises(BookError, match="no journal of this book: remove it"):
            tic_tac_toe(file, 3)
        assert file.with_name("x.book.journal").read_bytes() == other
    file.write_bytes(book)
    assert tic_tac_toe(file).solved == 0
    assert file.with_name("x.book.journal").read_bytes() == b"my diary\n"


def test_only_one_makes_a_book_at_a_time(tmp_path: Path) -> None:
    with filelock.FileLock(tmp_path / "x.book.lock"), pytest.raises(BookError, match="another kibitz is making"):
        tic_tac_toe(tmp_path / "x.book")


# Reading one


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


def test_perfect_and_level_10_know_the_book_that_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tic_tac_toe(tmp_path / "anything.book")
    monkeypatch.setattr(_book, "SHIPPED", tmp_path)
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


@pytest.mark.parametrize("file", sorted(_book.SHIPPED.glob("*.book")), ids=lambda file: file.name)
def test_a_book_that_is_shipped_is_small_and_about_these_very_rules(file: Path) -> None:
    assert file.stat().st_size < 300_000
    book = Book.open(file)
    game = load(book.title.game)
    assert Book.shipped(game) is not None
    assert book.lookup(Position.after(game)) is not None
