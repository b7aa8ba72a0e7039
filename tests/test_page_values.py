"""What the page says that moves are worth is what the engine finds: proved and estimated told apart, hidden in an exam."""

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

import kibitz
from kibitz.position import Position
from kibitz.thought import Value
from played import made, play, status

if TYPE_CHECKING:
    from browser import Visitor

LONG = 90_000  # milliseconds: searches run as plain Python
NAMES = """() => Object.fromEntries([...document.querySelectorAll("[name=move]")].map((one) => [one.value, one.ariaLabel]))"""
SMALL: dict[str, Any] = {"set_width": "3", "set_height": "4", "set_line": "3"}


def switch(page: Page, name: str) -> None:
    """Chooses what is shown of values."""
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")


def shown(page: Page) -> dict[str, str]:
    """The names of all moves, once nothing better will come."""
    expect(page.locator(".weighing")).to_have_count(0, timeout=LONG)
    names: dict[str, str] = page.evaluate(NAMES)
    return names


def said(value: Value) -> str:
    """An exact value in words."""
    if value.result == 0:
        return "draw"
    return f"{'wins' if value.result > 0 else 'loses'} in {value.plies}"


def found(game: str, *moves: str) -> dict[str, str]:
    """What the engine says of all moves."""
    position = Position.after(kibitz.load(game), " ".join(moves))
    thought = kibitz.think(position, all_moves=True)
    assert all(one.value.kind == "exact" for one in thought.moves)
    return {position.name(one.move): said(one.value) for one in thought.moves}


def test_tic_tac_toe_is_valued_as_the_engine_does(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    moves = ["1,1", "1,2", "2,1"]
    play(page, *moves)
    switch(page, "Values")
    for move in ("3,1", "2,2", ""):
        assert shown(page) == {name: f"{name}, {worth}" for name, worth in found("tic_tac_toe", *moves).items()}
        if move:
            play(page, move)
            moves.append(move)


def test_connect_four_is_valued_as_the_engine_does(visitor: "Visitor") -> None:
    page = visitor.begin("connect_four", "human", "human", **SMALL)
    play(page, "2", "3", "2")
    switch(page, "Values")
    moves = ["2", "3", "2"]
    for move in ("1", "3", "1", ""):
        worths = found("connect_four:width=3,height=4,line=3", *moves)
        assert shown(page) == {name: f"column {name}, {worth}" for name, worth in worths.items()}
        if move:
            play(page, move)
            moves.append(move)


def test_the_marks_on_the_board_say_the_same(visitor: "Visitor") -> None:
    """A win in 3 is +3 in the picture, in a solid frame: it is proved."""
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "1,1", "1,2", "2,1", "3,1")
    switch(page, "Values")
    expect(page.get_by_role("button", name="2,2, wins in 3", exact=True)).to_be_visible(timeout=LONG)
    shown(page)
    marks = page.locator(".board svg [class*=kb-wt-]").all_text_contents()
    assert sorted(marks) == sorted(mark(one) for one in found("tic_tac_toe", "1,1", "1,2", "2,1", "3,1").values())
    assert page.locator(".legend").inner_text().endswith("solid: proved")


def mark(words: str) -> str:
    """A value in a cell of the board."""
    outcome, _, plies = words.partition(" in ")
    return {"wins": f"+{plies}", "loses": f"\u2212{plies}", "draw": "="}[outcome]


def test_estimates_look_and_sound_otherwise_than_what_is_proved(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human", set_width="5", set_height="5", set_line="4")
    switch(page, "Values")
    expect(page.locator("[name=move][aria-label*='estimate']").first).to_be_visible(timeout=LONG)
    assert "dashed, \u2248: an estimate" in page.locator(".legend").inner_text()
    assert all(text.startswith("\u2248") for text in page.locator(".board svg [class*=kb-wt-]").all_text_contents())


def test_values_are_gone_when_they_are_switched_off(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "1,1", "1,2", "2,1", "3,1")
    switch(page, "Values")
    expect(page.get_by_role("button", name="2,2, wins in 3", exact=True)).to_be_visible(timeout=LONG)
    switch(page, "Values off")
    expect(page.get_by_role("button", name="2,2", exact=True)).to_be_visible()
    assert page.locator(".board svg [class*=kb-wt-]").count() == 0


def test_an_exam_hides_the_values_and_judges_the_move(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "1,1", "2,2", "3,3")
    switch(page, "Values")
    expect(page.get_by_role("button", name="1,2, draw", exact=True)).to_be_visible(timeout=LONG)
    shown(page)
    switch(page, "Exam")
    expect(page.get_by_role("button", name="1,2", exact=True)).to_be_visible()
    assert not re.search("wins|loses|draw", page.locator("main").inner_html())
    play(page, "1,3")
    expect(page.locator("#verdict")).to_have_text("That gave away a draw: now it is a loss.")
    assert made(page) == ["X 1,1", "O 2,2", "X 3,3", "O 1,3"]


def test_the_graph_of_the_game_leads_back(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    switch(page, "Values")
    for move in ("1,1", "1,2", "2,1"):
        shown(page)
        play(page, move)
    shown(page)
    points = page.locator("#graph a")
    assert points.count() >= 3
    points.nth(1).click()
    expect(status(page)).to_contain_text("After ")
    expect(page.get_by_role("link", name="Back to the game")).to_be_visible()
