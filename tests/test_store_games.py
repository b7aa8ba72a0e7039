"""Stored games, read again: exported as text, replayed by the rules, and named on the command line."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commandline import here, refused_here
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Store
from kibitz.arena.store.export import write_json_lines, write_texts
from kibitz.arena.store.replay import record, replay, resolve
from kibitz.errors import GameError, StoreError
from kibitz.position import Position
from kibitz.registry import load
from kibitz.thought import GameRecord
from stored import PLAN, played_by_the_rules, schedule

PEOPLE = ["tic_tac_toe", "human", "human"]
FORFEITED = Played(1, 1, ("1,1", "2,2"), None, 1, 'it said "no\\way"\nand left', 0.5)


@pytest.fixture
def match(store: Store) -> int:
    """A match with two games by the rules, one of them in its second pair, and one that was lost by a fault."""
    number = store.add(PLAN, schedule(2, "1,1"))
    store.keep(number, [FORFEITED, played_by_the_rules(schedule(2)[0], 1), played_by_the_rules(schedule(2)[2], 4)])
    return number


def test_a_match_as_lines_of_json(store: Store, match: int) -> None:
    first, second, last = [json.loads(line) for line in write_json_lines(store, match)]
    played = played_by_the_rules(schedule(1)[0], 1)
    assert first == {
        "match": match,
        "key": [0, 0],
        "game": "tic_tac_toe",
        "players": ["random", "greedy"],
        "opening": "1,1",
        "moves": list(played.moves),
        "payoffs": list(played.payoffs or ()),
        "score": list(played.scores(2)),
        "forfeit": None,
        "reason": "",
        "seconds": 0.5,
    }
    assert second["key"] == [1, 0]
    assert (last["players"], last["payoffs"], last["score"], last["forfeit"]) == (["greedy", "random"], None, [1.0, 0.0], 1)
    assert last["reason"] == FORFEITED.reason


@pytest.mark.parametrize(("paid", "told"), [((math.nan, 0), "nan, 0"), ((math.inf, -math.inf), "inf, -inf")])
def test_payoffs_that_are_no_numbers_are_no_result(
    paid: tuple[float, float], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stores of older days may hold some: rules could pay them."""
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    with Store.open() as store:
        store.add(PLAN, schedule(1))
        store.keep(1, [replace(played_by_the_rules(schedule(1)[0], 1), payoffs=paid)])
    for written in (here("match", "--export", "1"), here("match", "--show", "1/0/0", "--json")):
        assert json.loads(written, parse_constant=pytest.fail)["payoffs"] is None
    said = f"ended by payoffs that are no numbers ({told}), and counts as it did"
    assert f"The game was {said}." in here("match", "--show", "1/0/0")
    assert said in here("match", "--export", "1", "--text")


def test_a_match_as_text_with_headers_and_numbered_moves(store: Store, match: int) -> None:
    texts = list(write_texts(store, match))
    assert texts[-1] == (
        f'[Event "match {match}"]\n[Game "tic_tac_toe"]\n[Round "1.1"]\n[First "greedy"]\n[Second "random"]\n'
        '[Opening "1,1"]\n[Result "1-0"]\n'
        '[Termination "Second lost by a fault: it said \\"no\\\\way\\" and left"]\n\n1. 1,1 2,2 1-0\n\n'
    )
    moves = played_by_the_rules(schedule(1)[0], 1).moves
    assert f"1. {moves[0]} {moves[1]} 2. {moves[2]}" in texts[0].replace("\n", " ")


def test_long_games_are_wrapped_and_every_kind_of_result_is_written(store: Store) -> None:
    fixtures = [Fixture(0, 0, (0, 1), ""), Fixture(1, 0, (0, 1, 2), ""), Fixture(2, 0, tuple(range(7)), "")]
    number = store.add(Plan("x", tuple("abcdefg"), 1), fixtures)
    long = tuple(f"{row},{row}" for row in range(100))
    store.keep(number, [Played(0, 0, long, (0, 0)), Played(1, 0, (), (3, 1, 2)), Played(2, 0, (), None, 6, "late")])
    two, three, seven = write_texts(store, number)
    assert '[Result "1/2-1/2"]' in two
    assert max(map(len, two.splitlines())) <= 79
    body = " ".join(two.partition("\n\n")[2].split())
    assert re.sub(r"\d+\. ", "", body).removesuffix(" 1/2-1/2").split() == list(long)
    assert '[Third "c"]\n[Result "1-0-1/2"]\n[Payoffs "3 1 2"]' in three
    assert '[Player7 "g"]' in seven
    assert "Player7 lost by a fault: late" in seven


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_every_stored_game_can_be_replayed_to_the_same_end(store: Store, seed: int) -> None:
    (fixture,) = schedule(1)[:1]
    played = played_by_the_rules(fixture, seed)
    number = store.add(PLAN, [fixture])
    store.keep(number, [played])
    ((stored, back),) = store.games(number)
    position = replay(load(store.plan(number).game), back)
    assert (position.names(), position.payoffs) == (played.moves, played.payoffs)
    assert record(PLAN, stored, back) == GameRecord("tic_tac_toe", played.moves, ("random", "greedy"), played.payoffs)


