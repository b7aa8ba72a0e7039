"""The JSON interface: its games and its description, positions and searches, games that are played, and matches."""

import asyncio
import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from asked import Answer, Asker, guarded, house_of
from commandline import here
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Plan
from kibitz.arena.match import Match, plan_match
from kibitz.core import registry
from kibitz.core.registry import load
from kibitz.jobs import match_ratings
from kibitz.jobs.job import Busy, Job
from kibitz.jobs.matches import Run
from kibitz.table.served_games import public
from kibitz.web.api.openapi import address, all_operations
from kibitz.web.app import AppState
from web_forms import first
from web_house import Oracle
from web_transcript import compare

OWN_GAME = '''
from dataclasses import dataclass
from kibitz import Game

@dataclass(frozen=True)
class Mine(Game):
    """Take one or two of `sticks`; who takes the last one wins."""
    sticks: int = 5
    def start(self): return (self.sticks,)
    def moves(self, state): return range(1, min(2, state[0]) + 1)
    def play(self, state, move): return (state[0] - move,)
    def is_over(self, state): return state[0] == 0
    def result(self, state): return -1 if self.sticks < 90 else 1 // 0
    def show(self, state): return "|" * state[0] + "\\ud800"
'''
TIC = {"game": "tic_tac_toe"}
AS_JSON = {"host": "localhost", "content-type": "application/json"}


class Api:
    """Asks an open house, one request after the other."""

    def __init__(self, house: AppState, runner: asyncio.Runner) -> None:
        self.house, self.runner, self.run = house, runner, runner.run
        self.asker = Asker(guarded(house), patience=100)  # a search may have to be compiled

    def get(self, place: str) -> Answer:
        return self.run(self.asker.get(place))

    def send(self, place: str, what: Any) -> Answer:
        return self.run(self.asker.send(place, what))

    def ask(self, *request: Any) -> Answer:
        return self.run(self.asker.ask(*request))


@contextmanager
def housed(folder: Path, **pools: Any) -> Iterator[Api]:
    """A house with a game of its operator's; searches answer at once, but for those of other `pools`."""
    own = folder / "mine.py"
    own.write_text(OWN_GAME)
    made = {name: Oracle(first) for name in ("thinkers", "readers", "series")}
    with house_of([str(own)], folder / "games.db", **made | pools) as house, asyncio.Runner() as runner:
        runner.run(house.open())
        yield Api(house, runner)
        runner.run(house.close())


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with housed(tmp_path_factory.mktemp("api")) as made:
        yield made


def said(answer: Answer) -> tuple[int, str]:
    """The code and the sentence of an error."""
    assert set(answer.json) == {"error"}
    return answer.code, answer.json["error"]


def test_the_games_are_listed_the_operators_first(api: Api) -> None:
    games = api.get("/api/games").json["games"]
    assert (games[0]["slug"], games[0]["own"]) == ("mine", True)
    assert games[0]["parameters"] == [{"name": "sticks", "kind": "whole number", "default": "5"}]
    assert {game["slug"] for game in games} >= {"connect_four", "othello", "pig"}
    assert api.get("/api/games/mine").json == games[0]
    assert {"computer:level=4", "random", "minimax"} <= {*games[0]["opponents"]}


def compare_all(folder: Path, write: bool = False) -> None:
    with housed(folder) as made:
        compare("web_api.txt", {"a server of this machine": made.asker.app}, made.runner, write)


def test_whatever_is_asked_is_answered_as_it_was(tmp_path: Path) -> None:
    compare_all(tmp_path)


TOO_LONG = json.dumps({"game": "connect_four", "moves": ["4"] * 2001}).encode()


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"", 400), (b"\xff\xfe", 400), (b"[" * 60_000, 422), (b"x" * 70_000, 413), (TOO_LONG, 422)],
    ids=["none", "no text", "deep", "long", "many"],
)
def test_what_is_no_json_or_too_much_of_it_is_refused(api: Api, body: bytes, code: int) -> None:
    assert said(api.ask("POST", "/api/state", body, AS_JSON))[0] == code


