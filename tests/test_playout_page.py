"""The explorer of a search by playouts in Chromium: at every step it shows what the trace says was known after that playout."""

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from browser import Reader, Visitor, violations
from kibitz.core.rules import Game
from kibitz.explain.tree.formats.html import html
from kibitz.explain.tree.playout_node import PlayoutNode
from kibitz.explain.tree.playout_steps import PlayoutSteps
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.tree import Tree, tree
from kibitz.games import connect_four
from kibitz.games.textbook import pig, trio
from tree_pages import Drawn, Explorer, page_of, searched

STATES = """kinds.map((_, time) => {
    slider.value = time;
    slider.dispatchEvent(new Event("input"));
    const row = document.querySelector(".row.current");
    const nodes = [...Array(size).keys()];
    return {
        leaf: row && nodeOf(keyOf(row.parentElement)),
        told: byId("told").textContent,
        worths: nodes.map((node) => isIn(node, now) && worth(node) ? worth(node).words : null),
        shown: Object.fromEntries([...items].map(([key, item]) => [key, item.querySelector(".value")?.innerText])),
        best: nodes.map((node) => bestOf(node) ?? null),
        way: nodes.filter((node) => isUnderWay(node)),
        line: [...document.querySelectorAll("[aria-current=step]")].map((line) => line.textContent),
    };
})"""
TERMS = """kinds.map((_, time) => {
    goTo(time);
    return [...Array(size).keys()].map((node) => byChance(node) || !children[node].length ? null : termsOf(node));
})"""
ENDINGS = {
    "played": "else: result ← that of a game played at random",
    "over": "if the game is over",
    "settled": "if its value is proved",
}


@cache
def larger(name: str) -> Tree:
    """Trees of games that are not compiled: of two, with dice, of three, and one from a file."""
    games: dict[str, Game] = {
        "connect_four": connect_four.ConnectFour(width=4, height=4),
        "pig": pig.Pig(target=10),
        "trio": trio.Trio(width=3, height=3),
        "two_ply": Drawn(),
    }
    return tree(games[name], search="mcts", knowledge=None, playouts=90, seed=4)


def nodes_of(found: Tree) -> list[PlayoutNode]:
    return [node for node in found if isinstance(node, PlayoutNode)]


