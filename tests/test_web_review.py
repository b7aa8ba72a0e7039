"""Reviews on the page: those of `kibitz.review`, of matches and of games that people played, given up when nobody waits."""

import asyncio
import json
import re
import secrets
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import browser
import kibitz
import served
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.arena.store.records import Sitting
from kibitz.core.thought import GameRecord, Limit
from kibitz.explain.review.page import as_json, part
from kibitz.explain.review.reviewing import review
from kibitz.explain.review.walk import walk_as_json
from kibitz.jobs.job import JobFailed
from kibitz.jobs.kinds import review as job
from kibitz.jobs.reviews import ReviewRequest, Reviews
from kibitz.jobs.worker import Stop
from kibitz.table.limits import Limits
from kibitz.table.proved_positions import ProvedPositions
from kibitz.table.served_games import Catalog
from pooled import until
from tree_pages import TicTacToe
from visitor import PATIENCE, Visitor
from web_house import Oracle, in_time

CATALOG = SimpleNamespace(check=lambda spec: None)  # no file has changed
MOVES = ("1,1", "2,2", "3,3", "2,1", "2,3", "1,3", "3,1", "3,2", "1,2")  # O errs, X errs, and nobody wins
WON = ("1,1", "1,2", "2,2", "2,1", "3,3")
TIME = 0.1
SHIFT = """() => {
  window.shift = 0;
  const add = (list) => list.getEntries().forEach((one) => (window.shift += one.value));
  new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""
PLACES = """() => [".board", ".steps", "#status", ".remarks", ".acts", ".graph", "#moves"].map((one) => {
  const { x, y } = document.querySelector(one).getBoundingClientRect();
  return [one, Math.round(x + scrollX), Math.round(y + scrollY)].join(" ");
})"""
STEADY = 0.02  # of the page may shift at a step
LONG = 5.0  # seconds a move that are not needed: what is proved in them is the same each time
RECORD = GameRecord("tic_tac_toe", WON, ("random", "greedy"), (1.0, -1.0))
ARGS = {"game": RECORD.game, "moves": list(WON), "players": ["random", "greedy"], "payoffs": [1.0, -1.0], "time": TIME}


@pytest.fixture(scope="module")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a match of one game, a game that a person won, and one that goes on."""
    file = str(tmp_path_factory.mktemp("reviewed") / "games.db")
    plan = Plan("tic_tac_toe", ("random", "greedy"), seed=1, openings="start")
    with Store.open(file) as store:
        number = store.add(plan, [Fixture(0, 0, (0, 1), ""), Fixture(0, 1, (1, 0), ""), Fixture(1, 0, (0, 1), "1,1 1,2")])
        store.keep(number, [Played(0, 0, WON, (1.0, -1.0)), Played(0, 1, (), None, 0, "it raised ValueError")])
        store.keep(number, [Played(1, 0, WON, (1.0, -1.0))])
        seats = ("human", "greedy")
        for key, moves, ended in (("a" * 32, WON, "over"), ("b" * 32, WON[:3], "")):
            payoffs = (1.0, -1.0) if ended else None
            how: Any = ended
            sitting = Sitting(key, "someone", "tic_tac_toe", seats, moves, how, payoffs=payoffs, changed=time.time())
            assert store.keep_sitting(sitting)
    return file


@pytest.fixture(scope="module")
def server(store_file: str) -> Iterator[served.Running]:
    with served.running(store=store_file) as found:
        yield found


@pytest.fixture
def visitor(server: served.Running) -> Visitor:
    return Visitor(server.address)


@pytest.mark.compiled  # plain Python would need all of the time
@pytest.mark.parametrize("moves", [WON, MOVES])
def test_a_review_is_that_of_kibitz_review(moves: tuple[str, ...]) -> None:
    news: list[dict[str, Any]] = []
    args = {"game": "tic_tac_toe", "moves": list(moves), "players": ["random", "greedy"], "time": LONG}
    done = job.run(args, news.append, Stop())
    twin = review("tic_tac_toe", list(moves), players=("random", "greedy"), limit=Limit(time=LONG))
    told = json.loads(json.dumps(as_json(twin)))
    assert done["json"] | {"nodes": 0} == told | {"nodes": 0}, "how many depends on what had been searched before"
    assert done["html"].replace("\u2212", "-") == part(twin, "Tic tac toe").replace("\u2212", "-")
    assert json.loads(json.dumps(done["walk"])) == json.loads(json.dumps(walk_as_json(twin, "Tic tac toe")))
    assert "<style" not in done["html"]
    assert [one["done"] for one in news] == list(range(len(moves) + 1))
    assert {one["of"] for one in news} == {len(moves)}


def test_a_stopped_review_says_what_has_not_been_looked_at() -> None:
    stop = Stop()
    done = job.run(ARGS, lambda news: stop.ask() if news["done"] == 2 else None, stop)
    assert len(done["json"]["plies"]) == 2
    assert done["json"]["whole"] is False
    assert "the first 3 of 5 moves were not reviewed" in done["html"]


