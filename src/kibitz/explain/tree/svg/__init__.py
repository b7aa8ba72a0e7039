"""A game tree as one SVG picture: choose the look and layout, place every block, then draw."""

from collections.abc import Callable
from typing import Any

from kibitz.core.registry import title
from kibitz.drawing.pen import Pen, page, width_of
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.style import tree_sheet
from kibitz.explain.tree.svg import lying as lies
from kibitz.explain.tree.svg import standing as stands
from kibitz.explain.tree.svg.blocks import Arranged, Figure, PictureLook, Text, has_boards, lying_look
from kibitz.explain.tree.svg.signs import ALPHA, BETA, Shape, Signs
from kibitz.explain.tree.words import counted
from kibitz.search.traces.playout_trace import PlayoutTrace

FEW = 90  # shown nodes: by default larger trees have no boards
MANY = 400  # shown nodes: larger trees never stand
WIDE = 1600.0  # pixels: a wider tree lies


def svg(branch: Branch, *, boards: bool | None = None, windows: bool = True, standing: bool | None = None) -> str:
    """The shown part of a tree as one SVG picture.

    `boards`: draw the game's boards in the nodes; None: if it has any and the tree is small. `windows`: alpha and beta on the
    edges, where they say anything. `standing`: root on top, as in textbooks, or at the left; None: on top, unless too wide.
    """
    signs = Signs(branch)
    placed = arranged(branch, signs, boards, windows, standing)
    legend = Legend(signs, placed.look, placed.width)
    width, below = max(placed.width, legend.width), placed.look.standing
    game = branch.node.tree.game
    style = tree_sheet({block.board.board.scene.look for block in placed.blocks if block.board})
    pen = page(width, placed.height + legend.height, f"Game tree of {type(game).__name__}", _described(signs), style)
    drawing = pen if below else pen.small(0, legend.height, 1)
    legend.draw(pen, placed.height if below else 0)
    for edge in sorted(placed.edges, key=lambda edge: edge.rank):
        drawing.line(edge.kind, *edge.points)
    for level in placed.levels:
        level.draw(drawing)
    defined: dict[Any, str] = {}
    for block in placed.blocks:
        group = drawing.group("kb-t-block", **{block.role: str(block.branch.node.index)})
        if block.role == "node":
            group.words("title", signs.describe(block.branch.node))
        if block.board is not None:
            block.board.draw(group, block.x + block.aside, block.y, defined)
        for part in block.parts:
            part.draw(group)
    return pen.done()


def arranged(branch: Branch, signs: Signs, boards: bool | None, windows: bool, standing: bool | None) -> Arranged:
    """The tree with every block placed: standing, if that is not too wide."""
    few = len(branch)
    if boards is None:
        boards = few <= FEW and has_boards(branch.node.tree.game, branch.node)
    windows = windows and signs.windowed
    if standing is not False and (standing or few <= MANY):
        look = PictureLook(True, boards, windows)
        placed = stands.stand(branch, signs, look)
        if standing or placed.width <= WIDE:
            return placed
    signs.used.clear()
    lines = sum((not one.children) + bool(one.hidden) + bool(one.skipped) for one in branch)
    look = lying_look(lines, boards, windows)
    return lies.lie(branch, signs, look)


def _described(signs: Signs) -> str:
    root: Node = signs.branch.node
    count = len(signs.branch)
    subject = f"{title(type(root.tree.game))} What {root.tree.trace.search} looked at, {count:,} of {len(root.tree):,} nodes."
    worth = "It was stopped before its end." if root.worth is None else f"The root's value is {root.worth}."
    line = " ".join(node.name for node in root.line)
    return f"{subject} {worth}" + (f" The best line is {line}." if line else "")


SIZE, LINE, SAMPLE, GAP, MARGIN = 12.0, 21.0, 30.0, 22.0, 12.0
LEAST = 720.0  # how wide a legend may be, however small the tree
BOLD = 1.15  # the width of bold letters
Sample = Callable[[Pen, float, float], None]


def _figure(kind: str, shape: Shape, width: float = 14, height: float = 14) -> Sample:
    return lambda pen, x, y: Figure(f"kb-t-node {kind}", x + SAMPLE / 2 - 3, y, width, height, shape).draw(pen)


def _edge(kind: str) -> Sample:
    return lambda pen, x, y: pen.line(kind, (x, y), (x + SAMPLE - 8, y))


def _text(kind: str, text: str) -> Sample:
    return lambda pen, x, y: Text(kind, x + SAMPLE / 2 - 4, y, SIZE, text).draw(pen)


def _cut(pen: Pen, x: float, y: float) -> None:
    _edge("kb-t-cut")(pen, x, y)
    Figure("kb-t-bars", x + 11, y, 0, 10, "bars").draw(pen)


