"""GRhino 0.16 (Debian's `grhino`), an Othello program in C++, as a player of matches.

It is asked over GTP, the Go Text Protocol, and knows no clock: its levels are depths, 1 to 5. Playing itself from the empty
board on one core of the machine of README.md it took 0.03 s a move at level 3, 0.7 s at level 4 (5 s at most) and 3.4 s at
level 5 (a minute at most). So level 4 is the strongest that takes no more than a second a move over a game.

    kibitz match deepening:time=1 benchmarks/peers/grhino.py:GRhino:level=4 --game othello --openings random:8
"""

import os
import shutil
import subprocess
import weakref

from kibitz import Position
from kibitz.games.othello import Othello

PROGRAM = "gtp-rhino"
MISSING = "gtp-rhino is not on this machine: apt-get install grhino"
SIDES = ("black", "white")


def program() -> str | None:
    """Where the program is; Debian puts games where not every path leads."""
    return shutil.which(PROGRAM, path=f"{os.environ.get('PATH', os.defpath)}:/usr/games")


class GRhino:
    """A process of its own for each game, with its opening book, which it follows without variation."""

    def __init__(self, level: int = 4) -> None:
        path = program()
        if path is None:
            raise ValueError(MISSING)
        command = [path, "--level", str(level), "--book", "0"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.plies = 0  # as many as it has been sent, or has answered
        weakref.finalize(self, _end, self.process)

    def admit(self, game: object) -> None:
        """Othello on the full board is all it plays."""
        if game != Othello():
            raise ValueError("GRhino plays Othello on 8x8 squares, and nothing else")

    def think(self, position: Position) -> int:
        """Its move, after it has been sent those that were played since it was last asked: passes go without saying."""
        for ply, name in list(enumerate(position.names()))[self.plies :]:
            if name != "pass":
                self._ask(f"play {SIDES[ply % 2]} {name}")
        answer = self._ask(f"genmove {SIDES[position.to_move]}").lower()
        self.plies = len(position.moves) + 1
        return next(move for move in position.legal() if position.name(move) == answer)

    def _ask(self, command: str) -> str:
        """The answer to a command: lines to the empty one, of which the first begins with `=`, or with `?` where it refuses."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = list(iter(self.process.stdout.readline, "\n"))
        if not lines or not lines[0].startswith("="):
            raise ValueError(f"GRhino refuses {command!r}: {' '.join(lines).strip() or 'it is gone'}")
        return lines[0].removeprefix("=").strip()


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
