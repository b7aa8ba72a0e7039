"""Files of many games, read by `kibitz convert` in a process of its own; of chess beside python-chess, which reads the same."""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import kibitz
from benchmarks.row import Row, at_least, at_most

LARGE, SMALL = 20_000_000, 300_000  # bytes
GAMES, PLIES = 60, 120  # different ones, of random moves; a file has them again and again
GO_GAMES, GO_PLIES, GO_DIFFERENT = 1000, 250, 5
OPENING = 8
COLUMNS = "abcdefghijklmnopqrs"


def rows() -> Iterator[Row]:
    """CPU seconds of whole processes; the compile cache is empty at first."""
    command = str(Path(sys.executable).with_name("kibitz"))
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        cache, games = Path(folder, "cache"), [_random_names("chess", PLIES, seed) for seed in range(GAMES)]
        large, small = (_write_chess(Path(folder, f"{size}.pgn"), games, size) for size in (LARGE, SMALL))
        seconds, moves, _ = _convert([command, "convert", str(large)], cache)
        theirs = _peer(large)
        how = f"{LARGE / 1e6:.0f} MB, {moves:,} moves: {seconds:.1f} s against {theirs['seconds']:.1f} s"
        row = at_most(
            "PGN of chess, nothing compiled yet: time against python-chess", seconds / theirs["seconds"], 1.5, "times", how
        )
        yield row if moves == theirs["moves"] else replace(row, reached=False, how=f"**other moves**: {how}")
        seconds, _, many = _convert([command, "convert", str(small), "--plies", str(OPENING)], cache)
        how = f"{SMALL / 1e6:.1f} MB, {many:,} games, `--plies {OPENING}`, nothing is compiled"
        yield at_most("openings of chess", seconds, 2, "s", how)
        seconds, moves, many = _convert([command, "convert", str(_write_go(Path(folder, "go.sgf")))], cache)
        how = f"{many:,} games of {GO_PLIES} moves, {seconds:.1f} s"
        row = at_least("SGF of Go 19x19, nothing compiled yet", moves / seconds, 5000, "moves/s", how)
        yield row if moves == GO_GAMES * GO_PLIES else replace(row, reached=False, how=f"**other moves**: {how}")


def _convert(command: Sequence[str], cache: Path) -> tuple[float, int, int]:
    """The CPU seconds of the process; how many moves it read, and how many games."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "KIBITZ_CACHE_DIR": str(cache)}
    done = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    games = json.loads(done.stdout)["list"]
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, sum(game["moves"] for game in games), len(games)


def _peer(file: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.peers.python_chess_pgn", str(file)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def _random_names(spec: str, plies: int, seed: int) -> list[str]:
    """The moves of a random game without passes, or of its beginning."""
    dice, position = random.Random(seed), kibitz.Position.after(spec)
    while len(position.moves) < plies and not position.is_over:
        move = dice.choice(list(position.game.moves(position.state)))
        try:
            position = position if position.name(move) == "pass" else position.play(move)
        except kibitz.MoveError:  # the position was on the board before
            continue
    return list(position.names())


def _write_chess(path: Path, games: Sequence[Sequence[str]], size: int) -> Path:
    """A file of at least so many bytes."""
    with path.open("w") as file:
        for number, names in enumerate(cycle(games), 1):
            words = [f"{ply // 2 + 1}. {name}" if ply % 2 == 0 else name for ply, name in enumerate(names)]
            tags = "".join(
                f'[{name} "{value}"]\n' for name, value in (("Event", f"own {number}"), ("White", "Ann"), ("Black", "Bob"))
            )
            file.write(f"{tags}\n{textwrap.fill(' '.join([*words, '*']), 79)}\n\n")
            if file.tell() >= size:
                return path
    raise AssertionError


def _write_go(path: Path) -> Path:
    games = [_random_names("go:size=19", GO_PLIES, seed) for seed in range(GO_DIFFERENT)]
    with path.open("w") as file:
        for names in (games[number % GO_DIFFERENT] for number in range(GO_GAMES)):
            places = [f"{COLUMNS['ABCDEFGHJKLMNOPQRST'.index(name[0])]}{COLUMNS[19 - int(name[1:])]}" for name in names]
            moves = "".join(f";{'BW'[ply % 2]}[{place}]" for ply, place in enumerate(places))
            file.write(f"(;FF[4]GM[1]SZ[19]KM[7]{moves})\n")
    return path
