"""The player that looks one move ahead: it takes the best result or, where the game goes on, the best estimate."""

import random
import time

from kibitz.players._settings import read_settings
from kibitz.position import Position
from kibitz.registry import knowledge_of
from kibitz.rules import Knowledge, says
from kibitz.thought import MoveValue, Thought, Value


class GreedyPlayer:
    """Values each move by the position right after it, and breaks ties by dice."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._dice = random.Random(seed)

    def think(self, position: Position) -> Thought:
        """The move with the best value, and the values of all moves, best first."""
        began = time.perf_counter()
        knowledge = knowledge_of(position.game)
        legal = list(position.legal())
        self._dice.shuffle(legal)
        moves = [MoveValue(move, _worth(position, move, knowledge), (move,)) for move in legal]
        moves.sort(key=lambda one: one.value.order, reverse=True)  # keeps the order of the dice among equals
        best = moves[0]
        seconds = time.perf_counter() - began
        return Thought(best.move, best.value, best.line, tuple(moves), depth=1, nodes=len(moves) + 1, seconds=seconds)


def make(spec: str, seed: int | None) -> GreedyPlayer:
    """`greedy`, which takes no settings."""
    read_settings(spec, {})
    return GreedyPlayer(spec, seed)


def _worth(position: Position, move: int, knowledge: Knowledge | None) -> Value:
    """What a move is worth to the one who makes it, seen from the position right after it."""
    after = position.play(move)
    if after.payoffs is not None:
        result = after.payoffs[position.to_move]
        return Value("exact", result, 1 if result else None)
    if knowledge is None or not says(knowledge, "evaluate"):
        return Value("estimate", 0)
    estimate = knowledge.evaluate(after.state)
    return Value("estimate", estimate if after.to_move == position.to_move else -estimate)