def test_every_operation_is_described_and_shown_and_its_example_works(api: Api) -> None:
    described, page = api.get("/api/openapi.json").json, api.get("/api").text
    operations = all_operations(api.house)
    assert registry.names("web.api")
    for one in operations:
        assert str(one.code) in described["paths"][address(one.path)][one.method.lower()]["responses"]
        assert f"<code>{one.method} {address(one.path)}</code>" in page
        if one.takes is not None and "{" not in one.path and one.path != "/api/matches":
            assert api.send(one.path, one.example).code == one.code
    for title, command in re.findall(r"<h2>(.*?)</h2>.*?<pre[^>]*><code>(.*?)</code>", page, re.DOTALL):
        one = next(one for one in operations if one.title == html.unescape(title))
        assert (" -d " in command or " -X POST " in command) == (one.method == "POST")
        assert ("application/json" in command) == (one.method == "POST")
    assert described["components"]["schemas"]["Place"]["properties"]["game"]["enum"][0] == "mine"


def test_of_files_only_the_names_are_told() -> None:
    assert public("/home/me/secret place/mine.py:Mine:sticks=4") == "mine.py:Mine:sticks=4"
    assert public("connect_four:width=8") == "connect_four:width=8"


def test_the_computer_answers_and_one_may_wait_for_it(api: Api) -> None:
    place = f"/api/plays/{api.send('/api/plays', TIC | {'seats': ['human', 'level-1']}).json['key']}"
    api.send(f"{place}/moves", {"move": "2,2", "version": 1})
    seen = api.get(f"{place}?wait=5").json
    assert (seen["version"], len(seen["state"]["moves"]), seen["thinking"]) == (3, 2, False)


@pytest.mark.compiled
def test_an_answer_is_that_of_analyze(tmp_path: Path) -> None:
    from kibitz.jobs.pool import Pool

    with housed(tmp_path, thinkers=Pool(1, 4)) as api:
        answer = api.send("/api/think", TIC | {"moves": ["2,2"], "limit": {"depth": 9}, "all_moves": True}).json
    told = json.loads(here("analyze", "tic_tac_toe", "--moves", "2,2", "--depth", "9", "--json"))
    assert answer.pop("words")
    assert all(move.pop("words") for move in answer["moves"])
    for measured in ("seconds", "nodes_per_second"):
        del answer[measured], told[measured]
    assert answer == told


def test_a_search_ends_with_the_visit(tmp_path: Path) -> None:
    pool = Oracle(lambda do, args: None)
    body = iter([json.dumps(TIC).encode()])

    async def receive() -> Any:
        if (sent := next(body, None)) is not None:
            return {"type": "http.request", "body": sent}
        while not pool.jobs:
            await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        pass

    headers = [(name.encode(), text.encode()) for name, text in AS_JSON.items()]
    scope = {"type": "http", "method": "POST", "path": "/api/think", "query_string": b"", "headers": headers}
    with housed(tmp_path, thinkers=pool) as api:
        api.run(asyncio.wait_for(api.asker.app(scope, receive, send), 5))
    assert [(job.do, job.is_cancelled) for job in pool.jobs] == [("think", True)]


def test_who_asks_while_all_are_busy_is_told_when_to_come_again(tmp_path: Path) -> None:
    with housed(tmp_path, thinkers=Oracle(lambda do, args: Busy(3))) as api:
        answer = api.send("/api/think", TIC)
    assert (said(answer)[0], answer.headers["retry-after"]) == (503, "3")


# Players, written as on the command line, and their matches.


def test_a_player_is_written_as_on_the_command_line(tmp_path: Path) -> None:
    pool = Oracle(lambda do, args: None)

    async def planned(asker: Asker) -> Any:
        asking = asyncio.create_task(
            asker.send("/api/matches", TIC | {"players": [{"player": "level-4"}, {"player": "random"}]})
        )
        while not pool.jobs:
            await asyncio.sleep(0.01)
        pool.jobs[0].cancel()
        assert (await asking).code == 409
        return pool.jobs[0].args["plan"]["players"]

    with housed(tmp_path, series=pool) as api:
        assert api.run(planned(api.asker)) == ["computer:level=4", "random"]
        play = api.send("/api/plays", TIC | {"seats": ["human", "minimax:depth=3"]}).json
        assert play["seats"][1]["spec"] == "minimax:depth=3"


def test_who_names_no_player_is_told_which_there_are(api: Api) -> None:
    before = api.house.store.sittings()
    code, why = said(api.send("/api/plays", {"game": "nim", "seats": ["human", "./x.py:f"]}))
    assert (code, api.house.store.sittings()) == (400, before)
    assert all(name in why for name in ("human", "computer:level=1 to 10", "computer:time=SECONDS", "random", "minimax"))
    code, why = said(api.send("/api/matches", {"game": "nim", "players": [{"player": "human"}, {"player": "random"}]}))
    assert (code, "there are computer:level=1 to 10" in why) == (400, True)


