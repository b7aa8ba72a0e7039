"""One peer, many games by its own loop, one fresh process: how many, how long they were, what that cost."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from benchmarks.row import said


@dataclass(frozen=True)
class Games:
    """What to play: a game, from each opening (moves by number) once; players that see `depth` plies, 0: that throw dice."""

    game: str
    openings: Sequence[Sequence[int]]
    depth: int = 0


@dataclass(frozen=True)
class Rate:
    """So many games, and moves in them, those of the openings left out, in so many CPU seconds: other programs do not count."""

    games: int
    moves: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Games a CPU second."""
        return self.games / self.seconds

    def __str__(self) -> str:
        return said(self.per_second, f"games of {self.moves / self.games:.3g} moves")


def ask(name: str, games: Games) -> Rate:
    """Let a peer play in a process of its own."""
    command = [sys.executable, "-m", f"benchmarks.peers.{name}"]
    done = subprocess.run(command, input=json.dumps(asdict(games)), check=True, capture_output=True, text=True)
    return Rate(**json.loads(done.stdout.splitlines()[-1]))


def answer(play: Callable[[str, Sequence[int], int], int]) -> None:
    """What the peer's process does; `play` plays one game and says how many moves were made in it."""
    asked = Games(**json.loads(sys.stdin.read()))
    began = time.process_time()
    moves = sum(play(asked.game, opening, asked.depth) for opening in asked.openings)
    print(json.dumps(asdict(Rate(len(asked.openings), moves, time.process_time() - began))))
