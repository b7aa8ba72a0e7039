"""Where the nodes of drawn trees stand: as tidy as the textbooks ask, and nothing covers anything else."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.registry import load
from kibitz.explain.tree.shape import Branch, select_branch
from kibitz.explain.tree.svg import lying, standing
from kibitz.explain.tree.svg.blocks import Arranged, Block, Box, Edge, Figure, PictureLook, Text, lying_look
from kibitz.explain.tree.svg.signs import Signs
from kibitz.explain.tree.svg.standing import set_across
from kibitz.explain.tree.tree import tree
from kibitz.games.textbook.tree import Tree as Written
from kibitz.position import Position
from nested_trees import nested_trees
from runs import examples

LOOKS = {
    "standing": PictureLook(True),
    "standing without windows": PictureLook(True, windows=False),
    "lying": lying_look(10, boards=False, windows=True),
    "small": lying_look(1000, boards=False, windows=True),
    "sparse": lying_look(10_000, boards=False, windows=True),
}
NAMES = st.text("abWM ilé平😀<&", min_size=1, max_size=40)
TRIES = settings(max_examples=examples(30))


def arranged(branch: Branch, look: PictureLook) -> Arranged:
    signs = Signs(branch)
    if look.standing:
        return standing.stand(branch, signs, look)
    return lying.lie(branch, signs, look)


@st.composite
def branches(draw: st.DrawFn) -> Branch:
    """What a search looked at in a random tree, some of it hidden, some of the moves called strange names."""
    told = draw(nested_trees(most_players=3))
    text = json.dumps(told)
    for number, name in enumerate(draw(st.lists(NAMES, max_size=4))):
        text = text.replace(f'"m{number}"', json.dumps(f"{name.strip()}{number}".replace(" ", "_")))
    return searched(json.loads(text), draw(st.integers(0, 6)))


def searched(told: dict[str, Any], plies: int | None = None, **how: Any) -> Branch:
    """What a search looks at in a tree that is written down, so many plies of it."""
    return select_branch(tree(Written.from_nested(told), nodes=5000, **how).root, plies=plies)


def boxes(placed: Arranged) -> list[tuple[Box, str, Block | None]]:
    """Everything in the picture but edges, and what it is."""
    found: list[tuple[Box, str, Block | None]] = [(level.box, "text", None) for level in placed.levels]
    for block in placed.blocks:
        found += [(part.box, "text" if isinstance(part, Text) else part.shape, block) for part in block.parts]
        if block.board is not None:
            left, top, right, bottom = block.board.box
            x, y = block.x + block.aside, block.y
            found.append(((left + x, top + y, right + x, bottom + y), "board", block))
    return found


def covers(one: Box, other: Box) -> bool:
    slack = 0.01
    across = one[0] < other[2] - slack and other[0] < one[2] - slack
    return across and one[1] < other[3] - slack and other[1] < one[3] - slack


def assert_apart(placed: Arranged) -> None:
    """Nothing covers anything else, but the text in the box of the same node; all of it is in the picture."""
    found = sorted(boxes(placed), key=lambda one: one[0][0])
    for number, (box, kind, block) in enumerate(found):
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= placed.width
        assert box[3] <= placed.height
        for other, another, beside in found[number + 1 :]:
            if other[0] >= box[2]:
                break
            if block is beside and {kind, another} == {"text", "box"}:
                continue
            assert not covers(box, other), (kind, another, box, other)


def crosses(edge: Edge, box: Box) -> bool:
    """Whether a line runs through a box: it is cut off at each side of it, and something is left."""
    for (x, y), (right, down) in zip(edge.points, edge.points[1:], strict=False):
        begin, end = 0.0, 1.0
        for at, step, low, high in ((x, right - x, box[0], box[2]), (y, down - y, box[1], box[3])):
            if abs(step) < 1e-9:
                if not low + 0.1 < at < high - 0.1:
                    begin = 2.0
            else:
                one, other = sorted(((low + 0.1 - at) / step, (high - 0.1 - at) / step))
                begin, end = max(begin, one), min(end, other)
        if begin < end:
            return True
    return False


@given(branches())
@TRIES
def test_nothing_covers_anything_else_and_no_edge_runs_through_a_text(branch: Branch) -> None:
    for look in LOOKS.values():
        placed = arranged(branch, look)
        assert_apart(placed)
        for box in [box for box, kind, _ in boxes(placed) if kind == "text"]:
            assert not any(crosses(edge, box) for edge in placed.edges)


@pytest.mark.parametrize("look", [PictureLook(True, boards=True), PictureLook(False, boards=True)], ids=["standing", "lying"])
def test_boards_cover_nothing(look: PictureLook) -> None:
    found = tree(Position.after(load("tic_tac_toe"), "2,2 1,1 1,3 3,1 2,1"), nodes=2000)
    placed = arranged(select_branch(found.root), look)
    assert sum(block.board is not None for block in placed.blocks) == len(found)
    assert_apart(placed)


@given(branches())
@TRIES
def test_a_node_stands_above_the_middle_of_what_is_below_it_or_lies_on_its_line(branch: Branch) -> None:
    assert_stands(branch)
    assert_lies(branch)


def assert_stands(branch: Branch) -> None:
    """Each above the middle of what is below it, and a level is level."""
    placed = arranged(branch, LOOKS["standing"])
    for block in placed.blocks:
        if block.below:
            assert block.x == pytest.approx((block.below[0].x + block.below[-1].x) / 2)
    for ply in {block.ply for block in placed.blocks}:
        assert len({block.y for block in placed.blocks if block.ply == ply}) == 1


@st.composite
def shapes(draw: st.DrawFn) -> Block:
    """A tree of bare blocks of many widths."""
    some = searched({"tree": {"moves": {"a": 1}}})
    sizes = st.floats(1, 80)

    def block(depth: int) -> Block:
        width = draw(sizes)
        found = Block(some, "node", 0, "")
        found.body.append(Figure("", 0, 0, width, 1, "box"))
        found.below += [block(depth - 1) for _ in range(draw(st.integers(0, 4)) if depth else 0)]
        return found

    return block(draw(st.integers(0, 4)))


def mirrored(block: Block) -> Block:
    found = Block(block.branch, "node", 0, "", body=block.body)
    found.below += [mirrored(child) for child in reversed(block.below)]
    return found


@given(shapes())
@TRIES
def test_a_mirrored_tree_is_drawn_mirrored(block: Block) -> None:
    other = mirrored(block)
    set_across(block)
    set_across(other)

    def places(root: Block, side: int) -> list[float]:
        return [side * root.x, *(place for child in root.below[::side] for place in places(child, side))]

    assert places(other, -1) == pytest.approx(places(block, 1))


def test_small_trees_between_large_ones_stand_in_the_middle() -> None:
    wide = {"moves": {f"m{n}": {"moves": {"x": 1, "y": 2, "z": 3}} for n in range(4)}}
    branch = searched({"tree": {"moves": {"a": wide, "b": 1, "c": 2, "d": wide}}}, search="minimax")
    root = arranged(branch, LOOKS["standing"]).blocks[0]
    steps = [after.x - before.x for before, after in zip(root.below, root.below[1:], strict=False)]
    assert steps[0] == pytest.approx(steps[2])
    assert min(steps) > 0


def assert_lies(branch: Branch) -> None:
    """The root is at the top, and a first child on its parent's line."""
    placed = arranged(branch, LOOKS["lying"])
    assert placed.blocks[0].y == min(block.y for block in placed.blocks)
    for block in placed.blocks:
        assert all(child.x > block.x for child in block.below)
        assert [child.y for child in block.below[:1]] in ([], [block.y])
        lines = [child.y for child in block.below]
        assert lines == sorted(set(lines))
