"""What it means that a search agrees with its reference, for several players and for chance."""

from collections.abc import Callable
from typing import Any

import pytest

import reference_several as twins
from kibitz.core.rules import Game, at_chance, legal, says
from kibitz.core.thought import Kind, Thought, Value
from kibitz.kernel import Machine
from kibitz.search.drivers import handle
from kibitz.search.drivers.request import Ties
from party_game import Ways
from reference_several import Guess, Judged
from shelf import SEARCHES

TIES: tuple[Ties, ...] = ("first", "last", "hostile", "kind")
Judge = Callable[[int | None], Judged]  # by the depth
PROVED_WITHIN = 8  # plies deeper than where a claim was made it is looked whether it holds
ROUNDED = 1e-9  # how far a sum may be off whose parts no computer holds


def plainly(patch: pytest.MonkeyPatch) -> None:
    """From now on nothing is compiled: as machine code every new game costs milliseconds, every new kind of game seconds."""
    patch.setattr(handle, "machine_of", lambda game, wise=None: Machine(game, wise, plain=True))


def same(found: Any, expected: Any, exactly: bool = True) -> bool:
    """Whether two values, or two vectors, are equal: to the last bit, or as far as sums can be."""
    return bool(found == (expected if exactly else pytest.approx(expected, abs=ROUNDED)))


def guess_of(game: Ways) -> Guess:
    """What the knowledge of the games on graphs guesses, for the references."""
    count = game.players
    return lambda state: tuple(game.guesses[state.node * count + player] for player in range(count))


def numbers(value: Value, search: str) -> Any:
    """A value as the references have it: a vector of maxn, else one number."""
    return (value.payoffs or (value.result,)) if search == "maxn" else value.result


def proof(game: Game, search: str) -> Kind:
    """What is seen to the end is exact, but where it rests on how others are taken to play."""
    return "exact" if says(game, "result") or game.is_over(game.start()) else SEARCHES[search].proves


def assert_agrees(game: Game, search: str, thought: Thought, judge: Judge, depth: int | None, exactly: bool = True) -> None:
    """The value, each of the root's moves and the best of them, and what is claimed of them. `judge` is the reference."""
    twin, mover = judge(depth), max(0, game.to_move(game.start()))
    assert same(numbers(thought.value, search), twin.value, exactly)
    if thought.value.payoffs is not None:
        assert thought.value.result == thought.value.payoffs[mover]
    if twin.whole:
        assert thought.value.kind == proof(game, search)
    elif thought.value.kind != "estimate":
        assert thought.value.kind == proof(game, search)
        assert same(numbers(thought.value, search), judge(thought.depth + PROVED_WITHIN).value, exactly)
    assert (thought.best is None) == (twin.best is None)
    if thought.best is not None:
        assert same(twin.moves[thought.best], twin.value, exactly)
        assert search != "maxn" or thought.best == judge(thought.depth or None).best
    if thought.moves:
        assert {one.move for one in thought.moves} == set(twin.moves)
    for one in thought.moves:
        assert same(numbers(one.value, search), twin.moves[one.move], exactly)
        assert one.line[0] == one.move


def assert_line_leads_there(game: Game, search: str, thought: Thought, depth: int | None, guess: Guess | None = None) -> None:
    """The line is legal; without dice it goes on to the end or the horizon, and there the value stands."""
    state, dice, mover = game.start(), False, max(0, game.to_move(game.start()))
    for move in thought.line:
        assert move in legal(game, state)
        dice = dice or at_chance(game, state)
        state = game.play(state, move)
    over = game.is_over(state)
    if dice or (not over and at_chance(game, state)):
        return
    assert over or len(thought.line) == depth
    found = twins.payoffs(game, state) if over else guess(state) if guess else (0.0,) * game.players
    assert numbers(thought.value, search) == (found if search == "maxn" else found[mover])
