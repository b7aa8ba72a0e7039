"""What two workers learned beside what one thread learned from as many games: a match, and a test whether they differ."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.duel import elo_words
from benchmarks.learned import run_kibitz
from benchmarks.matches import match
from benchmarks.row import Row

GAME, LEARNED, GAMES = "othello", 100_000, 200
DIFFERENCES = "-60,0"  # normalized Elo between which the test decides


def rows() -> Iterator[Row]:
    """Learn twice from as many games, and play."""
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        players = []
        for how in ("workers", "threads"):
            file = Path(folder, f"{how}.learned")
            count = "2" if how == "workers" else "1"
            run_kibitz("learn", GAME, "--games", str(LEARNED), f"--{how}", count, "--no-match", "--to", str(file))
            players.append(f"deepening:depth=4,knowledge={file}")
        found = match(players[0], players[1], GAME, GAMES, "random:8", sprt=DIFFERENCES)
    test = found["sprt"]
    won = f"{found['a_wins']}-{found['b_wins']}-{found['draws']}, {elo_words(found['elo'], found['elo_error'])}"
    played = f"{LEARNED:,} games of learning; {found['games']} games, {won}"
    yield Row(
        f"{GAME}: 2 workers against one thread after as many games",
        f"{100 * found['score']:.1f} %",
        f"no weaker by a test between {DIFFERENCES.replace(',', ' and ')} Elo",
        None if test["verdict"] is None else test["verdict"] == "H1",
        f"{played}; the test says {test['verdict'] or 'nothing'}, {test['llr']:.2f}",
    )
