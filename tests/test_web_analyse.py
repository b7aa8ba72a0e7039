"""The analysis board without scripts: moves, values, pictures, and what it is told of the best moves."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from analysed import FEN, HEX, WIN, answer, rated, read, said, told
from kibitz.core.registry import load
from kibitz.core.thought import Value
from kibitz.jobs.analyses import ELSEWHERE, Analyses, AnalysisNews, better
from kibitz.jobs.job import Busy, JobFailed
from kibitz.position import Position
from kibitz.present.film import still
from kibitz.present.marks import mark
from kibitz.present.values import ValueWords
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog
from kibitz.web.addresses import ShownLine
from kibitz.web.board.analysis_view import best_labels, best_moves, describe_news
from kibitz.web.board.marks_layer import marks_layer
from web_forms import begin
from web_house import Answer, Client, Oracle, house, timed


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(told), [HEX])) as client:
        yield client


def test_a_move_on_the_board_leads_to_its_own_address_and_keeps_the_line_that_it_belongs_to(page: Client) -> None:
    line = "/g/othello/analyse?moves=f5d6c3&ply=1"
    assert page.get(f"{line}&play=d6").headers["location"] == "/g/othello/analyse?moves=f5d6c3&ply=2"
    assert page.get(f"{line}&play=f4").headers["location"] == "/g/othello/analyse?moves=f5f4"
    shown = page.get(line).text
    assert re.findall(r'data-step="(\w+)"[^>]*?(?:href="([^"]*)"|aria-disabled)', shown) == [
        ("First", "/g/othello/analyse?moves=f5d6c3&amp;ply=0"),
        ("Back", "/g/othello/analyse?moves=f5d6c3&amp;ply=0"),
        ("Next", "/g/othello/analyse?moves=f5d6c3&amp;ply=2"),
        ("Last", "/g/othello/analyse?moves=f5d6c3"),
    ]
    assert sorted(re.findall(r'<button[^>]*name="play" value="([^"]*)"', shown)) == ["d6", "f4", "f6"]
    assert 'aria-current="true">f5</a>' in shown


def test_a_piece_is_picked_up_and_both_sides_move(page: Client) -> None:
    shown = page.get("/g/checkers/analyse?moves=11-15&from=23").text
    assert set(re.findall(r'name="play" value="([^"]*)"', shown)) == {"23-18", "23-19"}
    assert "White to move." in shown


def test_where_dice_decide_the_visitor_chooses_what_they_bring(page: Client) -> None:
    shown = page.get("/g/pig/analyse?moves=roll").text
    assert "Choose what chance brings." in shown
    assert sorted(re.findall(r'<button[^>]*name="play" value="([^"]*)"', shown)) == list("123456")


def test_values_are_computed_when_somebody_without_scripts_asks(page: Client) -> None:
    shown = page.get("/g/tic_tac_toe/analyse?moves=2,2&values=1").text
    rows = re.findall(r'<th scope="row"><a href="([^"]*)">([^<]*)</a></th><td>([^<]*)</td>', shown)
    assert rows[0] == ("/g/tic_tac_toe/analyse?moves=2%2C2+1%2C1".replace("%2C", ","), "1,1", "wins in 7")
    assert len(rows) == 8
    assert [words for *_, words in rows[1:]] == ["estimate \u22120.5"] * 7
    assert "proved" in page.get("/g/tic_tac_toe/analyse?moves=2,2&values=1").text
    assert "The game is over" in page.get("/g/tic_tac_toe/analyse?moves=1,1+2,1+1,2+2,2+1,3&values=1").text


def test_what_is_known_of_a_position_stands_there_before_anybody_looks_further(page: Client) -> None:
    assert "wins in 7" not in page.get("/g/tic_tac_toe/analyse").text
    page.get("/g/tic_tac_toe/analyse?values=1")
    assert "wins in 7" in page.get("/g/tic_tac_toe/analyse").text


def test_a_position_is_a_picture(page: Client) -> None:
    reply = page.get("/g/othello/position.svg?moves=f5d6")
    assert reply.headers["content-type"] == "image/svg+xml"
    assert reply.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert reply.text == still(Position.after("othello", "f5d6"))
    assert ET.fromstring(reply.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_one_can_play_on_from_a_position(page: Client) -> None:
    shown = page.get("/g/othello?moves=f5d6c3&ply=2").text
    assert "The game begins after 2 moves." in shown
    assert "(begins)" not in shown
    assert re.findall(r"(\w+) \(to move\)", page.get("/g/othello?moves=f5").text) == ["White"]
    assert re.findall(r'value="(\w+)[^"]*" selected', page.get("/g/othello?moves=f5").text) == ["computer", "human"]
    assert 'name="moves" value="f5 d6"' in shown
    table = page.get(begin(page, "othello", moves="f5 d6")).text
    assert re.findall(r'<span class="by">\w+</span> (\w\d)', table) == ["f5", "d6"]
    king = page.get(f"/g/chess?fen={FEN}").text
    assert "The game begins with this position." in king
    assert f'name="set-fen" value="{FEN}"' in king
    assert "Chess, from a position" in page.get(begin(page, "chess", **{"set-fen": FEN})).text
    wrong = page.post("/g/othello/play", {"player-0": "human", "moves": "a1"})
    assert (wrong.status_code, said(wrong)[:19]) == (400, "Move 1: 'a1' is not")


def test_practising_puts_the_visitor_into_the_seat_that_has_the_move(page: Client) -> None:
    shown = page.get("/g/othello/analyse?moves=f5").text
    form = re.search(r'action="/g/othello/play">(.*?)</form>', shown, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form[1]))
    assert fields == {"player-0": "computer:level=4", "player-1": "human", "moves": "f5"}
    place = page.post("/g/othello/play", fields).headers["location"]
    assert "Your move, White." in page.get(place).text
    assert '<a href="/g/othello/analyse?moves=f5">Analyse</a>' in page.get(place).text
    assert '<a href="/g/othello/analyse?moves=f5&amp;ply=0">Analyse</a>' in page.get(f"{place}?ply=0").text
    assert "Practise" not in page.get("/g/tic_tac_toe/analyse?moves=1,1+2,1+1,2+2,2+1,3").text


def test_a_line_can_be_reviewed(tmp_path: Path) -> None:
    asked = list[tuple[str, dict[str, Any]]]()

    def review(do: str, args: dict[str, Any]) -> Answer:
        asked.append((do, args))
        walk: dict[str, Any] = {"opening": ["looked at"], "closing": [], "tallies": [], "values": [], "plies": []}
        return {"html": "<p>all of it</p>", "json": {"verdicts": 1}, "walk": walk}

    with Client(house(tmp_path, Oracle(review))) as page:
        made: Any = page._house
        made.reviews._pool._pool = made.thinkers
        place = "/g/othello/line/review?moves=f5d6c3"
        shown = page.get(place).text
        assert 'action="/g/othello/line/review?moves=f5d6c3&amp;seconds=0.5"' in shown
        assert '<a href="/g/othello/analyse?moves=f5d6c3">Analyse</a>' in shown
        done = page.post(place, {"seconds": "0.1"})
        assert done.headers["location"] == f"{place}&seconds=0.1"
        for _ in range(100):
            if "looked at" in (text := page.get(f"{place}&seconds=0.1").text):
                break
        assert "looked at" in text
        assert "Move 2 of 3: White d6." in page.get(f"{place}&seconds=0.1&ply=2&turned=1").text
        assert "<p>all of it</p>" in page.get("/g/othello/line/review/whole?moves=f5d6c3&seconds=0.1").text
        assert page.get("/g/othello/line/review.json?moves=f5d6c3&seconds=0.1").text == '{"verdicts":1}'
    (do, args), *_ = asked
    assert (do, args["moves"], args["reason"]) == ("review", ("f5", "d6", "c3"), "unfinished")


# What an analysis board is told.


def test_the_better_answer_counts_and_what_is_proved_stays_proved() -> None:
    shallow, deep = answer(rated(a=0.5, b=0.1), depth=3), answer(rated(b=0.4, a=0.2), depth=4)
    assert better(shallow, deep) == deep
    assert better(deep, shallow) == deep
    solved = answer(rated(a=1, b=0), stopped="solved", depth=1)
    assert better(deep, solved) == solved
    assert better(solved, deep) == solved
    assert better(deep, answer(rated(a=0.5), depth=9) | {"moves": []}) == deep
    proved = better(answer(rated(b=1, a=0.5), depth=3), deep)
    assert [one["move"] for one in proved["moves"]] == ["b", "a"]
    assert (proved["best"], proved["value"]["kind"], proved["depth"]) == ("b", "at_least", 4)


def test_a_search_by_playouts_says_how_many_and_what_the_policy_expected() -> None:
    shown = read("tic_tac_toe", "")
    moves = [one | {"likely": likely} for one, likely in zip(rated(**{"1,1": 0.5, "2,2": 0.4}), (0.314, 0.001), strict=True)]
    found = answer(moves, depth=0, nodes=12345)
    assert describe_news(shown, AnalysisNews(found))["facts"] == "12,345 positions"
    assert [one.expected for one in best_moves(shown, found)] == ["31 %", "under 1 %"]
    assert [one.expected for one in best_moves(shown, answer(rated(**{"1,1": 0.5})))] == [""]


def test_of_a_game_that_nobody_knows_nothing_is_claimed() -> None:
    shown = read("tic_tac_toe", "")
    blind = answer(rated(**{"1,1": 0.5}), informed=False, depth=4)
    assert best_moves(shown, blind) == []
    assert describe_news(shown, AnalysisNews(blind))["worth"] == (
        "Nothing is known of this game, and no result is in sight within 4 plies."
    )
    assert describe_news(shown, AnalysisNews())["doing"] == "Starting ..."
    told = describe_news(shown, AnalysisNews(doing="preparing Hex: about 6 s, once"))
    assert told["doing"] == "Preparing Hex: about 6 s, once ..."
    assert told["is_preparing"]
    assert describe_news(shown, AnalysisNews(answer(rated(a=1), stopped="solved"), is_done=True))["facts"] == "proved"


class Pool(Oracle):
    """Answers one after the other; the first time there is no place."""

    def __init__(self, *answers: Answer) -> None:
        super().__init__(lambda do, args: self.answers.pop(0))
        self.answers = list(answers)
        self.queued = 0


@timed
async def test_it_is_told_better_and_better_until_all_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.jobs.analyses.PATIENCE", 0.01)
    monkeypatch.setattr("kibitz.jobs.analyses.PACE", 0.01)
    solved = answer(rated(a=1), stopped="solved")
    pool = Pool(Busy(1), answer(rated(a=0.5), depth=2), solved)
    made = house(tmp_path, pool)
    heard = [news async for news in made.analyses.follow("me", "tic_tac_toe", ["1,1"])]
    assert heard[0].doing == "others are thinking just now"
    assert [one.answer["depth"] for one in heard if one.answer] == [2, 2, 5]
    assert [one.is_done for one in heard][-2:] == [False, True]
    assert [job.args["time"] for job in pool.jobs] == [5.0, 10.0]
    assert {job.visitor for job in pool.jobs} == {"me analyses"}, "it takes no move of a game away"
    again = [news async for news in made.analyses.follow("you", "tic_tac_toe", ["1,1"])]
    assert [one.is_done for one in again] == [True]
    assert await made.analyses.table("you", "tic_tac_toe", ["1,1"]) == solved
    assert len(pool.jobs) == 2
    made.store.close()


@timed
async def test_it_ends_when_another_board_is_opened_and_says_what_went_wrong(tmp_path: Path) -> None:
    pool = Pool(None, JobFailed("its process died"))
    made = house(tmp_path, pool)
    following = made.analyses.follow("me", "tic_tac_toe", [])
    news = await anext(following)
    assert (news.answer, news.is_done) == (None, False)
    pool.jobs[0].cancel()
    last = [one async for one in following][-1]
    assert (last.stopped, last.is_done) == (ELSEWHERE, True)
    assert [one.stopped async for one in made.analyses.follow("me", "tic_tac_toe", [])][-1] == "Its process died."
    made.store.close()


@timed
async def test_who_leaves_is_not_searched_for_and_who_waits_comes_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.jobs.analyses.FIRST", 0.0)
    pool = Pool(None, None)
    made = house(tmp_path, pool)
    following = made.analyses.follow("me", "tic_tac_toe", [])
    await anext(following)
    await following.aclose()
    await asyncio.sleep(0)
    assert pool.jobs[0].is_cancelled
    following = made.analyses.follow("me", "tic_tac_toe", [])
    await anext(following)
    pool.queued = 1
    waiting = asyncio.ensure_future(anext(following))
    await asyncio.wait({waiting}, timeout=0.6)
    assert pool.jobs[1].is_stopped
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    made.store.close()


@timed
async def test_what_was_found_last_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.jobs.analyses.KEPT", 1)
    made = house(tmp_path, Oracle(told))
    analyses: Analyses = made.analyses
    await analyses.table("me", "tic_tac_toe", [])
    await analyses.table("me", "tic_tac_toe", ["1,1"])
    assert analyses.known("tic_tac_toe", []) is None
    assert analyses.known("tic_tac_toe", ["1,1"]) is not None
    made.store.close()


def test_the_stream_tells_the_lines_of_a_position(tmp_path: Path) -> None:
    solved = answer([{"move": "1,1", "value": WIN, "line": ["1,1", "2,2"]}], stopped="solved")
    with Client(house(tmp_path, Oracle(lambda do, args: solved))) as page:
        text = page.get("/g/tic_tac_toe/analyse/stream?moves=3,3").text
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    assert [event["id"] for event in events] == ["marks", "lines"] * (len(events) // 2)
    assert events[-2]["html"].count(">+7<") == 1  # the move wins in 7
    assert events[-1]["end"]
    links = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', events[-1]["html"])
    assert links == [
        ("/g/tic_tac_toe/analyse?moves=3,3+1,1", "1,1"),
        ("/g/tic_tac_toe/analyse?moves=3,3+1,1+2,2", "2,2"),
    ]
    assert "data-stream" not in events[-1]["html"], "there is no more to come"


def worth(number: float) -> dict[str, Any]:
    return {"kind": "estimate", "result": number, "plies": None}


@pytest.mark.parametrize(
    ("spec", "moves", "best", "arrows", "labels"),
    [
        ("othello", "f5 d6", ("c5", "c3", "c6", "c7"), [], ["+2.0", "+1.0", "+0.5"]),
        ("chess", "e4 e5", ("Nf3", "Qf3", "Nc3", "d4"), [("b1", "c3"), ("d1", "f3"), ("g1", "f3")], ["+2.0", "+0.5"]),
        ("go:size=5", "", ("pass", "A1", "B1"), [], ["+1.0", "+0.5"]),  # a pass has no place
    ],
)
def test_the_best_three_moves_are_marked_on_the_board(
    spec: str, moves: str, best: tuple[str, ...], arrows: list[tuple[str, str]], labels: list[str]
) -> None:
    position = Position.after(load(spec), moves)
    words, numbers = ValueWords(position.game), zip(best, (2.0, 1.0, 0.5), strict=False)
    found = {name: mark(words, Value("estimate", number), position.to_move) for name, number in numbers}
    layer = str(marks_layer(position, found))
    assert re.findall(r'data-source="(\w+)" data-target="(\w+)"', layer) == arrows
    assert re.findall(r">([+\u2212][\d.]+)<", layer) == labels


def test_only_three_moves_are_marked_and_a_second_ring_is_for_the_best_alone() -> None:
    line = ShownLine.read(Catalog.of([])["othello"], {}, Limits())
    names = ("c4", "d3", "e6", "f5")
    moves = [{"move": name, "value": worth(number)} for name, number in zip(names, (2, 1, 1, 0), strict=True)]
    found: dict[str, Any] = {"informed": True, "moves": moves}
    assert {name: one.best for name, one in best_labels(line, found).items()} == {"c4": True, "d3": False, "e6": False}
    found["moves"][1]["value"] = worth(2)
    assert not any(one.best for one in best_labels(line, found).values())
    assert best_labels(line, found | {"informed": False}) == best_labels(line, None) == {}
