"""The Othello article's match: 100 games of a player that sees three plies against one that sees one, ten minutes then."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.matches import WORKERS, match
from benchmarks.row import Row, at_most

PLAYERS = Path(__file__).parent.parent.parent / "examples" / "othello_article" / "players.py"
GAMES = 100
PAIRS = {
    "the article's min-max": (f"{PLAYERS}:min_max", f"{PLAYERS}:look_ahead"),
    "minimax:depth=3 against greedy": ("minimax:depth=3", "greedy"),
}


def rows() -> Iterator[Row]:
    """Machine code in the cache: a first short match sees to it."""
    for title, (one, other) in PAIRS.items():
        match(one, other, "othello", 2)
        told = match(one, other, "othello", GAMES)
        score = f"{told['a_wins']}-{told['b_wins']}-{told['draws']}"
        how = f"{WORKERS} workers, their start included; {score}; the article needed ten minutes"
        yield at_most(f"Othello, {GAMES} games: {title}", told["seconds"], 60, "s", how)