MARKS: dict[str, tuple[Sample | None, str]] = {
    "max": (_figure("kb-t-max", "up"), "{max}: the largest value counts"),
    "min": (_figure("kb-t-min", "down"), "{min}: the smallest value counts"),
    "chance": (_figure("kb-t-chance", "round"), "chance: the average counts"),
    "over": (_figure("kb-t-over", "box", 18), "the game is over"),
    "horizon": (_figure("kb-t-horizon", "round"), "dashed: the depth was reached"),
    "table": (_figure("kb-t-table", "round", 12, 12), "thick: the position was known"),
    "settled": (_figure("kb-t-settled", "round"), "long dashes: shown without its moves"),
    "recurrence": (_figure("kb-t-recurrence", "round"), "dots and dashes: the position comes back"),
    "probed": (_figure("kb-t-probed", "round"), "short dashes: one move was enough for a limit"),
    "unfinished": (_figure("kb-t-unfinished", "round"), "dotted, ?: not finished, the search was stopped"),
    "line": (_edge("kb-t-edge kb-t-line"), "the best line"),
    "best": (_edge("kb-t-edge kb-t-best"), "a move whose value the node has"),
    "cut": (_cut, "cut: moves never looked at"),
    "hidden": (_edge("kb-t-cut kb-t-hidden"), "+1: more that were looked at, not shown"),
    "limit": (None, "at most, at least: a limit, no move's value"),
    "signs": (None, "\N{LESS-THAN OR EQUAL TO} \N{GREATER-THAN OR EQUAL TO}: at most, at least: a limit, no move's value"),
    "about": (None, "about: rests on estimates"),
    "tilde": (None, "~: about, rests on estimates"),
    "visits": (None, "visits: of that many playouts it is the average, ± its standard error"),
    "window": (_text("kb-t-window", f"{ALPHA} {BETA}"), "the window: what {max} and {min} are sure of"),
    "asks": (None, "with a question mark: a question about the same position"),
}


class Legend:
    """The legend of a picture, in lines of about its width."""

    def __init__(self, signs: Signs, look: PictureLook, width: float) -> None:
        self._head = [_first(signs), *_left_out(signs, look)]
        others = signs.player(1 - signs.tree.hero) if signs.duel else "the others"
        players = {"max": signs.player(signs.tree.hero), "min": others}
        used = [MARKS[mark] for mark in MARKS if mark in signs.used]
        self._entries = [(sample, words.format(**players)) for sample, words in used]
        widest = SAMPLE + max((width_of(text, SIZE) for _, text in self._entries), default=0.0)
        columns = max(1, min(len(used), int((max(width, LEAST) - 2 * MARGIN + GAP) / (widest + GAP))))
        self._lines = -(-len(used) // columns)
        self._column = widest + GAP
        head = max(width_of(line, SIZE) * BOLD for line in self._head)
        self.width = max(head, columns * self._column - GAP) + 2 * MARGIN
        self.height = LINE * (len(self._head) + self._lines) + MARGIN

    def draw(self, pen: Pen, top: float) -> None:
        """Draw the legend from that height down."""
        for number, line in enumerate(self._head):
            Text("kb-t-level", MARGIN, top + LINE * (number + 0.5), SIZE, line, left=True).draw(pen)
        for number, (sample, text) in enumerate(self._entries):
            x = MARGIN + number // self._lines * self._column
            y = top + LINE * (len(self._head) + number % self._lines + 0.5)
            if sample:
                sample(pen, x, y)
            Text("kb-none", x + (SAMPLE if sample else 0.0), y, SIZE, text, left=True).draw(pen)


def _first(signs: Signs) -> str:
    tree, count = signs.tree, len(signs.branch)
    text = f"{tree.trace.search}{_how_far(signs)}: {len(tree):,} nodes"
    whose = "" if tree.trace.vectors else f"; values as {signs.player(tree.hero)} counts them"
    return f"{text}, {'all' if count == len(tree) else f'{count:,}'} shown{whose}"


def _how_far(signs: Signs) -> str:
    tree, trace = signs.tree, signs.tree.trace
    if isinstance(trace, PlayoutTrace):
        return f", {counted(trace.nodes, 'playout')}"
    if not tree.whole:
        return ", stopped before its end"
    if trace.depth is None:
        return ", the whole tree"
    most = ", the most there was room for" if trace.stopped == "nodes" else ""
    return f", {trace.depth} {'ply' if trace.depth == 1 else 'plies'}{most}"


def _left_out(signs: Signs, look: PictureLook) -> list[str]:
    if look.sparse:
        return ["names and values are left out where there is no room"]
    return ["the windows are left out: there is no room"] if look.short and signs.windowed else []
