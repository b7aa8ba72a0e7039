"""Runs every measure it finds and prints one table: python -m benchmarks [--only NAME] [--json] [--readme FILE]."""

import argparse
import dataclasses
import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import measures
from benchmarks.machine import description
from benchmarks.row import Row
from benchmarks.table import markdown, write_into


def main() -> None:
    """Measure, print, and end with 1 when a target is missed."""
    names = sorted(module.name for module in pkgutil.iter_modules(measures.__path__))
    ask = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    ask.add_argument("--only", action="append", choices=names, help="this measure; may be given again (default: all)")
    ask.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    ask.add_argument("--readme", type=Path, help="also put the table into this file, between its marks")
    asked = ask.parse_args()
    rows = [row for name in asked.only or names for row in _measured(name)]
    if asked.json:
        print(json.dumps({"measured": description(), "rows": [dataclasses.asdict(row) for row in rows]}, indent=2))
    else:
        print(markdown(rows, description()))
    if asked.readme:
        write_into(asked.readme, markdown(rows, description()))
    sys.exit(any(row.reached is False for row in rows))


def _measured(name: str) -> Iterator[Row]:
    """The rows of one measure, and a line on standard error for each: some take a minute."""
    began = time.perf_counter()
    for row in importlib.import_module(f"benchmarks.measures.{name}").rows():
        print(f"[{time.perf_counter() - began:6.1f} s] {name}: {row.name}: {row.figure}", file=sys.stderr, flush=True)
        yield row


if __name__ == "__main__":
    main()
