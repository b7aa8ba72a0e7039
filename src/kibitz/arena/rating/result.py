"""What one game says about two of its players."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """Player `one` made `score` against player `two`: 1 for a win, 0.5 for a draw, 0 for a loss.

    `pair` names the games that began with the same opening, which therefore resemble each other; `first`: whether `one` moved
    before `two`. A game of several players gives one result for each two of them.
    """

    one: int
    two: int
    score: float
    pair: int
    first: bool
