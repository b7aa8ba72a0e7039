"""The player that looks one move ahead: it takes the best result or, if the game continues, the best estimate."""

import random
import time
from dataclasses import dataclass, replace

from kibitz.core.best_result import best_result
from kibitz.core.recurrence import score_of
from kibitz.core.rules import Game, Knowledge, can_be_proved, says
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.patterns.library import HAND
from kibitz.players.settings import KNOWLEDGE_SETTINGS, Wisdom, read_settings
from kibitz.position import Position


class GreedyPlayer:
    """Values each move by its position right after, and breaks ties by dice.

    Where dice or cards decide there, it takes the average of the outcomes. The estimate is the hand-written one: others are
    measured against this player, so it never changes with learning (`knowledge=auto` uses the learned one). With an estimate
    that only counts the board, such as `greedy:knowledge=Discs` in Othello, it plays for immediate gain.
    """

    def __init__(self, name: str, seed: int | None = None, wisdom: Wisdom | None = None) -> None:
        """`wisdom`: where its knowledge and its weights come from."""
        self.name, self.wisdom = name, wisdom or Wisdom(HAND)
        self._dice = random.Random(seed)

    def admit(self, game: Game) -> None:
        """Raises PlayerError when its knowledge or its weights are not for the game."""
        self.wisdom.check(game)

    def think(self, position: Position) -> Thought:
        """The move with the best value, and the values of all moves, best first."""
        began = time.perf_counter()
        wise = self.wisdom.of(position.game)
        eye, informed = _Eye(position.to_move, wise), says(wise, "evaluate") or says(wise, "estimates")
        legal = list(position.legal())
        self._dice.shuffle(legal)
        moves = [MoveValue(move, eye.worth(position.play(move)), (move,)) for move in legal]
        moves.sort(key=lambda one: one.value.order, reverse=True)  # keeps the order of the dice among equals
        best, seconds = moves[0], time.perf_counter() - began
        value = best.value
        if value.kind == "exact" and not (_is_most(value, position.game) or all(one.value.kind == "exact" for one in moves)):
            value = replace(value, kind="at_least")  # a move that does not end the game may be worth more than the estimate
        thought = Thought(best.move, value, best.line, tuple(moves), depth=1, nodes=eye.seen + 1, seconds=seconds)
        return replace(thought, informed=informed, learned=self.wisdom.learned(position.game))


def make(spec: str, seed: int | None) -> GreedyPlayer:
    """`greedy`, or `greedy:knowledge=Discs`, `greedy:weights=FILE.json`."""
    return GreedyPlayer(spec, seed, Wisdom.from_settings({"knowledge": HAND, **read_settings(spec, KNOWLEDGE_SETTINGS)}))


def _is_most(value: Value, game: Game) -> bool:
    """Whether no move can be worth more than an end with this value."""
    return can_be_proved(game) and value.result == best_result(game)


@dataclass
class _Eye:
    """The view of one player: what positions are worth to it, and how many it has looked at."""

    player: int
    knowledge: Knowledge | None
    seen: int = 0  # positions

    def worth(self, after: Position) -> Value:
        """The player's value after a move: the average, where chance decides then."""
        if not after.is_chance:
            return self.glance(after)
        self.seen += 1
        weighted = after.chances()
        values = [self.glance(after.play(outcome)) for outcome, _ in weighted]
        total = sum(weight for _, weight in weighted)
        mean = sum(weight / total * value.result for (_, weight), value in zip(weighted, values, strict=True))
        return Value("exact" if all(value.kind == "exact" for value in values) else "estimate", mean)

    def glance(self, position: Position) -> Value:
        """The player's value of a position without looking further: the result, or an estimate."""
        self.seen += 1
        if position.payoffs is not None:
            paid = position.payoffs[self.player]
            counts_plies = says(position.game, "result") and not says(position.game, "reward")
            return Value("exact", paid, 1 if paid and counts_plies else None)
        if self.knowledge is not None and says(self.knowledge, "estimates"):
            return Value("estimate", tuple(self.knowledge.estimates(position.state))[self.player])
        if self.knowledge is not None and says(self.knowledge, "evaluate") and position.game.players == 2:
            estimate = self.knowledge.evaluate(position.state) + score_of(position.state)
        else:
            estimate = score_of(position.state)
        return Value("estimate", estimate if max(position.to_move, 0) == self.player else -estimate)
