"""Games that begin from a position of their own, which not every protocol can set up."""

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import GameError
from kibitz.files.fingerprint import from_usual_start


def require_usual_start(game: Game, protocol: str) -> None:
    """GameError for a game from another position than the usual one, which the program would not see."""
    if from_usual_start(game) != game:
        raise GameError(f"{protocol} knows only the usual start of a game, and {spec_of(game)} begins from another position")