def test_a_match_is_begun_watched_and_read(tmp_path: Path) -> None:
    from kibitz.jobs.pool import Pool

    new = {"game": "nim", "players": [{"player": "random"}, {"player": "greedy"}], "games": 4, "seed": 1}
    with housed(tmp_path, series=Pool(1, 0)) as api:
        begun = api.send("/api/matches", new)
        assert (begun.code, begun.json) == (202, {"match": 1})
        for _ in range(600):
            match = api.get("/api/matches/1").json
            if not match["running"]:
                break
            api.run(asyncio.sleep(0.05))
        assert match["why"] == ""
        assert (match["games"], match["players"], match["a_wins"] + match["b_wins"]) == (4, ["random", "greedy"], 4)
        games = api.get("/api/matches/1/games?skip=1&most=2").json["games"]
        assert [(one["pair"], one["side"]) for one in games] == [(0, 1), (1, 0)]
        assert api.get("/api/matches/1/games/0/1").json == games[0]
        assert games[0]["payoffs"] in ([1.0, -1.0], [-1.0, 1.0])
        assert said(api.get("/api/matches/1/games/9/0"))[0] == 404
        assert api.ask("POST", "/api/matches/1/stop", b"{}", AS_JSON).json["running"] is False


@pytest.mark.parametrize("form", ["round_robin", "gauntlet", "swiss", "knockout", None])
def test_a_tournament_is_begun_and_read_as_the_command_tells_it(form: str | None, tmp_path: Path) -> None:
    from kibitz.jobs.pool import Pool

    players = [{"player": name} for name in ("random", "greedy", "minimax:depth=1")]
    new = {"game": "nim", "players": players, "games": 2, "seed": 1} | ({} if form is None else {"form": form})
    with housed(tmp_path, series=Pool(1, 0)) as api:
        assert api.send("/api/matches", new).code == 202
        while (match := api.get("/api/matches/1").json)["running"]:
            api.run(asyncio.sleep(0.05))
        told = json.loads(here("match", "--show", "1", "--store", api.house.store.url, "--json"))
        meetings = 3 if form in ("round_robin", None) else 2
        assert match["games"] == (2 * meetings if form not in ("swiss", "knockout") else match["scheduled"]) > 0
        for name in ("form", "rounds", "table", "over"):
            assert match.get(name) == told.get(name)
        assert ("rounds" in told, match["why"]) == (form in ("swiss", "knockout"), "")
        assert api.get("/api/matches").json["matches"][0]["form"] == (form or "round_robin")


