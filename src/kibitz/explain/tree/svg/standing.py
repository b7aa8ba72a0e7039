"""A layout with the root on top, level below level, as in textbooks."""

from collections.abc import Iterator, Sequence

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
from kibitz.explain.tree.svg.signs import Signs, wrapped

SIDE, LEAF = 26.0, 18.0  # of a triangle with something below it, and without
LINE = 1.2  # the height of a line of text, in sizes
FEW = 3  # moves that were never looked at, each with an edge of its own; more of them share one
NAMES = 14  # letters in a line of their names
STEEP = 0.09  # the height of the room for edges, in their widths
ROOM = 28.0, 120.0  # but never less, nor more


def _ends(block: Block, signs: Signs, look: PictureLook) -> Iterator[Block]:
    branch = block.branch
    if branch.hidden:
        yield _stub(block, "hidden", [signs.hidden(branch.hidden)], look)
    for names in [(name,) for name in branch.skipped] if len(branch.skipped) <= FEW else [branch.skipped]:
        yield _stub(block, "cut", wrapped(signs.skipped(names), NAMES), look)


def stand(branch: Branch, signs: Signs, look: PictureLook) -> Arranged:
    """Place every block."""
    root = unplaced(branch, signs, look, _node, _ends)
    outline = set_across(root)
    levels = by_level(root)
    names = [signs.level([block.branch.node for block in level if block.role == "node"]) for level in levels]
    aside = max(1.15 * width_of(line, 13) for lines in names for line in lines) + 2 * GAP
    shift = aside - min(left for left, _ in outline)
    for block in root:
        block.x += shift
    found = Arranged(look, list(root), shift + max(right for _, right in outline) + GAP, 0.0)
    y = GAP
    for ply, level in enumerate(levels):
        for block in level:
            block.y = y
        middle = y + (look.head if ply else 0) + (max((b.board.height / 2 for b in level if b.board), default=SIDE / 2))
        lines = names[ply]
        for number, line in enumerate(lines):
            found.levels.append(Text("kb-t-level", GAP, middle + (number - (len(lines) - 1) / 2) * 16, 13, line, left=True))
        bottom = y + max(block.reach[3] for block in level)
        spans = [abs(child.x - block.x) for block in level for child in block.below]
        below = bottom + min(ROOM[1], max(ROOM[0], STEEP * max(spans, default=0.0) * 2))
        found.edges += [_edge(block, child, bottom, below) for block in level for child in block.below]
        y = below if spans else bottom
    found.height = y + GAP
    return found


def _edge(block: Block, child: Block, bottom: float, below: float) -> Edge:
    """An edge down to the end of the level, across, and down to the child or its text."""
    start = (block.x + block.leaves[0], block.y + block.leaves[1])
    written = [part.box[1] for part in child.head if isinstance(part, Text)]
    ends = min(written) if written else child.top if child.role == "node" else 8.0
    return Edge(child.edge, (start, (start[0], bottom), (child.x, below), (child.x, below + ends)))


def _stub(block: Block, role: Role, lines: list[str], look: PictureLook) -> Block:
    """An edge cut short: two bars where moves were never searched, and a text below it."""
    found = Block(block.branch, role, block.ply + 1, CLASSES[role])
    if role == "cut":
        found.head.append(Figure("kb-t-bars", 0, 3.5, 11, 0, "bars"))
    found.body += _lines("kb-t-grey", lines, 10 + look.size * LINE / 2, look.size)
    return found


def _node(branch: Branch, ply: int, edge: str, signs: Signs, look: PictureLook) -> Block:
    block, node = Block(branch, "node", ply, edge), branch.node
    name = signs.name(node)
    if name:
        block.head.append(Text("kb-t-name", 0, 14, look.size, name))
    if ply and look.windows:
        block.head.append(Text("kb-t-window", 0, 27, look.small, signs.window(node)))
    top = look.head if ply else 0.0
    block.board = pictured(node) if look.boards else None
    if block.board is not None:
        block.board.x, block.board.y = -block.board.width / 2, top
        top += block.board.height + 5
        block.body += _in_line(branch, top, signs, look)
    else:
        block.body += _alone(branch, top, signs, look)
    block.leaves = (0.0, max(box[3] for box in block.body_boxes) + (2 if block.board else 0))
    return block


