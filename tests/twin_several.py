"""What it means that a search agrees with its reference, for several players and for chance."""

from typing import Any

import pytest

import reference_several as twins
from kibitz.rules import Game, at_chance, legal
from kibitz.thought import Thought
from party_game import Ways
from reference_several import Guess, Judged

TIES = ("first", "last", "hostile", "kind")
ROUNDED = 1e-9  # how far a sum may be off whose parts no computer holds


def same(found: Any, expected: Any, exactly: bool = True) -> bool:
    """Whether two values, or two vectors, are equal: to the last bit, or as far as sums can be."""
    return bool(found == (expected if exactly else pytest.approx(expected, abs=ROUNDED)))


def guess_of(game: Ways) -> Guess:
    """What the knowledge of the games on graphs guesses, for the references."""
    count = game.players
    return lambda state: tuple(game.guesses[state.node * count + player] for player in range(count))


def assert_agrees(thought: Thought, twin: Judged, exactly: bool = True) -> None:
    """The value, each of the root's moves and the best of them; what is seen to the end is called exact."""
    assert same(thought.value.result, twin.value, exactly)
    if twin.whole:
        assert thought.value.kind == "exact"
    if twin.best is None:
        return
    assert thought.best is not None
    assert same(twin.moves[thought.best], twin.value, exactly)
    if thought.moves:
        assert {one.move for one in thought.moves} == set(twin.moves)
    for one in thought.moves:
        assert same(one.value.result, twin.moves[one.move], exactly)
        assert one.line[0] == one.move


def assert_line_leads_there(
    game: Game, thought: Thought, depth: int | None, guess: Guess | None = None, player: int | None = None
) -> None:
    """The line is legal; without dice it goes to the end or the horizon, where the value stands: `player`'s, or a vector."""
    state, dice = game.start(), False
    for move in thought.line:
        assert move in legal(game, state)
        dice = dice or at_chance(game, state)
        state = game.play(state, move)
    over = game.is_over(state)
    if dice or (not over and at_chance(game, state)):
        return
    assert over or len(thought.line) == depth
    found = twins.payoffs(game, state) if over else guess(state) if guess else (0.0,) * game.players
    assert thought.value.result == (found if player is None else found[player])