@pytest.mark.compiled
@pytest.mark.parametrize("place", ["/match/1/0/0", f"/play/{'a' * 32}"])
def test_a_game_is_reviewed_without_scripts_and_only_once(visitor: Visitor, place: str) -> None:
    page = visitor.get(f"{place}/review")
    assert "It has 5 moves" in page
    for file in ("board.css", "graph.css", "play.css", "review.css"):
        begin = page.index("/static/", page.index(file) - 30)
        assert visitor.get(page[begin : page.index('"', begin)])
    assert "Review</button>" in visitor.get(f"{place}/review/whole?seconds=2"), "there is none yet: it leads to its form"
    visitor.post(f"{place}/review", seconds="2")
    assert visitor.at == f"{place}/review?seconds=2"
    assert "The start: 0 of 5 moves" in visitor.waits(visitor.at, 'id="moves"')
    page = visitor.get(f"{place}/review/whole?seconds=2")
    assert "blunder" in page
    assert 'id="move-5"' in page
    told = json.loads(visitor.get(f"{place}/review.json?seconds=2"))
    twin = review("tic_tac_toe", list(WON), limit=Limit(time=2.0))
    assert [one["verdict"] for one in told["plies"]] == [one.verdict for one in twin.plies]
    visitor.post(f"{place}/review", seconds="2")
    assert 'id="moves"' in visitor.get(visitor.at), "what is known is not looked at again"
    assert visitor.refused(f"{place}/review.json?seconds=0.1")[0] == 404


@pytest.mark.parametrize(
    ("place", "code", "said"),
    [
        (f"/play/{'b' * 32}/review", 409, "not over"),
        (f"/play/{'c' * 32}/review", 404, "no such game"),
        ("/play/x/review", 404, "no such game"),
        ("/match/1/0/1/review", 409, "0"),
        ("/match/1/5/0/review", 404, "no game"),
        ("/match/7/0/0/review", 404, "no match"),
    ],
)
def test_what_cannot_be_reviewed_is_said(visitor: Visitor, place: str, code: int, said: str) -> None:
    for fields in (None, {"seconds": "0.1"}):
        refused, told = visitor.refused(place, fields)
        assert refused == code
        assert said in told


@pytest.mark.untraced
def test_a_stream_tells_the_progress_and_brings_the_review_where_an_opening_is_not_judged(visitor: Visitor) -> None:
    visitor.post("/match/1/1/0/review", seconds="0.5")
    with urllib.request.urlopen(f"{visitor.address}/match/1/1/0/review/stream?seconds=0.5", timeout=PATIENCE) as stream:
        events = [json.loads(line[6:]) for line in stream if line.startswith(b"data: ")]
    assert events[-1]["end"] is True
    assert 'data-said="The review is ready."' in events[-1]["html"]
    assert all(one["id"] == "progress" for one in events[:-1])
    assert 'id="moves"' in events[-1]["html"]
    page = visitor.get("/match/1/1/0/review/whole?seconds=0.5")
    assert page.count('class="verdict opening">opening<') == 4, "twice in the table, twice move by move"
    assert "the opening and not judged" in page
    told = json.loads(visitor.get("/match/1/1/0/review.json?seconds=0.5"))
    assert [one["verdict"] is None for one in told["plies"]] == [True, True, False, False, False]


def reviews(lease: float) -> tuple[Reviews, Oracle]:
    """With a pool whose jobs never end by themselves."""
    house: Any = SimpleNamespace(catalog=CATALOG, limits=Limits(lease=lease, reviews=2), proved=ProvedPositions(Catalog.of([])))
    found, pool = Reviews(house), Oracle(lambda do, args: None)
    found._pool._pool = pool  # type: ignore[assignment]
    return found, pool


def test_a_review_is_given_up_when_nobody_waits_and_kept_while_somebody_does() -> None:
    async def left() -> None:
        found, pool = reviews(0.05)
        asked = ReviewRequest(RECORD, TIME)
        await found.begin(asked, secrets.token_hex(16))
        going = found.going(asked)
        assert going is not None
        with going.lease.hold():
            await asyncio.sleep(0.3)
            assert found.going(asked) is going
            assert not pool.jobs[0].is_cancelled
        await until(lambda: not found._going)
        assert pool.jobs[0].is_cancelled
        await found.close()

    in_time(left())


def test_few_reviews_are_kept_and_a_failed_one_can_be_begun_again() -> None:
    async def work() -> None:
        found, pool = reviews(60.0)
        asked = [ReviewRequest(RECORD, seconds) for seconds in (0.1, 0.2, 0.3)]
        for one in asked:
            await found.begin(one, secrets.token_hex(16))
            await found.begin(one, secrets.token_hex(16))
            pool.jobs[-1].end({"html": "<p>", "json": {}})
            await until(lambda: not found._going)
        assert len(pool.jobs) == 3, "one is enough for all who ask"
        assert [found.done(one) is not None for one in asked] == [False, True, True]
        await found.begin(asked[0], "x")
        pool.jobs[-1].end(JobFailed("no memory"))
        await until(lambda: not found._going)
        failed = found.done(asked[0])
        assert failed is not None
        assert failed.wrong == "no memory"
        await found.begin(asked[0], "x")
        assert len(pool.jobs) == 5
        await found.close()

    in_time(work())


