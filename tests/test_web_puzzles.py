"""Find the move: puzzles of a visitor on the page, with scripts and without, and where they come from."""

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

import browser
import served
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Puzzle, Store
from kibitz.arena.store.records import Sitting
from kibitz.core.registry import load
from kibitz.core.thought import GameRecord
from kibitz.jobs.reviews import PuzzleSource, ReviewRequest, Reviews
from kibitz.position import Position
from kibitz.table import served_puzzles
from kibitz.web.visitors import COOKIE
from pooled import until
from visitor import Visitor
from web_forms import first
from web_house import Client, Oracle, house, timed

ANN, BOB = "a" * 32, "b" * 32
WIN, LOSS = {"kind": "exact", "result": 1, "plies": 1}, {"kind": "exact", "result": -1, "plies": 3}
GUESS, BAD = {"kind": "estimate", "result": 0.8, "plies": None}, {"kind": "estimate", "result": -0.7, "plies": None}
BEFORE = ("1,1", "2,2", "1,2", "2,1")  # X wins with 1,3, and must not let O play 2,3
OTHERS = ("3,1", "3,2", "3,3", "2,3")
WON = (*BEFORE, "1,3")


@pytest.fixture
def no_shipped_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_puzzles, "_shipped", dict)
    monkeypatch.setattr(served_puzzles, "_later", dict)


pytestmark = pytest.mark.usefixtures("no_shipped_ones")


def worths(best: dict[str, Any], other: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    lines = [{"move": name, "value": other, "line": [name, "2,3"] if name != "2,3" else [name]} for name in OTHERS]
    return ({"move": "1,3", "value": best, "line": ["1,3"]}, *lines)


OWN = Puzzle(ANN, f"play:{'d' * 32}", "tic_tac_toe", BEFORE, "1,3", True, worths(WIN, LOSS), 5.0)
SHARED = replace(OWN, owner="", source="match:1/0/0", moves=("1,1", "2,2", "1,2", "3,3"), proved=False, worths=(
    {"move": "1,3", "value": GUESS, "line": ["1,3", "3,2"]},
    *({"move": name, "value": BAD, "line": [name]} for name in ("2,1", "2,3", "3,1", "3,2")),
))  # fmt: skip


def known(folder: Path, *puzzles: Puzzle, visitor: str = ANN) -> Client:
    """A visitor of a house whose store has these puzzles."""
    made = house(folder, Oracle(first))
    made.store.keep_puzzles(puzzles)
    page = Client(made)
    page.cookies[COOKIE] = visitor
    return page


def answered(page: Client, one: Puzzle, **fields: str) -> str:
    """The page that an answer leads to, followed as a browser does."""
    answer = page.post("/puzzles/tic_tac_toe", data={"puzzle": one.key} | fields)
    assert answer.status_code == 303, answer.text
    return page.get(answer.headers["location"]).text


def test_without_puzzles_the_page_says_how_there_come_some(tmp_path: Path) -> None:
    with known(tmp_path) as page:
        for place in ("/puzzles", "/puzzles/tic_tac_toe"):
            assert "They come from reviews" in page.get(place).text
        assert page.get("/puzzles/nothing").status_code == 404


def test_an_answer_is_judged_and_counted_once_for_each_puzzle(tmp_path: Path) -> None:
    with known(tmp_path, OWN, SHARED) as page:
        assert "2 puzzles, 1 from your own games" in page.get("/puzzles").text
        asks = page.get("/puzzles/tic_tac_toe").text
        assert "Find the best move for X." in asks
        assert f'name="puzzle" value="{OWN.key}"' in asks, "one's own come first"
        assert "From your own game, after 4 moves." in asks
        assert "1,3" not in re.sub(r"<button.*?</button>|<svg.*?</svg>", "", asks, flags=re.DOTALL), "it does not tell"
        wrong = answered(page, OWN, move="3,3")
        assert "3,3 loses: O replies 2,3 and wins in 2 (proved). Try again." in wrong
        assert 'value="1,3"' in wrong, "and lets try again"
        assert "Solved 0 of 1 tried; 2 puzzles of this game" in wrong
        right = answered(page, OWN, move="1,3")
        assert "Right: 1,3 wins in 1 (proved)." in right
        assert 'name="move"' not in right
        assert f'href="/puzzles/tic_tac_toe?puzzle={SHARED.key}"' in right, "the next one"
        assert f'href="/play/{"d" * 32}">The game<' in right
        assert "Solved 1 of 1 tried" in right
        assert f'name="puzzle" value="{SHARED.key}"' in page.get("/puzzles/tic_tac_toe").text, (
            "what is solved does not come again"
        )
        shown = answered(page, SHARED, show="1")
        assert "The move was 1,3 (estimate +0.8, not proved)." in shown
        assert "It could go on: 3,2." in shown
        assert "All puzzles</a>" in shown
        answered(page, SHARED, move="1,3")
        assert "All 2 are done, and you solved 1." in page.get("/puzzles/tic_tac_toe").text, "what was shown was not found"
        assert "Solved 1 of 2 tried." in page.get("/puzzles").text


def test_a_solved_puzzle_counts_for_its_day_and_one_that_was_shown_does_not(tmp_path: Path) -> None:
    with known(tmp_path, OWN, SHARED) as page:
        page._house.store.keep_day(ANN, date.today().toordinal() - 1)
        answered(page, SHARED, show="1")
        answered(page, SHARED, move="1,3")
        assert "streak" not in page.get("/puzzles").text
        assert "Your streak: 2 days." in answered(page, OWN, move="1,3")
        assert "Your streak: 2 days with a puzzle solved." in page.get("/puzzles").text


def test_a_puzzle_is_played_out_as_an_exam_against_the_strongest(tmp_path: Path) -> None:
    moves = ("1,1", "2,2", "1,2")  # O has to stop 1,3
    line = {"kind": "exact", "result": 0, "plies": None}
    names = Position.after("tic_tac_toe", moves)
    worth = tuple(
        {"move": one, "value": line if one == "1,3" else LOSS, "line": [one]} for one in map(names.name, names.legal())
    )
    one = replace(OWN, moves=moves, worths=worth)
    with known(tmp_path, one) as page:
        assert "Play it out" not in page.get(f"/puzzles/tic_tac_toe?puzzle={one.key}").text
        right = answered(page, one, move="1,3")
        form = re.search(r'action="(/g/tic_tac_toe/play)">(.*?)<button>Play it out', right)
        assert form
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[2]))
        table = page.get(page.post(form[1], data=fields).headers["location"]).text
        assert re.search(r'aria-pressed="true">Exam<', table)
        assert '<b class="whose">You</b> <span class="quiet">O</span>' in table
        assert '<b class="whose">Computer, level 10</b> <span class="quiet">X</span>' in table
        assert "1,3" in table


