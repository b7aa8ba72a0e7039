"""Find out what a position is worth for certain: who wins, and how soon, or by how much."""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from kibitz.cli import options as _options
from kibitz.cli.answers import Answers, in_short, positions
from kibitz.cli.app import DONE
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import write_json
from kibitz.core.best_result import best_result
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, says
from kibitz.core.thought import Limit, Thought, Value
from kibitz.position import Position
from kibitz.present.answer import value_as_json
from kibitz.present.sentences import as_sentence
from kibitz.present.values import ValueWords
from kibitz.solutions.book import Book
from kibitz.solutions.solution import SolutionSummary
from kibitz.workers.workplace import Workplace

# `kibitz solve --everything`: all positions of a game solved once and for all, into a file.

PATIENCE = 2.0  # seconds for the walk to let go of its files after Ctrl-C: Windows removes none that is mapped

OWN = ("to", "memory", "scratch", "workers", "cluster", "verify")
ALONGSIDE = {*OWN, "game", "as_json", "whole"}


def everything(callback: _options.Callback) -> _options.Callback:
    """Gives a command the options that make it solve the whole game instead of one position."""

    @click.option(
        "--everything", "whole", is_flag=True, help="Solve every position that can be reached, into the file of --to."
    )
    @click.option("--to", type=click.Path(dir_okay=False), metavar="FILE", help="With --everything: where the values go.")
    @click.option(
        "--memory", type=_options.size, default="2GB", metavar="SIZE", help="With --everything: the memory it may take (2GB)."
    )
    @click.option(
        "--scratch",
        type=click.Path(file_okay=False),
        metavar="FOLDER",
        help="With --everything: keep positions in files there, more than memory holds.",
    )
    @click.option(
        "--workers",
        type=click.IntRange(1, _options.WORKERS),
        metavar="N",
        help="With --everything: processes that share the work.",
    )
    @click.option("--cluster", metavar="ADDRESS", help="With --everything: the dask scheduler whose workers share the work.")
    @click.option("--verify", is_flag=True, help="With --everything: do one in twenty of the workers' parts again here.")
    @functools.wraps(callback)
    def chosen(
        *,
        whole: bool,
        to: str | None,
        memory: int,
        scratch: str | None,
        workers: int | None,
        cluster: str | None,
        verify: bool,
        **rest: Any,
    ) -> Any:
        given = _options.given()
        if not whole:
            alone = [written for name, written in given.items() if name in OWN]
            if alone:
                raise click.UsageError(f"{alone[0]} says nothing without --everything: add it, or leave {alone[0]} out")
            return callback(**rest)
        stray = [written for name, written in given.items() if name not in ALONGSIDE]
        if stray:
            raise click.UsageError(f"--everything solves the whole game: leave {stray[0]} out")
        if to is None:
            raise click.UsageError("--everything needs a file for the values: add --to FILE")
        with Workplace(workers, cluster, verify) as place:
            return _solve(rest["game"], Path(to), memory, scratch, place, rest["as_json"])

    return chosen


def _solve(game: Game, file: Path, memory: int, scratch: str | None, place: Workplace, as_json: bool) -> None:
    if place.is_named:
        scratch = scratch or str(file.parent)
    status, stopped, ended = [""], threading.Event(), threading.Event()

    def progress(done: int, note: str) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        if done == 0 and not as_json:  # what it will take, before it begins
            click.echo(as_sentence(note), err=True)
        status[0] = f"{done:,} positions; {note}" if note else f"{done:,} positions"

    with Progress(lambda: status[0]).display() as display, display.busy("solving everything"):
        from kibitz.solutions import solve_everything

        def solve(folder: str | None) -> SolutionSummary:
            try:
                if not place.is_named:
                    return solve_everything(game, file, memory=memory, progress=progress, scratch=folder)
                from kibitz.workers.crew_walker import CrewWalker  # brings the compiler

                layered = functools.partial(CrewWalker, place)
                return solve_everything(game, file, memory=memory, progress=progress, scratch=folder, layered=layered)
            finally:
                ended.set()

        with _folder_in(scratch) as folder:
            try:
                found = interruptible(lambda: solve(folder))
            except KeyboardInterrupt:
                stopped.set()
                if folder is not None and os.name == "nt":
                    ended.wait(PATIENCE)
                raise
    leaves_out = says(game, "recurrence_key")
    if as_json:
        facts = {
            "positions": found.positions,
            "value": value_as_json(found.value),
            **({"clock": "left out"} if leaves_out else {}),
            "bytes": found.bytes,
            "seconds": round(found.seconds, 6),
        }
        write_json({"game": spec_of(game), **facts, "to": str(file)})
        return
    clock = ", unless a clock ends the game first" if leaves_out and found.value.result else ""
    click.echo(f"From the start: {ValueWords(game).say(found.value, 0)}{clock}.")
    click.echo(f"{found.positions:,} positions in {found.bytes:,} bytes of {file}, {found.seconds:.1f} s.")


