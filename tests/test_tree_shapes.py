"""Which nodes of a tree are shown: all are counted, the best line is there, and a mover's best moves are the best."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.core.registry import names
from kibitz.errors import TreeError
from kibitz.explain.tree.shape import Branch, select_branch
from kibitz.explain.tree.shapes.top import ranked
from kibitz.explain.tree.tree import Tree
from kibitz.position import Position
from nested_trees import traces
from runs import examples

ROOM = 2000
SHAPES = ("line", "top:1", "top:2", "top:9")


@pytest.fixture(scope="module")
def squares() -> Tree:
    """Tic-tac-toe after four moves, which is small enough to be looked through."""
    return kibitz.tree(Position.after(kibitz.load("tic_tac_toe"), "2,2 1,1 1,2 3,2"), search="alphabeta", nodes=ROOM)


def assert_counted(branch: Branch) -> None:
    """What is shown and what is hidden are together what the search looked at, below every node."""
    hidden = 0
    for one in branch:
        kept = {child.node for child in one.children}
        assert one.hidden == len(one.node.children) - len(one.children)
        assert [child.node for child in one.children] == [child for child in one.node.children if child in kept]
        hidden += sum(child.count for child in one.node.children if child not in kept)
    assert len(branch) + hidden == branch.node.count


@settings(max_examples=examples(60))
@given(found=traces(), plies=st.none() | st.integers(0, 4), most=st.integers(1, 60))
def test_shown_and_hidden_are_all_that_the_search_looked_at(found: Tree, plies: int | None, most: int) -> None:
    """What lies nearer to the root is shown first, and the whole tree is shown whole or refused."""
    for shape in SHAPES:
        all_of_it, some = (select_branch(found.root, shape, plies, many) for many in (1000, most))
        assert_counted(some)
        assert plies is None or max(one.node.ply for one in some) <= plies
        inside = {one.node.index for one in some}
        out = [one.node.ply for one in all_of_it if one.node.index not in inside]
        assert len(some) == min(most, len(all_of_it))
        assert max(one.node.ply for one in some) <= min(out, default=1000)
    wanted = [node.index for node in found if plies is None or node.ply <= plies]
    if len(wanted) > most:
        with pytest.raises(TreeError, match=rf"at most {most} are shown: take the shape line or top:2"):
            select_branch(found.root, "whole", plies, most)
    else:
        branch = select_branch(found.root, "whole", plies, most)
        assert [one.node.index for one in branch] == wanted
        assert_counted(branch)


@settings(max_examples=examples(60))
@given(found=traces(), most=st.integers(1, 5))
def test_a_line_has_its_siblings_and_the_best_moves_are_so_as_their_mover_sees_them(found: Tree, most: int) -> None:
    there = {one.node.index for one in select_branch(found.root, "line", most=1000)}
    for node in (found.root, *found.root.line):
        assert {node.index, *(child.index for child in node.children)} <= there
    assert {node.index for node in found if node.worth is None} <= there  # of a search that was stopped: where it was
    for one in select_branch(found.root, f"top:{most}", most=1000):
        above, kept = one.node, [child.node for child in one.children]
        assert len(kept) == min(most, len(above.final_children))
        assert above.best is None or above.best in kept
        if above.by_chance or found.trace.vectors:
            continue
        out = [child.worth for child in above.final_children if child not in kept]
        for mine in (child.worth for child in kept if child is not above.best):
            for other in filter(None, out):
                assert mine is not None
                if (mine.says == "exact") == (other.says == "exact"):
                    assert mine.result >= other.result if above.maximises else mine.result <= other.result


def test_each_player_of_several_has_wishes_of_their_own_and_chance_brings_the_likeliest_first() -> None:
    root = kibitz.tree("tree:file=three_players", nodes=ROOM).root
    first, second = root.children
    ordered = [[node.name for node in ranked(above)] for above in (root, first, second.children[0])]
    assert ordered == [["a1", "a2"], ["b1", "b2"], ["c6", "c5"]]  # 2 and 1 for B, 2 and 1 for C
    chance = kibitz.tree("tree:file=chances", nodes=ROOM).root.children[0]
    assert [node.name for node in ranked(chance)] == ["often", "seldom"]


def test_when_no_shape_is_named_it_is_whole_if_there_is_room(squares: Tree) -> None:
    count = len(squares)
    assert len(select_branch(squares.root, most=count)) == count
    line = select_branch(squares.root, most=count - 1)
    assert [one.node.index for one in line] == [one.node.index for one in select_branch(squares.root, "line")]
    assert len(select_branch(squares.root, plies=1, most=1 + len(squares.root.children))) == 1 + len(squares.root.children)


@pytest.mark.parametrize("name", names("explain.tree.shapes"))
def test_every_shape_shows_the_root_of_a_part_of_the_tree(squares: Tree, name: str) -> None:
    part = squares.root.children[1]
    branch = select_branch(part, {"top": "top:2"}.get(name, name))
    assert branch.node is part
    assert_counted(branch)


@pytest.mark.parametrize(
    ("shape", "most", "said"), [("top:²", 9, "such as top:2, not '²'"), (None, 0, "at least 1 node, not 0")]
)
def test_what_cannot_be_shown_is_refused(squares: Tree, shape: str | None, most: int, said: str) -> None:
    with pytest.raises(TreeError, match=said):
        select_branch(squares.root, shape, most=most)
