"""What games played at random tell of a game: how its states are laid out, and how many positions it has at least."""

import time
from typing import Any

import numpy as np

from kibitz.errors import RulesError
from kibitz.kernel import Machine
from kibitz.search._memory import DEEPEST
from kibitz.solution import _memory as m
from kibitz.solution._layout import cells_of
from kibitz.solution._walk import sample

GAMES, SECONDS, STEP = 8192, 0.5, 64  # so many games, or as many as there is time for, but no fewer than the last


class Sample:
    """Random games of one game: the bits that its states' cells have shown, and the states met after each number of plies."""

    def __init__(self, machine: Machine, state: Any) -> None:
        cells = len(list(cells_of(state)))
        memory = machine.words(m.memory_words(cells))
        memory[m.CELLS] = cells
        hashes, play, fields = machine.words(DEEPEST + 2), machine.ready(sample), machine.arguments(state)
        self._games: list[np.ndarray[Any, Any]] = []
        ends = time.monotonic() + SECONDS
        for seed in range(GAMES):
            plies = play(fields, seed, DEEPEST, memory, hashes)
            if plies < 0:
                raise RulesError("a state of the game has tuples of another length than the start: give all the same length")
            self._games.append(np.array([int(hashes[1 + ply]) for ply in range(plies + 1)], np.uint64))
            if seed % STEP == STEP - 1 and time.monotonic() > ends:
                break
        parts = range(m.FIRST + cells, m.FIRST + cells * (1 + m.PARTS), m.PARTS)
        self.seen = [int(memory[part + m.SEEN]) & (1 << 64) - 1 for part in parts]

    def at_least(self) -> int:
        """About how many positions there are, more likely too few than too many.

        M games at random that agree on the state after n plies in C of their M(M-1)/2 pairs met M(M-1)/2C states, were all
        equally likely; they are not, so there are more. The plies add up, unless they share states.
        """
        found, met = [], []
        for ply in range(max(map(len, self._games))):
            there = [game[ply] for game in self._games if len(game) > ply]
            states, often = np.unique(np.array(there, np.uint64), return_counts=True)
            agree = int((often * (often - 1) // 2).sum())
            found.append(max(len(states), len(there) * (len(there) - 1) // 2 // (agree + 1)))
            met.append(states)
        apart = len(np.unique(np.concatenate(met))) == sum(map(len, met))
        return sum(found) if apart else max(found)
