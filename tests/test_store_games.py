"""Stored games, read again: exported as text, replayed by the rules, and named on the command line."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from commandline import here, refused_here
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.store import Sitting, Store
from kibitz.arena.store.export import write_json_lines, write_texts
from kibitz.arena.store.replay import record, replay, resolve
from kibitz.core.registry import load
from kibitz.core.thought import RESIGNED, GameRecord
from kibitz.errors import GameError, StoreError
from kibitz.position import Position
from stored import PLAN, played_by_the_rules, schedule

FORFEITED = Played(1, 1, ("1,1", "2,2"), None, 1, 'it said "no\\way"\nand left', 0.5)
FIRST = played_by_the_rules(schedule(1)[0], 1)
KEY = "3f9a0c" + "1" * 26
MOVES = ("1,1", "1,2", "2,2", "3,3", "2,1", "2,3", "3,1")
GAME = Sitting(KEY, "ann", "tic_tac_toe", ("human", "greedy"), MOVES, "over", None, (1, -1))
SHALLOW = ("--search", "deepening", "--depth", "1")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Match 1 with two games by the rules and one lost by a fault; games of people: over, resigned, going on."""
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    with Store.open() as store:
        store.add(PLAN, schedule(2, "1,1"))
        store.keep(1, [FORFEITED, FIRST, played_by_the_rules(schedule(2)[2], 4)])
        store.keep_sitting(GAME)
        store.keep_sitting(replace(GAME, key="ab" * 16, moves=MOVES[:3], ended="resigned", loser=1, payoffs=None))
        store.keep_sitting(replace(GAME, key="abababa" + "0" * 25, moves=MOVES[:2], ended="", payoffs=None))
        yield store


def test_a_match_as_lines_of_json(kept: Store) -> None:
    first, second, last = [json.loads(line) for line in write_json_lines(kept, 1)]
    assert first == {
        "match": 1,
        "key": [0, 0],
        "game": "tic_tac_toe",
        "players": ["random", "greedy"],
        "opening": "1,1",
        "moves": list(FIRST.moves),
        "payoffs": list(FIRST.payoffs or ()),
        "score": list(FIRST.scores(2)),
        "forfeit": None,
        "reason": "",
        "seconds": 0.5,
    }
    assert second["key"] == [1, 0]
    assert (last["players"], last["payoffs"], last["score"], last["forfeit"]) == (["greedy", "random"], None, [1.0, 0.0], 1)
    assert last["reason"] == FORFEITED.reason


@pytest.mark.parametrize(("paid", "told"), [((math.nan, 0), "nan, 0"), ((math.inf, -math.inf), "inf, -inf")])
def test_payoffs_that_are_no_numbers_are_no_result(paid: tuple[float, float], told: str, kept: Store) -> None:
    """Stores of older days may hold some: rules could pay them."""
    kept.keep(kept.add(PLAN, schedule(1)), [replace(FIRST, payoffs=paid)])
    for written in (here("match", "--export", "2"), here("match", "--show", "2/0/0", "--json")):
        assert json.loads(written, parse_constant=pytest.fail)["payoffs"] is None
    said = f"ended by payoffs that are not numbers ({told}), and counts as it did"
    assert f"The game was {said}." in here("match", "--show", "2/0/0")
    assert said in here("match", "--export", "2", "--text")


def test_a_match_as_text_with_headers_and_numbered_moves(kept: Store) -> None:
    texts = list(write_texts(kept, 1))
    assert texts[-1] == (
        '[Event "match 1"]\n[Game "tic_tac_toe"]\n[Round "1.1"]\n[First "greedy"]\n[Second "random"]\n'
        '[Opening "1,1"]\n[Result "1-0"]\n'
        '[Termination "Second lost by a fault: it said \\"no\\\\way\\" and left"]\n\n1. 1,1 2,2 1-0\n\n'
    )
    assert f"1. {FIRST.moves[0]} {FIRST.moves[1]} 2. {FIRST.moves[2]}" in texts[0].replace("\n", " ")
    fixtures = [Fixture(0, 0, (0, 1), ""), Fixture(1, 0, (0, 1, 2), ""), Fixture(2, 0, tuple(range(7)), "")]
    long = tuple(f"{row},{row}" for row in range(100))
    number = kept.add(Plan("x", tuple("abcdefg"), 1), fixtures)
    kept.keep(number, [Played(0, 0, long, (0, 0)), Played(1, 0, (), (3, 1, 2)), Played(2, 0, (), None, 6, "late")])
    two, three, seven = write_texts(kept, number)
    assert '[Result "1/2-1/2"]' in two
    assert max(map(len, two.splitlines())) <= 79
    body = " ".join(two.partition("\n\n")[2].split())
    assert re.sub(r"\d+\. ", "", body).removesuffix(" 1/2-1/2").split() == list(long)
    assert '[Third "c"]\n[Result "1-0-1/2"]\n[Payoffs "3 1 2"]' in three
    assert '[Player7 "g"]' in seven
    assert "Player7 lost by a fault: late" in seven


