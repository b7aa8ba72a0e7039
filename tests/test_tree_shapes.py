"""Which nodes of a tree are shown: all are counted, the best line is there, and a mover's best moves are the best."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import TreeError
from kibitz.explain.tree.shape import Branch, select_branch
from kibitz.explain.tree.shapes.top import ranked
from kibitz.explain.tree.tree import Tree
from kibitz.position import Position
from kibitz.registry import load, names
from plain_traces import traced, traces

SHAPES = st.sampled_from(["line", "top:1", "top:2", "top:9"])


@pytest.fixture(scope="module")
def squares() -> Tree:
    """Tic-tac-toe after four moves, which is small enough to be looked through."""
    return traced(Position.after(load("tic_tac_toe"), "2,2 1,1 1,2 3,2"), search="alphabeta")


def assert_counted(branch: Branch) -> None:
    """What is shown and what is hidden are together what the search looked at, below every node."""
    for one in branch:
        assert one.hidden == len(one.node.children) - len(one.children)
        assert [child.node for child in one.children] == [c for c in one.node.children if c in {k.node for k in one.children}]
    out = [child for one in branch for child in one.node.children if child not in {kept.node for kept in one.children}]
    assert len(branch) + sum(child.count for child in out) == branch.node.count


@settings(max_examples=60)
@given(found=traces(), shape=SHAPES, plies=st.none() | st.integers(0, 4), most=st.integers(1, 60))
def test_shown_and_hidden_are_all_that_the_search_looked_at(found: Tree, shape: str, plies: int | None, most: int) -> None:
    branch = select_branch(found.root, shape, plies, most)
    assert_counted(branch)
    assert len(branch) <= most
    assert plies is None or max(one.node.ply for one in branch) <= plies


@settings(max_examples=60)
@given(found=traces(), most=st.integers(1, 200), plies=st.none() | st.integers(0, 4))
def test_the_whole_tree_is_shown_whole_or_refused(found: Tree, most: int, plies: int | None) -> None:
    wanted = [node for node in found if plies is None or node.ply <= plies]
    if len(wanted) > most:
        with pytest.raises(TreeError, match=rf"at most {most} are shown: take the shape line or top:2"):
            select_branch(found.root, "whole", plies, most)
    else:
        branch = select_branch(found.root, "whole", plies, most)
        assert [one.node.index for one in branch] == [node.index for node in wanted]
        assert_counted(branch)


@settings(max_examples=60)
@given(found=traces())
def test_the_line_is_shown_with_its_siblings(found: Tree) -> None:
    branch = select_branch(found.root, "line", most=1000)
    there = {one.node.index for one in branch}
    for node in (found.root, *found.root.line):
        assert {node.index, *(child.index for child in node.children)} <= there
    unfinished = [node for node in found if node.worth is None]
    assert {node.index for node in unfinished} <= there  # of a search that was stopped: where it was


@settings(max_examples=60)
@given(found=traces(), most=st.integers(1, 40), shape=SHAPES)
def test_what_lies_nearer_to_the_root_is_shown_first(found: Tree, most: int, shape: str) -> None:
    all_of_it, some = (select_branch(found.root, shape, None, many) for many in (1000, most))
    inside = {one.node.index for one in some}
    plies = [one.node.ply for one in all_of_it if one.node.index not in inside]
    assert len(some) == min(most, len(all_of_it))
    assert max(one.node.ply for one in some) <= min(plies, default=1000)


@settings(max_examples=60)
@given(found=traces(), most=st.integers(1, 5))
def test_the_best_moves_are_shown_as_their_mover_sees_them(found: Tree, most: int) -> None:
    for one in select_branch(found.root, f"top:{most}", most=1000):
        node = one.node
        assert len(one.children) == min(most, len(node.final_children))
        if node.best is not None:
            assert node.best in [child.node for child in one.children]
        out = [child for child in node.final_children if child not in [kept.node for kept in one.children]]
        if node.by_chance or found.trace.vectors:
            continue
        for kept in (child.node.worth for child in one.children if child.node is not node.best):
            for other in (child.worth for child in out):
                assert other is None or kept is not None
                if other is not None and kept is not None and (kept.says == "exact") == (other.says == "exact"):
                    assert kept.result >= other.result if node.maximises else kept.result <= other.result


def test_each_player_of_several_has_wishes_of_their_own() -> None:
    root = traced("tree:file=three_players").root
    first, second = root.children[0], root.children[1]
    assert [node.name for node in ranked(root)] == ["a1", "a2"]
    assert [node.name for node in ranked(first)] == ["b1", "b2"]  # 2 and 1 for B
    assert [node.name for node in ranked(second.children[0])] == ["c6", "c5"]  # 2 and 1 for C


def test_of_what_chance_brings_the_likeliest_comes_first() -> None:
    root = traced("tree:file=chances").root
    assert [node.name for node in ranked(root.children[0])] == ["often", "seldom"]


def test_moves_that_were_cut_have_names_and_moves_beyond_the_horizon_have_none(squares: Tree) -> None:
    cut = [one for one in select_branch(squares.root, "whole") if one.skipped]
    assert cut
    assert all(one.node.reason == "cut" and one.skipped == one.node.skipped for one in cut)
    shallow = traced("tic_tac_toe", search="minimax", depth=1, knowledge=None)
    assert all(one.skipped == () for one in select_branch(shallow.root))


def test_when_no_shape_is_named_it_is_whole_if_there_is_room(squares: Tree) -> None:
    count = len(squares)
    assert len(select_branch(squares.root, most=count)) == count
    line = select_branch(squares.root, most=count - 1)
    assert [one.node.index for one in line] == [one.node.index for one in select_branch(squares.root, "line")]
    assert len(select_branch(squares.root, plies=1, most=1 + len(squares.root.children))) == 1 + len(squares.root.children)


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("lin", "there is no shape called 'lin'; did you mean line?"),
        ("", "there is no shape called ''; there are line, top, whole"),
        ("line:3", "the shape line takes nothing: leave :3 out"),
        ("whole:3", "the shape whole takes nothing: leave :3 out"),
        ("top", "the shape top needs to know how many moves of each node to show, such as top:2, not ''"),
        ("top:0", "the shape top needs to know how many moves of each node to show, such as top:2, not '0'"),
        ("top:²", "the shape top needs to know how many moves of each node to show, such as top:2, not '²'"),
    ],
)
def test_a_shape_that_there_is_not_is_refused_in_a_sentence(squares: Tree, shape: str, said: str) -> None:
    with pytest.raises(TreeError) as refusal:
        select_branch(squares.root, shape)
    assert str(refusal.value) == said


def test_a_tree_of_nothing_is_refused(squares: Tree) -> None:
    with pytest.raises(TreeError, match="at least 1 node, not 0"):
        select_branch(squares.root, most=0)


@pytest.mark.parametrize("name", names("explain.tree.shapes"))
def test_every_shape_shows_the_root_of_a_part_of_the_tree(squares: Tree, name: str) -> None:
    part = squares.root.children[1]
    branch = select_branch(part, {"top": "top:2"}.get(name, name))
    assert branch.node is part
    assert_counted(branch)
