"""What is proved of the positions of one game, along its moves: each proof bounds what comes before it and what follows."""

from collections.abc import Sequence
from itertools import pairwise

from kibitz.explain.review.finding import Limits, back, forth, narrower, seen_from
from kibitz.position import Position


class Chain:
    """The proved limits of each position, seen from its side to move; by the number of moves made before it.

    A position is worth no less than the move that was made in it, and that move no more than the position.
    """

    def __init__(self, positions: Sequence[Position]) -> None:
        self._same = [here.to_move == then.to_move for here, then in pairwise(positions)]
        self._limits: list[Limits] = [(None, None)] * len(positions)

    def __getitem__(self, number: int) -> Limits:
        return self._limits[number]

    def of_move(self, number: int) -> Limits:
        """What is proved of the move made after so many, as its mover sees it."""
        return seen_from(self._limits[number + 1], self._same[number], back)

    def learn_move(self, number: int, limits: Limits) -> set[int]:
        """Takes in what is proved of the move made after so many; the numbers of the positions of which more is known now."""
        return self.learn(number + 1, seen_from(limits, self._same[number], forth))

    def learn(self, number: int, limits: Limits) -> set[int]:
        """Takes in what is proved of a position; the numbers of those of which more is known now."""
        if not self._narrow(number, limits):
            return set()
        changed, before = {number}, number - 1
        while before >= 0 and self._narrow(before, (self.of_move(before)[0], None)):
            changed.add(before)
            before -= 1
        after = number
        while after < len(self._same) and self._narrow(
            after + 1, seen_from((None, self._limits[after][1]), self._same[after], forth)
        ):
            after += 1
            changed.add(after)
        return changed

    def _narrow(self, number: int, limits: Limits) -> bool:
        """Whether that is more than was known."""
        found = narrower(self._limits[number], limits)
        changed = found != self._limits[number]
        self._limits[number] = found
        return changed