def _alone(branch: Branch, top: float, signs: Signs, look: PictureLook) -> list[Part]:
    """A node without a board: the value beside the triangle, or below, or in a box at the end."""
    node, size = branch.node, look.size + 1
    (shape, kind), value, label = signs.shape(node), signs.value(node), signs.label(node)
    lines, text = wrapped(value), signs.value_kind(node)
    if node.reason == "over":
        width, height = max(24.0, 12 + max(width_of(line, size) for line in lines)), 8 + len(lines) * size * LINE
        outline = Figure(kind, 0, top + height / 2, width, height, shape)
        return [outline, *_lines(text, lines, top + 4 + size * LINE / 2, size)]
    if label:
        width = max(LEAF, 12 + width_of(label, look.size))
        named: list[Part] = [Figure(kind, 0, top + 11, width, 22, "box"), Text("kb-t-value", 0, top + 11, look.size, label)]
        return [*named, *_lines(text, lines, top + 26 + size * LINE / 2, size)]
    if branch.children or branch.hidden or branch.skipped:
        lines, middle = lines if len(lines) <= 2 else [value], top + SIDE / 2
        start = middle - (len(lines) - 1) * size * LINE / 2
        beside = _lines(text, lines, start, size, SIDE / 2 + 5)
        return [Figure(kind, 0, middle, SIDE, SIDE, shape), *beside]
    return [Figure(kind, 0, top + LEAF / 2, LEAF, LEAF, shape), *_lines(text, lines, top + LEAF + 3 + size * LINE / 2, size)]


def _in_line(branch: Branch, top: float, signs: Signs, look: PictureLook) -> list[Part]:
    """The line below a board: the small node and its value."""
    node, size = branch.node, look.size
    (shape, kind), value, label = signs.shape(node), signs.value(node), signs.label(node)
    side, middle, wide = 14.0, top + 9, width_of(value, size)
    if node.reason == "over":
        return [Figure(kind, 0, middle, wide + 10, 18, shape), Text(signs.value_kind(node), 0, middle, size, value)]
    if label:
        side = 10 + width_of(label, size)
    left = -(side + 5 + wide) / 2
    found: list[Part] = [Figure(kind, left + side / 2, middle, side, 18 if label else side, shape)]
    if label:
        found.append(Text("kb-t-value", left + side / 2, middle, size, label))
    return [*found, Text(signs.value_kind(node), left + side + 5, middle, size, value, left=True)]


def _lines(kind: str, lines: list[str], y: float, size: float, left: float | None = None) -> list[Part]:
    return [Text(kind, left or 0.0, y + n * size * LINE, size, line, left is not None) for n, line in enumerate(lines)]


# Where the nodes of a tree stand side by side: each above the middle of its children, equal trees alike, nothing overlaps.
#
# The rules are those of Reingold and Tilford (Tidier Drawings of Trees, 1981). The way is that of Kennedy (Functional Pearl:
# Drawing Trees, 1996): the trees below a node are pushed together as far as the outlines of their levels allow, once from the
# left and once from the right, and each stands in the middle of both places. Where neither drawing overlaps, the one between
# them does not; small trees between large ones stand in the middle, and a mirrored tree is drawn mirrored.

GAP = 12.0
Outline = list[tuple[float, float]]  # of each level: how far the tree reaches to the left and to the right


def set_across(root: Block) -> Outline:
    """Give every block its x, the root 0; return the outline of the whole."""
    outlines: dict[Block, Outline] = {}
    shifts: dict[Block, float] = {root: 0.0}
    for block in reversed(list(root)):
        left, _, right, _ = block.reach
        below = [outlines.pop(child) for child in block.below]
        places = _places(below)
        shifts.update(zip(block.below, places, strict=True))
        outlines[block] = [(left, right), *_merged(below, places)]
    for block in root:
        block.x = shifts[block]
        for child in block.below:
            shifts[child] += block.x
    return outlines[root]


def _places(trees: Sequence[Outline]) -> list[float]:
    """Where the subtrees of a node stand, from the middle between the first and the last."""
    if not trees:
        return []
    mirrored = [[(-right, -left) for left, right in tree] for tree in reversed(trees)]
    from_left, from_right = _pushed(trees), [-place for place in reversed(_pushed(mirrored))]
    places = [(one + other) / 2 for one, other in zip(from_left, from_right, strict=True)]
    middle = (places[0] + places[-1]) / 2
    return [place - middle for place in places]


def _pushed(trees: Sequence[Outline]) -> list[float]:
    """Each subtree as far left as the ones before it allow; the first at 0."""
    places: list[float] = []
    ends: list[float] = []
    for tree in trees:
        place = max((end + GAP - left for end, (left, _) in zip(ends, tree, strict=False)), default=0.0) if places else 0.0
        places.append(place)
        ends[: len(tree)] = [place + right for _, right in tree]
    return places


def _merged(trees: Sequence[Outline], places: Sequence[float]) -> Outline:
    whole: Outline = []
    for tree, place in zip(trees, places, strict=True):
        both = zip(whole, tree, strict=False)
        joint = [(min(left, place + further), max(right, place + end)) for (left, right), (further, end) in both]
        longer = [(place + left, place + right) for left, right in tree[len(joint) :]]
        whole = joint + (longer or whole[len(joint) :])
    return whole
