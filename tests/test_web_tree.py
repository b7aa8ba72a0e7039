"""The explorer's answers: what it says of a tree is what `kibitz.tree` says, and nothing that is asked of it breaks it."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import KibitzError
from kibitz.explain import growth as measure
from kibitz.explain.tree.page_data import data_of
from kibitz.explain.tree.tree import Tree
from kibitz.jobs import tree_jobs
from kibitz.jobs.kinds import tree as explorer
from kibitz.jobs.kinds.tree import run
from kibitz.jobs.tree_view import packed, unpacked
from kibitz.jobs.worker import Stop
from tree_pages import all_of
from web_house import Client, Oracle, house

ROOM = {"nodes": 1_000_000, "rows": 2_000, "seconds": 20.0, "depth": 1_000}
SEARCHES = [
    ("tree:file=two_ply", {}),
    ("tree:file=chances", {}),
    ("tree:file=three_players", {"search": "maxn"}),
    ("tic_tac_toe", {"search": "alphabeta", "depth": 3}),
    ("tic_tac_toe", {"search": "solve"}),
    ("tic_tac_toe", {"search": "minimax", "depth": 3, "distance": True}),
    ("connect_four", {"search": "mcts", "playouts": 60, "seed": 3}),
    ("pig:target=10", {"search": "mcts"}),
]


def ask(
    game: str, view: dict[str, str], room: dict[str, Any] = ROOM, part: str = "", toggle: int | None = None
) -> dict[str, Any]:
    args: dict[str, Any] = {"game": game, "moves": [], "view": view, "toggle": toggle, "limits": room, "part": part}
    return run(args, lambda news: None, Stop())


def columns(game: str, view: dict[str, str]) -> dict[str, Any]:
    """What the script reads."""
    read: dict[str, Any] = json.loads(ask(game, view, part="data")["data"])
    return read


def view_of(told: dict[str, Any], **more: str) -> dict[str, str]:
    return {name: "1" if value is True else str(value) for name, value in told.items()} | more


def numbers(data: dict[str, Any]) -> list[int]:
    """The nodes of these columns, as the whole search counts them."""
    first = data["index"][0]
    return data["index"] if len(data["index"]) > 1 else [first + place for place in range(len(data["parent"]))]


def shown(tree: Tree, opened: set[int]) -> list[int]:
    """The nodes of an outline, in its order."""
    found, waiting = [], [tree.root]
    while waiting:
        node = waiting.pop()
        found.append(node.index)
        waiting += reversed(node.children if node.index in opened else ())
    return found


@given(st.sets(st.integers(0, 10**9), max_size=200))
def test_open_nodes_come_back_from_an_address(nodes: set[int]) -> None:
    assert unpacked(packed(tuple(nodes)), 200) == tuple(sorted(nodes))


@pytest.mark.parametrize("told", ["two_ply", "chances", "three_players", "centipede"])
def test_of_a_small_tree_the_script_has_what_the_page_that_is_one_file_has(told: str) -> None:
    tree = kibitz.tree(f"tree:file={told}")
    data = json.loads(json.dumps(data_of(all_of(tree.root), None, None, None)))
    assert columns(f"tree:file={told}", {}) == {"path": [], "tree": data}


@pytest.mark.parametrize(("game", "told"), SEARCHES)
def test_the_open_nodes_are_there_and_whole_families_of_them(game: str, told: dict[str, Any]) -> None:
    tree, chance = kibitz.tree(game, **told), random.Random(7)
    for _ in range(2):
        opened = {0, *chance.sample(range(len(tree)), min(len(tree), 12))}
        data = columns(game, view_of(told, open=packed(tuple(opened)), near="5"))["tree"]
        present = numbers(data)
        assert data["nodes"] == len(tree)
        assert set(present) >= {child.index for number in opened for child in tree.node(number).children}
        for place, number in enumerate(present):
            node = tree.node(number)
            below = [child.index for child in node.children]
            assert [number in present for number in below] in ([True] * len(below), [False] * len(below))
            assert data["hidden"].get(str(place), 0) == (len(below) if below and below[0] not in present else 0)
            assert data["below"].get(str(place), node.count - 1) == node.count - 1
            assert data["worths"][data["value"][place]][0] == str(node.worth)
        still(game, told, tree, opened)


def still(game: str, told: dict[str, Any], tree: Tree, opened: set[int]) -> None:
    """What stands there without a script are the open nodes, with all that was left out below them."""
    answer = ask(game, view_of(told, open=packed(tuple(opened))))
    nodes = shown(tree, opened)
    lines = [line for line in answer["lines"] if line["kind"] == "toggle"]
    assert [line["id"] for line in lines] == [number for number in nodes if tree.node(number).children]
    assert bool(answer["picture"]) == (1 < len(nodes) <= explorer.PICTURED)
    assert answer["crowded"] == (len(nodes) > explorer.PICTURED)
    text = "\n".join(f"{line['rails']}{line['move']}{line['rest']}" for line in answer["lines"])
    assert all(name in text for number in opened & {*nodes} for name in tree.node(number).skipped)
    again = ask(game, answer["view"], toggle=lines[0]["id"])
    assert unpacked(again["view"]["open"], 2_000) == tuple(sorted(opened ^ {lines[0]["id"]}))


@pytest.mark.compiled
def test_every_node_of_half_a_million_can_be_reached() -> None:
    tree, chance = kibitz.tree("tic_tac_toe", search="minimax"), random.Random(3)
    for index in (len(tree) - 1, *chance.sample(range(len(tree)), 6)):
        node = tree.node(index)
        above = [one.index for one in node.above]
        data = columns("tic_tac_toe", {"search": "minimax", "open": packed(tuple(above[:1])), "near": "1"})["tree"]
        present = numbers(data)
        assert set(present) == {0, *(child.index for number in above for child in tree.node(number).children)}
        place = present.index(index)
        assert data["names"][data["move"][place]] == node.name
        assert data["worths"][data["value"][place]][0] == str(node.worth)
        branch = columns("tic_tac_toe", {"search": "minimax", "top": str(index)})
        assert branch["path"] == list(node.names)
        assert numbers(branch["tree"])[0] == index
        assert branch["tree"]["nodes"] == node.count
        assert any(line["id"] == index for line in ask("tic_tac_toe", {"search": "minimax", "top": str(index)})["lines"])


def test_an_answer_is_bounded_and_says_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    view = {"search": "alphabeta", "depth": "3", "open": packed((0, 1, 2))}
    room = ROOM | {"rows": 12}
    lines = ask("tic_tac_toe", view, room)["lines"]
    hidden = [line for line in lines if line["kind"] == "zoom"]
    assert [line["id"] for line in hidden] == [2, 1]  # from there the others are reached
    assert "more move" in hidden[1]["move"]
    assert len(lines) < 30
    assert ask("tic_tac_toe", view, room, toggle=12)["view"]["open"] == packed((0, 1, 2, 12))
    with pytest.raises(KibitzError, match="at most 3 nodes are open at once"):
        ask("tic_tac_toe", view, ROOM | {"rows": 3}, toggle=12)
    monkeypatch.setattr(explorer, "SENT", 20)
    with pytest.raises(KibitzError, match="at most 20 nodes are shown at once"):
        columns("tic_tac_toe", view)


@pytest.mark.parametrize(
    ("game", "view", "is_whole"),
    [
        ("tree:file=two_ply", {}, True),
        ("tic_tac_toe", {"search": "minimax", "depth": "3"}, False),
        ("connect_four", {"search": "minimax"}, False),
    ],
)
def test_only_a_tree_that_is_whole_is_said_to_have_all_plies(game: str, view: dict[str, str], is_whole: bool) -> None:
    assert ask(game, view, ROOM | {"nodes": 3_000})["is_whole"] is is_whole


def test_a_page_that_waits_for_its_tree_says_what_is_done_and_comes_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_jobs, "MOMENT", 0.01)
    oracle = Oracle(lambda do, args: None)
    with Client(house(tmp_path, oracle)) as page:
        text = page.get("/g/chess/tree").text
        assert re.search(r'<p role="status">The search is under way<span[^>]*></span> \.\.\.</p>', text)
        assert "<progress" in text
        assert "It comes by itself." in text
        assert 'placeholder="most"' in text
        oracle.jobs[0].doing = "preparing Chess: about 9 s, once"
        assert "Preparing Chess: about 9 s, once" in page.get("/g/chess/tree").text
        oracle.ahead = 2
        assert "2 before you" in page.get("/g/chess/tree").text


def test_nodes_are_counted_ply_by_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SHARE", 60.0)  # a busy machine counts them too
    counts = ask("tic_tac_toe", {"search": "alphabeta", "depth": "4", "counts": "1"})["counts"]
    tree = kibitz.tree("tic_tac_toe", search="alphabeta", depth=4)
    assert [plain for _, _, plain in counts] == [1, 9, 72, 504, 3024]
    assert [count for _, count, _ in counts] == [sum(node.ply == ply for node in tree) for ply in range(5)]


@pytest.mark.parametrize(
    "view", [{"top": "11"}, {"top": "-1"}, {"top": "9" * 40}, {"open": "0.."}, {"open": "ä"}, {"depth": "0"}, {"near": "x"}]
)
def test_what_there_is_not_is_said(view: dict[str, str]) -> None:
    with pytest.raises(KibitzError, match=r"this tree has|whole number|does not say|between"):
        ask("tree", view)
    with pytest.raises(KibitzError, match="this tree has"):
        ask("tree", {}, toggle=11)
