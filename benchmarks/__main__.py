"""Runs every measure it finds and prints one table: python -m benchmarks [FAMILY] [--only NAME] [--json] [--readme FILE]."""

import argparse
import dataclasses
import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import endgames, league, learning, measures, page, playouts, reading, scale, solving, tracing
from benchmarks.learned import Settings
from benchmarks.machine import description
from benchmarks.row import Row
from benchmarks.table import around, joined, markdown, write_into

ENOUGH, LEARNED = 200, Path("build/learned")
MATCHES = "matches"  # the measure that a cluster can play
FAMILIES = {
    "endgames": endgames,
    "league": league,
    "learning": learning,
    "measures": measures,
    "page": page,
    "playouts": playouts,
    "reading": reading,
    "scale": scale,
    "solving": solving,
    "tracing": tracing,
}


def main() -> None:
    """Measure, print, and end with 1 when a target is missed."""
    ask = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    ask.add_argument("family", nargs="?", choices=FAMILIES, default="measures", help="a folder of measures (default: measures)")
    ask.add_argument("--only", action="append", default=[], help="this measure; may be given again (default: all)")
    ask.add_argument("--without", action="append", default=[], help="not this measure; may be given again")
    ask.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    ask.add_argument(
        "--readme",
        type=Path,
        help="also put the table into this file; beside some rows, others of that day stay",
    )
    learn = ask.add_argument_group("league, learning, playouts")
    learn.add_argument("--row", action="append", default=[], help="part of the name of a row; may be given again")
    learn.add_argument("--games", type=int, default=ENOUGH, help=f"games of a match (default: {ENOUGH})")
    learn.add_argument("--learned", type=Path, default=LEARNED, help=f"where learned files are kept (default: {LEARNED})")
    learn.add_argument("--workers", type=int, help="games at once, and threads of learning (default: 2)")
    learn.add_argument("--cluster", help="a dask scheduler, such as tcp://10.0.0.5:8786, whose workers play the matches")
    asked = ask.parse_args()
    family = FAMILIES[asked.family]
    plays = family in (league, learning, playouts)
    workers = Settings.workers if asked.workers is None else asked.workers
    settings = [Settings(asked.learned, asked.games, asked.row, workers, asked.cluster)] if plays else []
    if not plays and (asked.workers, asked.cluster) != (None, None):
        ask.error(f"{asked.family} times this machine: --workers and --cluster are for league, learning and playouts")
    if asked.readme:
        around(asked.readme, family.MARK)  # before hours of measuring
    names = sorted(module.name for module in pkgutil.iter_modules(family.__path__))
    for name in {*asked.only, *asked.without} - {*names}:
        ask.error(f"there is no measure {name!r} in {asked.family}: choose from {', '.join(names)}")
    chosen = [name for name in asked.only or names if name not in asked.without]
    if asked.cluster is not None and (here := [name for name in chosen if name != MATCHES]):
        ask.error(f"this machine is measured by {', '.join(here)}: give --only {MATCHES} beside --cluster")
    rows = [row for name in chosen for row in _measured(f"{family.__name__}.{name}", *settings)]
    footer = description(family.PEERS)
    if asked.json:
        print(json.dumps({"measured": footer, "rows": [dataclasses.asdict(row) for row in rows]}, indent=2))
    else:
        print(markdown(rows, footer))
    if asked.readme:
        before = around(asked.readme, family.MARK)[1] if asked.only or asked.without or asked.row else ""
        write_into(asked.readme, joined(before, rows, footer), family.MARK)
    sys.exit(any(row.reached is False for row in rows))


def _measured(name: str, *settings: Settings) -> Iterator[Row]:
    """The rows of one measure, and a line on standard error for each: some take a minute."""
    began = time.perf_counter()
    for row in importlib.import_module(name).rows(*settings):
        seconds, measure = time.perf_counter() - began, name.rpartition(".")[2]
        print(f"[{seconds:6.1f} s] {measure}: {row.name}: {row.figure}", file=sys.stderr, flush=True)
        yield row


if __name__ == "__main__":
    main()
