"""Players in games of several, of any sum and with chance: what greedy reckons, and which search the computer takes."""

from collections.abc import Iterable
from typing import Any

import pytest

from kibitz import Limit, load
from kibitz.arena.play import play_out
from kibitz.games.tree import Tree
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.position import Position
from kibitz.rules import Knowledge
from kibitz.thought import Value


def tree(nested: dict[str, Any], *players: str) -> Position:
    """A tree with these players (none: two, first and second), at its root."""
    return Position.after(Tree.from_nested({"tree": nested, **({"players": list(players)} if players else {})}))


class Hopes(Knowledge):
    """What each player makes of a node: ten times its number, the number, nothing."""

    def estimates(self, state: Any) -> Iterable[float]:
        return 10.0 * state.node, state.node, 0


class Lead(Knowledge):
    """The side to move is ahead by the number of the node; the first player where chance decides."""

    def evaluate(self, state: Any) -> float:
        return float(state.node)


def test_greedy_takes_what_it_gets_itself() -> None:
    position = tree({"player": 1, "moves": {"a": {"payoffs": [9, 1, 9]}, "b": {"payoffs": [0, 2, 0]}}}, "A", "B", "C")
    thought = player("greedy", 1).think(position)
    assert (thought.best, thought.value, thought.nodes) == (1, Value("exact", 2), 3)


def test_greedy_reckons_with_the_dice_by_their_weights() -> None:
    gamble = {"chance": {"often": 3, "seldom": 1}, "moves": {"often": 4, "seldom": -8}}
    thought = player("greedy", 1).think(tree({"moves": {"safe": 2, "gamble": gamble, "poor": 0}}))
    assert [(one.move, one.value) for one in thought.moves] == [
        (0, Value("exact", 2, 1)),
        (1, Value("exact", 1.0)),
        (2, Value("exact", 0)),
    ]
    assert thought.nodes == 6


def test_greedy_on_dice_before_a_position_that_goes_on_only_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    on = {"moves": {"end": 0}}
    gamble = {"chance": {"x": 1, "y": 1}, "moves": {"x": on, "y": -6}}
    again = {"chance": {"z": 1}, "moves": {"z": gamble}}
    position = tree({"moves": {"gamble": gamble, "again": again, "on": on}})
    monkeypatch.setattr("kibitz.players.knowledge_option.knowledge_of", Lead)
    worth = {position.name(one.move): one.value for one in player("greedy", 1).think(position).moves}
    x, z = position.play("gamble").play("x"), position.play("again").play("z")
    assert worth["gamble"] == Value("estimate", (-x.state.node - 6) / 2)  # after x the other side is to move
    assert worth["again"] == Value("estimate", z.state.node)  # chance again: the first player's estimate
    assert worth["on"] == Value("estimate", -position.play("on").state.node)


def test_greedy_takes_the_best_estimate_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    on = {"moves": {"end": {"payoffs": [0, 0, 0]}}}
    position = tree({"moves": {"a": on, "b": on, "c": on}}, "A", "B", "C")
    monkeypatch.setattr("kibitz.players.knowledge_option.knowledge_of", Hopes)
    assert [one.value for one in player("greedy", 1).think(position).moves] == [
        Value("estimate", x) for x in (30.0, 20.0, 10.0)
    ]
    monkeypatch.setattr("kibitz.players.knowledge_option.knowledge_of", Lead)  # says nothing for three
    assert player("greedy", 1).think(position).value == Value("estimate", 0)


def test_the_computer_has_the_settings_of_a_search() -> None:
    made = player("computer:depth=3,table=1k", 1)
    assert isinstance(made, Engine)
    assert (made.search, made.limit) == (None, Limit(depth=3, table=1024))


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(
    ("game", "best"), [("tree:file=three_players", "a1"), ("tree:file=chances", "a1"), ("tree:file=cooperation", "build")]
)
def test_the_computer_takes_the_search_that_fits(game: str, best: str) -> None:
    position = Position.after(load(game))
    for spec in ("computer:depth=6", "computer:level=10"):
        thought = player(spec, 1).think(position)
        assert (position.name(thought.best or 0), thought.value.kind) == (best, "exact")


def test_selfish_players_cooperate() -> None:
    both = [player("computer:depth=6", 1), player("computer:depth=6", 2)]
    record = play_out(load("tree:file=cooperation"), both)
    assert (record.moves, record.payoffs) == (("build",) * 4, (1000, 1000))
