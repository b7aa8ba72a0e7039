"""Players that play each other on the page: matches begun, seen live, stopped, gone on with, looked at."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import served
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Plan
from kibitz.arena.match import Match as MatchOf
from kibitz.arena.match import plan_match
from kibitz.arena.standing import standing_as_json
from kibitz.arena.store import Store
from kibitz.arena.store.replay import resolve
from kibitz.core.registry import load
from kibitz.web.pages.matches import another_match
from visitor import PATIENCE, Visitor
from watched import FORM, GAME, PLAYERS, lines, several, told_elo, twin
from web_forms import first
from web_house import Oracle, house

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("watched") / "games.db")


@pytest.fixture(scope="module")
def server(store_file: str) -> Iterator[served.Running]:
    with served.running(store=store_file) as found:
        yield found


@pytest.fixture
def visitor(server: served.Running) -> Visitor:
    return Visitor(server.address)


def test_a_match_is_planned_played_and_looked_at_without_scripts(visitor: Visitor, store_file: str) -> None:
    assert 'action="/g/tic_tac_toe/watch"' in visitor.get("/g/tic_tac_toe/watch")
    visitor.post("/g/tic_tac_toe/watch", **FORM)
    place = visitor.at
    assert re.fullmatch(r"/match/\d+", place)
    page = visitor.waits(place, "<b>12</b> of 12 games")
    plan, games = twin(12)
    with Store.open(store_file) as store:
        number = int(place.rpartition("/")[2])
        assert store.plan(number) == plan
        assert lines(list(store.games(number))) == lines(games)
        a_wins, b_wins, draws = store.totals(number).results()
    page = visitor.waits(place, "Crosstable")
    fixture, played = games[3]
    shown = [
        "Elo of A over B",
        "<h1>random against greedy</h1>",
        f">{fixture.ordinal}</a>",
        f'<a href="/g/{GAME}">Tic tac toe</a>',
    ]
    assert [text for text in [*shown, *(f"<dd>{count}" for count in (a_wins, b_wins, draws))] if text not in page] == []
    assert "Go on" not in page
    listed = visitor.get("/matches")
    assert f'href="{place}">A: random, B: greedy' in listed
    assert f"Tic tac toe: A {a_wins}, B {b_wins}, draws {draws}<" in listed
    replay, last = f"{place}/{fixture.pair}/{fixture.side}", len(played.moves)
    page, name = visitor.get(replay), f"match:{number}/{fixture.pair}/{fixture.side}"
    for text in (f">Game {fixture.ordinal} of match {number}</h1>", f"kibitz review {name}<", "The game is over"):
        assert text in page
    assert f"Move {last} of {last}" in page
    assert resolve(name, store_file).record.moves == played.moves, "the name that is shown is the one to type"
    third = visitor.get(f"{replay}?ply=3")
    assert f"Move 3 of {last}: {played.moves[2]}." in third
    assert 'rel="next"' in third
    part = visitor.get(f"{replay}?ply=0", **{"Kibitz-Fragment": "replay"})
    assert part.strip().startswith('<div id="replay"')


def test_after_a_match_there_is_a_board_as_many_games_again_and_the_winner(visitor: Visitor, store_file: str) -> None:
    visitor.post(f"/g/{GAME}/watch", **FORM | {"games": "4", "openings": "random", "plies": "2"})
    number = int(visitor.at.rpartition("/")[2])
    text = visitor.waits(visitor.at, "4 more</button>")
    assert re.search(r'<figure id="live".*?<svg', text, re.DOTALL), "how the last game ended"
    assert "Play the winner" in text
    assert f'href="/g/{GAME}?against=greedy"' in text
    assert re.search(r'<option value="greedy"[^>]* selected', visitor.get(f"/g/{GAME}?against=greedy"))
    form = text[text.index('id="going"') : text.index("4 more</button>")]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
    visitor.post(f"/g/{GAME}/watch", **fields)
    again = int(visitor.at.rpartition("/")[2])
    visitor.waits(visitor.at, "4 more</button>")
    with Store.open(store_file) as store:
        old, new = store.plan(number), store.plan(again)
    assert again != number
    assert (new.game, new.players, new.openings) == (old.game, old.players, old.openings)


@pytest.mark.parametrize(
    ("players", "openings", "form", "told"),
    [
        (("minimax:depth=2", "computer:level=4"), "auto", "pairs", {"player-0": "minimax", "depth-0": "2"}),
        (
            ("computer:time=0.2", "computer:level=4"),
            "all:3",
            "pairs",
            {"player-0": "computer", "seconds-0": "0.2", "plies": "3"},
        ),
        (("computer:level=4", "./mine.py"), "auto", "pairs", {}),
        (("mcts:seed=3", "random"), "auto", "pairs", {}),
        (("random", "greedy"), "file:book.txt", "pairs", {}),
        (("random", "greedy", "random"), "auto", "round_robin", {}),
    ],
)
def test_a_match_that_the_form_can_say_may_be_had_again(
    tmp_path: Path, players: tuple[str, ...], openings: str, form: str, told: dict[str, str]
) -> None:
    made, game = house(tmp_path, Oracle(first)), load("connect_four:width=8")
    offer = made.catalog.served_game(game)
    plan = Plan("connect_four:width=8", players, 1, form=form, openings=openings)
    found = another_match(made, offer, game, plan, {"scheduled": 20, "a_wins": 3, "b_wins": 1})
    assert bool(found) == bool(told)
    if found:
        assert told.items() <= found["fields"].items()
        assert found["fields"]["set-width"] == "8"
        assert found["winner"] == "", "no list has it with such settings"
        lead = {"scheduled": 20, "a_wins": 1, "b_wins": 3}
        winner = another_match(made, offer, game, plan, lead)["winner"]
        assert winner == "/g/connect_four?width=8&against=computer:level=4"
        assert another_match(made, offer, game, plan, lead | {"b_wins": 1})["winner"] == "", "nobody has won"
    made.store.close()


def test_what_cannot_be_played_is_said_and_nothing_is_stored(visitor: Visitor, store_file: str) -> None:
    with Store.open(store_file) as store:
        before = len(store.matches())
        for changed, said in (
            ({"openings": "all", "plies": "9"}, "goes on after 9 plies"),
            ({"games": "0"}, "from 1 to 10,000"),
        ):
            code, told = visitor.refused("/g/tic_tac_toe/watch", FORM | changed)
            assert (code, said in told) == (400, True)
        assert len(store.matches()) == before


def test_two_series_at_once_and_no_third_which_is_said(visitor: Visitor, store_file: str) -> None:
    places = []
    for _ in range(2):
        visitor.post("/g/tic_tac_toe/watch", **FORM | {"pace": "slow"})
        places.append(visitor.at)
    assert "<b>being played</b>" in visitor.get("/matches")
    first, second = (int(place.rpartition("/")[2]) for place in places)
    sentence = f"Two matches are being played already: stop one (match {first} or match {second}), or wait until one has ended."
    assert visitor.refused("/g/tic_tac_toe/watch", FORM) == (503, sentence)
    with Store.open(store_file) as store:
        left = store.add(*plan_match(load(GAME), PLAYERS, games=2, seed=1, openings="start"))
    for place, fields in (("/g/tic_tac_toe/watch", FORM), (f"/match/{left}/on", {"pace": "none"})):
        with pytest.raises(urllib.error.HTTPError) as problem:
            visitor.post(place, **fields)
        with problem.value as answer:
            page = answer.read().decode()
        assert sentence in page
        assert all(f'<a href="{place}">' in page for place in places)
    for place in places:
        assert 'http-equiv="refresh"' in visitor.get(place), "without scripts nothing would move"
        visitor.post(f"{place}/stop")
        page = visitor.waits(place, "Not all games have been played.")
        assert "Go on" in page
        assert '<option value="slow" selected>' in page, "it goes on at the pace at which it was played"
        assert page.count(" selected>") == 1


def test_each_of_several_players_has_an_elo_on_the_page(visitor: Visitor, server: served.Running, store_file: str) -> None:
    with Store.open(store_file) as store:
        number = several(store, 12)
        ratings = told_elo(store, number)
        visitor.get(f"/match/{number}")
        page = visitor.waits(f"/match/{number}", "Moving first is worth")
        assert re.findall(r'<td class="number">([+\u2212][0-9.]+ ± [^<]*)</td>', page) == [
            one.replace("-", "\u2212") for one in ratings
        ]
        empty = several(store, 0)
        for one in (number, empty):
            match, told = MatchOf(store, one), json.loads(visitor.waits(f"/api/matches/{one}", r'"ratings":\['))
            assert told == standing_as_json(match.standing(), match.crosstable()) | {"running": False, "why": ""}
        duel = store.add(*plan_match(load(GAME), PLAYERS, games=2, seed=1, openings="start"))
    told = json.loads(visitor.get(f"/api/matches/{duel}"))
    for figures, names in ((told, ("score", "elo", "elo_error", "nelo", "los")), (told["single"], ("elo", "elo_error", "los"))):
        assert [figures[name] for name in names] == [None] * len(names), "no game, no figure"
    assert "being worked out" not in visitor.get(f"/match/{empty}")
    maps = Path(f"/proc/{server.process.pid}/maps")
    loaded = maps.read_text() if maps.exists() else ""
    assert not [name for name in ("scipy", "llvmlite") if name in loaded], "the server itself does no such work"


def test_a_match_whose_game_is_not_served_is_listed_and_shown_without_a_board(
    server: served.Running, store_file: str, tmp_path: Path
) -> None:
    own = tmp_path / "own_game.py"
    source = Path(__file__).parent.parent / "src/kibitz/games/tic_tac_toe.py"
    own.write_text(source.read_text("utf-8"), "utf-8")
    plan, fixtures = plan_match(load(str(own)), PLAYERS, games=2, seed=1, openings="start")
    with Store.open(store_file) as store:
        number = store.add(plan, fixtures)
        store.keep(number, play_batch(Batch(plan, tuple(fixtures[:1]))))
    visitor = Visitor(server.address)
    assert f'href="/match/{number}"' in visitor.get("/matches")
    page = visitor.get(f"/match/{number}")
    assert "own_game.py is not served here any more" in page
    assert "Go on" not in page
    assert visitor.refused(f"/match/{number}/on", {"pace": "none"})[0] == 400
    game = visitor.get(f"/match/{number}/0/0")
    assert "own_game.py is not served here any more" in game
    assert "<svg" not in game


def test_a_stream_tells_how_it_goes_and_ends_with_the_match(visitor: Visitor) -> None:
    visitor.post("/g/tic_tac_toe/watch", **FORM | {"pace": "quick", "games": "2"})
    with urllib.request.urlopen(f"{visitor.address}{visitor.at}/stream", timeout=PATIENCE) as stream:
        events = [json.loads(line[6:]) for line in stream if line.startswith(b"data: ")]
    assert {"live", "standing", "games"} <= {event["id"] for event in events}
    assert events[-1]["end"] is True
    assert events[-1]["said"] == "The match has been played to its end."
    assert "<b>2</b> of 2 games" in [event for event in events if event["id"] == "standing"][-1]["html"]


AGAIN = """async (html) => {
  const { swap } = await import(document.querySelector("script[src$='kibitz.js']").src);
  swap("going", html);
}"""


def test_what_somebody_has_chosen_stays_when_a_part_of_the_page_comes_anew(
    chromium: "Browser", server: served.Running, store_file: str
) -> None:
    with Store.open(store_file) as store:
        number = several(store, 1)
    page = chromium.new_context().new_page()
    page.goto(f"{server.address}match/{number}")
    pace = page.locator("[name=pace]")
    fresh = page.locator("#going").evaluate("(going) => going.outerHTML").replace(' selected=""', "")
    page.evaluate(AGAIN, fresh.replace('value="quick"', 'value="quick" selected'))
    assert pace.input_value() == "quick", "where nobody has chosen it is the server that says"
    pace.select_option("slow")
    page.evaluate(AGAIN, fresh)
    assert pace.input_value() == "slow"
    page.context.close()


def test_watching_in_a_browser(chromium: "Browser", server: served.Running) -> None:
    from playwright.sync_api import expect

    from browser import violations

    wrong: list[str] = []
    games = twin(30)[1]
    page = chromium.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark").new_page()
    page.set_default_timeout(PATIENCE * 1000)
    expect.set_options(timeout=PATIENCE * 1000)
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{server.address}g/tic_tac_toe/watch")
    found = violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.select_option("[name=player-0]", "random")
    page.select_option("[name=player-1]", "greedy")
    page.fill("[name=games]", "30")
    page.fill("[name=seed]", "5")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#log li")).not_to_have_count(0)
    found += violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    with page.expect_response(lambda answer: answer.url == page.url) as answered:  # or it would put the form there once more
        page.get_by_role("button", name="Stop").click()
    answered.value.finished()
    page.select_option("[name=pace]", "none")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#standing .count")).to_have_text("30 of 30 games")
    expect(page.locator("#said")).to_have_text("The match has been played to its end.")
    expect(page.locator("#games li")).to_have_count(30)
    page.locator("#games a").first.click()
    length = len(games[0][1].moves)
    caption = page.locator("#replay #status")
    expect(caption).to_contain_text(f"Move {length} of {length}")
    found += violations(page)
    page.locator("#replay").get_by_role("link", name="Back").press("Enter")
    expect(caption).to_contain_text(f"Move {length - 1} of {length}")
    expect(page.locator("#replay").get_by_role("link", name="Back")).to_be_focused()
    page.locator("#replay").get_by_role("link", name="First").click()
    expect(caption).to_contain_text("The start")
    page.get_by_role("button", name="Play").click()
    expect(caption).to_contain_text(re.compile("Move [2-9] of"))  # it plays on
    page.context.close()
    assert found == wrong == []
