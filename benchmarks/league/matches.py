"""Our players against every program that package registries bring: in equal time, or theirs at its level and ours in a time.

One that is missing is said to be. A row's games are kept in a folder and go on where they were interrupted; a sequential test
ends a match whose target is met or missed beyond doubt. What a row says of time is by the clock of the match, where ours takes
at most what its spec says and the program the rest; and CPU time, of ours with all that a match costs beside its moves.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from math import log10
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.duel import elo_words, score_error
from benchmarks.learned import Settings
from benchmarks.matches import match
from benchmarks.row import Row

GAMES = "/usr/games"  # where Debian puts them, and where not every path leads
LARGEST_TESTED = 500.0  # Elo: `kibitz match --sprt` takes no more
ROOT = Path(__file__).parents[2]
MOST_FAULTS = 0.1  # of the games: a program that plays no better is not measured
PROTOCOLS = ("uci", "ugi", "gtp")
UNSURE = 60.0  # Elo below what the target is: a player that is no better than this has missed it
OPEN_SPIEL = ("connect_four", "othello", "breakthrough", "hex", "hex:size=11", "go", "kalah", "dots_and_boxes", "chess")
GNU_GO = "gtp:gnugo --mode gtp --level {level} --chinese-rules --positional-superko --capture-all-dead"


@dataclass(frozen=True)
class Opponent:
    """Pairs of games of one of our players against a program, from random openings with the seats changed.

    `seconds`: of ours for a move. `install`: the command that installs the program. `target`: percent of the points.
    """

    game: str
    seconds: float
    theirs: str
    level: str  # of theirs, in words
    program: str
    install: str
    openings: str = "random:4"
    target: float | None = None
    ours: str = "computer:level=10,time={seconds:g}"

    @property
    def row(self) -> str:
        """What the table calls it."""
        return f"{self.game}: {self.seconds:g} s a move against {self.level}"

    @property
    def player(self) -> str:
        """Our player."""
        return self.ours.format(seconds=self.seconds)

    def measure(self, settings: Settings) -> Row:
        """Play, or play on, if the program is there; the games are kept in a folder beside that of learned files."""
        games, folder = settings.games, settings.folder.parent / "league"
        target = "" if self.target is None else f"at least {self.target:g} %"
        if shutil.which(self.program) is None and not Path(self.program).is_file():
            return Row(self.row, "not measured", target, how=f"no {self.program} on this machine: {self.install}")
        folder.mkdir(parents=True, exist_ok=True)
        store = folder / f"{re.sub(r'[^a-z0-9.]+', '-', self.row.lower())}.db"
        if not store.exists():
            match(self.player, self.theirs, self.game, 2, self.openings)  # so that machine code is there
        spent = store.with_suffix(".cpu")
        with _added_to(spent):
            players = self.player, self._counted(spent) if settings.cluster is None else self.theirs
            found = match(*players, self.game, games, self.openings, settings.where, sprt=self.test, store=store)
        played = [self._moves_in(json.loads(line)) for line in _exported(store)]
        moves, their_moves = sum(ours for ours, _, _ in played), sum(theirs for _, theirs, _ in played)
        mean = fmean(left / max(1, count) for _, count, left in played)
        score, error = 100 * found["score"], score_error(found["pairs"])
        figure = f"{score:.1f} %" if error is None else f"{score:.1f} % ± {100 * error:.1f}"
        won = f"{found['a_wins']}-{found['b_wins']}-{found['draws']} of {found['games']} games ({found['distinct']} different)"
        how = f"{won}, {elo_words(found['elo'], found['elo_error'])}"
        how += "; ended by the test" if found["games"] < games else ""
        how += f"; without a legal move in time {found['forfeits'][0]} and {found['forfeits'][1]}"
        how += f"; {mean:.2f} s a move of theirs"
        our_cpu, their_cpu = _cpu_in(spent)
        if their_cpu > 0.0:
            our_cpu, their_cpu = our_cpu / max(1, moves), their_cpu / max(1, their_moves)
            how += f"; CPU time {our_cpu:.2f} s a move of ours, {their_cpu:.2f} s of theirs"
        reached = None if self.target is None else score >= self.target
        faults = found["forfeits"][1]
        if faults > MOST_FAULTS * found["games"]:
            figure, reached = "not measured", None
            how = f"{faults} of {found['games']} games ended by a fault of the program, which says nothing of strength; {how}"
        return Row(self.row, figure, target, reached, f"{how}; `{self.command(settings)}`")

    @property
    def test(self) -> str:
        """The two differences between which a sequential test decides: the target, and clearly less; none without a target."""
        if self.target is None:
            return ""
        elo = min(LARGEST_TESTED, 400 * log10(self.target / (100 - self.target)))
        return f"{elo - UNSURE:.0f},{elo:.0f}"

    def command(self, settings: Settings) -> str:
        """What a person types to play the same match."""
        theirs = self.theirs.replace(sys.executable, "python").replace(f"{ROOT}/", "").replace(str(npm_folder()), "NPM_ROOT")
        typed = f"kibitz match {self.player} '{theirs}' --game {self.game} --openings {self.openings} --seed 1"
        return f"{typed} --games {settings.games} {settings.where}"

    def _counted(self, file: Path) -> str:
        """The program, run so that its CPU time is added to a file."""
        kind, _, rest = self.theirs.partition(":")
        if rest and kind in PROTOCOLS:
            return f"{kind}:{sys.executable} {Path(__file__).parents[1] / 'cpu_seconds.py'} {file} {rest}"
        return self.theirs

    def _moves_in(self, game: dict[str, Any]) -> tuple[int, int, float]:
        """The moves of ours and theirs in a game, and the seconds left to theirs when ours took all it may take."""
        first = len(game["opening"].split())
        movers = [ply % 2 for ply, name in enumerate(game["moves"]) if ply >= first and name != "pass"]
        ours = movers.count(game["players"].index(self.player))
        return ours, len(movers) - ours, max(0.0, game["seconds"] - ours * self.seconds)


def _exported(store: Path) -> list[str]:
    """The games of a store, a line of JSON each."""
    command = [str(Path(sys.executable).with_name("kibitz")), "match", "--export", "1", "--store", str(store)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


@contextmanager
def _added_to(file: Path) -> Iterator[None]:
    """Add our CPU seconds to a file, if games are played: those of all processes but the program, which adds its own."""
    before, theirs = _cpu_of_children(), _cpu_in(file)[1]
    try:
        yield
    finally:
        added = _cpu_in(file)[1] - theirs
        if added > 0.0:
            with file.open("a", encoding="utf-8") as kept:
                kept.write(f"ours {_cpu_of_children() - before - added:.2f}\n")


def _cpu_of_children() -> float:
    import resource  # POSIX has it alone, and engines can be played there alone

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_in(file: Path) -> tuple[float, float]:
    """The seconds in a file: ours, and those that `cpu_seconds.py` has added for the program."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    ours = [float(line.split()[1]) for line in lines if line.startswith("ours ")]
    return sum(ours), sum(float(line) for line in lines if not line.startswith("ours "))