DRAW, LIMIT = {"kind": "exact", "result": 0, "plies": None}, {"kind": "at_most", "result": -1, "plies": 4}
LATE, MARGIN = {"kind": "exact", "result": -1, "plies": 6}, {"kind": "exact", "result": -4, "plies": None}
HALF = {"kind": "at_most", "result": 0, "plies": None}


@pytest.mark.parametrize(
    ("game", "moves", "move", "value", "line", "said"),
    [
        ("connect_four", "465676552222", "1", LOSS | {"plies": 2}, "1 6", "1 loses: O replies 6 and wins (proved)."),
        ("connect_four", "465676552222", "1", LATE, "1 6 3 4", "1 loses: O replies 6, then 3 4, and wins in 5 (proved)."),
        ("connect_four", "465676552222", "1", LIMIT, "1 6", "1 loses: O replies 6 and wins (proved)."),
        ("connect_four", "465676552222", "1", DRAW, "1 6", "1 only draws: O replies 6 (proved)."),
        ("connect_four", "465676552222", "1", HALF, "1", "1 is worse (at most a draw, proved)."),
        ("connect_four", "465676552222", "1", WIN | {"plies": 9}, "1 6", "1 only wins in 9: O replies 6 (proved)."),
        ("connect_four", "465676552222", "1", BAD, "1 6", "1 is worse (estimate \u22120.7, not proved): O replies 6."),
        ("othello", "f5d6", "c3", MARGIN, "c3 d3", "c3 loses: White replies d3 and wins by 4 (proved)."),
        ("kalah", "", "3", MARGIN, "3 5", "3 loses by 4: First goes on with 5 (proved)."),
        ("kalah", "", "5", MARGIN | {"result": 4}, "5 3", "5 only wins by 4: Second replies 3 (proved)."),
    ],
)
def test_a_wrong_move_is_refuted_and_the_reply_is_never_called_the_answer(
    tmp_path: Path, game: str, moves: str, move: str, value: dict[str, Any], line: str, said: str
) -> None:
    here = Position.after(load(game), moves)
    names = [here.name(one) for one in here.legal()]
    best = next(name for name in names if name != move)
    worths = tuple({"move": one, "value": WIN, "line": [one]} for one in names if one != move)
    wrong = {"move": move, "value": value, "line": line.split()}
    asked = Puzzle(ANN, f"play:{'d' * 32}", game, here.names(), best, True, (*worths, wrong))
    with known(tmp_path, asked) as page:
        shown = page.post(f"/puzzles/{game}", data={"puzzle": asked.key, "move": move})
        told = re.search(r'id="verdict"[^>]*>([^<]*)<', page.get(shown.headers["location"]).text)
        assert told
        assert told[1] == f"{said} Try again."


