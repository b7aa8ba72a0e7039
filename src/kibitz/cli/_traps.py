"""What `analyze --traps` writes: how often an opponent who errs goes wrong after each move, and what that costs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from kibitz.cli import _json, _terminal
from kibitz.cli._progress import busy
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.thought import Limit
from kibitz.wording.answer import value_as_json
from kibitz.wording.values import ValueWords

if TYPE_CHECKING:
    from kibitz.players._trapper import Trap

HEAD = ("move", "value", "goes wrong", "gives away", "expected")


def write(position: Position, model: str, limit: Limit, margin: float, as_json: bool) -> None:
    """Looks for traps in a position that is not over, and writes them for a program or for people.

    Ctrl-C ends it at once, with the moves that have been looked at.
    """
    found, whole = _found(position, model, limit, margin)
    if found and as_json:
        _json.write(json.dumps(_as_json(position, model, found, whole), allow_nan=False))
    elif found:
        _show(position, model, found)
    if not whole:
        raise click.Abort


def _found(position: Position, model: str, limit: Limit, margin: float) -> tuple[tuple[Trap, ...], bool]:
    """The traps of all moves, or, not the whole of it, of those that were looked at until Ctrl-C."""
    found: list[Trap] = []
    trapper, whole = None, True
    try:
        with busy("setting traps"):
            from kibitz.players._opponent import opponent
            from kibitz.players._trapper import Trapper

            trapper = Trapper(opponent(model), limit, margin)
            for one in trapper.each(position):
                found.append(one)  # noqa: PERF402  # Ctrl-C may come between any two
    except KeyboardInterrupt:
        whole = False
    return trapper.ordered(found) if trapper else (), whole


def _show(position: Position, model: str, found: Sequence[Trap]) -> None:
    """For people."""
    words, colour = ValueWords(position.game), _terminal.in_colour()
    click.echo(position.draw(colour=colour) + "\n", color=colour)
    mover = words.names[position.to_move]
    click.echo(f"{mover} to move, against an opponent who plays {_called(model)}\n")
    rows = [
        (
            position.name(one.move),
            words.say(one.value, position.to_move),
            f"{100 * one.errs:.0f} %",
            f"{one.loses:.2f}",
            f"{one.expected:+.2f}",
        )
        for one in found
    ]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    for number, row in enumerate([HEAD, *rows]):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        click.echo(click.style(line, dim=number == 0), color=colour)


def _as_json(position: Position, model: str, found: Sequence[Trap], whole: bool) -> dict[str, object]:
    moves = [{**asdict(one), "move": position.name(one.move), "value": value_as_json(one.value)} for one in found]
    return {
        "game": spec_of(position.game),
        "to_move": position.to_move,
        "model": model,
        "best": moves[0]["move"],
        "moves": moves,
        "whole": whole,
    }


def _called(model: str) -> str:
    """A model in words."""
    return {"uniform": "any legal move", "soft": "better moves more often"}.get(model, f"like {model}")
