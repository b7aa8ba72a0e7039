"""The picture of a tree: looks and arrangement chosen, everything placed, then drawn."""

from typing import Any

from kibitz.drawing.svg import page
from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.picture_style import tree_sheet
from kibitz.explain.tree.svg import lying as lies
from kibitz.explain.tree.svg import standing as stands
from kibitz.explain.tree.svg.arranged import Arranged
from kibitz.explain.tree.svg.legend import Legend
from kibitz.explain.tree.svg.look import PictureLook, lying
from kibitz.explain.tree.svg.pictured import has_boards
from kibitz.explain.tree.svg.signs import Signs
from kibitz.registry import title

FEW = 90  # shown nodes: more of them have no boards, when nothing is said
MANY = 400  # shown nodes: more of them never stand
WIDE = 1600.0  # pixels: a wider tree lies


def svg(branch: Branch, *, boards: bool | None = None, windows: bool = True, standing: bool | None = None) -> str:
    """A tree, or what is shown of it, as one SVG picture with all it needs inside.

    `boards`: whether the nodes show the game's boards; None: where it has any and the tree is small. `windows`: whether the
    edges show alpha and beta, where these ever say anything. `standing`: whether the root is on top, as in textbooks, or at the
    left; None: on top, unless that would be too wide.
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
    """Everything in its place: standing where that is not too wide."""
    few = len(branch)
    if boards is None:
        boards = few <= FEW and has_boards(branch.node.tree.game, branch.node)
    windows = windows and signs.windowed
    if standing is not False and (standing or few <= MANY):
        look = PictureLook(True, boards, windows)
        placed = stands.stand(stands.blocks_of(branch, signs, look), signs, look)
        if standing or placed.width <= WIDE:
            return placed
    signs.used.clear()
    lines = sum((not one.children) + bool(one.hidden) + bool(one.skipped) for one in branch)
    look = lying(lines, boards, windows)
    return lies.lie(lies.blocks_of(branch, signs, look), signs, look)


def _described(signs: Signs) -> str:
    """The picture in words, for those who cannot see it."""
    root: Node = signs.branch.node
    count = len(signs.branch)
    subject = f"{title(type(root.tree.game))} What {root.tree.trace.search} looked at, {count:,} of {len(root.tree):,} nodes."
    open_end = "It goes on." if root.tree.goes_on else "It was stopped before its end."
    worth = open_end if root.worth is None else f"The root's value is {root.worth}."
    line = " ".join(node.name for node in root.line)
    return f"{subject} {worth}" + (f" The best line is {line}." if line else "")
