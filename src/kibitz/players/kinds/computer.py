"""The player that takes the search which fits the game: `computer`, `computer:level=4`, `computer:time=0.5`."""

from kibitz.players.engine import Engine, make_engine


def make(spec: str, seed: int | None) -> Engine:
    """`computer`, with the settings of a search: for two or more players, any sum, with chance or without."""
    return make_engine(spec, seed, None)
