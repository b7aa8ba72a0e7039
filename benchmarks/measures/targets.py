"""How fast code for any PC since 2013 runs beside code for this very processor."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row, at_least

TARGET, LEAST, ROUNDS = "linux-x86-64-v3", 90.0, 3
SEARCHES = {
    "tic_tac_toe": ("minimax", 600_000),
    "connect_four": ("deepening", 8_000_000),
    "othello": ("deepening", 3_000_000),
    "breakthrough": ("selective", 3_000_000),
    "checkers": ("selective", 3_000_000),
    "chess": ("selective", 1_500_000),
    "kalah": ("deepening", 6_000_000),
    "pig": ("expectiminimax", 3_000_000),
    "hex": ("mcts", 20_000),
}
BUILD = """
import sys
from pathlib import Path
from kibitz.core.registry import load
from kibitz.kernel import targets
from kibitz.kernel.machine import machine_of
from kibitz.patterns.library import knowledge_for
from kibitz.search.descriptor import search_for
from kibitz.search.parts.path import note_past
folder, target, *pairs = sys.argv[1:]
if target:
    targets.aim(targets.TARGETS[target])
for spec, search in (pair.split("/") for pair in pairs):
    game = load(spec)
    machine = machine_of(game, knowledge_for(game))
    for kernel in (search_for(game, search).enter, *([note_past] if game.recurrence else [])):
        machine.build(kernel, Path(folder))
"""
RUN = """
import json, sys, time
import kibitz
from kibitz.patterns.library import knowledge_for
found = {}
for spec, search, nodes in json.loads(sys.argv[1]):
    game = kibitz.load(spec)
    began = time.process_time()
    thought = kibitz.think(game, search=search, knowledge=knowledge_for(game), limit=kibitz.Limit(nodes=nodes))
    found[spec] = thought.nodes / (time.process_time() - began)
assert "numba" not in sys.modules
print(json.dumps(found))
"""


def rows() -> Iterator[Row]:
    """The geometric mean over games, in turns; none on other machines than the target's."""
    if not sys.platform.startswith("linux") or os.uname().machine != "x86_64":
        yield Row(f"speed of {TARGET}", "not measured", f"at least {LEAST:.0f} %", None, "this machine is another")
        return
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as place:
        folders = {target: Path(place, target or "here") for target in ("", TARGET)}
        pairs = [f"{game}/{search}" for game, (search, _) in SEARCHES.items()]
        for target, folder in folders.items():
            subprocess.run([sys.executable, "-c", BUILD, str(folder), target, *pairs], check=True)
        times = {target: [_speeds(folder, place) for _ in range(ROUNDS)] for target, folder in folders.items()}
    best = {target: {game: max(run[game] for run in runs) for game in SEARCHES} for target, runs in times.items()}
    shares = {game: best[TARGET][game] / best[""][game] for game in SEARCHES}
    how = f"nodes a second, best of {ROUNDS}: {', '.join(f'{game} {100 * share:.0f} %' for game, share in shares.items())}"
    mean = 100 * statistics.geometric_mean(shares.values())
    yield at_least(f"speed of {TARGET} beside this processor's own code", mean, LEAST, "%", how)


def _speeds(folder: Path, place: str) -> dict[str, float]:
    environment = {**os.environ, "KIBITZ_CODE": str(folder), "KIBITZ_CACHE_DIR": str(Path(place, "none"))}
    asked = json.dumps([(game, search, nodes) for game, (search, nodes) in SEARCHES.items()])
    done = subprocess.run([sys.executable, "-c", RUN, asked], env=environment, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found