def test_nobody_sees_the_puzzles_of_others(tmp_path: Path) -> None:
    with known(tmp_path, OWN, SHARED, visitor=BOB) as page:
        assert "<p>1 puzzle</p>" in page.get("/puzzles").text
        assert SHARED.key in page.get(f"/puzzles/tic_tac_toe?puzzle={OWN.key}").text
        refused = page.post("/puzzles/tic_tac_toe", data={"puzzle": OWN.key, "move": "1,3"})
        assert (refused.status_code, "no such puzzle" in refused.text) == (404, True)


def test_what_is_no_answer_is_said_and_not_counted(tmp_path: Path) -> None:
    with known(tmp_path, SHARED) as page:
        for fields, code, said in (
            ({"move": "9,9"}, 400, "That is not a legal move here."),
            ({}, 400, "Choose a move on the board."),
            ({"move": "1,3", "puzzle": "x"}, 404, "no such puzzle"),
        ):
            answer = page.post("/puzzles/tic_tac_toe", data={"puzzle": SHARED.key} | fields)
            assert (answer.status_code, said in answer.text) == (code, True)
        assert "None tried yet." in page.get("/puzzles").text
        looked = page.get(f"/puzzles/tic_tac_toe?puzzle={SHARED.key}&move=1,3").text
        assert "Right: 1,3 (estimate +0.8, not proved)." in looked
        assert "None tried yet." in page.get("/puzzles").text, "to look at an address is no answer"


def test_a_puzzle_of_other_rules_is_told_and_those_of_games_that_are_gone_are_left_out(tmp_path: Path) -> None:
    broken = replace(SHARED, moves=("1,1", "1,1"))
    with known(tmp_path, broken, replace(SHARED, game="./gone.py")) as page:
        told = page.get("/puzzles/tic_tac_toe")
        assert "does not follow the rules as they are now" in told.text
        assert "<p>1 puzzle</p>" in page.get("/puzzles").text


@timed
async def test_a_game_that_is_named_while_puzzles_are_kept_gets_them_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, gate = house(tmp_path, Oracle(first)), threading.Event()
    await made.open()
    keep = made.store.keep_puzzles
    monkeypatch.setattr(made.store, "keep_puzzles", lambda rows: gate.wait(20) and keep(rows))
    found, pool = Reviews(made), Oracle(lambda do, args: None)
    found._pool._pool = pool  # type: ignore[assignment]
    asked = ReviewRequest(GameRecord("tic_tac_toe", WON, ("human", "greedy"), (1.0, -1.0)), 0.1)
    await found.begin(asked, ANN, PuzzleSource(ANN, "play:x"))
    puzzle = {"ply": 4, "best": "1,3", "proved": True, "worths": list(worths(WIN, LOSS))}
    pool.jobs[0].end({"html": "", "json": {}, "walk": {}, "puzzles": [puzzle]})
    await asyncio.sleep(0.2)  # now the first game's are being kept
    await found.begin(asked, BOB, PuzzleSource(BOB, "play:y"))
    gate.set()
    await until(lambda: len(made.store.puzzles(ANN)) == len(made.store.puzzles(BOB)) == 1, 5.0)
    await found.close()
    await made.close()