def npm_folder() -> Path:
    """Where npm puts programs for all users; the folder here, if there is no npm."""
    if shutil.which("npm") is None:
        return Path()
    return Path(subprocess.run(["npm", "root", "-g"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())


def fairy(game: str, seconds: float, target: float | None = None) -> Opponent:
    """Equal time against Fairy-Stockfish, which plays this game as a variant of chess, in WebAssembly under node."""
    program = npm_folder() / "fairy-stockfish-nnue.wasm" / "uci.js"
    theirs = f"uci:node --no-experimental-fetch {program}:time={seconds:g}"
    install = "npm install -g fairy-stockfish-nnue.wasm"
    return Opponent(game, seconds, theirs, f"Fairy-Stockfish, {seconds:g} s", str(program), install, target=target)


def gnu_go(level: int, target: float | None = None) -> Opponent:
    """A second a move against GNU Go on 9 by 9 points."""
    theirs, install = GNU_GO.format(level=level), "apt-get install gnugo"
    return Opponent("go", 1.0, theirs, f"GNU Go, level {level}", "gnugo", install, "random:2", target)


def rhino(level: int, seconds: float, target: float | None = None) -> Opponent:
    """Othello against GRhino at one of its levels."""
    theirs, install = f"gtp:gtp-rhino -l {level} -b 0", "apt-get install grhino"
    return Opponent("othello", seconds, theirs, f"GRhino, level {level}", "gtp-rhino", install, "random:8", target)


def draughts(seconds: float, target: float | None = None) -> Opponent:
    """Equal time against the engine of py-draughts, in Python."""
    file = Path(__file__).parents[1] / "py_draughts.py"
    program = str(file) if find_spec("draughts") else "py-draughts"
    theirs, install = f"ugi:{sys.executable} {file}:time={seconds:g}", "pip install py-draughts"
    return Opponent("checkers", seconds, theirs, f"py-draughts, {seconds:g} s", program, install, target=target)


def open_spiel(game: str, seconds: float, target: float | None = None) -> Opponent:
    """Equal time against open_spiel's Monte Carlo tree search, in C++, with random playouts."""
    file = Path(__file__).parents[1] / "peers" / "open_spiel_mcts.py"
    program = str(file) if find_spec("pyspiel") else "open_spiel"
    theirs, install = f"{file}:Bot:seconds={seconds:g}", "pip install open_spiel"
    return Opponent(game, seconds, theirs, f"open_spiel's mcts, {seconds:g} s", program, install, target=target)


def opponents() -> Iterator[Opponent]:
    """All of the league."""
    for game, targets in (("breakthrough", (85, None)), ("amazons:size=10", (75, None)), ("othello", (95, None))):
        for seconds, target in zip((0.1, 1.0), targets, strict=True):
            yield fairy(game, seconds, target)
    yield fairy("chess:size=6", 0.1)
    yield Opponent(
        "chess",
        0.1,
        "uci:stockfish:nodes=200,Hash=1",
        "Stockfish, 200 nodes",
        "stockfish",
        "apt-get install stockfish",
        target=85,
    )
    yield Opponent(
        "chess", 0.1, "uci:gnuchess -u:time=0.1", "GNU Chess, 0.1 s", "gnuchess", "apt-get install gnuchess", target=20
    )
    yield draughts(0.1, 90)
    yield from (gnu_go(1, 75), gnu_go(5), gnu_go(10, 50))
    yield from (rhino(2, 0.02), rhino(4, 0.3, 75))
    for game in OPEN_SPIEL:
        yield open_spiel(game, 0.1, 75)


def rows(settings: Settings) -> Iterator[Row]:
    """A match each."""
    os.environ["PATH"] = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{GAMES}"
    for opponent in opponents():
        if settings.wants(opponent.row):
            yield opponent.measure(settings)
