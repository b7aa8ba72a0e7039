"""What a player says of its move is true of that move: value, line, and the values of the others, against the plainest sums."""

from typing import Any

import pytest

from kibitz import players
from kibitz.core.registry import load
from kibitz.core.rules import Game, mover_of
from kibitz.core.thought import Thought, Value
from kibitz.players import player
from kibitz.position import Position
from reference import Worth, late_state, order, random_tree, same_side, solve

LEVELS = [f"computer:level={level},time=60" for level in (1, 2, 4, 6, 8, 9)]
SEARCHES = ["deepening:depth=2", "alphabeta:depth=2", "minimax:nodes=60"]
PLAYERS = ["greedy", *LEVELS, "computer:level=10,time=60", "perfect", *SEARCHES]
GAMES = ["tic_tac_toe", "connect_four:width=4,height=4", "othello:size=4", "nim:heaps=3-2-2", "kalah:pits=2,seeds=2"]


def worth_of(game: Game, state: Any, move: int) -> Worth:
    """What a move is worth to the one who makes it."""
    after = game.play(state, move)
    result, plies = solve(game, after)
    return result if same_side(game, state, after) else -result, plies + 1 if result else 0


def said(value: Value) -> Worth:
    return value.result, value.plies or 0


def is_true(value: Value, worth: Worth) -> bool:
    """Whether a value may be said of something that is worth so much."""
    if value.plies is None:
        worth = worth[0], 0
    if value.kind == "exact":
        return said(value) == worth
    if value.kind == "at_least":
        return order(worth) >= order(said(value))
    return value.kind == "estimate" or order(worth) <= order(said(value))


def check(position: Position, thought: Thought, slips: bool) -> None:
    game, state, best = position.game, position.state, thought.best
    assert best is not None
    assert is_true(thought.value, worth_of(game, state, best))
    if not slips:  # then it is of the position, too
        assert is_true(thought.value, solve(game, state))
    for one in thought.moves:
        assert is_true(one.value, worth_of(game, state, one.move))
        assert one.line[0] == one.move
    assert thought.line[0] == best
    end = position
    for move in thought.line:
        end = end.play(move)
    if end.is_over and thought.value.kind == "exact":
        assert end.payoffs is not None
        assert end.payoffs[position.to_move] == thought.value.result
    for bound in filter(None, thought.bounds or ()):
        assert is_true(bound, solve(game, state))


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", PLAYERS)
def test_what_a_player_says_of_its_move_is_true(spec: str, game: str) -> None:
    rules = load(game)
    for seed in range(3):
        state = late_state(rules, seed)
        position = Position(rules, state, (), mover_of(rules, state, 0))
        for thought in players.thoughts(player(spec, seed), position):
            check(position, thought, slips=spec in LEVELS)


@pytest.mark.parametrize("seed", range(40))
def test_it_is_true_in_trees_of_any_shape(seed: int) -> None:
    position = Position.after(random_tree(seed))
    for spec in (*PLAYERS, "solve:nodes=20"):
        for thought in players.thoughts(player(spec, seed), position):
            check(position, thought, slips=spec in LEVELS)
