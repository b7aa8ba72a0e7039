"""The outline of a tree on a terminal: in colours, and no wider than it is. Imported late, for it brings the compiler."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import click

from kibitz.core.rules import CHANCE
from kibitz.drawing.text import PLAYERS, paint
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.text import OutlineLine, Part, parts, widths

NARROW = 30  # letters: no sentence is made narrower


def painted(lines: list[OutlineLine], width: int | None, colour: bool) -> Iterator[str]:
    """The lines, with the best line in bold; lines longer than `width` end in "…"."""
    wide = widths(lines)
    best = {node.index for node in lines[0].node.line}
    for line in chain.from_iterable(_wrapped(line, width) for line in lines):
        pieces = _fitted([(part, text) for part, text in parts(line, wide) if text], width)
        yield "".join(_painted(line, part, text, best) if colour else text for part, text in pieces).rstrip()


def _wrapped(line: OutlineLine, width: int | None) -> list[OutlineLine]:
    """A sentence in as many lines as it needs; any other line as it is."""
    if line.kind != "why" or width is None:
        return [line]
    return [replace(line, move=part) for part in textwrap.wrap(line.move, max(NARROW, width - len(line.rails)))]


def _fitted(pieces: list[tuple[Part, str]], width: int | None) -> list[tuple[Part, str]]:
    """As much of a line as there is room for."""
    if width is None or len("".join(text for _, text in pieces).rstrip()) <= width:
        return pieces
    fitted, left = list[tuple[Part, str]](), width - 1
    for part, text in pieces:
        fitted.append((part, text[:left]))
        left -= len(text[:left])
    return [*fitted, ("rest", "…")]


def _painted(line: OutlineLine, part: Part, text: str, best: set[int]) -> str:
    if part == "role" or (part == "move" and line.node.parent is None):
        mover = line.node.mover
        return text if mover == CHANCE else paint(text, PLAYERS[mover % len(PLAYERS)], colour=True)
    if part == "move":
        return click.style(text, bold=line.node.index in best)
    if part == "worth":
        return click.style(text, **_style(line.node))
    if line.kind == "cut" and part == "rest":
        return click.style(text, fg="red", dim=True)
    return click.style(text, dim=not (part == "rest" and text.startswith("best")))


def _style(node: Node) -> dict[str, Any]:
    """Proved values are bold, limits plain, what estimates are in faint; good ones for MAX green."""
    worth = node.worth
    if worth is None or not worth.proved:
        return {"dim": True}
    good, bad, even = ("cyan", "cyan", "cyan") if worth.payoffs else ("green", "red", "yellow")
    return {"fg": good if worth.result > 0 else bad if worth.result < 0 else even, "bold": worth.says == "exact"}
