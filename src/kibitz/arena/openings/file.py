"""`file:PATH`: the lines of a file, one opening each, in their order; after the last the first again."""

from pathlib import Path

from kibitz.errors import MoveError, OpeningError
from kibitz.position import Position, read_lines
from kibitz.rules import Game

EXAMPLE = "file:PATH"


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """The openings of the file, every line of it read, and wrong ones told by their number."""
    openings = []
    try:
        lines = Path(text).expanduser().read_text(encoding="utf-8-sig", errors="replace").splitlines()
        for number, position in read_lines(Position.after(game), lines, text):
            if position.is_over:
                raise OpeningError(f"line {number} of {text}: the game is over after these moves")
            openings.append(" ".join(position.names()))
    except OSError as problem:
        raise OpeningError(f"the openings cannot be read: {text}: {problem.strerror}") from None
    except MoveError as problem:
        raise OpeningError(str(problem)) from None
    if not openings:
        raise OpeningError(f"{text} has no openings: write one line of moves for each")
    return [openings[pair % len(openings)] for pair in range(pairs)]
