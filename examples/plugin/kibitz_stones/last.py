"""The player that makes the last legal move."""

from kibitz import Thought, Value


class Last:
    def __init__(self, name):
        self.name = name

    def think(self, position):
        move = position.legal()[-1]
        return Thought(move, Value("estimate", 0), (move,))


def make(spec, seed):
    """The player that a spec names: `last`, and its settings after a colon."""
    return Last(spec)
