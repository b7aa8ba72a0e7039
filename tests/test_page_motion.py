"""Pieces move: what slides, falls, turns over and fades on a page, for whom nothing does, and that nothing else moves."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import Visitor
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from played import PHONE, choose, play, spot, spots, status
from served import served

NOTE = """() => {
  window.moved = [];
  document.addEventListener("kibitz:swapped", () => {
    for (const one of document.querySelectorAll("[data-motion]")) {
      const run = one.getAnimations()[0];
      const timing = run?.effect.getComputedTiming();
      moved.push([one.dataset.at, one.dataset.motion, run ? timing.delay + timing.duration : 0]);
    }
  });
}"""
SHIFT = """() => {
  window.shift = 0;
  const add = (list) => list.getEntries().forEach((one) => (window.shift += one.value));
  new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""
COUNT = """() => {
  const count = () => window.counts.push([document.querySelectorAll("#moves li").length, performance.now()]);
  window.counts = [];
  document.addEventListener("kibitz:swapped", count);
}"""
PLACES = """() => [".board", ".steps", "#status", "#values", "#moves-title"].map((one) => {
  const { x, y } = document.querySelector(one).getBoundingClientRect();
  return [one, Math.round(x + scrollX), Math.round(y + scrollY)].join(" ");
})"""
LEAST, MOST = 150, 250  # milliseconds that a piece moves
STEADY = 0.02  # of the page may shift at a move, as browsers measure it


CHESS = "e4 d5 exd5 Qxd5 Nc3"
OTHELLO = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose store has two matches of a game each: one of chess, and one of Othello."""
    file = str(tmp_path_factory.mktemp("moved") / "games.db")
    with Store.open(file) as store:
        for game, moves in (("chess", CHESS), ("othello", OTHELLO)):
            number = store.add(Plan(game, ("random", "greedy"), seed=1, openings="start"), [Fixture(0, 0, (0, 1), "")])
            store.keep(number, [Played(0, 0, tuple(moves.split()), None, 0, "it raised ValueError")])
    with served(store=file, NUMBA_DISABLE_JIT="1") as running:
        yield running


def moved(page: Page, *moves: str) -> dict[str, str]:
    """What moves on the board by the last of these moves, by its cell; all of it within the time that it may take."""
    play(page, *moves[:-1])
    expect(page.locator("html[data-moving]")).to_have_count(0)
    page.evaluate(NOTE)
    play(page, moves[-1])
    found = page.evaluate("moved")
    assert all(LEAST <= time <= MOST for _, motion, time in found if motion != "turn-away")
    expect(page.locator("[data-motion], [data-ghost]")).to_have_count(0)  # all is still again
    return {f"{cell} {motion}": motion for cell, motion, _ in found}


def test_a_disc_is_laid_and_others_turn_over(visitor: Visitor) -> None:
    page = visitor.begin("othello", "human", "human", motion=True)
    assert set(moved(page, "d3")) == {"d3 appear", "d4 turn", "d4 turn-away"}
    assert page.locator("g[data-at]").count() == 5


def test_a_disc_falls(visitor: Visitor) -> None:
    page = visitor.begin("connect_four", "human", "human", motion=True)
    assert set(moved(page, "4")) == {"6,4 fall"}


def test_seeds_that_come_and_go_swell(visitor: Visitor) -> None:
    page = visitor.begin("kalah", "human", "human", motion=True)
    assert set(moved(page, "1").values()) == {"swell"}


def test_a_piece_slides_and_what_it_captures_fades(visitor: Visitor) -> None:
    page = visitor.begin("chess", "human", "human", motion=True)
    for cell, move in (("e2", "e4"), ("d7", "d5")):
        page.locator(f"[name=from][value={cell}]").click()
        play(page, move)
    page.locator("[name=from][value=e4]").click()
    assert set(moved(page, "exd5")) == {"d5 slide", "d5 vanish"}
    page.evaluate("window.moved = []")
    choose(page, "Undo")
    expect(page.locator("g[data-at=e4]")).to_be_attached()
    assert {"e4 slide", "d5 appear"} == {f"{cell} {motion}" for cell, motion, _ in page.evaluate("moved")}


def test_who_wants_less_motion_sees_none(visitor: Visitor) -> None:
    page = visitor.begin("othello", "human", "human")
    assert moved(page, "d3") == {}


def test_a_move_that_is_answered_at_once_is_seen_before_the_answer(visitor: Visitor) -> None:
    page = visitor.begin("othello", "human", "random", motion=True)
    page.evaluate(COUNT)
    for _ in range(3):
        expect(page.locator("#status.yours")).to_be_visible()
        made = page.locator("#moves li").count()
        play(page, spots(page)[0])
        expect(page.locator(f"#moves li:nth-child({made + 2})")).to_be_attached()
    times = dict(reversed(page.evaluate("counts")))  # when there were so many moves for the first time
    assert any(times[count + 1] - times[count] >= LEAST for count in (2, 4, 6) if count in times and count + 1 in times)


@pytest.mark.parametrize("how", [PHONE, {"width": 1280, "height": 850}], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["othello", "connect_four"])
def test_nothing_jumps_while_moves_and_their_values_come(visitor: Visitor, game: str, how: dict[str, Any]) -> None:
    page = visitor.begin(game, "human", "computer:level=1", motion=True, **how)
    choose(page, "Values")
    expect(page.locator(".board svg [class*=kb-wt-]").first).to_be_attached()
    places, moves = page.evaluate(PLACES), 3
    for number in range(moves):
        expect(page.locator("#status.yours")).to_be_visible()
        page.evaluate(SHIFT)
        page.locator("[name=move]").first.click()
        expect(page.locator(f"#moves li:nth-child({2 * number + 3})")).to_be_attached()
        expect(page.locator("#status.yours")).to_be_visible()
        expect(page.locator(".board svg [class*=kb-wt-]").first).to_be_attached()
        assert page.evaluate("shift") < STEADY
        assert page.evaluate(PLACES) == places


def test_values_come_and_the_board_stays(visitor: Visitor) -> None:
    """Not one element of it is another afterwards, so a press goes on while they come."""
    page = visitor.begin("othello", "human", "human")
    page.evaluate(
        "() => { window.kept = [...document.querySelectorAll('.board, .board svg, .board button, .board g[data-at]')]; }"
    )
    button = spot(page, "d3")
    button.hover()
    page.mouse.down()
    page.evaluate("document.querySelector('#values [value=on]').click()")
    expect(page.locator("[name=move][aria-label*=estimate]").first).to_be_attached()
    assert page.evaluate("kept.every((one) => one.isConnected)")
    page.mouse.up()
    expect(status(page)).to_have_text("White to move.")


def step(page: Page, key: str, seen: str) -> None:
    """Presses a key, and waits for what it shows."""
    page.keyboard.press(key)
    expect(page.locator("#status")).to_contain_text(seen)


def test_a_replay_moves_as_the_game_did_with_the_keys_of_a_walk(visitor: Visitor) -> None:
    page = visitor.open("/match/1/0/0?ply=2", motion=True)
    page.evaluate(NOTE)
    step(page, "ArrowRight", "Move 3 of 5: exd5.")
    assert {"d5 slide", "d5 vanish"} == {f"{cell} {motion}" for cell, motion, _ in page.evaluate("moved")}
    assert all(LEAST <= time <= MOST for _, _, time in page.evaluate("moved"))
    expect(page.locator(".kb-arrow-last")).to_have_attribute("data-source", "e4")
    step(page, "Home", "The start.")
    expect(page.locator(".kb-arrow-last")).to_have_count(0)
    step(page, "End", "Move 5 of 5")
    step(page, "ArrowLeft", "Move 4 of 5")
    before = page.locator("g[data-at=a1]").get_attribute("data-y")
    page.keyboard.press("f")
    expect(page.locator("g[data-at=a1]")).not_to_have_attribute("data-y", str(before))
    step(page, "ArrowLeft", "Move 3 of 5")
    assert "turned=1" in page.url, "it stays turned"
    assert page.evaluate("history.length") == 2, "a walk leaves one step behind it"


def test_who_wants_less_motion_sees_none_in_a_replay(visitor: Visitor) -> None:
    page = visitor.open("/match/1/0/0?ply=2")
    page.evaluate(NOTE)
    step(page, "ArrowRight", "Move 3 of 5")
    assert page.evaluate("moved") == []


@pytest.mark.parametrize("how", [PHONE, {"width": 1280, "height": 850}], ids=["phone", "desk"])
def test_nothing_jumps_in_a_replay(visitor: Visitor, how: dict[str, Any]) -> None:
    page = visitor.open("/match/2/0/0?ply=0", motion=True, **how)
    where = PLACES.replace('"#values", ', "")
    places = page.evaluate(where)
    page.evaluate(SHIFT)
    for number in range(1, 13):
        step(page, "ArrowRight", f"Move {number} of 12")
        expect(page.locator("html[data-moving]")).to_have_count(0)
        assert page.evaluate(where) == places
    assert page.evaluate("shift") < STEADY
