"""The results of one game's searches for those of its later moves: the table, the proofs, and the distance of the end."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Any

from kibitz.kernel import Machine
from kibitz.search.drivers.solver import Solver
from kibitz.search.parts.scale import Scale

GAMES = 3  # played at random to see how far the end is
LONGEST = 160  # plies of such a game: whatever lasts longer is far from its end
# Of the moves of a node so many times their root are looked at in a proof, on average, ...
TRIED = 0.8
FEWEST = 1.6  # ... and no less than this.
NEARER = 2  # plies that the end must come nearer before it is tried for again
PLAYED = 2  # plies between two searches of one player, as a rule


@dataclass(frozen=True)
class KeptTree:
    """The tree of a search by playouts: the moves that led to its root, its memory, and each thread's part of that."""

    machine: Machine
    moves: tuple[int, ...]
    words: Any
    parts: tuple[tuple[int, int], ...]


@dataclass
class Continuation:
    """The memory between the searches of one player in one game; each search takes it over, one at a time."""

    machine: Machine | None = None
    scale: Scale | None = None
    table: Any = None
    solver: Solver | None = None
    left: float | None = None  # plies to the end, as seen last
    failed: float | None = None  # plies to the end where the last proof was begun for nothing
    tree: "KeptTree | None" = None  # of a search by playouts

    def table_for(self, machine: Machine, scale: Scale, largest: int) -> Any | None:
        """The table of the search before, where it serves this one."""
        fits = self.machine is machine and self.scale == scale and self.table is not None
        return self.table if fits and self.table.log <= largest else None

    def keep_table(self, machine: Machine, scale: Scale, table: Any) -> None:
        """Keep the table of a search."""
        self.machine, self.scale, self.table = machine, scale, table

    def solver_for(self, machine: Machine, create: Callable[[], Solver]) -> Solver:
        """The solver of the searches before, where it serves this one; else a new one."""
        if self.solver is None or self.solver.machine is not machine:
            self.solver = create()
        return self.solver

    def is_end_near(self, machine: Machine, state: Any, nodes: float) -> bool:
        """Whether a proof is likely within this many nodes."""
        if self.left is not None:
            self.left -= PLAYED
        if self.left is None or self.left < 2 * plies_within(nodes, 1.0):
            self.left, choice = look_ahead(machine, state)
            if self.left <= plies_within(nodes, choice):
                return self.failed is None or self.left <= self.failed - NEARER
        return False


def plies_within(nodes: float, choice: float) -> float:
    """The longest game that this many nodes solve, with this many moves in a position."""
    return log(max(2.0, nodes)) / log(max(FEWEST, TRIED * choice**0.5))


def look_ahead(machine: Machine, state: Any) -> tuple[float, float]:
    """The most plies that some random games last from here, and the moves that there were to choose from, on average.

    What the knowledge has proved of the plies counts for more than games.
    """
    rules, dice = machine.rules, random.Random(0)
    longest, choices, plies = 0, 0, 0
    for _ in range(GAMES):
        here, length = state, 0
        while length < LONGEST and not rules.is_over(here):
            moves = list(rules.moves(here))
            here = rules.play(here, dice.choice(moves))
            length += 1
            choices += len(moves)
        longest, plies = max(longest, length), plies + length
        if length >= LONGEST:
            break
    if rules.has_plies:
        longest = min(rules.plies(state)[1], LONGEST)
    return longest, choices / max(1, plies)
