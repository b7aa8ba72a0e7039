"""Games that end early: when both players consider them decided, and never otherwise."""

import json
import math
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

import pytest

import commandline
from kibitz.arena.adjudication import Adjudication, EarlyEnd, opinion
from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.referee import referee
from kibitz.core.registry import load
from kibitz.core.thought import AGREED, RESIGNED, Thought, Value
from kibitz.errors import MatchError
from kibitz.players import player
from kibitz.position import Position


def says(result: float, kind: Any = "estimate", informed: bool = True) -> Thought:
    return Thought(0, Value(kind, result), informed=informed)


class Thinker:
    """Plays the first legal move, or another by its place, and says these values in turn."""

    def __init__(self, values: Sequence[Thought], place: int = 0) -> None:
        self.name, self._values, self._place = "thinker", iter(cycle(values)), place

    def think(self, position: Position) -> Thought:
        thought = next(self._values)
        return Thought(position.legal()[self._place], thought.value, informed=thought.informed)


def played(first: Sequence[Thought], second: Sequence[Thought], resign: str | None, draw: str | None) -> Played:
    game = load("connect_four")
    early = Adjudication.read(resign, draw, game)
    return referee(game, Fixture(0, 0, (0, 1), ""), [Thinker(first), Thinker(second)], 5.0, early=early)


@pytest.mark.parametrize(
    ("thought", "value"),
    [
        (says(-3), -3),
        (says(0, informed=False), None),
        (says(1, "exact"), math.inf),
        (says(-1, "exact"), -math.inf),
        (says(0, "exact"), 0),
        (says(1, "at_least"), math.inf),
        (says(-1, "at_least"), None),
        (says(-1, "at_most"), -math.inf),
        (says(1, "at_most"), None),
        (says(math.nan), None),
    ],
)
def test_the_opinion_of_a_player(thought: Thought, value: float | None) -> None:
    assert opinion(thought) == value


@pytest.mark.parametrize(
    ("first", "second", "resign", "draw", "moves", "loser", "reason"),
    [
        ([says(9)], [says(-8)], "3:8", None, 6, 1, RESIGNED),
        ([says(-9)], [says(8)], "3:8", None, 6, 0, RESIGNED),
        ([says(9)], [says(-1, "exact")], "2:1000", None, None, None, ""),  # only one of them thinks so
        ([says(1, "exact")], [says(-1, "exact")], "2:1000", None, 4, 1, RESIGNED),
        ([says(9)], [says(0, informed=False)], "1:8", None, None, None, ""),  # no opinion
        ([says(9), says(7.9)], [says(-9)], "2:8", None, None, None, ""),  # never twice in a row
        ([says(0.4)], [says(-0.5)], None, "9:2:0.5", 9, None, AGREED),
        ([says(0.4)], [says(-0.5)], None, "0:3:0.5", 6, None, AGREED),
        ([says(0.4)], [says(-0.6)], None, "0:1:0.5", None, None, ""),
        ([says(9)], [says(-9)], "4:8", "0:1:20", 2, None, AGREED),  # whichever comes first
    ],
)
def test_when_a_game_ends(
    first: list[Thought],
    second: list[Thought],
    resign: str | None,
    draw: str | None,
    moves: int | None,
    loser: int | None,
    reason: str,
) -> None:
    game = played(first, second, resign, draw)
    assert (game.forfeit, game.reason) == (loser, reason)
    assert game.payoffs is None if reason else game.payoffs is not None
    if moves is not None:
        assert len(game.moves) == moves
    whole = played(first, second, None, None)
    assert whole.moves[: len(game.moves)] == game.moves


def test_a_game_that_ends_by_its_rules_is_not_resigned() -> None:
    """The move that ends it counts, even where with it both have said that it is decided."""
    game, early = load("connect_four"), Adjudication.read("1:1", None, load("connect_four"))
    seats = [Thinker([says(9)]), Thinker([says(-9)], place=-1)]
    won = referee(game, Fixture(0, 0, (0, 1), "1 2 1 2 1"), seats, 5.0, early=early)
    assert (won.moves[-2:], won.payoffs, won.reason) == (("7", "1"), (1, -1), "")


def test_moves_out_of_turn_count_for_the_one_who_makes_them() -> None:
    """Of each player its own last moves count, however they alternate."""
    judge = EarlyEnd(Adjudication((2, 8.0)))
    heard = [judge.hear(seat, says(9 if seat == 0 else -9), made) for made, seat in enumerate([0, 0, 0, 1, 0, 1], 1)]
    assert heard == [None, None, None, None, None, "first"]


@pytest.mark.parametrize(
    "spec", ["tic_tac_toe", "connect_four:width=3,height=3,line=3", "nim:heaps=2-3", "kalah:pits=2,seeds=2"]
)
def test_who_resigns_by_proof_would_have_lost(spec: str) -> None:
    """Perfect play: the game ends earlier, and as it does when it is played out."""
    game = load(spec)

    def games(resign: str | None, draw: str | None) -> Iterator[Played]:
        for seed, opening in enumerate(["", *(game.move_name(game.start(), move) for move in game.moves(game.start()))]):
            seats = [player("alphabeta:depth=40", seed), player("alphabeta:depth=40", seed)]
            early = Adjudication.read(resign, draw, game)
            yield referee(game, Fixture(0, 0, (0, 1), opening), seats, None, early=early)

    for whole, short in zip(games(None, None), games("1:1000", "0:1:0"), strict=True):
        assert short.scores(2) == whole.scores(2)
        assert len(short.moves) <= len(whole.moves)
        assert whole.moves[: len(short.moves)] == short.moves


@pytest.mark.parametrize(
    ("resign", "draw", "sentence"),
    [
        ("3", None, "'3' does not fit: resignation is written MOVES:VALUE, such as 3:8"),
        ("0:8", None, "'0:8' does not fit: a count of moves is a whole number from 1 to 10,000"),
        ("3:-8", None, "'3:-8' does not fit: resignation is written MOVES:VALUE, such as 3:8, with a value of 0 or more"),
        (None, "8:0.5", "'8:0.5' does not fit: an agreed draw is written FROM:MOVES:VALUE, such as 40:8:0.5"),
        (None, "40:8:nan", "such as 40:8:0.5, with a value of 0 or more"),
    ],
)
def test_settings_that_do_not_fit(resign: str | None, draw: str | None, sentence: str) -> None:
    with pytest.raises(MatchError) as problem:
        Adjudication.read(resign, draw, load("othello"))
    assert sentence in str(problem.value)


def test_games_of_several_have_no_resignation() -> None:
    with pytest.raises(MatchError, match="two do not play for one result"):
        Adjudication.read("3:8", None, load("trio"))


def test_the_command_counts_them_apart(tmp_path: Any) -> None:
    players = ["alphabeta:depth=2", "alphabeta:depth=1"]
    options = [
        "--game",
        "othello:size=4",
        "--games",
        "8",
        "--seed",
        "1",
        "--store",
        str(tmp_path / "games.db"),
        "--workers",
        "1",
    ]
    found = json.loads(commandline.here("match", *players, *options, "--resign", "1:2", "--draw", "6:1:0", "--json"))
    assert found["resigned"] > 0
    assert found["forfeits"] == [0, 0]
    assert found["games"] == found["a_wins"] + found["b_wins"] + found["draws"] == 8
    text = commandline.here("match", "--show", "1", "--store", str(tmp_path / "games.db"))
    assert ", resign 1:2, draw 6:1:0\n" in text
    assert "ended early: " in text
