"""Where the nodes of a tree stand side by side: each above the middle of its children, equal trees alike, nothing overlaps.

The rules are those of Reingold and Tilford (Tidier Drawings of Trees, 1981). The way is that of Kennedy (Functional Pearl:
Drawing Trees, 1996): the trees below a node are pushed together as far as the outlines of their levels allow, once from the
left and once from the right, and each stands in the middle of both places. Where neither drawing overlaps, the one between
them does not; small trees between large ones stand in the middle, and a mirrored tree is drawn mirrored.
"""

from collections.abc import Sequence

from kibitz.explain.tree.svg.block import Block

GAP = 12.0
Outline = list[tuple[float, float]]  # of each level: how far the tree reaches to the left and to the right


def set_across(root: Block) -> Outline:
    """Give every block its x, the root 0; the outline of the whole."""
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
    """Where the trees below a node stand, counted from the middle between the first and the last."""
    if not trees:
        return []
    mirrored = [[(-right, -left) for left, right in tree] for tree in reversed(trees)]
    from_left, from_right = _pushed(trees), [-place for place in reversed(_pushed(mirrored))]
    places = [(one + other) / 2 for one, other in zip(from_left, from_right, strict=True)]
    middle = (places[0] + places[-1]) / 2
    return [place - middle for place in places]


def _pushed(trees: Sequence[Outline]) -> list[float]:
    """Each tree as far to the left as those before it allow; the first at 0."""
    places: list[float] = []
    ends: list[float] = []
    for tree in trees:
        place = max((end + GAP - left for end, (left, _) in zip(ends, tree, strict=False)), default=0.0) if places else 0.0
        places.append(place)
        ends[: len(tree)] = [place + right for _, right in tree]
    return places


def _merged(trees: Sequence[Outline], places: Sequence[float]) -> Outline:
    """The outline of several trees."""
    whole: Outline = []
    for tree, place in zip(trees, places, strict=True):
        both = zip(whole, tree, strict=False)
        joint = [(min(left, place + further), max(right, place + end)) for (left, right), (further, end) in both]
        longer = [(place + left, place + right) for left, right in tree[len(joint) :]]
        whole = joint + (longer or whole[len(joint) :])
    return whole
