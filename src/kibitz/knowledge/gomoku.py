"""Knowledge of Gomoku: fours and open threes decide, and moves near stones come first.

A window is five points in a line in which one side has no stone: the other may still fill it. A four is a window that lacks one
stone; one more stone makes an open three four in a line with both ends free, which no single stone stops.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.board import Board, square
from kibitz.core.data import Floats
from kibitz.core.rows import EVERY_WAY, around
from kibitz.core.rules import Knowledge
from kibitz.games.gomoku import Gomoku, State

# What a window with one, two, three and four stones weighs, what an open three does, and what half a sure win does.
WEIGHTS = Floats((1.0, 4.0, 12.0, 20.0, 30.0, 150.0))
TUNES = {"weights": ((0.0, 10.0), (0.0, 20.0), (0.0, 50.0), (0.0, 100.0), (0.0, 100.0), (20.0, 500.0))}
FIVE_NEXT, FOUR_STANDS, OPEN_FOUR_NEXT, MOST_BY_WEIGHT = 0.99, 0.98, 0.96, 0.9  # estimates, of a sure win


@dataclass(frozen=True)
class GomokuKnowledge(Knowledge):
    """A side that can make five wins, then one with two ways to make it, then one that can make an open four; else windows are
    weighed.
    """

    tunes = TUNES

    game: Gomoku
    weights: Floats = WEIGHTS

    def evaluate(self, state: State) -> float:
        """A number strictly between -1 and 1."""
        wins, opens, _, _, weight = self.threats(state.mine, state.theirs)
        losses, _, _, _, other_weight = self.threats(state.theirs, state.mine)
        if wins:
            return FIVE_NEXT
        if len(losses) > 1:
            return -FOUR_STANDS
        if opens and not losses:
            return OPEN_FOUR_NEXT
        lead = weight - other_weight
        return MOST_BY_WEIGHT * lead / (self.weights[5] + abs(lead))

    def priority(self, state: State, move: int) -> int:
        """Next to a stone."""
        return 1 if move in around(state.mine | state.theirs, self.game.size, self.game.board, EVERY_WAY) else 0

    def prospects(self, state: State) -> Iterable[int]:
        """Make five, or else prevent it; make an open four, or else prevent it or make a four; else play near stones."""
        free, stones = self.game.free(state), state.mine | state.theirs
        wins, opens, fours, _, _ = self.threats(state.mine, state.theirs)
        losses, _, _, stops, _ = self.threats(state.theirs, state.mine)
        beside = around(stones, self.game.size, self.game.board, EVERY_WAY)
        chosen = wins
        if not chosen:
            chosen = losses
        if not chosen:
            chosen = opens
        if not chosen and stops:
            chosen = stops | fours
        if not chosen:
            chosen = (beside | around(beside, self.game.size, self.game.board, EVERY_WAY)) & free
        if not chosen:
            chosen = free if stones else square(self.game.size // 2 * (self.game.size + 1), self.game.kind)
        for place in (chosen & fours).squares():  # Numba has no `yield from`
            yield place
        for place in ((chosen & beside) - fours).squares():
            yield place
        for place in (chosen - beside - fours).squares():
            yield place

    def threats(self, stones: Board, others: Board) -> tuple[Board, Board, Board, Board, float]:
        """Of one side the points that make five, an open four, a four, those that stop its open threes, and its weight."""
        free, weight = self.game.board - stones - others, 0.0
        wins = opens = fours = stops = self.game.kind()
        for way in range(4):
            step = 1 if way == 0 else self.game.size + way - 2
            begins = self.game.to_left if way == 1 else self.game.board if way == 2 else self.game.to_right
            lacking_one, lacking_two, weighed = self.windows(stones, others, step, begins)
            wins |= (
                lacking_one | lacking_one << step | lacking_one << 2 * step | lacking_one << 3 * step | lacking_one << 4 * step
            )
            fours |= (
                lacking_two | lacking_two << step | lacking_two << 2 * step | lacking_two << 3 * step | lacking_two << 4 * step
            )
            begins = self.far_to_left if way == 1 else self.game.board if way == 2 else self.far_to_right
            threes = self.open_threes(stones, free, step, begins)
            inner = threes << step | threes << 2 * step | threes << 3 * step | threes << 4 * step
            opens |= inner
            stops |= inner | threes | threes << 5 * step
            weight += weighed + self.weights[4] * len(threes)
        wins &= free
        if self.game.exactly:
            for place in wins.squares():
                if not self.game.has_five(stones | square(place, self.game.kind)):
                    wins -= square(place, self.game.kind)
        return wins, opens & free, fours & free, stops & free, weight

    def windows(self, stones: Board, others: Board, step: int, begins: Board) -> tuple[Board, Board, float]:
        """Where windows begin that lack one stone, and two; and the weight of all windows."""
        taken = others | others >> step | others >> 2 * step | others >> 3 * step | others >> 4 * step
        windows = (begins & self.game.board >> 4 * step) - taken
        second, third, fourth, fifth = stones >> step, stones >> 2 * step, stones >> 3 * step, stones >> 4 * step
        # Their stones are counted for all windows at once, in boards of ones, twos and fours.
        odd_pair, odd_rest = stones ^ second, third ^ fourth
        pair, rest, carried = stones & second, third & fourth, odd_pair & odd_rest | fifth & (odd_pair ^ odd_rest)
        ones, twos = odd_pair ^ odd_rest ^ fifth, pair ^ rest ^ carried
        four = pair & rest | carried & (pair ^ rest)
        lacking_one, lacking_two = (windows & four) - ones, (windows & twos & ones) - four
        weight = self.weights[0] * len((windows & ones) - twos - four) + self.weights[1] * len((windows & twos) - ones - four)
        return lacking_one, lacking_two, weight + self.weights[2] * len(lacking_two) + self.weights[3] * len(lacking_one)

    def open_threes(self, stones: Board, free: Board, step: int, begins: Board) -> Board:
        """The first of six points whose ends are free, and of the four between them three are stones and one is free."""
        one, two, three, four = stones >> step, stones >> 2 * step, stones >> 3 * step, stones >> 4 * step
        three_of_four = (one & two & (three ^ four)) | (three & four & (one ^ two))
        inner = stones | free
        whole = inner >> step & inner >> 2 * step & inner >> 3 * step & inner >> 4 * step
        return three_of_four & whole & free & free >> 5 * step & begins

    @cached_property
    def far_to_right(self) -> Board:
        """The points from which six in a row have room to the right."""
        return self.game.to_right & self.game.to_right >> 1

    @cached_property
    def far_to_left(self) -> Board:
        """The points from which six in a row have room to the left."""
        return self.game.to_left & self.game.to_left << 1
