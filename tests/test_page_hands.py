"""How a game is handled: pieces are dragged, keys walk through the moves, boards are turned; arrows, the bar, sounds."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser import HEARD, Visitor, violations
from played import PHONE, choose, play, status
from served import served

LOWEST = """(side) => Math.max(...[...document.querySelectorAll(`g[data-owner="${side}"]`)].map((one) => one.dataset.y))"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(NUMBA_DISABLE_JIT="1") as running:
        yield running


def piece(page: Page, cell: str) -> Locator:
    return page.locator(f"g[data-at='{cell}']:not([data-ghost])")


def middle(page: Page, cell: str) -> tuple[float, float]:
    """Where a cell lies: where its button was last, or is."""
    box = page.locator(f".board button[data-place='{cell}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def top_row(page: Page) -> str:
    """The label of the uppermost row."""
    labels: list[str] = page.locator(".board svg text.kb-label, .board svg text.kb-number").evaluate_all(
        "all => all.map((one) => one.textContent)"
    )
    return next(one for one in labels if one.isdigit())


def test_a_forced_jump_is_told_and_so_is_that_another_piece_cannot_move(visitor: Visitor) -> None:
    page = visitor.begin("checkers", "human", "human")
    for begin, move in (("11", "11-15"), ("22", "22-18")):
        page.locator(f".board button[name=from][value='{begin}']").click()
        play(page, move)
    expect(status(page)).to_have_text("Black to move. Black must jump.")
    board = page.locator(".board").bounding_box()
    piece(page, "9").click()
    expect(page.locator(".happened")).to_have_text("9 cannot move now.")
    assert page.locator(".board").bounding_box() == board, "the sentence has its place"
    piece(page, "22").or_(piece(page, "23")).first.click()  # of the other side: nothing is wrong with it
    expect(page.locator(".happened")).to_have_text("9 cannot move now.")
    page.locator(".board button[name=from][value='15']").click()
    play(page, "15x22")
    expect(page.locator(".happened")).not_to_contain_text("cannot move")


def test_a_piece_is_dragged_to_where_it_may_go_and_nowhere_else(visitor: Visitor) -> None:
    page = visitor.begin("chess", "human", "human")
    x, y = middle(page, "e2")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=3)
    expect(page.locator(".board button[name=move]")).to_have_count(2)  # the targets are shown as when it is picked up
    up = middle(page, "e4")
    page.mouse.move(x + 200, y - 100, steps=3)
    page.mouse.up()  # where it may not go: it stays picked up
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(page.locator(".board button[name=move]")).to_have_count(2)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*up, steps=4)
    page.mouse.up()
    expect(status(page)).to_have_text("Black to move.")
    expect(piece(page, "e4")).to_be_attached()
    expect(page.locator("[data-ghost]")).to_have_count(0)


def test_a_piece_is_dragged_with_a_finger(visitor: Visitor) -> None:
    page = visitor.begin("checkers", "human", "human", **PHONE)
    x, y = middle(page, "9")
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    touch("touchMove", x + 10, y + 10)
    expect(page.locator(".board button[name=move]").first).to_be_attached()
    to = middle(page, "14")
    touch("touchMove", *to)
    touch("touchEnd")
    expect(page.locator("#moves")).to_contain_text("9-14")


def test_keys_walk_through_the_moves_and_leave_the_board_its_own(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "1,1", "1,2", "2,1")
    page.locator("main").focus()
    for key, shown in (("ArrowLeft", "2"), ("ArrowLeft", "1"), ("ArrowRight", "2"), ("Home", "0")):
        page.keyboard.press(key)
        expect(status(page)).to_have_text(f"After {shown} of 3 moves.")
        expect(page.locator("[aria-busy]")).to_have_count(0)
    page.keyboard.press("End")
    expect(status(page)).to_have_text("O to move.")
    page.locator(".board button[data-place='2,2']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board button[data-place='2,3']")).to_be_focused()
    expect(status(page)).to_have_text("O to move.")


def test_digits_choose_a_column_and_z_takes_back_but_not_in_a_field(visitor: Visitor) -> None:
    page = visitor.begin("connect_four", "human", "human")
    version = page.locator("#board input[name=version]")
    for number, key in enumerate("44", 1):
        page.keyboard.press(key)
        expect(page.locator(".board g[data-at]:not([data-ghost])")).to_have_count(number)
    page.keyboard.press("9")
    page.keyboard.press("z")
    expect(page.locator(".board g[data-at]:not([data-ghost])")).to_have_count(1)
    before = version.input_value()
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=field>')")
    page.locator("#field").press_sequentially("z41")
    expect(page.locator("#field")).to_have_value("z41")
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert version.input_value() == before


def test_the_board_is_turned_by_a_key_and_stays_so_in_this_game(visitor: Visitor) -> None:
    page = visitor.begin("chess", "human", "human")
    assert top_row(page) == "8"
    page.locator("[name=from][value=e2]").click()
    expect(page.locator("[name=move]").first).to_be_attached()
    page.keyboard.press("f")
    expect(page.locator("#turn")).to_have_attribute("value", "0")
    assert top_row(page) == "1"
    page.reload()
    assert top_row(page) == "1"
    page.locator("[name=from][value=e2]").click()
    play(page, "e4")
    assert top_row(page) == "1"  # by the answer and by the stream
    here = page.url
    visitor.begin("chess", "human", "human", page=page)
    assert top_row(page) == "8"
    page.goto(here)
    choose(page, "Turn the board")
    expect(page.locator("#turn")).to_have_attribute("value", "1")
    assert top_row(page) == "8"


