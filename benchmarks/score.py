"""Connect Four's scores, as its solvers count them: +k when the side to move wins with the k-th of its discs from the last.

A win with the very last disc that one could lay on the full board is 1, one disc sooner is 2; a loss is the other side's
score with a minus, a draw is 0.
"""

from kibitz import Value


def score(value: Value, discs: int, squares: int = 42) -> int:
    """The score of an exact value on a board of so many squares with so many discs on it."""
    if value.plies is None or not value.result:
        return 0
    left = (squares + 2 - discs - value.plies) // 2
    return left if value.result > 0 else -left
