"""Answers to positions, one after the other, and a thought as a table for people: each move, its worth, and the line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sized
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import terminal as _terminal
from kibitz.cli.app import DONE, WRONG
from kibitz.cli.options import SearchOptions
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json
from kibitz.core.notation import line_names
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.errors import MoveError
from kibitz.position import Position, read_each, read_lines
from kibitz.present.answer import as_json, describe_unknown, final, outcome_shares
from kibitz.present.sentences import describe_recurrence, describe_scores
from kibitz.present.values import ValueWords, is_unknown

if TYPE_CHECKING:
    from kibitz.search.drivers.handle import Thinking

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

    def write(self, position: Position, for_program: bool) -> None:
        """Answers one position, for a program or for people."""
        thought = self.to(position)
        if for_program:
            write_json(as_json(position, thought))
            return
        colour = _terminal.in_colour()
        click.echo(position.draw(colour=colour) + "\n", color=colour)
        if scores := describe_scores(position, self.words.names):
            click.echo(f"So far: {scores}.\n")
        if position.is_over:
            click.echo(f"{describe_recurrence(position)}The game is over: {self.words.ending(position.payoffs or ())}.")
            return
        width = _terminal.width() if _terminal.is_terminal() else None
        table = as_table(position, thought, self.words, width)
        ended = reason(thought, self.words, self.request.limit.depth)
        click.echo("\n".join([*table, ended, *estimate_source(thought)]), color=colour)

    def write_each(self, lines: Iterable[Line]) -> int:
        """Answers positions with one JSON line each, as soon as it is known; returns the exit code.

        A wrong line is answered with its number and the error. Ctrl-C ends it after the present one.
        """
        of = f" of {len(lines)}" if isinstance(lines, Sized) else ""
        wrong = count = 0
        for count, (number, read) in enumerate(lines, 1):
            if isinstance(read, MoveError):
                wrong += 1
                write_json({"error": str(read), "line": number})
                continue
            self.doing = f"position {count}{of}"
            thought = self.to(read)
            write_json(as_json(read, thought))
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
        """The line shown in the terminal for a thought that is not the last."""
        return as_table(position, thought, self.words, _terminal.width())

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


# A thought as a table: each move, what it is worth, and the line that shows it.

REASONS = {
    "time": "The time is over.",
    "nodes": "The nodes are spent.",
    "solved": "Nothing is left to search: all of it is proved.",
    "interrupted": "Interrupted: the best so far.",
}


def reason(thought: Thought, words: ValueWords, wanted: int | None) -> str:
    """Why the search ended, in a sentence, and whether what it leaves are proved bounds. `wanted`: the depth asked for."""
    ended = depth_reached(wanted) if thought.stopped == "depth" else REASONS[thought.stopped]
    if thought.bounds is None or thought.value.kind == "exact" or not words.limited(*thought.bounds):
        return ended
    return f"{ended.rstrip('.').partition(':')[0]}: these bounds are proved."


def estimate_source(thought: Thought) -> list[str]:
    """Where its estimates come from, in a line, if there are any and they were learned."""
    kinds = {thought.value.kind, *(one.value.kind for one in thought.moves)}
    return [f"estimate: {thought.learned}"] if "estimate" in kinds and thought.learned is not None else []


def depth_reached(depth: int | None) -> str:
    """The sentence for a search that ended at its last depth: the wanted one, or the deepest there is."""
    from kibitz.search.parts.memory import DEEPEST  # here and no sooner: it brings the compiler, which a search has done by now

    if depth is not None and depth < DEEPEST:
        return "The depth wanted is reached."
    return f"No search looks further ahead than {DEEPEST} plies, and this one has come so far."


def as_table(position: Position, thought: Thought, words: ValueWords, width: int | None = None) -> list[str]:
    """The thought in lines of text with colours, cut to `width` columns if that is given.

    Where nothing is known of the game its moves are listed only if something tells them apart.
    """
    lines = [verdict(position, thought, words), ""]
    rows = thought.moves
    if not rows and thought.best is not None:
        rows = (MoveValue(thought.best, thought.value, thought.line),)
    if all(is_unknown(one.value, thought.informed) for one in rows):
        return [*lines, effort(thought)]
    shares = outcome_shares(position)
    head = "comes" if shares else "move"
    mover, informed = position.to_move, thought.informed
    cells = [(_called(position, m.move, shares), m.value, words.say(m.value, mover, informed), m.line) for m in rows]
    first = max([len(head), *(len(name) for name, *_ in cells)])
    second = max([5, *(len(text) for _, _, text, _ in cells)])
    guesses = [f"{100 * one.likely:.0f} %" if one.likely is not None else "" for one in rows]
    third = 8 * any(guesses)  # a column, where a policy says how likely moves are
    title = f"{'likely':>6}  " if third else ""
    lines.append(click.style(f"{head:<{first}}  {'value':<{second}}  {title}line", dim=True))
    for (name, value, text, line), guess in zip(cells, guesses, strict=True):
        cell = painted(words, value, mover, informed) + " " * (second - len(text))
        moves = "" if is_unknown(value, informed) else " ".join(_names(position, line))
        likely = f"{guess:>6}  " if third else ""
        lines.append(f"{name:<{first}}  {cell}  {likely}{_cut(moves, width and width - first - second - third - 4)}".rstrip())
    return [*lines, "", effort(thought)]


def in_short(position: Position, thought: Thought, words: ValueWords) -> list[str]:
    """The value, or the bounds closing in on it, and how much was searched."""
    return [verdict(position, thought, words), effort(thought)]


def verdict(position: Position, thought: Thought, words: ValueWords) -> str:
    """The value of the position, or its two proved limits; or that nothing is known."""
    mover = position.to_move
    text = painted(words, thought.value, mover)
    if thought.bounds is not None and thought.value.kind != "exact":
        text = words.between(*thought.bounds, mover)
    elif is_unknown(thought.value, thought.informed):
        text = describe_unknown(thought)
    elif thought.value.kind == "estimate" and not thought.informed:
        text = f"{text}; {describe_unknown(thought)}"
    return f"Chance decides: {text}" if position.is_chance else f"{words.names[mover]} to move: {text}"


def effort(thought: Thought) -> str:
    """How much was searched."""
    if thought.stopped == "solved" and not thought.nodes:
        return click.style("from the book, without a search", dim=True)
    parts = [
        *([f"depth {thought.depth}"] if thought.depth else []),
        f"{thought.nodes:,} nodes",
        f"{thought.seconds:.2f} s",
        f"{thought.nodes_per_second:,.0f} nodes/s",
    ]
    if thought.hits is not None:
        parts.append(f"table hits {thought.hits:.0%}")
    if thought.threads > 1:
        parts.append(f"{thought.threads} threads")
    return click.style(", ".join(parts), dim=True)


def _names(position: Position, line: tuple[int, ...]) -> list[str]:
    return list(line_names(position.game, position.state, line))


def _called(position: Position, move: int, shares: dict[int, float]) -> str:
    """The name of a move; of an outcome, its share of all throws too."""
    name = position.name(move)
    return f"{name} {100 * shares[move]:.3g} %" if shares else name


def _cut(line: str, width: int | None) -> str:
    """At most `width` columns of a line, cut between moves."""
    if width is None or len(line) <= width:
        return line
    return line[: max(0, width - 3)].rpartition(" ")[0] + " ..."


def painted(words: ValueWords, value: Value, mover: int, informed: bool = True) -> str:
    """The value as `words` say it: proved values are bold, guesses faint."""
    return click.style(words.say(value, mover, informed), **_style(value, words.duel))


def _style(value: Value, duel: bool) -> dict[str, Any]:
    if value.kind == "estimate":
        return {"dim": True}
    good, bad, even = ("green", "red", "yellow") if duel else ("cyan", "cyan", "cyan")
    return {"fg": good if value.result > 0 else bad if value.result < 0 else even, "bold": value.kind == "exact"}
