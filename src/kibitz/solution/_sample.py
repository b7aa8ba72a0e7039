"""What games played at random tell of a game: how its states are laid out, and how many positions it has at least."""

import time
from typing import Any

import numpy as np

from kibitz.kernel import Machine, Words
from kibitz.search._memory import DEEPEST
from kibitz.solution import _memory as m
from kibitz.solution._layout import cells_of
from kibitz.solution._walk import sample

GAMES, PLAIN_GAMES, FEW = 1 << 15, 1 << 9, 1 << 6  # games, the same in plain Python, and in one call
WORDS = 1 << 21  # the states remembered
SECONDS = 0.5  # fewer games where the rules are slow


class Sample:
    """Random games of one game: the bits that its states' cells have shown, and the states met after each number of plies."""

    def __init__(self, machine: Machine, state: Any) -> None:
        cells = len(list(cells_of(state)))
        memory = machine.words(m.memory_words(cells))
        memory[m.CELLS] = cells
        play, fields, plies, played = machine.ready(sample), machine.arguments(state), DEEPEST, 0
        self._games: list[np.ndarray[Any, Any]] = []  # a row for each game: the hash of each of its states, 0 behind its end
        ends = time.monotonic() + SECONDS
        most = GAMES if machine.compiled else PLAIN_GAMES
        while played < min(most, WORDS // (plies + 1)) and (played < 2 * FEW or time.monotonic() < ends):
            hashes = machine.words(1 + FEW * (plies + 1))
            longest = play(fields, played, FEW, plies, memory, hashes)
            flat = hashes.array if isinstance(hashes, Words) else np.array(hashes)
            self._games.append(flat[1:].reshape(FEW, plies + 1))
            plies, played = longest + 1 if played == 0 and longest < plies else plies, played + FEW
        parts = range(m.FIRST + cells, m.FIRST + cells * (1 + m.PARTS), m.PARTS)
        self.seen = [int(memory[part + m.SEEN]) & (1 << 64) - 1 for part in parts]

    def at_least(self) -> int:
        """About how many positions there are, more likely too few than too many.

        Of the states n plies from the start some have been met once and some twice: f and g of them. There are at least about
        f(f-1) / 2(g+1) more that have not been met (Chao 1984). The plies add up, unless they share states.
        """
        found, met = [], []
        for ply in range(max(games.shape[1] for games in self._games)):
            there = np.concatenate([games[:, ply] for games in self._games if games.shape[1] > ply])
            states, often = np.unique(there[there != 0], return_counts=True)
            once, twice = int((often == 1).sum()), int((often == 2).sum())
            found.append(len(states) + once * (once - 1) // (2 * (twice + 1)))
            met.append(states)
        apart = len(np.unique(np.concatenate(met))) == sum(map(len, met))
        return sum(found) if apart else max(found)
