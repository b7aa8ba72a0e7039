"""How fast the rules of chess are beside python-chess: leaves a second of the same trees, from the same positions."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import kibitz
from benchmarks.row import Row, at_least, said

SETS = (
    ("the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 5, 4_865_609),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 4, 4_085_603),
)
TARGET = 50


def rows() -> Iterator[Row]:
    """By `kibitz.perft`, which makes every move. So does python-chess; in the other row it only counts the last ones."""
    for title, fen, depth, deeper, known in SETS:
        game = kibitz.load(f"chess:fen={fen}")
        kibitz.perft(game, depth=1)  # compiles
        theirs = peer(fen, depth)
        same = kibitz.perft(game, depth=depth) == theirs["leaves"]
        began = time.process_time()
        leaves = kibitz.perft(game, depth=deeper)
        speed = leaves / (time.process_time() - began)
        for way, target in (("played", TARGET), ("counted", None)):
            name = f"Chess from {title}: speed against python-chess, leaves {way}"
            how = f"perft {deeper}: {leaves:,} leaves, {speed:,.0f} a CPU second against {theirs[way]:,.0f} of perft {depth}"
            times = speed / theirs[way]
            row = Row(name, said(times, "times"), how=how) if target is None else at_least(name, times, target, "times", how)
            yield row if same and leaves == known else replace(row, reached=False, how=f"**different trees**: {how}")


def peer(fen: str, depth: int) -> dict[str, Any]:
    """What python-chess counts, and its leaves a second, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.peers.python_chess", fen, str(depth)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))