def test_a_stored_game_is_replayed_by_the_rules_or_says_that_they_have_changed(kept: Store) -> None:
    game = load("tic_tac_toe")
    for fixture, played in kept.games(1):
        position = replay(game, played)
        assert position.names() == played.moves
        names = ("random", "greedy") if fixture.side == 0 else ("greedy", "random")
        assert record(PLAN, fixture, played) == GameRecord(
            "tic_tac_toe", played.moves, names, played.payoffs, played.forfeit, played.reason, opening=1
        )
    for moves, payoffs, sentence in (
        (("1,1", "1,1"), (1, -1), r"does not follow the rules as they are now: move 2: '1,1' is not allowed"),
        (("1,1",), (1, -1), r"ended with 1, -1, but by the rules as they are now it is not over there"),
        (("1,1", "2,2", "1,2", "3,3", "1,3"), (0, 0), r"ended with 0, 0, but by the rules as they are now it pays 1, -1"),
    ):
        with pytest.raises(StoreError, match=sentence):
            replay(game, Played(0, 0, moves, payoffs))


def test_a_game_of_people_becomes_a_record_with_what_is_true_of_it() -> None:
    assert GAME.record() == GameRecord("tic_tac_toe", MOVES, ("human", "greedy"), (1, -1))
    left = replace(GAME, ended="resigned", loser=1, payoffs=(1, -1))
    assert left.record() == GameRecord("tic_tac_toe", MOVES, ("human", "greedy"), None, 1, RESIGNED)
    assert replace(GAME, ended="", loser=1).record() == GameRecord("tic_tac_toe", MOVES, ("human", "greedy"), None)


# Games by their names: match:1/0/0, play:3f9a0c


def test_a_reference_names_a_game_or_its_beginning(kept: Store) -> None:
    played = kept.game(1, 1, 0)[1]
    whole, begun = resolve("match:1/1/0"), resolve(" match:1/1/0@3 ", kept.url)
    assert (whole.moves, begun.moves, resolve("match:1/1/0@0").moves) == (played.moves, played.moves[:3], ())
    assert begun.position(load("tic_tac_toe")) == Position.after(load("tic_tac_toe"), list(played.moves[:3]))
    with pytest.raises(GameError, match=r"^match:1/1/0@3 is a game of tic_tac_toe, not of tic_tac_toe:width=4$"):
        begun.position(load("tic_tac_toe:width=4"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("match:1/0/1", "has not been played yet"),
        ("match:1/1/1@3", "game match:1/1/1 has 2 moves, not 3"),
        ("play:ababab", "more than one game in this store has a key that begins with ababab: write more of it"),
        (f"play:{KEY}1", "names no stored game"),
        ("play:3f9a0c@8", "the game play:3f9a0c has 7 moves, not 8"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_a_reference_to_nothing_says_what_is_wrong(text: str, sentence: str) -> None:
    assert sentence in refused_here("review", text)
    assert sentence in refused_here("analyze", "tic_tac_toe", "--moves", text)


def test_a_game_of_a_file_is_known_where_its_file_has_moved(kept: Store, tmp_path: Path) -> None:
    rules = Path(__file__).parent.parent / "src" / "kibitz" / "games" / "tic_tac_toe.py"
    (tmp_path / "my_game.py").write_bytes(rules.read_bytes())
    kept.keep_sitting(replace(GAME, key="c" * 32, game="/gone/my_game.py"))
    found = resolve("play:cccccc")
    assert found.position(load(str(tmp_path / "my_game.py"))).names() == found.moves == MOVES
    with pytest.raises(GameError, match=r"is a game of /gone/my_game\.py, not of tic_tac_toe"):
        found.position(load("tic_tac_toe"))
    assert "/gone/my_game.py" in refused_here("review", "play:cccccc")


@pytest.mark.usefixtures("kept")
def test_the_commands_take_a_stored_game_as_moves(tmp_path: Path) -> None:
    for name, moves in (
        ("match:1/0/0@5", FIRST.moves[:5]),
        ("play:3f9a0c", MOVES),
        (f"play:{KEY.upper()}@3", MOVES[:3]),
        ("play:3f9a0c@0", ()),
    ):
        shown = [
            here("play", "tic_tac_toe", "human", "human", "--moves", text, typed="quit\n") for text in (name, " ".join(moves))
        ]
        assert shown[0] == shown[1]
    for command in (["analyze"], ["solve"], ["play"], ["perft", "--depth", "1"]):
        other = refused_here(command[0], "connect_four", *command[1:], "--moves", "play:3f9a0c")
        assert other == "kibitz: play:3f9a0c is a game of tic_tac_toe, not of connect_four"
    nowhere = ("--store", str(tmp_path / "none.db"))
    assert "there is no games store at" in refused_here("review", "play:3f9a0c", *nowhere)


@pytest.mark.usefixtures("kept")
def test_a_game_of_people_is_reviewed() -> None:
    told = json.loads(here("review", "play:3f9a0c", *SHALLOW, "--json"))
    assert (told["game"], told["players"], told["moves"]) == ("tic_tac_toe", ["human", "greedy"], list(MOVES))
    assert (told["over"], told["payoffs"], told["forfeit"], told["reason"]) == (True, [1, -1], None, "")
    assert "O resigned." in here("review", "play:abababab", *SHALLOW)
    told = json.loads(here("review", "play:abababab", *SHALLOW, "--json"))
    assert (told["over"], told["forfeit"], told["reason"]) == (False, 1, "resigned")
    assert "not over" in here("review", "play:abababa0", *SHALLOW)
