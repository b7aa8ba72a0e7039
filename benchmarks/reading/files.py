"""Files of many games, read by `kibitz convert` in a process of its own; of chess beside python-chess, which reads the same."""

import json
import random
import resource
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
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
    kibitz_command = str(Path(sys.executable).with_name("kibitz"))
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        cache, games = Path(folder, "cache"), [_random_names("chess", PLIES, seed) for seed in range(GAMES)]
        large, small = (
            _write_chess(Path(folder, "large.pgn"), games, LARGE),
            _write_chess(Path(folder, "small.pgn"), games, SMALL),
        )
        for title, compiled in (("nothing compiled yet", False), ("machine code in the cache", True)):
            seconds, found = _convert([kibitz_command, "convert", str(large), "--json"], cache)
            theirs = _peer(large)
            same = sum(game["moves"] for game in found["list"]) == theirs["moves"]
            how = f"{LARGE / 1e6:.0f} MB, {theirs['moves']:,} moves: {seconds:.1f} s against {theirs['seconds']:.1f} s"
            name = f"PGN of chess, {title}: time against python-chess"
            row = at_most(name, seconds / theirs["seconds"], 1.5, "times", how)
            yield row if same else Row(name, "**other moves**", row.target, False, how)
            assert compiled or cache.exists()
        seconds, found = _convert([kibitz_command, "convert", str(small), "--plies", str(OPENING), "--json"], cache)
        how = f"{SMALL / 1e6:.1f} MB, {len(found['list']):,} games, `--plies {OPENING}`, nothing is compiled"
        yield at_most("openings of chess", seconds, 2, "s", how)
        file, moves = _write_go(Path(folder, "go.sgf")), GO_GAMES * GO_PLIES
        for title in ("nothing compiled yet", "machine code in the cache"):
            seconds, found = _convert([kibitz_command, "convert", str(file), "--json"], cache)
            assert sum(game["moves"] for game in found["list"]) == moves
            how = f"{GO_GAMES:,} games of {GO_PLIES} moves, {seconds:.1f} s"
            yield at_least(f"SGF of Go 19x19, {title}", moves / seconds, 5000, "moves/s", how)


def _convert(command: Sequence[str], cache: Path) -> tuple[float, dict[str, list[dict[str, int]]]]:
    """The CPU seconds of the process, and what it says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={"KIBITZ_CACHE_DIR": str(cache)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, json.loads(done.stdout)


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
