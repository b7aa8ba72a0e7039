"""The texts and signs of a drawn tree: names, values, windows, players, and marks with a legend."""

import textwrap
from collections.abc import Iterable
from functools import cached_property
from math import inf
from typing import Literal

from kibitz.core.rules import CHANCE
from kibitz.drawing.looks import OWNERS
from kibitz.drawing.text import clean
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.playout_node import PlayoutWorth
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.words import is_open, share
from kibitz.present.values import amount

ALPHA, BETA = "\N{GREEK SMALL LETTER ALPHA}", "\N{GREEK SMALL LETTER BETA}"
SIGNS = {"at most ": "\N{LESS-THAN OR EQUAL TO}", "at least ": "\N{GREATER-THAN OR EQUAL TO}", "about ": "~"}
OPEN = "\N{INFINITY}"
Shape = Literal["up", "down", "round", "box", "bars"]  # of a figure
UNUSUAL = ("horizon", "table", "settled", "recurrence", "probed", "unfinished")


class Signs:
    """The texts and marks of one picture; `used` collects the marks for the legend."""

    def __init__(self, branch: Branch) -> None:
        self.branch, self.tree = branch, branch.node.tree
        self.duel = self.tree.game.players == 2 and not self.tree.trace.vectors
        self.used: set[str] = set()
        self.line = {node.index for node in branch.node.line}

    @cached_property
    def windowed(self) -> bool:
        """Whether any shown node has a window that is not fully open."""
        return not self.tree.trace.vectors and any(not is_open(branch.node) for branch in self.branch)

    def name(self, node: Node) -> str:
        """The text on the edge to a node: the move, with its probability where chance decides."""
        if node.parent is None or node is self.branch.node:
            return ""
        self.used |= {"asks"} if node.asks else set()
        name = shortened(node.name)
        if node.parent.by_chance and node.move is not None:
            return f"{name} {100 * share(node):.3g}%"
        return name

    def window(self, node: Node) -> str:
        """The window on entry: "α 3, β ∞" style."""
        self.used.add("window")
        low, high = (_bound(bound) for bound in node.window)
        return f"{ALPHA} {low} {BETA} {high}"

    def value(self, node: Node, short: bool = False) -> str:
        """The node's worth: "3", "at most 0"; short "≤0"."""
        if node.worth is None:
            self.used.add("unfinished")
            return "?"
        worth = node.worth
        self.used |= {"signs" if short else "limit"} if worth.says != "exact" else set()
        self.used |= {"visits"} if isinstance(worth, PlayoutWorth) else set()
        self.used |= set() if worth.proved else {"tilde" if short else "about"}
        text = worth.number if node.reason == "over" else str(worth)
        if short:
            for words, sign in SIGNS.items():
                text = text.replace(words, sign)
        return text

    def value_kind(self, node: Node) -> str:
        """The classes of that text: a bound looks different from a value."""
        return "kb-t-value kb-t-limit" if node.worth is None or node.worth.says != "exact" else "kb-t-value"

    def shape(self, node: Node) -> tuple[Shape, str]:
        """The figure of a node and its classes; a box where the game is over."""
        reason, marked = node.reason, ""
        if reason in UNUSUAL:
            self.used.add(reason)
            marked = f" kb-t-{reason}"
        if reason == "over":
            self.used.add("over")
            return "box", "kb-t-node kb-t-over"
        if node.by_chance:
            self.used.add("chance")
            return "round", "kb-t-node kb-t-chance" + marked
        if self.duel:
            self.used.add("max" if node.maximises else "min")
            return ("up", "kb-t-node kb-t-max" + marked) if node.maximises else ("down", "kb-t-node kb-t-min" + marked)
        return "box", f"kb-t-node kb-t-p{node.mover % OWNERS}" + marked

    def label(self, node: Node) -> str:
        """The text in a node: the mover's name where more than two play, or each for themselves."""
        return "" if self.duel or node.by_chance or node.reason == "over" else self.player(node.mover)

    def player(self, mover: int) -> str:
        """The name of a player: "MAX X" for two opponents."""
        if mover == CHANCE:
            return "chance"
        name = shortened(self.tree.players[mover])
        if not self.duel:
            return name
        role = "MAX" if mover == self.tree.hero else "MIN"
        return role if name == role else f"{role} {name}"

    def level(self, nodes: Iterable[Node]) -> list[str]:
        """The players of a level, one line each; nothing if no node is shown."""
        nodes = list(nodes)
        movers = sorted({node.mover for node in nodes if node.reason != "over"})
        return [self.player(mover) for mover in movers] or ["end"] * bool(nodes)

    def edge(self, parent: Node, child: Node) -> str:
        """The class of the edge to a child; the answer to a question is not a best move."""
        best = parent.best
        if best is None or best.index != child.index or child.asks:
            return "kb-t-edge"
        kind = "line" if child.index in self.line else "best"
        self.used.add(kind)
        return f"kb-t-edge kb-t-{kind}"

    def skipped(self, names: tuple[str, ...]) -> str:
        """The names of moves never searched, in one line."""
        self.used.add("cut")
        return shorten_names(names)

    def hidden(self, count: int) -> str:
        """The number of further searched moves."""
        self.used.add("hidden")
        return f"+{count}"

    def describe(self, node: Node) -> str:
        """A node in words, for the tooltip."""
        moves = " ".join(node.names) or "the root"
        return f"{moves}: {'unfinished' if node.worth is None else node.worth}; {node.reason}"


def _bound(bound: float) -> str:
    return OPEN if bound == inf else f"\N{MINUS SIGN}{OPEN}" if bound == -inf else amount(bound)


MOST = 28  # letters of a name
LINE = 11  # of a value that is written in several lines
NAMED = 40  # of the names of moves that were never looked at
TOGETHER = ",\N{NO-BREAK SPACE}"


def shortened(text: str) -> str:
    """The text without line feeds, cut to MOST letters."""
    text = " ".join(clean(text).split())
    return text if len(text) <= MOST else text[: MOST - 1] + "\N{HORIZONTAL ELLIPSIS}"


def wrapped(text: str, most: int = LINE) -> list[str]:
    """The text in lines of about `most` letters; numbers in brackets stay together."""
    unbroken = text.replace(", ", TOGETHER)
    lines = textwrap.wrap(unbroken, most, break_long_words=False, break_on_hyphens=False) or [""]
    return [line.replace(TOGETHER, ", ") for line in lines]


def shorten_names(names: tuple[str, ...]) -> str:
    """As many names as fit, and the number of the rest."""
    text = ""
    for number, name in enumerate(names):
        longer = f"{text} {shortened(name)}".strip()
        if text and len(longer) > NAMED:
            return f"{text} +{len(names) - number}"
        text = longer
    return text