@timed
async def test_a_review_keeps_its_puzzles_for_every_game_that_was_played_so(tmp_path: Path) -> None:
    made = house(tmp_path, Oracle(first))
    await made.open()
    found, pool = Reviews(made), Oracle(lambda do, args: None)
    found._pool._pool = pool  # type: ignore[assignment]
    asked = ReviewRequest(GameRecord("tic_tac_toe", WON, ("human", "greedy"), (1.0, -1.0)), 0.1)
    await found.begin(asked, ANN, PuzzleSource(ANN, "play:x"))
    await found.begin(asked, BOB, PuzzleSource("", "match:1/0/0"))
    puzzle = {"ply": 4, "best": "1,3", "proved": True, "worths": list(worths(WIN, LOSS))}
    pool.jobs[0].end({"html": "", "json": {}, "walk": {}, "puzzles": [puzzle]})
    await until(lambda: len(made.store.puzzles(ANN)) == 1)
    await found.begin(asked, BOB, PuzzleSource(BOB, "play:y"))
    await found.begin(asked, BOB)
    assert len(pool.jobs) == 1
    await until(lambda: [one.source for one in made.store.puzzles(BOB)] == ["play:y"])  # one's own before that of everybody
    kept = made.store.puzzles(ANN)[0]
    assert (kept.moves, kept.best, kept.source, kept.key) == (BEFORE, "1,3", "play:x", OWN.key)
    assert [one.source for one in made.store.puzzles("c" * 32)] == ["match:1/0/0"]
    await found.close()
    await made.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[served.Running]:
    """With a match of a game in which there are puzzles, and a game of somebody else's."""
    file = str(tmp_path_factory.mktemp("puzzles") / "games.db")
    with Store.open(file) as store:
        number = store.add(Plan("tic_tac_toe", ("random", "greedy"), seed=1, openings="start"), [Fixture(0, 0, (0, 1), "")])
        store.keep(number, [Played(0, 0, WON, (1.0, -1.0))])
        seats = ("human", "human")
        store.keep_sitting(Sitting(ANN, BOB, "tic_tac_toe", seats, WON, "over", payoffs=(1.0, -1.0), changed=time.time()))
    with served.running(store=file) as found:
        yield found


@pytest.mark.untraced
def test_a_review_makes_puzzles_of_a_match_for_everybody_and_of_a_game_for_its_owner(server: served.Running) -> None:
    visitor = Visitor(server.address)

    def count() -> int:
        found = re.search(r"(\d+) puzzles? of this game", visitor.get("/puzzles/tic_tac_toe"))
        assert found
        return int(found[1])

    shipped = count()
    for place, leads in ((f"/play/{ANN}", False), ("/match/1/0/0", True)):
        visitor.post(f"{place}/review", seconds="0.5")
        page = visitor.waits(visitor.at, 'id="moves"')
        assert ('<a href="/puzzles/tic_tac_toe">Puzzles from this game<' in page) is leads
        assert (count() > shipped) is leads, place


def test_a_puzzle_is_solved_in_a_browser(chromium: Browser, server: served.Running) -> None:
    someone = Visitor(server.address)
    someone.post("/match/1/0/0/review", seconds="0.5")
    someone.waits(someone.at, 'id="moves"')
    visiting = browser.Visitor(chromium, server.address)
    page = visiting.open("/puzzles", width=390, height=800, dark=True, motion=True)
    assert browser.violations(page) == []
    page.locator('.cover[href="/puzzles/tic_tac_toe"]').click()
    status, verdict = page.locator("#status"), page.locator("#verdict")
    expect(status).to_contain_text("Find the best move for")
    visiting.ready(page)
    assert browser.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    buttons = page.locator("#board button[name=move]")
    places, pieces = page.locator(".board").bounding_box(), page.locator(".board g[data-at]").count()
    for move in buttons.evaluate_all("all => all.map((one) => one.value)"):
        page.locator(f'#board button[value="{move}"]').click()
        expect(verdict).to_contain_text(move)
        assert page.locator(".board").bounding_box() == places, "nothing jumps"
        assert browser.violations(page) == []
        if "Right" in verdict.inner_text():
            break
    expect(verdict).to_have_class("verdict-line right")
    expect(page.locator(".board g[data-at]")).to_have_count(pieces + 1)
    assert parse_qs(urlsplit(page.url).query)["move"] == [move]
    expect(page.locator("#puzzle .tally")).to_contain_text("Solved 1 of 1 tried")
    page.reload()
    expect(page.locator("#puzzle .tally")).to_contain_text("Solved 1 of 1 tried")
    page.locator(".acts .main").click()
    expect(page.locator(".verdict-line.right")).to_have_count(0)
    visiting.close()
