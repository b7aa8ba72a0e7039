"""easyAI: its Negamax on its own Connect Four, brought to search the very tree that kibitz searches."""

import importlib
from typing import Any

from easyAI.games.ConnectFour import ConnectFour

from benchmarks.peers.run import answer

negamax: Any = importlib.import_module("easyAI.AI.Negamax")  # the package hides this module behind its class of the same name


class Result(int):
    """A result that easyAI's bonus for quick wins (a factor of 1 + 0.001 depth) leaves as it is."""

    def __mul__(self, factor: object) -> int:
        return int(self)


def score(game: Any) -> Result:
    """-1 when the side to move has lost, else 0: at the horizon too."""
    return Result(-1 if game.lose() else 0)


def alphabeta(game: str, depth: int) -> float:
    """The value for the first player; columns from left to right, full window, no table."""
    assert game == "connect_four"
    algorithm = negamax.Negamax(depth, score)
    algorithm(ConnectFour([None, None]))
    return float(algorithm.alpha)


if __name__ == "__main__":
    answer({"alphabeta": alphabeta}, negamax, {"alphabeta": "negamax"})
