"""`start`: every game from the start of the rules."""

from kibitz.core.rules import Game

EXAMPLE = "start"


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """The empty opening for each pair."""
    return [""] * pairs
