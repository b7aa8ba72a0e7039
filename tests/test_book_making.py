"""Opening books are made: the same whatever happens on the way, and never half a book."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import filelock
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fair
import needs
from commandline import here
from kibitz import Value, load
from kibitz.books.make_book import BookJournal
from kibitz.books.positions import list_positions
from kibitz.books.solving import BookSolver, runs, solve_by_workers, solve_states
from kibitz.errors import BookError
from kibitz.solutions.book import Book, BookTitle
from kibitz.workers.crew import Crew
from kibitz.workers.workplace import Workplace
from screen import ends, terminal
from small_books import nothing, tic_tac_toe, true_value

PAUSED = str(Path(__file__).parent / "support" / "paused_book.py")


def finished(file: Path) -> bytes:
    """The finished book; nothing else lies beside it."""
    assert [left.name for left in file.parent.iterdir()] == [file.name]
    return file.read_bytes()


@pytest.mark.compiled
def test_a_book_is_the_same_whoever_solves_and_right(tmp_path: Path) -> None:
    one, two, three = (tmp_path / name / "x.book" for name in "123")
    for file, workers in ((one, None), (two, 1), (three, 2)):
        file.parent.mkdir()
        made = tic_tac_toe(file, 3, workers)
        assert (made.positions, made.solved, made.value) == (54, 38, Value("exact", 0))
    assert finished(one) == finished(two) == finished(three)
    game, book = load("tic_tac_toe"), Book.open(one)
    for layer in list_positions(game, 3, nothing):
        for state in layer.values():
            assert book.value(game, state) == true_value(game, state)
    assert (tic_tac_toe(one, 3).solved, finished(one)) == (0, finished(two))


@pytest.mark.untraced
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
    with BookJournal(journal, book.title) as kept:
        for key, state in list_positions(game, 2, nothing)[-1].items():
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
    file.with_name("x.book.journal").write_bytes(journal)
    assert (tic_tac_toe(file).solved, finished(file)) == (0, book)
    file.with_name("x.book.journal").write_bytes(journal)
    assert (tic_tac_toe(file).solved, finished(file)) == (0, book)


@pytest.mark.compiled
def test_kill_9_in_the_middle_and_the_same_command_again_make_the_same_book(tmp_path: Path) -> None:
    command = ["book", "tic_tac_toe", "--plies", "3", "--workers", "1", "--json", "--to"]
    file, straight = tmp_path / "killed" / "x.book", tmp_path / "straight" / "x.book"
    for folder in (file.parent, straight.parent):
        folder.mkdir()
    journal = file.with_name("x.book.journal")
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # slow enough to be killed in the middle
    for wanted in (3, 9):
        with subprocess.Popen([sys.executable, PAUSED, str(wanted + 9), *command, str(file)], env=plain) as process:
            while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > wanted):
                time.sleep(0.001)
            process.kill()
        assert process.returncode == -needs.KILL
    kept = journal.read_bytes().count(b"\n") - 1
    assert 9 <= kept < 38
    assert not file.exists()
    told = json.loads(here(*command, str(file)))
    assert (told["positions"], told["solved"], told["value"]["result"]) == (54, 38 - kept, 0)
    here(*command, str(straight))
    assert finished(file) == finished(straight)


@pytest.mark.untraced
@pytest.mark.parametrize("workers", [(), ("--workers", "2")])
def test_on_a_terminal_it_shows_how_far_it_is_and_ctrl_c_keeps_what_is_solved(workers: tuple[str, ...], tmp_path: Path) -> None:
    command = ("book", "tic_tac_toe", "--plies", "3", "--to", str(tmp_path / "x.book"), *workers)
    screen = terminal("9", *command, program=[PAUSED], NUMBA_DISABLE_JIT="1")
    try:
        screen.expect(r"solving: [1-9]\d* of 38 positions, [\d.]+ a second, about \d+ \w+ left")
        screen.sendintr()
        screen.expect_exact("What is solved is kept")
        screen.expect_exact("kibitz: stopped")
        assert ends(screen) == 130
    finally:
        screen.close(force=True)
    assert 0 < tic_tac_toe(tmp_path / "x.book", 3).solved < 38


@pytest.mark.untraced
def test_something_else_in_its_place_is_left_alone(whole: tuple[bytes, bytes], tmp_path: Path) -> None:
    book, journal = whole
    file = tmp_path / "x.book"
    file.write_bytes(book)
    with pytest.raises(BookError, match="a book already, but not this one: remove it"):
        tic_tac_toe(file, 3)
    assert file.read_bytes() == book
    file.write_text("my diary")
    with pytest.raises(BookError, match="is not an opening book"):
        tic_tac_toe(file)
    file.unlink()
    for other in (journal, b"my diary\n"):
        file.with_name("x.book.journal").write_bytes(other)
        with pytest.raises(BookError, match="not a journal of this book: remove it"):
            tic_tac_toe(file, 3)
        assert file.with_name("x.book.journal").read_bytes() == other
    file.write_bytes(book)
    assert tic_tac_toe(file).solved == 0
    assert file.with_name("x.book.journal").read_bytes() == b"my diary\n"


def test_only_one_makes_a_book_at_a_time(tmp_path: Path) -> None:
    with filelock.FileLock(tmp_path / "x.book.lock"), pytest.raises(BookError, match="another kibitz is making"):
        tic_tac_toe(tmp_path / "x.book")


@needs.signals_to_threads
def test_threads_that_hear_nothing_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while the compiler is at work: Ctrl-C is over at once."""
    may_end = threading.Event()
    monkeypatch.setattr(BookSolver, "value", lambda self, state: may_end.wait() and None)
    states = solve_states(load("tic_tac_toe"), {1: (0, 0), 2: (0, 0)}, 8, 2**20)
    threading.Timer(0.2, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        next(states)
    began = fair.now()
    states.close()
    assert fair.now() - began < 0.5
    may_end.set()


@pytest.mark.twice
@pytest.mark.parametrize(
    ("spec", "plies"), [("tic_tac_toe", 3), ("kalah:pits=2,seeds=3", 4), ("connect_four:width=4,height=3,line=3", 3)]
)
def test_what_is_lost_with_a_worker_is_solved_by_another_and_counts_once(
    spec: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.books.solving.PART_SECONDS", 0.001)
    game, found, killed = load(spec), list[tuple[int, Value]](), list[int]()
    states = list_positions(game, plies, nothing)[-1]
    with Workplace(2) as place:
        for key, value, _ in solve_by_workers(game, plies, [*states], 2**20, place):
            found.append((key, value))
            executor = place.executor()
            if len(found) in (1, 5) and isinstance(executor, Crew):
                killed.append(executor.pids[-1 if killed else 0])  # the first may still be gone
                os.kill(killed[-1], needs.KILL)
    assert len(killed) == 2
    assert sorted(key for key, _ in found) == sorted(states)
    assert dict(found) == {key: true_value(game, state) for key, state in states.items()}


@given(st.lists(st.integers(), max_size=300), st.integers(0, 9), st.floats(1, 1000))
def test_parts_are_runs_of_neighbours_and_no_longer_than_half_a_share(keys: list[int], hands: int, most: float) -> None:
    parts = [*runs(keys, lambda: hands, lambda: most)]
    assert [key for part in parts for key in part] == keys
    left = len(keys)
    for part in parts:
        assert 1 <= len(part) <= max(1, min(most, left / (2 * max(1, hands)) + 1))
        left -= len(part)
    assert len([*runs([0] * 1000, lambda: 2)]) < 30


@needs.limits
def test_a_journal_on_a_full_disk_holds_whole_lines_alone(tmp_path: Path) -> None:
    import resource

    file, game = tmp_path / "a.journal", load("tic_tac_toe")
    title = BookTitle.of(game, 1)
    with BookJournal(file, title) as journal:
        journal.add(5, Value("exact", 0, 3))
        content = file.read_bytes()
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(content) + 4, before[1]))
        try:
            with pytest.raises(OSError, match="No space") as found:
                journal.add(7, Value("exact", 1, 4))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert found.value.filename == str(file)
        assert file.read_bytes() == content
        journal.add(7, Value("exact", 1, 4))
    with BookJournal(file, title) as journal:
        assert journal.values == {5: Value("exact", 0, 3), 7: Value("exact", 1, 4)}
