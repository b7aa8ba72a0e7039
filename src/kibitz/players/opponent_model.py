"""Models of an opponent who errs: how likely each of the legal moves is to be played."""

import math
from collections.abc import Callable, Sequence

from kibitz.errors import PlayerError
from kibitz.players import Player, ask, is_known, player
from kibitz.position import Position
from kibitz.thought import MoveValue

Opponent = Callable[[Position, Sequence[MoveValue]], dict[int, float]]
"""Given a position and what each of its legal moves is worth to their mover: how likely each move is; adds up to 1."""

UNIFORM, SOFT = "uniform", "soft"
WARM = 0.5  # the temperature of a soft opponent, in units of the result
ANSWERS = 12  # times a player that throws dice is asked what it would play


def opponent(spec: str, temperature: float = WARM, seed: int = 0) -> Opponent:
    """The model that a spec names: `uniform` (any legal move), `soft`, or a player such as `greedy` or `minimax:depth=1`.

    `soft` plays a move that is worth v with a chance in proportion to exp(v / temperature), in units of the game's results: the
    colder, the stronger. A player is asked what it would play; one that throws dice, several times. Raises PlayerError.
    """
    if spec == UNIFORM:
        return _uniform
    if spec == SOFT:
        return lambda position, moves: _soft(moves, temperature)
    if not is_known(spec):
        raise PlayerError(f"there is no model of an opponent called {spec!r}: write uniform, soft, or a player such as greedy")
    players = [player(spec, seed + number) for number in range(ANSWERS)]
    return lambda position, moves: _played(players, position)


def _uniform(position: Position, moves: Sequence[MoveValue]) -> dict[int, float]:
    return {one.move: 1 / len(moves) for one in moves}


def _soft(moves: Sequence[MoveValue], temperature: float) -> dict[int, float]:
    best = max(one.value.result for one in moves)
    weights = {one.move: math.exp((one.value.result - best) / temperature) for one in moves}
    total = math.fsum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def _played(players: Sequence[Player], position: Position) -> dict[int, float]:
    found: dict[int, float] = {}
    for one in players:
        move = ask(one, position).best
        assert move is not None
        found[move] = found.get(move, 0.0) + 1 / len(players)
    return found
