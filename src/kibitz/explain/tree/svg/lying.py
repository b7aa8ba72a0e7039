"""A layout with the root at the top left, levels to the right, and a line per leaf.

A node stands on the line of its first child, so a tree of thousands of lines reads from the top like an outline.
"""

from collections.abc import Iterator

from kibitz.drawing.pen import width_of
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.svg.blocks import (
    CLASSES,
    Arranged,
    Block,
    Edge,
    Figure,
    Part,
    PictureLook,
    Role,
    Text,
    by_level,
    pictured,
    unplaced,
)
from kibitz.explain.tree.svg.signs import Signs

EDGE, GAP, TOP = 16.0, 10.0, 34.0
BETWEEN = 12.0  # pixels from board to board
TALL = 1.2  # letters in a sparse tree stand where what is below is so many times as high


def _ends(block: Block, signs: Signs, look: PictureLook) -> Iterator[Block]:
    branch = block.branch
    if branch.hidden:
        yield _stub(block, "hidden", signs.hidden(branch.hidden), look)
    if branch.skipped:
        yield _stub(block, "cut", signs.skipped(branch.skipped), look)


def lie(branch: Branch, signs: Signs, look: PictureLook) -> Arranged:
    """Place every block."""
    root = unplaced(branch, signs, look, _node, _ends)
    height = _set_down(root, look)
    blocks = list(root)
    found, x = Arranged(look, blocks, 0.0, TOP + height + GAP), GAP
    for level in by_level(root):
        nodes = [block for block in level if block.role == "node"]
        aside = max((_head(block) for block in nodes), default=0.0)
        names = " / ".join(signs.level(block.branch.node for block in nodes))
        heading = Text("kb-t-level", x, 16, look.size, names, left=True)
        width = max(block.reach[2] + (aside if block.role == "node" else 0) for block in level)
        for block in level:
            block.x, block.y, block.aside = x, block.y + TOP, aside if block.role == "node" else 0.0
        found.levels += [heading] if names else []
        x += max(width, 1.15 * heading.width) + GAP
    found.width = x
    found.edges = [edge for block in blocks for child in block.below for edge in _edges(block, child)]
    return found


def _set_down(root: Block, look: PictureLook) -> float:
    """Give every block its y from the top; return the height."""
    high: dict[Block, float] = {}  # of the tree from here
    own: dict[Block, tuple[float, float]] = {}  # how far down in it the block itself lies, and its first child's tree begins
    for block in reversed(list(root)):
        below = sum(high[child] for child in block.below)
        if look.sparse and below < look.size * TALL:
            block.head = [part for part in block.head if not isinstance(part, Text)]
            block.body = [part for part in block.body if not isinstance(part, Text)]
        half = _half(block, look)
        first = own[block.below[0]][0] if block.below else half
        middle = max(half, first)
        begins = middle - first
        own[block] = middle, begins
        high[block] = max(middle + half, begins + below)
    tops = {root: 0.0}
    for block in root:
        middle, begins = own[block]
        block.y = tops[block] + middle
        top = tops[block] + begins
        for child in block.below:
            tops[child] = top
            top += high[child]
    return high[root]


def _half(block: Block, look: PictureLook) -> float:
    _, top, _, bottom = block.reach
    air = BETWEEN if block.board else 0.0 if look.sparse else look.size / 3 - 1
    return max(look.row, bottom - top + air) / 2


def _head(block: Block) -> float:
    return max((part.box[2] for part in block.head), default=EDGE - 4 if block.ply else 0.0) + 4


def _edges(block: Block, child: Block) -> Iterator[Edge]:
    """An edge to the child's column, down, and across to the child, but not through its name."""
    begin = block.x + block.aside + max(box[2] for box in block.body_boxes) + 3
    end = child.x + (child.aside + min(box[0] for box in child.body_boxes) if child.role == "node" else EDGE - 2)
    written = [part.box for part in child.head if isinstance(part, Text)] if child.role == "node" else []
    ends = child.x + written[0][0] - 2 if written else end
    yield Edge(child.edge, ((begin, block.y), (child.x, block.y), (child.x, child.y), (ends, child.y)))
    if written and end - child.x - written[0][2] > 5:
        yield Edge(child.edge, ((child.x + written[0][2] + 1, child.y), (end, child.y)))


def _stub(block: Block, role: Role, text: str, look: PictureLook) -> Block:
    """An edge cut short: two bars where moves were never searched, and a text after it."""
    found = Block(block.branch, role, block.ply + 1, CLASSES[role])
    if role == "cut":
        found.head.append(Figure("kb-t-bars", 8, 0, 0, min(look.size * 0.8, look.row - 1), "bars"))
    found.head.append(Text("kb-t-grey", EDGE, 0, look.size * 0.95, text, left=True))
    return found


def _node(branch: Branch, ply: int, edge: str, signs: Signs, look: PictureLook) -> Block:
    block, node = Block(branch, "node", ply, edge), branch.node
    name = signs.name(node)
    if name:
        block.head.append(Text("kb-t-name", EDGE - 4, 0, look.size, name, left=True))
    block.board = pictured(node) if look.boards else None
    x = 0.0
    if block.board is not None:
        block.board.y = -block.board.height / 2
        x = block.board.width + 6
    block.body += _node_parts(branch, x, signs, look)
    if ply and look.windows:
        end = max(part.box[2] for part in block.body)
        block.body.append(Text("kb-t-window", end + 7, 0, look.small, signs.window(node), left=True))
    return block


def _node_parts(branch: Branch, x: float, signs: Signs, look: PictureLook) -> list[Part]:
    node, size = branch.node, look.size
    (shape, kind), value, label = signs.shape(node), signs.value(node, look.short), signs.label(node)
    text = signs.value_kind(node)
    if look.sparse:
        return [Figure(kind, x + 1.5, 0, 3, 3, shape), Text(text, x + 6, 0, size, value, left=True)]
    if node.reason == "over":
        width = width_of(value, size) + 8
        return [Figure(kind, x + width / 2, 0, width, size + 2, shape), Text(text, x + width / 2, 0, size, value)]
    side = width_of(label, size) + 10 if label else size + 1
    found: list[Part] = [Figure(kind, x + side / 2, 0, side, look.row - 3 if label else side, shape)]
    if label:
        found.append(Text("kb-t-value", x + side / 2, 0, size, label))
    return [*found, Text(text, x + side + 5, 0, size, value, left=True)]