@contextlib.contextmanager
def _folder_in(scratch: str | None) -> Iterator[str | None]:
    """A folder of its own in that of --scratch, which is gone afterwards, however the command ends."""
    if scratch is None or not os.access(scratch, os.W_OK):
        yield scratch  # of which `solve_everything` says what is wrong
        return
    with tempfile.TemporaryDirectory(prefix="kibitz-", dir=scratch, ignore_cleanup_errors=True) as folder:
        yield folder


SEARCH = "solve"


@click.command(epilog="Example: kibitz solve connect_four:width=5,height=4 --moves 3,3 --all")
@_options.game
@_options.moves
@_options.positions
@click.option("--all", "all_moves", is_flag=True, help="The exact value of every move, not just of the best.")
@click.option("--weak", is_flag=True, help="Only who wins, not how soon or by how much: quicker.")
@_options.threads
@_options.table("512MB")
@_options.time
@_options.nodes
@click.option("--book", type=click.Path(exists=True, dir_okay=False), metavar="FILE", help="Look the opening up in this book.")
@click.option("--no-book", is_flag=True, help="Use no book, not even the one that comes with the game.")
@everything
@_options.as_json
def command(
    game: Game,
    moves: str,
    file: str | None,
    all_moves: bool,
    weak: bool,
    threads: int,
    table: int,
    time: float | None,
    nodes: int | None,
    book: str | None,
    no_book: bool,
    as_json: bool,
) -> int:
    """Find out what GAME is worth for certain after MOVES, with the best line: "X wins in 41", "draw", "O wins by 4".

    A limit, or Ctrl-C, ends it with the bounds proved so far: "at least a draw for X, perhaps a win in 41 or later". A position
    that is in an opening book (see `kibitz book`) is answered from it at once.
    """
    if book is not None and no_book:
        raise click.UsageError("--book and --no-book contradict each other: leave one out")
    start = _options.tried_position(game, moves)
    distance = best_result(game) == 1
    request = _options.SearchOptions(SEARCH, Limit(None, time, nodes, table), threads=threads, distance=distance, weak=weak)
    opening = None if no_book else Book.shipped(game) if book is None else Book.open(Path(book))
    answers = Solutions(ValueWords(game, weak), request, all_moves, "solving", book=opening)
    if file is not None:
        return answers.write_each(positions(start, file))
    answers.write(start, as_json)
    if answers.open and not weak and best_result(game) is None and not as_json:
        name = type(game).__name__
        click.echo(f"{name} leaves best_result() out, so kibitz assumes at most 127: define it for closer limits.")
    return DONE


@dataclass
class Solutions(Answers):
    """Answers that are proved: a value, or the two limits of it; from the book where it knows the position."""

    book: Book | None = None
    open: bool = False  # whether the last answer is two limits, and no value

    def to(self, position: Position) -> Thought:
        """The answer to a position; a value that is exact is both its limits."""
        known = self.book and self.book.lookup(position)
        thought = known or super().to(position)
        if not self.all_moves:
            thought = replace(thought, moves=())
        if self.request.weak:
            thought = _weakened(thought)
        exact = thought.value.kind == "exact"
        self.open = not exact
        return replace(thought, bounds=(thought.value, thought.value)) if exact else thought

    def so_far(self, position: Position, thought: Thought) -> list[str]:
        """The bounds closing in, in two lines."""
        return in_short(position, thought, self.words)


def _weakened(thought: Thought) -> Thought:
    """The same thought where only the winner counts."""
    moves = tuple(replace(move, value=_winner(move.value)) for move in thought.moves)
    return replace(thought, value=_winner(thought.value), moves=moves)


def _winner(value: Value) -> Value:
    result = value.result
    return replace(value, result=(result > 0) - (result < 0), plies=None) if value.kind == "exact" else value