def test_a_game_that_does_not_follow_the_rules_any_more_says_so() -> None:
    game = load("tic_tac_toe")
    with pytest.raises(StoreError, match=r"does not follow the rules as they are now: move 2: '1,1' is not allowed"):
        replay(game, Played(0, 0, ("1,1", "1,1"), (1, -1)))
    with pytest.raises(StoreError, match=r"ended with 1, -1, but by the rules as they are now it is not over there"):
        replay(game, Played(0, 0, ("1,1",), (1, -1)))
    moves = ("1,1", "2,2", "1,2", "3,3", "1,3")
    with pytest.raises(StoreError, match=r"ended with 0, 0, but by the rules as they are now it pays 1, -1"):
        replay(game, Played(0, 0, moves, (0, 0)))
    assert replay(game, FORFEITED).names() == FORFEITED.moves


def test_a_reference_names_a_game_or_its_beginning(store: Store, match: int, store_url: str) -> None:
    game, (_, played) = load("tic_tac_toe"), store.game(match, 1, 0)
    whole, begun = resolve(f"match:{match}/1/0", store_url), resolve(f" match:{match}/1/0@3 ", store_url)
    assert (whole.moves, begun.moves) == (played.moves, played.moves[:3])
    assert begun.position(game) == Position.after(game, list(played.moves[:3]))
    assert resolve(f"match:{match}/1/0@0", store_url).moves == ()
    with pytest.raises(GameError, match=rf"^match:{match}/1/0@3 is a game of tic_tac_toe, not of tic_tac_toe:width=4$"):
        begun.position(load("tic_tac_toe:width=4"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("match:1", "names no stored game: write match:12/3/1"),
        ("match:1/2/x", "names no stored game"),
        ("match:99/0/0", "no match 99 in this games store"),
        ("match:{}/7/0", "holds no game 7/0"),
        ("match:{}/0/1", "has not been played yet"),
        ("match:{}/1/1@3", r"game match:\d+/1/1 has 2 moves, not 3"),
    ],
)
def test_a_reference_to_nothing_says_what_is_wrong(store: Store, match: int, store_url: str, text: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence):
        resolve(text.format(match), store_url)


def test_a_game_of_a_file_is_known_where_its_file_has_moved(tmp_path: Path) -> None:
    rules = Path(__file__).parent.parent / "src" / "kibitz" / "games" / "tic_tac_toe.py"
    (tmp_path / "my_game.py").write_bytes(rules.read_bytes())
    store_url = str(tmp_path / "games.db")
    with Store.open(store_url) as store:
        number = store.add(Plan("/gone/my_game.py", PLAN.players, 1), schedule(1))
        store.keep(number, [played_by_the_rules(schedule(1)[0], 1)])
    found = resolve(f"match:{number}/0/0", store_url)
    assert found.position(load(str(tmp_path / "my_game.py"))).names() == found.moves
    with pytest.raises(GameError, match=r"is a game of /gone/my_game\.py, not of tic_tac_toe"):
        found.position(load("tic_tac_toe"))


def test_the_commands_take_a_stored_game_as_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    assert "there is no games store at" in refused_here("analyze", "tic_tac_toe", "--moves", "match:1/0/0")
    with Store.open() as store:
        number = store.add(PLAN, schedule(1))
        played = played_by_the_rules(schedule(1)[0], 1)
        store.keep(number, [played])
    for stored, written in [(f"match:{number}/0/0", played.moves), (f"match:{number}/0/0@5", played.moves[:5])]:
        shown = [here("play", *PEOPLE, "--moves", moves, typed="quit\n") for moves in (stored, " ".join(written))]
        assert shown[0] == shown[1]
    told = [here("solve", "tic_tac_toe", "--moves", moves) for moves in (f"match:{number}/0/0", " ".join(played.moves))]
    assert told[0] == told[1]
    for command in (["analyze"], ["solve"], ["play"], ["perft", "--depth", "1"]):
        other = refused_here(command[0], "connect_four", *command[1:], "--moves", stored)
        assert other == f"kibitz: {stored} is a game of tic_tac_toe, not of connect_four"
