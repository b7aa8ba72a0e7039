"""The page of a table, measured and compared: where things lie, how long is thought, and what moves are worth."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import kibitz
from browser import Visitor
from kibitz.core.thought import Value
from kibitz.position import Position
from played import PHONE, SLOW, announced, choose, play, spot, spots, status
from served import served

SMALL: dict[str, Any] = {"set_width": "3", "set_height": "4", "set_line": "3"}
HEX = str(Path(__file__).parent.parent / "examples" / "hex.py")
NAMES = """() => Object.fromEntries([...document.querySelectorAll("[name=move]")].map((one) => [one.value, one.ariaLabel]))"""
MARKS = ".board svg [class*=kb-wt-]"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served([HEX], NUMBA_DISABLE_JIT="1") as running:
        yield running


def place(of: Locator) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    box = of.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize("game", ["connect_four", "othello", "checkers", "tic_tac_toe"])
def test_on_a_phone_all_is_within_reach_of_a_finger(visitor: Visitor, game: str) -> None:
    page = visitor.begin(game, "human", "human", **PHONE)
    for box in page.locator("main details summary").all():
        box.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.locator("main button").all():
        left, top, right, bottom = place(button)
        assert min(right - left, bottom - top) >= 24, button.get_attribute("aria-label")


def test_a_click_anywhere_in_a_column_drops_a_disc_and_what_goes_wrong_is_told_in_red_above_the_board(visitor: Visitor) -> None:
    visitor.forgiven.append("ERR_FAILED")
    page = visitor.begin("connect_four", "human", "human")
    page.route("**/move", lambda route: route.abort())
    spot(page, "1").click()
    expect(announced(page)).to_have_class("said wrong")
    left, top, right, _ = place(page.locator(".board"))
    assert place(announced(page))[3] <= top
    page.unroute("**/move")
    page.mouse.click(left + (right - left) * 3.5 / 7, top + 60)
    expect(announced(page)).not_to_have_class("said wrong")
    expect(page.locator("#moves li:not(.start)")).to_have_text(re.compile("X 4"))


def test_only_a_mouse_tints_what_it_points_at_and_never_a_piece(visitor: Visitor) -> None:
    page = visitor.begin("checkers", "human", "human")
    piece = page.locator("button[name=from]").first
    piece.hover()
    tint, frame = piece.evaluate("one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).boxShadow]")
    assert tint == "rgba(0, 0, 0, 0)"
    assert frame != "none"


def test_each_area_of_a_cell_of_hex_lies_where_its_cell_is(visitor: Visitor) -> None:
    page = visitor.begin("hex", "human", "human", set_size="3")
    for name in spots(page):
        left, top, right, bottom = place(spot(page, name))
        middle = [(left + right) / 2, (top + bottom) / 2]
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).value", middle) == name


def test_a_computer_that_thinks_can_be_interrupted(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "computer", **SLOW)
    play(page, "3,3")
    expect(status(page)).to_contain_text("thinks ...")
    expect(page.locator("#thinking")).to_contain_text(re.compile(r"depth \d.*positions/s", re.DOTALL))
    choose(page, "Undo")
    expect(status(page)).to_have_text("Your move, X.")
    play(page, "2,2")
    expect(page.locator("#thinking")).to_contain_text("depth")
    choose(page, "Move now")
    expect(status(page)).to_have_text("Your move, X.", timeout=12_000)  # of its 20 s
    expect(announced(page)).to_contain_text("O (computer, 20 s) plays ")
    play(page, spots(page)[0])
    page.locator("summary", has_text="Resign").click()
    choose(page, "Yes, resign")
    expect(status(page)).to_contain_text("resigned")


def test_a_page_without_a_script_asks_again_by_itself_while_the_computer_thinks(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "random", "human", script=False)
    expect(status(page)).to_have_text("Your move, O.")


def said(value: Value) -> tuple[str, str]:
    """An exact value in words, and in a cell of the board: a win in 3 is +3."""
    if value.result == 0:
        return "draw", "="
    return (
        (f"wins in {value.plies}", f"+{value.plies}")
        if value.result > 0
        else (f"loses in {value.plies}", f"\u2212{value.plies}")
    )


@pytest.mark.parametrize(
    ("spec", "settings", "cell", "moves"),
    [
        ("tic_tac_toe", {}, "", ["1,1", "1,2", "2,1", "3,1"]),
        ("connect_four:width=3,height=4,line=3", SMALL, "column ", ["2", "3", "2", "1"]),
    ],
)
def test_moves_are_valued_and_marked_as_the_engine_does_and_the_graph_leads_back(
    visitor: Visitor, spec: str, settings: dict[str, Any], cell: str, moves: list[str]
) -> None:
    page = visitor.begin(spec.partition(":")[0], "human", "human", **settings)
    play(page, *moves[:-1])
    choose(page, "Values")
    play(page, moves[-1])
    expect(page.locator("[name=move][aria-label*=' in ']").first).to_be_attached()
    expect(page.locator(".weighing")).to_have_count(0, timeout=90_000)  # searches run as plain Python
    position = Position.after(kibitz.load(spec), " ".join(moves))
    found = {position.name(one.move): said(one.value) for one in kibitz.think(position, all_moves=True).moves}
    assert page.evaluate(NAMES) == {name: f"{cell}{name}, {words}" for name, (words, _) in found.items()}
    assert sorted(page.locator(MARKS).all_text_contents()) == sorted(mark for _, mark in found.values())
    assert page.locator(".legend").inner_text().endswith("solid: proved; a second ring: the best")
    page.locator("#graph a").nth(1).click()
    expect(status(page)).to_contain_text("After ")


def test_estimates_look_and_sound_otherwise_than_what_is_proved(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "human", **SLOW)
    choose(page, "Values")
    expect(page.locator("[name=move][aria-label*='estimate']").first).to_be_visible()
    assert "dashed, \u2248: an estimate" in page.locator(".legend").inner_text()
    assert all(text.startswith("\u2248") for text in page.locator(MARKS).all_text_contents())
