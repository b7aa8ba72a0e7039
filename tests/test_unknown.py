"""Games of which nothing is known: an estimate of 0 is no opinion there, and nobody is told one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from commandline import here
from kibitz import load
from kibitz.arena.play import play_out
from kibitz.cli.playing import play
from kibitz.core.thought import Limit, Thought, Value
from kibitz.games.textbook.tree import Tree
from kibitz.players import player
from kibitz.players.settings import Wisdom
from kibitz.position import Position
from kibitz.present.answer import describe_unknown
from kibitz.present.values import ValueWords, is_unknown
from kibitz.search.entry import think

EXAMPLES = Path(__file__).parents[1] / "examples"
HEX = f"{EXAMPLES / 'hex.py'}:size=4"
SQUARES = {f"{column}{row}" for column in "abcd" for row in "1234"}
NOTHING = "nothing is known of this game, and no result is in sight within 2 plies"
# X threatens to join top and bottom: all but b4 lose at once, and of b4 nothing is known.
THREAT = "b1 a4 b2 d4 b3"


@pytest.mark.parametrize("options", [(), ("--best",)])
def test_analyze_says_once_that_nothing_is_known(options: tuple[str, ...]) -> None:
    shown = here("analyze", HEX, "--depth", "2", *options)
    assert f"X to move: {NOTHING}\n" in shown
    assert shown.count("known") == 1
    for untrue in ("estimate", "+0.00", "50 %", "best"):
        assert untrue not in shown
    for spec, informed in ((HEX, False), ("tic_tac_toe", True)):
        assert json.loads(here("analyze", spec, "--depth", "1", "--json"))["informed"] is informed


def test_moves_that_are_told_apart_are_listed_and_the_others_called_unknown() -> None:
    shown = here("analyze", HEX, "--depth", "2", "--moves", THREAT)
    rows = [line for line in shown.splitlines() if line[:2] in SQUARES]
    assert f"O to move: {NOTHING}\n" in shown
    assert [line.split() for line in rows if "unknown" in line] == [["b4", "unknown"]]
    assert sum("X wins in 2" in line for line in rows) == len(rows) - 1 > 5
    assert "estimate" not in shown


class Seat:
    """A person's place at the board."""

    def __init__(self, spec: str, moves: str = "") -> None:
        self.position = Position.after(load(spec), moves)
        self.words, self.wisdom = ValueWords(self.position.game), Wisdom()

    def take_back(self) -> bool:
        return False


def test_hints_and_values_in_the_terminal_are_no_guesses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "ADVICE", Limit(depth=2))

    def heard(word: str, seat: Seat) -> str:
        play.WORDS[word](seat)
        return capsys.readouterr().out

    assert heard("hint", Seat(HEX)) == f"No hint: {NOTHING}.\n"
    assert "estimate" in heard("hint", Seat("tic_tac_toe"))
    assert heard("values", Seat(HEX)) == f"N{NOTHING[1:]}.\n"
    told = heard("values", Seat(HEX, THREAT))
    assert (told.count("unknown"), told.count("X wins in 2")) == (1, 10)


SEEDED = [
    "deepening:depth=1",
    "alphabeta:depth=2",
    "minimax:depth=1",
    "computer:level=2",
    "computer:level=10,nodes=40,time=0.2",
]


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("spec", SEEDED)
def test_moves_of_which_nothing_is_known_are_chosen_by_the_seed(spec: str) -> None:
    position = Position.after(load(HEX))
    opened = [player(spec, seed).think(position) for seed in range(8)]
    assert len({thought.best for thought in opened}) > 3
    assert all(thought.line[0] == thought.best and is_unknown(thought.value, thought.informed) for thought in opened)


@pytest.mark.usefixtures("unhurried")
def test_the_same_seed_plays_the_same_game_where_nothing_is_known() -> None:
    games = [
        play_out(load(HEX), [player("deepening:depth=2", seed), player("computer:level=2", 9)]).moves for seed in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("search", ["maxn", "paranoid", "best_reply", "minimax", "alphabeta", "deepening"])
def test_of_equal_moves_the_one_looked_at_first_is_named(search: str) -> None:
    game = load(HEX)
    for move in (0, 5, 15):
        assert think(game, search=search, limit=Limit(depth=1), first=move).best == move
    tree = Tree.from_nested({"players": ["A", "B", "C"], "tree": {"moves": {name: {"payoffs": [1, 2, 3]} for name in "xyz"}}})
    if search in ("maxn", "paranoid", "best_reply"):
        assert [think(tree, search=search, first=move).best for move in range(3)] == [0, 1, 2]


def test_what_is_known_is_not_left_to_the_dice() -> None:
    """A move that wins, the one that does not lose, and moves that an estimate tells apart."""
    for spec, moves, only in ((HEX, "b1 a4 b2 d4 b3 a1", "b4"), (HEX, THREAT, "b4"), ("tic_tac_toe", "", "2,2")):
        position = Position.after(load(spec), moves)
        found = {player("deepening:depth=2", seed).think(position).best for seed in range(6)}
        assert {position.name(move or 0) for move in found} == {only}


GUESS = Value("estimate", 0)
PAID = Value("estimate", 0, payoffs=(0, 2, 1))


@pytest.mark.parametrize(
    ("value", "depth", "is_nothing", "sentence"),
    [
        (GUESS, 2, True, ", and no result is in sight within 2 plies"),
        (GUESS, 0, True, ", and no result is in sight"),  # of a search that has not begun
        (Value("estimate", 0.5), 1, False, " but its ends within 1 ply"),  # dice average the ends that are seen
        (PAID, 1, False, " but its ends within 1 ply"),
        (replace(PAID, payoffs=(0, 0, 0)), 1, True, ", and no result is in sight within 1 ply"),
    ],
)
def test_what_is_said_of_ends_that_are_seen(value: Value, depth: int, is_nothing: bool, sentence: str) -> None:
    assert is_unknown(value, informed=False) == is_nothing
    assert describe_unknown(Thought(0, value, depth=depth, informed=False)) == f"nothing is known of this game{sentence}"


def test_what_is_proved_or_estimated_is_never_unknown() -> None:
    words = ValueWords(load(HEX))
    assert (words.say(GUESS, 0, informed=False), words.say(GUESS, 0)) == ("unknown", "estimate +0.00 for X")
    for kind in ("exact", "at_least", "at_most"):
        assert words.say(Value(kind, 0), 0, informed=False) == words.say(Value(kind, 0), 0)


def test_players_without_an_opinion_claim_none() -> None:
    position = Position.after(HEX)
    assert not any(player(spec, 1).think(position).informed for spec in ("random", "greedy", "greedy:knowledge=none"))
    assert player("greedy", 1).think(Position.after("tic_tac_toe")).informed
    assert not think(position, limit=Limit(depth=1)).informed
