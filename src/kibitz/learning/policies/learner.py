"""A learner of a policy: its memory, the games it plays, and the weights it has found."""

from array import array
from typing import Any

import numpy as np

from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game, mover_of, start_of
from kibitz.kernel import low_bits, machine_of, mixed
from kibitz.learning.policies.layout import ways_of
from kibitz.learning.policies.parameters import FIRST, SYMMETRY, SYMMETRY_PLACES, SYMMETRY_SIDE, SYMMETRY_SYMBOLS
from kibitz.learning.policies.self_play import ROOM_BITS, learn_policy
from kibitz.patterns.likelihood import SPACE, UNIT
from kibitz.patterns.policy import Policy, PolicyLayout, with_policy
from kibitz.search.monte_carlo.extent import payoff_range
from kibitz.search.monte_carlo.game_path import PATH_WORDS, remember_played
from kibitz.search.monte_carlo.random_games import SEEDS

TABLE_BITS, MOST_PARAMETERS = 18, 1 << 17
RECORD = 1 << 22  # words
RATE, SIZED = 0.25, 0.5
QUICK_RATE, QUICK_SIZED = 1.0, 0.9  # of weights for playouts
BLIND = 0.7  # of the length of a game at random: so many plies may be at random before one that teaches
TEMPERATURE = 3.0  # by which logarithms are divided in the file: a prior is softer than play (docs/decisions/policy.md)
COOL = 1.0  # the same for playouts
LONGER = 3  # games may last so many times as long as those at random


class PolicyLearner:
    """The state of learning a policy; compiles. LearningError for rules that do not."""

    def __init__(self, game: Game, layout: PolicyLayout, length: int, seed: int = 1, *, drops: bool = False) -> None:
        """`length`: of a game at random, in plies. `drops`: what is learned are the weights for playouts."""
        self.game, self.layout, self.seconds = game, layout, 0.0
        self._temperature, self._rate, self._sized = (COOL, QUICK_RATE, QUICK_SIZED) if drops else (TEMPERATURE, RATE, SIZED)
        table = array("h", bytes(2 << TABLE_BITS))
        nothing = Policy(layout, TABLE_BITS, table, "", table if drops else None)
        self.machine = machine_of(game, with_policy(game, knowledge_of(game), nothing))
        self._learn = self.machine.ready(learn_policy)
        self._fields = self.machine.arguments(start_of(game))
        self.memory = self._memory(length, seed)

    def play(self, games: int) -> None:
        """Play so many games, and learn from them."""
        self._learn(self._fields, games, self.memory)

    @property
    def played(self) -> int:
        """Games so far, those that were given up included."""
        return int(self.memory.games + self.memory.endless)

    @property
    def logs(self) -> Any:
        """The logarithm for each slot of the table."""
        memory = self.memory
        words = memory.array
        slots = words[memory.slots_at : memory.slots_at + (1 << TABLE_BITS)]
        return words.view(np.float64)[memory.logs_at : memory.logs_at + MOST_PARAMETERS][slots]

    @property
    def table(self) -> "array[int]":
        """The weights learned so far, as a policy holds them."""
        return array("h", np.rint(self.logs * UNIT / self._temperature).astype(np.int16).tobytes())

    def policy(self, title: str = "") -> Policy:
        """The policy learned so far."""
        return Policy(self.layout, TABLE_BITS, self.table, title)

    def _memory(self, length: int, seed: int) -> Any:
        game, players, at, sizes = self.game, self.game.players, FIRST, dict[str, int]()
        for name, count in (
            ("slots_at", 1 << TABLE_BITS),
            *((f"{name}_at", MOST_PARAMETERS) for name in ("logs", "slopes", "steps", "marks", "touched")),
            ("symmetries_at", SYMMETRY * len(self.layout.symmetries)),
            ("space_at", SPACE),
            ("paid_at", players),
            ("means_at", players),
            ("path_at", PATH_WORDS if game.recurrence else 0),
            ("room_at", 1 << ROOM_BITS),
            ("record_at", RECORD),
        ):
            sizes[name] = at
            at += count
        memory: Any = self.machine.words(at)
        for name, place in sizes.items():
            setattr(memory, name, place)
        least, most, _ = payoff_range(game)
        memory.dice, memory.players, memory.worst_paid, memory.best_paid = (
            low_bits(mixed(seed, SEEDS), 62),
            players,
            least,
            most,
        )
        memory.starter, memory.parameters, memory.most_parameters = mover_of(game, start_of(game), 0), 1, MOST_PARAMETERS - 1
        memory.pace, memory.sized = self._rate, self._sized if most > 1 else 0.0
        memory.blind, memory.most_plies, memory.record_end = int(BLIND * length), LONGER * length + 20, at
        for player in range(players):
            memory.set_number(memory.means_at + player, 0.5)
        memory.symmetries = len(self.layout.symmetries)
        for number, one in enumerate(self.layout.symmetries):
            there = memory.symmetries_at + SYMMETRY * number
            ways = ways_of(one, self.layout.near) if self.layout.near else ()
            for part, values in (
                (0, ways or ()),
                (SYMMETRY_SYMBOLS, (*self._symbols(one.symbols), self.layout.alphabet)),
                (SYMMETRY_SIDE, (int(one.changes_side),)),
                (SYMMETRY_PLACES, one.places),
            ):
                for index, value in enumerate(values):
                    memory[there + part + index] = value
        remember_played(self.machine, start_of(game), memory.starter, memory)
        return memory

    def _symbols(self, symbols: tuple[int, ...]) -> tuple[int, ...]:
        """Of numbers a policy sees the values themselves."""
        return symbols if self.layout.near else tuple(range(self.layout.alphabet))
