"""Players of every kind: legal moves, the same with the same seed, and greed that looks one move ahead."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from kibitz.arena.play import play_out
from kibitz.players import player
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game, Knowledge
from kibitz.thought import Value
from player_kinds import KINDS


class Number(NamedTuple):
    made: int
    last: int


@dataclass(frozen=True)
class Pick(Game):
    """Move n of the first turn leads to a game worth n to the other side; 4 ends it at once, lost for the mover."""

    again: bool = False  # whether the mover of the first turn moves again

    def start(self) -> Number:
        return Number(0, 0)

    def to_move(self, state: Number) -> int:
        return 0 if self.again else state.made % 2

    def moves(self, state: Number) -> Iterable[int]:
        return range(5)

    def play(self, state: Number, move: int) -> Number:
        return Number(state.made + 1, move)

    def is_over(self, state: Number) -> bool:
        return state.made == 2 or state.last == 4

    def result(self, state: Number) -> int:
        return 10 if not self.again else -10


@dataclass(frozen=True)
class PickKnowledge(Knowledge):
    """What the docstring above says."""

    def evaluate(self, state: Any) -> float:
        return float(state.last % 3)  # 0 and 3 are the same


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_player_makes_legal_moves(kind: str) -> None:
    position = Position.after(load("tic_tac_toe"), "1,1 2,2 3,3 1,3")
    someone = player(kind, seed=1)
    assert someone.name == kind
    while not position.is_over:
        thought = someone.think(position)
        assert thought.best in position.legal()
        assert thought.line[0] == thought.best
        position = position.play(thought.best)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("spec", ["random", "greedy", "deepening:depth=2", "alphabeta:nodes=500", "deepening:level=1"])
def test_the_same_seed_plays_the_same_game(spec: str) -> None:
    game = load("connect_four")
    records = [play_out(game, [player(spec, seed), player("random", seed + 1)]).moves for seed in (1, 1, 2, 3, 4)]
    assert records[0] == records[1]
    assert len(set(records)) > 1


def test_random_takes_every_move_about_as_often() -> None:
    position = Position.after(load("connect_four"))
    dice = player("random", seed=3)
    counts = [0] * 7
    for _ in range(700):
        best = dice.think(position).best
        assert best is not None
        counts[best] += 1
    assert all(60 <= count <= 140 for count in counts)


def test_random_without_a_seed_differs() -> None:
    game = load("othello")
    assert len({play_out(game, [player("random"), player("random")]).moves for _ in range(3)}) == 3


def test_greedy_wins_at_once_where_it_can() -> None:
    position = Position.after(load("connect_four"), "112233")
    thought = player("greedy", seed=5).think(position)
    assert position.name(thought.best or 0) == "4"
    assert thought.value == Value("exact", 1, 1)
    assert thought.moves[0].move == thought.best
    assert len(thought.moves) == 7


def test_greedy_takes_the_best_estimate_for_the_mover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.players.knowledge_option.knowledge_of", PickKnowledge)
    chosen = [player("greedy", seed).think(Position.after(Pick())) for seed in range(12)]
    assert {thought.best for thought in chosen} == {0, 3}  # the two that tie, by the dice
    assert {thought.value for thought in chosen} == {Value("estimate", 0)}
    assert chosen[0].moves[-1].value == Value("exact", -10, 1)


def test_greedy_knows_when_it_moves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.players.knowledge_option.knowledge_of", PickKnowledge)
    thought = player("greedy", seed=0).think(Position.after(Pick(again=True)))
    assert (thought.best, thought.value) == (2, Value("estimate", 2))


def test_greedy_without_knowledge_guesses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.players.knowledge_option.knowledge_of", lambda game: None)
    assert {player("greedy", seed).think(Position.after(Pick())).best for seed in range(30)} == {0, 1, 2, 3}