@pytest.mark.compiled
def test_a_review_is_walked_without_scripts(visitor: Visitor) -> None:
    place = "/match/1/0/0/review"
    visitor.post(place, seconds="2")
    visitor.waits(visitor.at, 'id="moves"')
    page = visitor.get(f"{place}?seconds=2&ply=2")
    assert re.search(r"Move 2 of 5: O 1,2\.\s*<span class=\"verdict mistake\">\? mistake</span> <span[^>]*>proved<", page)
    assert "Missed a draw; now X wins in 5." in page
    assert '<a class="step" href="/g/tic_tac_toe/analyse?moves=1,1+2,2">2,2</a>' in page, "what was better leads to the board"
    assert "kb-w-best" in page, "and is marked on the board"
    assert 'href="/g/tic_tac_toe/analyse?moves=1,1+1,2+2,2+2,1+3,3&amp;ply=2">Analyse from here<' in page
    assert 'href="/g/tic_tac_toe?moves=1,1+1,2">Play from here<' in page
    assert 'aria-disabled="true" tabindex="0">Next mistake<' in page, "it was the only one"
    for start, name in ((0, "Next mistake"), (5, "Previous mistake")):
        link = re.search(rf'href="([^"]*)"[^>]*>{name}<', visitor.get(f"{place}?seconds=2&ply={start}"))
        assert link, name
        assert "Move 2 of 5" in visitor.get(link[1].replace("&amp;", "&"))
    assert '<span class="button room" aria-hidden="true">Play from here<' in visitor.get(f"{place}?seconds=2&ply=5")
    for wrong in ("-1", "x", "²", "9" * 30):
        assert "The start: 0 of 5 moves" in visitor.get(f"{place}?seconds=2&ply={urllib.parse.quote(wrong)}")


def test_a_review_in_a_browser(chromium: Browser, server: served.Running) -> None:
    visiting = browser.Visitor(chromium, server.address)
    page = visiting.open("/match/1/0/0", width=390, height=800, dark=True, motion=True)
    page.get_by_role("link", name="Review of this game").click()
    assert browser.violations(page) == []
    page.select_option("[name=seconds]", "0.5")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#moves li")).to_have_count(len(WON) + 1)
    expect(page.locator("#said")).to_have_text("The review is ready.")
    assert browser.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate(SHIFT)
    places = page.evaluate(PLACES)
    status = page.locator("#status")
    for number in range(1, len(WON) + 1):
        page.evaluate("window.shift = 0")
        page.keyboard.press("ArrowRight")
        expect(status).to_contain_text(f"Move {number} of {len(WON)}")
        expect(page.locator("html[data-moving]")).to_have_count(0)
        assert page.evaluate(PLACES) == places
        assert page.evaluate("shift") < STEADY
    page.keyboard.press("Home")
    page.get_by_role("link", name="Next mistake").click()
    expect(status).to_contain_text(re.compile(r"Move [24] of 5: O .*\?"))  # in so little time not all is proved everywhere
    expect(page.locator(".board .kb-w-best")).not_to_have_count(0)
    assert browser.violations(page) == []
    page.locator(".course a").nth(4).click()
    expect(status).to_contain_text("Move 4 of 5")
    page.reload()
    expect(status).to_contain_text("Move 4 of 5")
    page.keyboard.press("End")
    expect(status).to_contain_text("Move 5 of 5")
    page.get_by_role("link", name="Previous mistake").click()
    expect(status).to_contain_text(re.compile(r"Move [24] of 5"))
    page.locator(".remarks .step").first.click()
    page.wait_for_url("**/g/tic_tac_toe/analyse?moves=1,1+*")
    page.goto("/match/1/0/0/review/whole?seconds=0.5")
    assert browser.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".review table a").last.click()
    expect(page.locator(f"#move-{len(WON)}")).to_be_in_viewport()
    visiting.close()


def test_the_page_that_is_one_file_is_read_with_the_keyboard_on_a_telephone(reader: browser.Reader) -> None:
    text = kibitz.review(TicTacToe(), "1,1 1,2 2,2 3,3", limit=Limit(nodes=3_000)).html()
    page = reader.open(text, width=390, dark=True)
    assert browser.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for stop in ("the graph", "After move 1, 1,1", "After move 2, 1,2"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(stop)
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'move-2'")
    article = page.locator("article:target")
    assert article.locator("h3").inner_text() == "2. O: 1,2"
    assert "mistake proved" in article.inner_text()
    expect(article.locator("h3")).to_be_in_viewport()