def as_written(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")


def check_states(page: Page, found: Tree) -> None:
    """Each step of the slider against the trace."""
    nodes, steps = nodes_of(found), PlayoutSteps(found.root)
    states: list[dict[str, Any]] = page.evaluate(STATES)
    assert len(states) == len(steps.trace.descents) + 2
    assert states[0]["worths"] == [None] * len(nodes)
    for number, descent in enumerate(steps.trace.descents, 1):
        state = states[number]
        after = [node.worth_after(number) for node in nodes]
        assert state["worths"] == [None if worth is None else as_written(str(worth)) for worth in after]
        bests = [node.best_after(number) for node in nodes]
        assert state["best"] == [None if best is None else best.index for best in bests]
        assert state["leaf"] == descent.nodes[-1]
        assert state["told"] == steps.describe(number)
        assert state["way"] == sorted(descent.nodes)
        for key, text in state["shown"].items():
            assert text == state["worths"][int(key)]
        assert str(descent.nodes[-1]) in state["shown"]
        assert any(line.strip().startswith(ENDINGS[descent.ending]) for line in state["line"])
    assert states[-1]["worths"] == [as_written(str(node.worth)) for node in nodes]


def check_terms(page: Page, found: Tree) -> int:
    """The table of each position after each step, against what the next descent weighs; how many were never tried and are
    left alone.
    """
    steps, nodes = PlayoutSteps(found.root), nodes_of(found)
    tables: list[list[Any]] = page.evaluate(TERMS)
    compared = left_alone = 0
    for number in range(1, len(steps.trace.descents) + 1):
        for node in nodes:
            all_terms = steps.trace.terms(node.index, number + 1)
            terms = [one for one in all_terms if one.visits]
            if tables[number][node.index] is None:
                continue
            rows = tables[number][node.index]["rows"]
            if rows:
                untried = [one.is_refuted for one in all_terms if not one.visits]
                found_untried = tables[number][node.index]["untried"], tables[number][node.index]["idle"]
                assert found_untried == (untried.count(False), untried.count(True))
                left_alone += untried.count(True)
            assert [(row["child"], row["visits"], row["mean"]) for row in rows] == [
                (one.child, one.visits, one.share) for one in terms
            ]
            assert [row["bonus"] for row in rows] == pytest.approx([one.bonus for one in terms])
            assert [row["refuted"] for row in rows] == [one.is_refuted for one in terms]
            compared += len(rows)
    assert compared > 0
    return left_alone


@pytest.mark.parametrize("name", ["connect_four", "pig", "trio", "two_ply"])
def test_every_step_shows_what_was_known_after_that_playout(name: str, reader: Reader) -> None:
    page = reader.open(page_of(larger(name)))
    check_states(page, larger(name))
    check_terms(page, larger(name))


@pytest.mark.parametrize("kind", ["file", "server"])
def test_the_file_and_the_server_show_the_same_playouts(kind: str, request: pytest.FixtureRequest) -> None:
    found = searched("mcts")
    page = Explorer(kind, request).open("mcts")
    check_states(page, found)
    check_terms(page, found)
    assert not page.locator("#predict").is_visible()
    assert not page.locator("#over").is_visible()
    assert violations(page) == []


def test_a_reader_steps_with_the_keyboard_and_reads_why(reader: Reader) -> None:
    found = larger("connect_four")
    page, steps = reader.open(page_of(found), width=420), PlayoutSteps(found.root)
    assert page.locator("#summary").inner_text().startswith("Monte Carlo tree search made 90 playouts; its tree has")
    page.locator("#first").click()
    assert page.locator("#told").inner_text().startswith("The search begins.")
    page.locator("#time").focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert page.locator("#told").inner_text() == steps.describe(30)
    page.locator("[data-key='0'] > .row").click()
    rows = page.locator("#terms tbody tr").all_inner_texts()
    wanted = [one for one in steps.trace.terms(0, 31) if one.share is not None and one.bonus is not None]
    assert [row.split("\t")[:4] for row in rows] == [
        [found.game.move_name(found.root.state, one.move), str(one.visits), f"{one.share:.2f}", f"{one.bonus:.2f}"]
        for one in wanted
    ]
    best = found.game.move_name(found.root.state, max(wanted, key=lambda one: one.weight).move)
    assert [row.split("\t")[0] for row in page.locator("#terms tr.next").all_inner_texts()][:1] == [best]
    page.locator("#last").click()
    assert page.locator("#told").inner_text().startswith("The search has ended: about")
    assert violations(page) == []


def test_a_part_of_a_tree_has_the_playouts_that_went_there(reader: Reader) -> None:
    """A page that begins at a node, and shows the best moves alone: each playout through it is told, by its own number."""
    found = larger("connect_four")
    top = max(found.root.children, key=lambda child: child.count)
    branch = select_branch(top, "top:2")
    page, steps = reader.open(html(branch)), PlayoutSteps(found.root)
    through = steps.trace.visits[top.index]
    states: list[dict[str, Any]] = page.evaluate(STATES)
    there = [one.node for one in branch]
    assert 1 < len(there) < top.count
    assert len(states) == len(through) + 2
    for number, state in zip(through, states[1:], strict=False):
        assert state["told"] == steps.describe(number)
        after = [node.worth_after(number) for node in there if isinstance(node, PlayoutNode)]
        assert state["worths"] == [None if worth is None else as_written(str(worth)) for worth in after]
        way = [place for place, node in enumerate(there) if node.index in steps.trace.descents[number - 1].nodes]
        assert state["way"] == way
        assert state["leaf"] == way[-1]


def test_the_server_remembers_the_playout_that_is_shown(visitor: Visitor) -> None:
    page = visitor.open("/g/tic_tac_toe/tree?search=mcts&plain=1&playouts=40&seed=2")
    page.locator("#outline li").first.wait_for(timeout=60_000)
    page.evaluate("walk(17)")
    told = page.locator("#told").inner_text()
    assert told.startswith("Playout 17: ")
    page.wait_for_url("**at=3.17**")
    page.reload()
    page.locator("#outline li").first.wait_for(timeout=60_000)
    assert page.locator("#told").inner_text() == told
    assert page.locator("#count").inner_text().strip() == "17 / 41"
    page.locator("[data-key='0'] > .row").click()
    page.get_by_role("link", name="Search from here").wait_for()


def test_the_server_says_what_it_does_not_draw(visitor: Visitor) -> None:
    visitor.forgiven.append("400")
    page = visitor.open("/g/tic_tac_toe/tree?search=mcts&plain=1&playouts=40&depth=3")
    assert "knows no depth" in page.locator(".wrong").inner_text()
    page = visitor.open("/g/tic_tac_toe/tree?search=mcts&playouts=1001")
    assert "between 1 and 1,000" in page.locator(".wrong").inner_text()
