"""What was learned of a game: by `kibitz learn` in a process of its own, once, and kept in a folder for the next run."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent.parent / "examples"
THREADS, SEED = 2, 1
UNFINISHED = "unfinished"  # where a file lies until its time of learning is over


@dataclass(frozen=True)
class Settings:
    """Of a run of `make bench-learn`: where learned files are kept, how many games a match has, and which rows are wanted."""

    folder: Path
    games: int
    wanted: Sequence[str] = ()

    def wants(self, row: str) -> bool:
        """Whether a row is measured: all are, unless parts of their names were given."""
        return not self.wanted or any(part.lower() in row.lower() for part in self.wanted)


@dataclass(frozen=True)
class Lesson:
    """A game, named as on the command line, and how long it is learned."""

    game: str
    minutes: float

    @property
    def command(self) -> str:
        """What a person types to do the same."""
        return " ".join(["kibitz", *self._words(f"{self.name}.learned")]).replace(f"{EXAMPLES.parent}/", "")

    @property
    def name(self) -> str:
        """What the file is called, without its ending."""
        game = self.game.rpartition("/")[2].replace(".py", "").replace(":", "-").replace("=", "")
        return f"{game}-{self.minutes:g}-minutes"

    def file(self, folder: Path) -> Path:
        """What was learned; it is learned now if it is not in the folder."""
        file = folder / f"{self.name}.learned"
        if not file.exists():
            self._learn(folder)
        return file

    def report(self, folder: Path) -> dict[str, Any]:
        """What `kibitz learn --json` wrote at its end."""
        report = folder / f"{self.name}.json"
        if not report.exists():
            self._learn(folder)
        written: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return written

    def _learn(self, folder: Path) -> None:
        """Learn into a folder beside, from which what is whole is taken: a run that is ended leaves nothing half learned."""
        unfinished = folder / UNFINISHED
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        print(f"{self.command} ...", file=sys.stderr, flush=True)
        written = run_kibitz(*self._words(str(unfinished / f"{self.name}.learned")), "--json")
        (folder / f"{self.name}.json").write_text(written, encoding="utf-8")
        (unfinished / f"{self.name}.learned").replace(folder / f"{self.name}.learned")
        shutil.rmtree(unfinished)

    def _words(self, file: str) -> list[str]:
        limits = ["--minutes", f"{self.minutes:g}", "--threads", str(THREADS), "--seed", str(SEED)]
        return ["learn", self.game, *limits, "--to", file]


def run_kibitz(*words: str, cache: str | None = None) -> str:
    """What a command of kibitz wrote; `cache`: where it looks for machine code, if not where it always does."""
    environment = None if cache is None else {**os.environ, "KIBITZ_CACHE_DIR": cache}
    command = [str(Path(sys.executable).with_name("kibitz")), *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout
