"""Players of every kind: legal moves, the same with the same seed, and greed that looks one move ahead, at any kind of game."""

from collections.abc import Iterable
from typing import Any

import pytest

from kibitz import Limit, load
from kibitz.arena.play import play_out
from kibitz.core.rules import Knowledge
from kibitz.core.thought import Value
from kibitz.games.textbook.tree import Tree
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.position import Position
from player_kinds import KINDS

KNOWING = "kibitz.patterns.library.knowledge_of"


class Third(Knowledge):
    """The side to move is ahead by what is left when the number of the node is divided by three."""

    def evaluate(self, state: Any) -> float:
        return float(state.node % 3)


class Hopes(Knowledge):
    """What each player makes of a node: ten times its number, the number, nothing."""

    def estimates(self, state: Any) -> Iterable[float]:
        return 10.0 * state.node, state.node, 0


class Lead(Knowledge):
    """The side to move is ahead by the number of the node; the first player where chance decides."""

    def evaluate(self, state: Any) -> float:
        return float(state.node)


def tree(nested: dict[str, Any], *players: str) -> Position:
    """A tree with these players (none: two, first and second), at its root."""
    return Position.after(Tree.from_nested({"tree": nested, **({"players": list(players)} if players else {})}))


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
@pytest.mark.parametrize("spec", ["random", "greedy", "deepening:depth=2", "alphabeta:nodes=100", "deepening:level=1"])
def test_the_same_seed_plays_the_same_game(spec: str) -> None:
    game = load("connect_four:width=5,height=4")
    records = [play_out(game, [player(spec, seed), player("random", seed + 1)]).moves for seed in (1, 1, 2, 3, 4)]
    assert records[0] == records[1]
    assert len(set(records)) > 1


def test_random_takes_every_move_about_as_often_and_without_a_seed_as_it_happens() -> None:
    game = load("connect_four")
    dice, position = player("random", seed=3), Position.after(game)
    thrown = [dice.think(position).best for _ in range(700)]
    assert all(60 <= thrown.count(move) <= 140 for move in range(7))
    assert len({play_out(game, [player("random"), player("random")]).moves for _ in range(3)}) == 3


def test_greedy_wins_at_once_where_it_can() -> None:
    position = Position.after(load("connect_four"), "112233")
    thought = player("greedy", seed=5).think(position)
    assert position.name(thought.best or 0) == "4"
    assert thought.value == Value("exact", 1, 1)
    assert thought.moves[0].move == thought.best
    assert len(thought.moves) == 7


@pytest.mark.parametrize("moves_again", [False, True])
def test_greedy_takes_the_best_estimate_for_the_mover(moves_again: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    on: dict[str, Any] = {"moves": {"end": 0}, **({"player": 0} if moves_again else {})}
    position = tree({"moves": dict.fromkeys("abcdefg", on) | {"lost": -10}})
    worths = [(1 if moves_again else -1) * (position.play(move).state.node % 3) for move in range(7)]
    equal = {move for move, worth in enumerate(worths) if worth == max(worths)}
    assert len(equal) > 1
    monkeypatch.setattr(KNOWING, Third)
    chosen = [player("greedy", seed).think(position) for seed in range(20)]
    assert {thought.best for thought in chosen} == equal  # those that tie, by the dice
    assert {thought.value for thought in chosen} == {Value("estimate", max(worths))}
    assert chosen[0].moves[-1].value == Value("exact", -10, 1)
    monkeypatch.setattr(KNOWING, lambda game: None)
    assert {player("greedy", seed).think(position).best for seed in range(60)} == set(range(7))


def test_greedy_takes_what_it_gets_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    position = tree({"player": 1, "moves": {"a": {"payoffs": [9, 1, 9]}, "b": {"payoffs": [0, 2, 0]}}}, "A", "B", "C")
    thought = player("greedy", 1).think(position)
    assert (thought.best, thought.value, thought.nodes) == (1, Value("exact", 2), 3)
    on = {"moves": {"end": {"payoffs": [0, 0, 0]}}}
    position = tree({"moves": {"a": on, "b": on, "c": on}}, "A", "B", "C")
    monkeypatch.setattr(KNOWING, Hopes)
    assert [one.value.result for one in player("greedy", 1).think(position).moves] == [30, 20, 10]
    monkeypatch.setattr(KNOWING, Lead)  # says nothing for three
    assert player("greedy", 1).think(position).value == Value("estimate", 0)


def test_greedy_reckons_with_the_dice_by_their_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    gamble = {"chance": {"often": 3, "seldom": 1}, "moves": {"often": 4, "seldom": -8}}
    thought = player("greedy", 1).think(tree({"moves": {"safe": 2, "gamble": gamble, "poor": 0}}))
    worths = [(0, Value("exact", 2, 1)), (1, Value("exact", 1.0)), (2, Value("exact", 0))]
    assert ([(one.move, one.value) for one in thought.moves], thought.nodes) == (worths, 6)
    on = {"moves": {"end": 0}}  # where a game goes on after the dice, it only estimates
    open_ended: dict[str, Any] = {"chance": {"x": 1, "y": 1}, "moves": {"x": on, "y": -6}}
    again = {"chance": {"z": 1}, "moves": {"z": open_ended}}
    position = tree({"moves": {"gamble": open_ended, "again": again, "on": on}})
    monkeypatch.setattr(KNOWING, Lead)
    worth = {position.name(one.move): one.value for one in player("greedy", 1).think(position).moves}
    x, z = position.play("gamble").play("x"), position.play("again").play("z")
    assert worth["gamble"] == Value("estimate", (-x.state.node - 6) / 2)  # after x the other side is to move
    assert worth["again"] == Value("estimate", z.state.node)  # chance again: the first player's estimate
    assert worth["on"] == Value("estimate", -position.play("on").state.node)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(
    ("game", "best"), [("tree:file=three_players", "a1"), ("tree:file=chances", "a1"), ("tree:file=cooperation", "build")]
)
def test_the_computer_takes_the_search_that_fits(game: str, best: str) -> None:
    position = Position.after(load(game))
    for spec in ("computer:depth=6", "computer:level=10"):
        thought = player(spec, 1).think(position)
        assert (position.name(thought.best or 0), thought.value.kind) == (best, "exact")
    made = player("computer:depth=3,table=1k", 1)
    assert isinstance(made, Engine)
    assert (made.search, made.limit) == (None, Limit(depth=3, table=1024))


def test_selfish_players_cooperate() -> None:
    both = [player("computer:depth=6", 1), player("computer:depth=6", 2)]
    record = play_out(load("tree:file=cooperation"), both)
    assert (record.moves, record.payoffs) == (("build",) * 4, (1000, 1000))
