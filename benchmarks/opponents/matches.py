"""Chess against Stockfish, Go against GNU Go, Othello against GRhino, as Debian has them; games against Fairy-Stockfish, as npm
has it. One that is missing is said to be.

What a row says of time is by the clock of the match: ours takes at most what its spec says, the program the rest.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.duel import elo_words, score_error
from benchmarks.learned import Settings
from benchmarks.matches import match
from benchmarks.row import Row

GAMES = "/usr/games"  # where Debian puts them, and where not every path leads
GNU_GO = "gtp:gnugo --mode gtp --level {level} --chinese-rules --positional-superko --capture-all-dead"


@dataclass(frozen=True)
class Opponent:
    """Pairs of games of one of our players against a program, from random openings with the seats changed."""

    row: str
    game: str
    ours: str
    seconds: float  # of ours for a move, by its spec; 0: it counts otherwise
    theirs: str
    program: str
    install: str  # the command that installs it
    openings: str
    target: float | None = None  # percent of the points

    def measure(self, games: int, workers: int) -> Row:
        """Play, if the program is there."""
        target = "" if self.target is None else f"at least {self.target:g} %"
        if shutil.which(self.program) is None and not Path(self.program).is_file():
            return Row(self.row, "not measured", target, how=f"no {self.program} on this machine: {self.install}")
        with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
            store = Path(folder, "games.db")
            found = match(self.ours, self.theirs, self.game, games, self.openings, workers, store=store)
            mean = self._mean_of_theirs(store) if self.seconds else None
        score, error = 100 * found["score"], score_error(found["pairs"])
        figure = f"{score:.1f} %" if error is None else f"{score:.1f} % ± {100 * error:.1f}"
        won = f"{found['a_wins']}-{found['b_wins']}-{found['draws']} of {found['games']} games ({found['distinct']} different)"
        how = f"{won}, {elo_words(found['elo'], found['elo_error'])}"
        how += f"; without a legal move in time {found['forfeits'][0]} and {found['forfeits'][1]}"
        if mean is not None:
            how += f"; {mean:.2f} s a move of theirs"
        reached = None if self.target is None else score >= self.target
        return Row(self.row, figure, target, reached, f"{how}; `{self.command(games, workers)}`")

    def command(self, games: int, workers: int) -> str:
        """What a person types to play the same match."""
        typed = f"kibitz match {self.ours} '{self.theirs}' --game {self.game} --openings {self.openings} --seed 1"
        return f"{typed} --games {games} --workers {workers}"

    def _mean_of_theirs(self, store: Path) -> float:
        """Seconds of the program for a move, at least: what games took, less the most that ours may have taken."""
        command = [str(Path(sys.executable).with_name("kibitz")), "match", "--export", "1", "--store", str(store)]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        return fmean(self._theirs_in(json.loads(line)) for line in lines)

    def _theirs_in(self, game: dict[str, Any]) -> float:
        first = len(game["opening"].split())
        movers = [ply % 2 for ply, name in enumerate(game["moves"]) if ply >= first and name != "pass"]
        ours = movers.count(game["players"].index(self.ours))
        left: float = max(0.0, game["seconds"] - ours * self.seconds)
        return left / max(1, len(movers) - ours)


def npm_folder() -> Path:
    """Where npm puts programs for all users; the folder here, if there is no npm."""
    if shutil.which("npm") is None:
        return Path()
    return Path(subprocess.run(["npm", "root", "-g"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())


def against_fairy(game: str, target: float) -> Opponent:
    """Equal time against Fairy-Stockfish, which plays this game as a variant of chess, in WebAssembly under node."""
    fairy = npm_folder() / "fairy-stockfish-nnue.wasm" / "uci.js"
    theirs = f"uci:node --no-experimental-fetch {fairy}:time=0.2"
    row = f"{game}: 0.2 s a move against Fairy-Stockfish, 0.2 s a move"
    install = "npm install -g fairy-stockfish-nnue.wasm"
    return Opponent(row, game, "computer:level=10,time=0.2", 0.2, theirs, str(fairy), install, "random:4", target)


OPPONENTS = (
    Opponent(
        "othello: 0.3 s a move against GRhino, level 4",
        "othello",
        "selective:time=0.3",
        0.3,
        "gtp:gtp-rhino -l 4 -b 0",
        "gtp-rhino",
        "apt-get install grhino",
        "random:8",
        75,
    ),
    Opponent(
        "othello: 0.02 s a move against GRhino, level 2",
        "othello",
        "selective:time=0.02",
        0.02,
        "gtp:gtp-rhino -l 2 -b 0",
        "gtp-rhino",
        "apt-get install grhino",
        "random:8",
    ),
    Opponent(
        "go 9x9: 0.2 s a move against GNU Go, level 1",
        "go",
        "mcts:time=0.2",
        0.2,
        GNU_GO.format(level=1),
        "gnugo",
        "apt-get install gnugo",
        "random:2",
    ),
    Opponent(
        "chess: 0.1 s a move against Stockfish, 200 nodes a move",
        "chess",
        "selective:time=0.1",
        0.1,
        "uci:stockfish:nodes=200,Hash=1",
        "stockfish",
        "apt-get install stockfish",
        "random:4",
    ),
)


def rows(settings: Settings) -> Iterator[Row]:
    """A match each."""
    os.environ["PATH"] = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{GAMES}"
    for opponent in (*OPPONENTS, against_fairy("breakthrough", 85), against_fairy("othello", 95)):
        if settings.wants(opponent.row):
            yield opponent.measure(settings.games, settings.cores)
