"""Perft: how many sequences of moves there are of a given length; the standard test of a game's rules."""

from typing import Any

from kibitz.core.laws import is_int, short_repr
from kibitz.core.rules import Game
from kibitz.errors import SearchError
from kibitz.kernel import Fields, machine_of
from kibitz.position import Position
from kibitz.search.drivers.request import check_state, game_of


def perft(game: Game | Position | str, state: Any = None, depth: int = 1, plain: bool = False) -> int:
    """The legal sequences of exactly `depth` moves from `state` (None: the start); games that end earlier count nothing.

    `game`: a game, its spec, or a position, which brings its state. What dice or cards may bring counts as a move. What was
    on the board before is not looked at: a position may come back.
    """
    check_state(game, state, "perft()", "depth={}")
    state = game.state if isinstance(game, Position) and state is None else state
    if not is_int(depth) or depth < 0:
        raise SearchError(f"{short_repr(depth)} is not a number of moves: write depth=3")
    game = game_of(game)
    machine = machine_of(game, plain=plain)
    count = machine.ready(count_leaves)
    return int(count(machine.arguments(game.start() if state is None else state), depth))


def count_leaves(rules: Any, fields: Fields, depth: int) -> int:
    """Where `perft` enters compiled code."""
    return leaves(rules, rules.enter(fields), depth)


def leaves(rules: Any, state: Any, depth: int) -> int:
    """The sequences of `depth` moves from `state`."""
    if depth == 0:
        return 1
    if rules.is_over(state):
        return 0
    total = 0
    if rules.is_chance(state):
        for outcome, _ in rules.chances(state):
            total += leaves(rules, rules.play(state, outcome), depth - 1)
        return total
    for move in rules.moves(state):
        total += leaves(rules, rules.play(state, move), depth - 1)
    return total
