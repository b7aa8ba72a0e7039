"""What was learned of a game: by `kibitz learn` in a process of its own, once, and kept in a folder for the next run."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent.parent / "examples"
SEED = 1
OPENINGS = {"othello": 8}  # plies at random with which most is learned, where that is not ...
OPENING = 16  # ... so many


@dataclass(frozen=True)
class Settings:
    """Of a run of `make bench-learn`: where learned files are kept, how many games a match has, and which rows are wanted.

    `workers`: threads of learning, and games played at once here. `cluster`: the address of a dask scheduler
    whose workers play them.
    """

    folder: Path
    games: int
    wanted: Sequence[str] = ()
    workers: int = 2
    cluster: str | None = None

    @property
    def where(self) -> str:
        """The option of `kibitz match` that says where games are played."""
        return f"--workers {self.workers}" if self.cluster is None else f"--cluster {self.cluster}"

    def wants(self, row: str) -> bool:
        """Whether a row is measured: all are, unless parts of their names were given."""
        return not self.wanted or any(part.lower() in row.lower() for part in self.wanted)


@dataclass(frozen=True)
class Lesson:
    """A game, named as on the command line, and how long it is learned."""

    game: str
    minutes: float

    def command(self, threads: int) -> str:
        """What a person types to do the same."""
        return " ".join(["kibitz", *self._words(f"{self.name}.learned", threads)]).replace(f"{EXAMPLES.parent}/", "")

    @property
    def name(self) -> str:
        """What the file is called, without its ending."""
        game = self.game.rpartition("/")[2].replace(".py", "").replace(":", "-").replace("=", "")
        return f"{game}-{self.minutes:g}-minutes"

    def file(self, settings: Settings) -> Path:
        """What was learned; it is learned now if it is not in the folder."""
        file = settings.folder / f"{self.name}.learned"
        if not file.exists():
            self._learn(settings)
        return file

    def report(self, settings: Settings) -> dict[str, Any]:
        """What `kibitz learn --json` wrote at its end."""
        report = settings.folder / f"{self.name}.json"
        if not report.exists():
            self._learn(settings)
        written: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return written

    def _learn(self, settings: Settings) -> None:
        """Learn into a folder beside, from which what is whole is taken: a run that is ended leaves nothing half learned."""
        folder, unfinished = settings.folder, settings.folder / f"{self.name}-unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        print(f"{self.command(settings.workers)} ...", file=sys.stderr, flush=True)
        written = run_kibitz(*self._words(str(unfinished / f"{self.name}.learned"), settings.workers), "--json")
        (folder / f"{self.name}.json").write_text(written, encoding="utf-8")
        (unfinished / f"{self.name}.learned").replace(folder / f"{self.name}.learned")
        shutil.rmtree(unfinished)

    def _words(self, file: str, threads: int) -> list[str]:
        limits = ["--minutes", f"{self.minutes:g}", "--threads", str(threads), "--seed", str(SEED)]
        limits += ["--opening", str(OPENINGS.get(self.game, OPENING)), "--no-match"]
        return ["learn", self.game, *limits, "--to", file]


def run_kibitz(*words: str) -> str:
    """What a command of kibitz wrote."""
    command = [str(Path(sys.executable).with_name("kibitz")), *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
