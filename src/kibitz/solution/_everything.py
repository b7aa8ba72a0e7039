"""Solves a game strongly: every position that can be reached from the start, into a file."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kibitz.errors import SolutionError
from kibitz.registry import load, spec_of
from kibitz.rules import Game, says
from kibitz.runtime.user_code import blame_rules
from kibitz.solution._file import Header, writable, write
from kibitz.solution._solution import fingerprint
from kibitz.thought import Value

MEMORY = 2 * 2**30  # bytes


@dataclass(frozen=True)
class SolutionSummary:
    """What came of a walk: how many positions, the size of the file, and what the start is worth to the side to move."""

    positions: int
    bytes: int
    value: Value
    seconds: float


def solve_everything(
    game: Game | str,
    path: str | Path,
    memory: int = MEMORY,
    progress: Callable[[int, str], None] = lambda positions, note: None,
) -> SolutionSummary:
    """Walk all positions of a game (or of the game a spec names), and write value and distance of each to the file `path`.

    It takes at most `memory` bytes; `progress` is told now and then how many positions are done and what goes on, before all
    else how much there is to do. The file appears when it is whole. Ctrl-C ends it at once, and nothing is left behind.

    Raises SolutionError, in one sentence, when the positions will not fit or the game has no strong solution, and RulesError
    when its rules break their contract.
    """
    began = time.perf_counter()
    game, path = load(game) if isinstance(game, str) else game, Path(path)
    name = spec_of(game)
    if not says(game, "result") or says(game, "chances"):
        raise SolutionError(f"{name} is not decided by two players alone, one winning what the other loses: it has no solution")
    if not game.compiles:
        raise SolutionError(f"{name} keeps its states to itself: only states made of numbers can be written into a file")
    writable(path)
    from kibitz.kernel import machine_of  # here and no sooner: it brings the compiler
    from kibitz.solution._walker import RandomGames, Room, Sorted, Walker, format_bytes

    with blame_rules():
        print_of_rules, machine = fingerprint(game), machine_of(game)
        games = RandomGames(machine, game.start())
    least = games.at_least()
    walker = Walker(game, machine, memory, games.seen, progress)
    needed = Room.least(walker.layout.words, machine.compiled).holding(least).bytes
    if needed > memory:
        raise SolutionError(
            f"{name} has at least about {least:,} positions, which take {format_bytes(needed)} of memory, and "
            f"{format_bytes(memory)} are allowed: allow more, or give the game smaller parameters"
        )
    progress(0, f"at least about {least:,} positions, {format_bytes(needed)} of memory; {format_bytes(memory)} are allowed")
    value = walker.walk()
    progress(walker.count, "sorting and writing")
    rows = Sorted(walker.rows, walker.count, walker.layout, walker.scale)
    layout, columns = walker.layout, (rows.key_bytes, rows.value_bytes)
    start = rows.values.index((int(value.result), value.plies))
    header = Header(name, print_of_rules, walker.count, layout.spare, layout.widths, *columns, rows.values, start)
    size = write(path, header, rows.columns())
    return SolutionSummary(walker.count, size, value, time.perf_counter() - began)
