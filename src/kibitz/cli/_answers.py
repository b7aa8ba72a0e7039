"""Answers to positions, one after the other: what `analyze` and `solve` do alike."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sized
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import _json, _report, _terminal
from kibitz.cli._mistakes import DONE, WRONG
from kibitz.cli._options import SearchOptions
from kibitz.cli._progress import Progress
from kibitz.errors import MoveError
from kibitz.position import Position, read_each, read_lines
from kibitz.present.answer import as_json, final
from kibitz.present.values import ValueWords
from kibitz.thought import Thought

if TYPE_CHECKING:
    from kibitz.search.handle import Thinking

STANDARD_INPUT = "-"
Line = tuple[int, Position | MoveError]
"""The number of a line, and the position after its moves, or what is wrong with them."""


def positions(start: Position, file: str) -> Iterable[Line]:
    """The position after each line of moves from `start`; blank lines, and lines that begin with #, are none.

    Standard input is answered as it comes, wrong lines among it. Of a file all lines are read before anything is searched, and
    a wrong one is a MoveError at once.
    """
    if file == STANDARD_INPUT:
        return read_each(start, sys.stdin, "standard input")
    lines = Path(file).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    return list(read_lines(start, lines, file))


@dataclass
class Answers:
    """Thinks about positions of one game in the way that one command was asked to, and writes what it finds."""

    words: ValueWords
    request: SearchOptions
    all_moves: bool
    doing: str = ""  # beside the spinner
    before: Thinking | None = field(default=None, init=False)  # about the position before

    def write(self, position: Position, as_json: bool) -> None:
        """Answers one position, for a program or for people."""
        thought = self.to(position)
        if as_json:
            _json.write(_thought_as_json(position, thought))
            return
        colour = _terminal.in_colour()
        click.echo(position.draw(colour=colour) + "\n", color=colour)
        if position.is_over:
            click.echo(f"The game is over: {self.words.ending(position.payoffs or ())}.")
            return
        width = _terminal.width() if _terminal.is_terminal() else None
        table = _report.as_table(position, thought, self.words, width)
        click.echo("\n".join([*table, _report.reason(thought, self.words, self.request.limit.depth)]), color=colour)

    def write_each(self, lines: Iterable[Line]) -> int:
        """Answers positions with one JSON line each, as soon as it is known; returns the exit code.

        A line that is wrong is answered with its number and what is wrong. Ctrl-C ends it after the present one.
        """
        of = f" of {len(lines)}" if isinstance(lines, Sized) else ""
        wrong = count = 0
        for count, (number, read) in enumerate(lines, 1):
            if isinstance(read, MoveError):
                wrong += 1
                _json.write(json.dumps({"error": str(read), "line": number}))
                continue
            self.doing = f"position {count}{of}"
            thought = self.to(read)
            _json.write(_thought_as_json(read, thought))
            if thought.stopped == "interrupted":
                raise click.Abort
        if wrong:
            click.echo(
                f"kibitz: {wrong} of {count} lines could not be read: each is answered with what is wrong there", err=True
            )
        return WRONG if wrong else DONE

    def to(self, position: Position) -> Thought:
        """The answer to a position. Ctrl-C makes the thought under way the last."""
        return final(position) if position.is_over else self._searched(position)

    def so_far(self, position: Position, thought: Thought) -> list[str]:
        """What the terminal shows of a thought that is not the last."""
        return _report.as_table(position, thought, self.words, _terminal.width())

    def _searched(self, position: Position) -> Thought:
        latest: Thought | None = None

        def draw_latest() -> str:
            return "\n".join(self.so_far(position, latest)) if latest else ""

        with Progress(draw_latest).display() as progress, progress.busy(self.doing) if self.doing else nullcontext():
            self.before = thinking = self.request.begin(position, self.all_moves, self.before)
            try:
                for latest in thinking:  # noqa: B007  # it is shown meanwhile
                    pass
                return thinking.result()
            except KeyboardInterrupt:
                thinking.stop()
                return replace(thinking.result(), stopped="interrupted")


def _thought_as_json(position: Position, thought: Thought) -> str:
    return json.dumps(as_json(position, thought), allow_nan=False)