@pytest.mark.parametrize(
    ("more", "code", "why"),
    [
        ({"form": "pairs"}, 400, "3 players are too many for pairs"),
        ({"form": "gauntlet", "rounds": 2}, 400, "rounds are for a Swiss tournament"),
        ({"form": "swiss", "rounds": 2, "games": 10_000}, 400, "that is 20,000 games in all"),
        ({"form": "swiss", "rounds": 4}, 400, "4 rounds are too many for 3 players"),
        ({"form": "league"}, 422, "league"),
        ({"players": [{"player": "random"}] * 17}, 422, "<= 16"),
        ({"players": [{"player": "random"}]}, 400, "This game has 2 players"),
        ({"game": "trio"}, 400, "Trio is for 3 players, but 4 came"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_in_a_sentence(api: Api, more: dict[str, Any], code: int, why: str) -> None:
    new = {"game": "nim", "players": [{"player": "random"}] * (4 if more.get("game") == "trio" else 3)} | more
    found, sentence = said(api.send("/api/matches", new))
    assert (found, why.casefold() in sentence.casefold()) == (code, True), sentence
    assert api.house.store.matches() == []


def test_matches_are_listed_a_page_at_a_time(tmp_path: Path) -> None:
    with housed(tmp_path) as api:
        for _ in range(22):
            api.house.store.add(Plan("nim", ("random", "greedy"), 1), [])
        for query, numbers in (("", range(1, 23)), ("?skip=20", range(21, 23)), ("?skip=1&most=2", (2, 3)), ("?skip=22", ())):
            told = api.get(f"/api/matches{query}").json
            assert ([one["match"] for one in told["matches"]], told["total"]) == ([*numbers], 22)
        for page, numbers in ((1, range(22, 2, -1)), (2, (2, 1)), (3, ())):
            shown = api.get(f"/matches?page={page}").text
            assert re.findall(r'href="/match/(\d+)"', shown) == [str(one) for one in numbers]
            assert f"page {page} of 2" in shown


FORMS = {
    "swiss": ("swiss", 3, {"resign": "3:8"}),
    "sprt": (None, 2, {"sprt": {"elo0": 0, "elo1": 500, "alpha": 0.05, "beta": 0.05, "model": "normalized"}, "games": 20}),
    "gauntlet": ("gauntlet", 3, {"sprt": {"elo0": 0, "elo1": 50, "alpha": 0.05, "beta": 0.05, "model": "normalized"}}),
}


@pytest.mark.parametrize("name", FORMS)
def test_the_standing_is_that_of_the_command_and_names_no_folders(name: str, tmp_path: Path) -> None:
    form, many, settings = FORMS[name]
    (tmp_path / "last.py").write_text("def last(position):\n    return position.legal()[-1]\n", encoding="utf-8")
    (tmp_path / "lines.txt").write_text("1,1\n2,2\n3,3\n", encoding="utf-8")
    players = ["minimax:depth=1", f"{tmp_path}/last.py:last", "random"][:many]
    openings = f"file:{tmp_path}/lines.txt"
    plan, fixtures = plan_match(load("tic_tac_toe"), players, form=form, openings=openings, seed=1, **settings)  # type: ignore[arg-type]
    with housed(tmp_path) as api:
        match = Match(api.house.store, api.house.store.add(plan, fixtures))
        for _ in range(12):  # of an SPRT's games more than it needs, as those are that were under way at its verdict
            for one in match.store.open_fixtures(1)[:1] if name == "sprt" else match.next_fixtures():
                match.store.keep(1, play_batch(Batch(plan, (one,))))
        text = here("match", "--show", "1", "--json", "--store", str(api.house.store))
        wanted = json.loads(text.replace(f"{tmp_path}/", ""))
        shown = api.get("/api/matches/1").json
        page = api.get("/match/1").text
    assert wanted.keys() <= shown.keys()
    assert {key: shown[key] for key in wanted if key not in ("ratings", "advantage")} == {
        key: wanted[key] for key in wanted if key not in ("ratings", "advantage")
    }
    assert str(tmp_path) not in page
    assert "openings file:lines.txt" in page


def test_a_file_is_shown_by_its_name() -> None:
    assert public("/a/my.py:Mine:size=5") == "my.py:Mine:size=5"
    assert (
        public("deepening:depth=2,knowledge=/a/wise.py:Mine,weights=/a/b.json")
        == "deepening:depth=2,knowledge=wise.py:Mine,weights=b.json"
    )
    assert public("C:/a/my.py:Mine:size=5") == "my.py:Mine:size=5"
    assert public("deepening:depth=2,knowledge=C:/a/wise.py:Mine") == "deepening:depth=2,knowledge=wise.py:Mine"
    for spec in ("chess:fen=8/8/8/4k3/8/8/4P3/4K3_w_-_-_0_1", "uci:./engine --file /x.json:time=1", "random"):
        assert public(spec) == spec


def test_ratings_of_several_are_told_as_soon_as_they_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_ratings, "PATIENCE", 0.01)
    row = {"player": "/home/me/mine.py:f", "elo": 7.5, "elo_error": None, "points": 1.5, "games": 2}
    known = {"ratings": [row], "advantage": [1.0, None]}
    shown = [[row | {"player": "mine.py:f"}], [1.0, None]]
    pool = Oracle(lambda do, args: None)
    with housed(tmp_path, readers=pool) as api:
        api.house.store.add(Plan("nim", ("random", "/home/me/mine.py:f", "greedy"), 1), [])

        def told() -> list[Any]:
            match = api.get("/api/matches/1").json
            assert "elo" not in match
            return [match["ratings"], match["advantage"]]

        assert told() == [None, None]
        job = pool.jobs[0]
        assert (job.do, job.args["match"]) == ("ratings", 1)
        job.end({"said": {}, "told": known})
        assert told() == shown
        playing = api.house.matches._runs[1] = Run(1, "none", Job(1, "series", {}, "", 1, lambda job: None))
        playing.job.hear({"standing": {}})
        assert told() == [None, None]  # its worker knows best
        playing.job.hear({"standing": known})
        assert told() == shown
        assert len(pool.jobs) == 1
        del api.house.matches._runs[1]
