"""A block of learning: some games from given weights, by a seed.

The same order gives the same changes wherever it is done, unless it ends after a time. So blocks can be learned by any worker,
twice if need be, and checked by learning one again. Weights travel as the places that are not zero, changes as the places that
a block has changed.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from kibitz.core import registry
from kibitz.core.registry import spec_of
from kibitz.errors import CrewError
from kibitz.learning.learner import Learner
from kibitz.learning.preparation import Preparation
from kibitz.patterns.layout import PatternLayout
from kibitz.workers.files import collect_files, materialize, version


@dataclass(frozen=True)
class LearnedGame:
    """The common part of all blocks of a learning: the game with its files, and what was found out about it (`Preparation`)."""

    spec: str
    files: tuple[tuple[str, bytes], ...]
    layout: PatternLayout
    most: float
    least: float | None
    longest: int
    opening: int
    stored: tuple[bytes, ...] = ()
    values: tuple[tuple[bytes, float], ...] = ()
    version: str = ""

    @classmethod
    def of(cls, learner: Learner) -> "LearnedGame":
        """The game that a learner learns."""
        found = learner.preparation
        spec = spec_of(found.game)
        files = tuple(sorted(collect_files([spec]).items()))
        stored = tuple(bytes(fields) for fields in learner.stored)
        values = tuple((bytes(fields), target) for fields, target in learner.values)
        layout = replace(found.layout)  # without what it has worked out, and keeps
        return cls(spec, files, layout, found.most, found.least, found.longest, learner.opening, stored, values, version())


@dataclass(frozen=True)
class BlockOrder:
    """The order for a block: the dice of its games, and how many positions, games (None: any number) and seconds are enough.

    Without a limit of seconds it is the same wherever it is learned.
    """

    dice: int
    positions: int
    games: int | None = None
    seconds: float = inf


@dataclass(frozen=True)
class Changes:
    """Places of a learner's arrays, with the numbers there: of each its weight, and the sum and size of its corrections."""

    places: bytes  # uint32
    weights: bytes  # float32
    agreed: bytes  # float32, two for each

    @classmethod
    def at(cls, places: Any, weights: Any, agreed: Any) -> "Changes":
        """The numbers that stand at these places."""
        pairs = agreed.reshape(-1, 2)[places]
        return cls(places.astype(np.uint32).tobytes(), weights[places].tobytes(), pairs.tobytes())

    @classmethod
    def whole(cls, weights: Any, agreed: Any) -> "Changes":
        """All that is not zero."""
        return cls.at(np.flatnonzero((weights != 0) | (agreed[1::2] != 0)), weights, agreed)

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """The places, their weights, and the sums and sizes, a row each."""
        places = np.frombuffer(self.places, np.uint32)
        return places, np.frombuffer(self.weights, np.float32), np.frombuffer(self.agreed, np.float32).reshape(-1, 2)

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.places) + len(self.weights) + len(self.agreed)


@dataclass(frozen=True)
class LearnedBlock:
    """The outcome of a block."""

    games: int
    positions: int
    changes: Changes


def learn_block(game: LearnedGame, block: BlockOrder, before: Changes) -> LearnedBlock:
    """Learn a block, which begins from the weights `before`."""
    if game.version != version():
        raise CrewError(f"kibitz {game.version} learns here, and a worker has {version()}: install the same on both")
    learner = _learner(game)
    weights, agreed = learner.arrays
    places, old_weights, old_agreed = before.arrays
    weights[:], agreed[:] = 0.0, 0.0
    weights[places] = old_weights
    agreed.reshape(-1, 2)[places] = old_agreed
    sizes = agreed[1::2].copy()
    games, positions = learner.lesson(block.dice, block.positions, block.games, block.seconds)
    return LearnedBlock(games, positions, Changes.at(np.flatnonzero(agreed[1::2] != sizes), weights, agreed))


@functools.lru_cache(maxsize=1)
def _learner(game: LearnedGame) -> Learner:
    (spec,) = materialize([game.spec], dict(game.files))
    found = Preparation(registry.load(spec), game.layout, None, game.most, game.least, game.longest, (), "")
    learner = Learner(found, opening=game.opening)
    learner.stored = [learner.machine.fields_of(words) for words in game.stored]
    learner.values = [(learner.machine.fields_of(words), target) for words, target in game.values]
    return learner


REACH = 10.0  # how much sooner a weight comes to its goal than alone, for the other weights of a position move with it
TINY = 1e-30  # the size of corrections too small for a float of 32 bits to grow by


def merge(weights: Any, agreed: Any, blocks: Sequence[LearnedBlock], instances: int) -> None:
    """Merge what blocks have changed that all began from these weights, in their order.

    The sums and sizes of corrections are added up. A weight moves by the mean of its changes, each by the size of its
    corrections in that block, times a factor: a weight that few positions of a block have met would have gone on towards its
    goal in the others (then changes add up), and one that many have met has come there in each (then they are averaged). How
    far it has come follows from the number of its corrections and from its step size. Measured in
    docs/decisions/learning-together.md.
    """
    rows, arrived = agreed.reshape(-1, 2), [block.changes.arrays for block in blocks]
    is_met = np.zeros(len(weights), bool)
    for places, _, _ in arrived:
        is_met[places] = True
    met = np.flatnonzero(is_met)
    if not len(met):
        return
    number_of = np.empty(len(weights), np.int32)
    number_of[met] = np.arange(len(met), dtype=np.int32)
    places, after, after_agreed = (np.concatenate(column) for column in zip(*arrived, strict=True))
    here = number_of[places]
    grown = after_agreed.astype(float)
    grown -= rows[places]
    size = np.maximum(grown[:, 1], TINY)
    change = after.astype(float)
    change -= weights[places]

    def added(numbers: Any) -> Any:
        return np.bincount(here, numbers, len(met))

    sums = np.stack([added(grown[:, 0]), added(grown[:, 1])], axis=1)
    moved, by, squared = added(change * size), added(size), added(size * size)
    several = by * by / np.maximum(squared, TINY * TINY)  # blocks that have met it, as if all had met it alike
    usual = by.sum() / max(1, instances * sum(block.positions for block in blocks))  # the size of a correction
    sums += rows[met]
    moved /= by
    common = np.flatnonzero(several > 1.0)
    several, steps = several[common], sums[common]
    share = np.abs(steps[:, 0]) / np.maximum(steps[:, 1], TINY)
    way = np.maximum(REACH * by[common] / several / max(usual, TINY) * share / instances, 1e-9)
    moved[common] *= np.expm1(-several * way) / np.expm1(-way)
    weights[met] += moved.astype(np.float32)
    rows[met] = sums.astype(np.float32)


def games_of_blocks(games: int | None, blocks: int) -> Sequence[int | None]:
    """How many games each block may have, of all that are left."""
    if games is None:
        return [None] * blocks
    return [games // blocks + (number < games % blocks) for number in range(blocks)]