def test_the_board_is_turned_without_a_script(visitor: Visitor) -> None:
    page = visitor.begin("chess", "human", "human", script=False)
    with page.expect_navigation():
        choose(page, "Turn the board")
    assert top_row(page) == "1"


@pytest.mark.parametrize(
    ("game", "first", "second", "own"),
    [("chess", "random", "human", 1), ("checkers", "human", "random", 0), ("kalah", "random", "human", 1)],
)
def test_a_person_sits_at_the_bottom(visitor: Visitor, game: str, first: str, second: str, own: int) -> None:
    page = visitor.begin(game, first, second)
    expect(page.locator("#status.yours")).to_be_visible()
    assert page.evaluate(LOWEST, own) > page.evaluate(LOWEST, 1 - own)


def test_pieces_that_fall_have_no_other_side(visitor: Visitor) -> None:
    page = visitor.begin("connect_four", "human", "human")
    expect(page.locator("#turn")).to_have_count(0)


def test_the_last_move_and_the_best_are_arrows(visitor: Visitor) -> None:
    page = visitor.begin("checkers", "human", "human")
    page.locator("[name=from][value='9']").click()
    play(page, "9-14")
    last = page.locator(".kb-arrow-last")
    assert (last.get_attribute("data-source"), last.get_attribute("data-target")) == ("9", "14")
    choose(page, "Hint")
    expect(page.locator("#hint")).to_contain_text("Hint: ", timeout=60_000)
    best = page.locator(".kb-arrow-best").first
    assert f"{best.get_attribute('data-source')}-{best.get_attribute('data-target')}" in page.locator("#hint").inner_text()


def test_the_bar_says_who_stands_better_and_the_best_moves_have_a_ring(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "1,1", "1,2", "2,2", "1,3")
    expect(page.locator("#bar")).to_have_count(0)
    choose(page, "Values")
    expect(page.get_by_role("img", name="Evaluation: X wins in 1")).to_be_visible()
    assert page.locator("#bar .kb-part").last.get_attribute("height") == "100"
    assert page.locator(".kb-w-best").count() == page.locator("[name=move][aria-label*='wins in 1']").count() > 0
    assert violations(page) == []


def test_pieces_are_counted(visitor: Visitor) -> None:
    page = visitor.begin("othello", "human", "human")
    expect(page.locator(".counted")).to_have_count(0)
    play(page, "d3")
    assert [" ".join(one.split()) for one in page.locator(".counted").all_inner_texts()] == ["Black 4", "White 1"]
    page = visitor.begin("chess", "human", "human", page=page)
    for cell, move in (("e2", "e4"), ("d7", "d5"), ("e4", "exd5")):
        page.locator(f"[name=from][value={cell}]").click()
        play(page, move)
    assert [" ".join(one.split()) for one in page.locator(".counted").all_inner_texts()] == ["White 16", "Black 15 (1 lost)"]
    assert page.locator(".counted").last.locator(".kb-black").count() == 2  # the sign of the side, and the pawn


def test_sounds_are_heard_by_who_wants_them(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    page.evaluate(HEARD)
    play(page, "1,1")
    assert page.evaluate("heard") == []
    sound = page.get_by_role("button", name="Sound")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    play(page, "2,1", "1,2", "2,2")
    page.evaluate("window.before = heard.length")
    play(page, "1,3")
    assert page.evaluate("[before, heard.length - before]") == [4, 3]  # one for each move, and three for the end
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("how", ["drag", "click", "keys"])
def test_a_pawn_is_promoted_over_its_square(visitor: Visitor, how: str) -> None:
    page = visitor.open("/g/chess?fen=8/P6k/8/8/8/8/6K1/8 w - - 0 1", width=390, height=700)
    page.locator("[name=player-1]").select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    pawn, end = page.locator("[name=from][value=a7]"), page.locator("[data-choose=a8]")
    if how == "drag":
        pawn.hover()
        page.mouse.down()
        box = pawn.bounding_box()
        assert box
        page.mouse.move(box["x"] + 20, box["y"] + 5, steps=3)
        page.mouse.move(box["x"] + 20, box["y"] - 20, steps=5)
        expect(end).to_be_attached()
        page.mouse.up()
    else:
        pawn.click()
        end.click() if how == "click" else end.press("Enter")
    choices = page.locator(".choices button")
    expect(choices).to_have_count(4)
    assert choices.evaluate_all("all => all.map(one => one.title)") == ["a8=Q", "a8=R", "a8=B", "a8=N"]
    page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    end.click()
    choices.nth(1).click()
    expect(page.locator("#moves")).to_contain_text("a8=R")
    expect(page.locator(".board g[data-at=a8]")).to_have_attribute("data-what", "chessman R")
