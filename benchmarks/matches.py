"""Matches as people play them: `kibitz match ... --json` in a process of its own, on a games store that is thrown away."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

WORKERS = 2
HERE = f"--workers {WORKERS}"


def match(
    one: str,
    other: str,
    game: str,
    games: int,
    openings: str = "auto",
    where: str = HERE,
    sprt: str = "",
    store: Path | None = None,
) -> dict[str, Any]:
    """What the match wrote, or what one came to that went on in a `store` that was there.

    Its `seconds` are those from the start of the workers to the last game in the store.

    `where`: the option that names the processes or the cluster that play. `sprt`: between which two differences a sequential
    test decides, after which no games are played. `store`: a file to keep the games in.
    """
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        command = [str(Path(sys.executable).with_name("kibitz")), "match", one, other, "--game", game, "--games", str(games)]
        command += ["--openings", openings, "--seed", "1", *where.split()]
        command += ["--store", str(store or Path(folder, "games.db")), "--json"]
        command += ["--sprt", sprt] if sprt else []
        if store is not None and store.exists():  # a match that was interrupted goes on; one that is over is told
            asked = [*command[:2], "--store", str(store), "--json"]
            subprocess.run([*asked, "--resume", *where.split()], check=False, capture_output=True)
            command = [*asked, "--show", "1"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told
