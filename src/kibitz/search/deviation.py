"""How far deep values lie from shallow ones, measured: what `Knowledge.deviation` is to say of this game and this estimate."""

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.kernel import Machine, machine_of
from kibitz.rules import Game, Knowledge
from kibitz.search.algorithms import deepening
from kibitz.search.scale import Scale
from kibitz.search.team import ROOM, Worker, empty_score_table

OPENING, LOOKING, ERRING = 6, 2, 0.25  # plies at random; then a search of so many plies, and how often a random move after all
FEWEST = 12  # positions of a stage, for a deviation to be told
SAMPLE_LOG = 16  # of the buckets of the table


@dataclass(frozen=True)
class Deviation:
    """Of the positions of one stage: the value `deep` plies deep is about `slope` x the shallow one + `offset`.

    `plain` is the standard deviation of deep - shallow, `sigma` of what that line leaves; in the units of `result`. `stage`:
    from 0, in equal parts of the positions by how many plies were played before; `until`: the most plies in this one.
    """

    deep: int
    shallow: int
    stage: int
    until: int
    plain: float
    sigma: float
    slope: float
    offset: float
    count: int


def measure_deviation(
    game: Game,
    knowledge: Knowledge | None,
    pairs: Sequence[tuple[int, int]],
    *,
    positions: int = 400,
    stages: int = 1,
    seconds: float | None = None,
    seed: int = 0,
) -> list[Deviation]:
    """The deviations of these pairs of depths (deep, shallow) on positions of games that are played badly, by `deepening`.

    No more positions than `seconds` allow. Positions whose values are wins or losses do not count, for no margin is needed
    there; nor does a stage with hardly any positions.
    """
    machine, scale = machine_of(game, knowledge), Scale.of(game, True)
    depths = sorted({depth for pair in pairs for depth in pair})
    began, samples = time.monotonic(), []
    worker = _worker(machine, scale)
    for plies, state in _positions(machine, worker, random.Random(seed), positions):
        if seconds is not None and time.monotonic() - began > seconds:
            break
        values = {depth: worker.search(state, depth) >> 2 for depth in range(1, depths[-1] + 1)}
        samples.append((plies, values))
    samples.sort(key=lambda sample: sample[0])
    found = []
    for stage in range(stages):
        part = samples[len(samples) * stage // stages : len(samples) * (stage + 1) // stages]
        for deep, shallow in pairs:
            points = [
                (values[shallow] / scale.unit, values[deep] / scale.unit)
                for _, values in part
                if max(abs(values[deep]), abs(values[shallow])) < scale.clamp
            ]
            if len(points) >= FEWEST:
                found.append(_deviation(deep, shallow, stage, part[-1][0], points))
    return found


def _deviation(deep: int, shallow: int, stage: int, until: int, points: list[tuple[float, float]]) -> Deviation:
    low, high = [one for one, _ in points], [other for _, other in points]
    plain = statistics.pstdev([other - one for one, other in points])
    slope, offset = 1.0, statistics.fmean(high) - statistics.fmean(low)
    if min(low) < max(low):
        slope, offset = statistics.linear_regression(low, high)
    sigma = statistics.pstdev([other - slope * one - offset for one, other in points])
    return Deviation(deep, shallow, stage, until, plain, sigma, slope, offset, len(points))


def _positions(machine: Machine, worker: Worker, dice: random.Random, count: int) -> Iterator[tuple[int, Any]]:
    """Positions of games between players who see little and err often, each with the plies played before."""
    rules, left = machine.rules, count
    while left > 0:
        state, plies, wanted = rules.game.start(), 0, 0
        while left > 0 and not rules.is_over(state):
            moves = list(rules.moves(state))
            if plies >= wanted and plies >= OPENING // 2:
                yield plies, state
                left, wanted = left - 1, plies + dice.randint(2, 7)
            errs = plies < OPENING or dice.random() < ERRING
            move = dice.choice(moves) if errs else max(moves, key=lambda move: worker.after(state, move, LOOKING) >> 2)
            state, plies = rules.play(state, move), plies + 1


def _worker(machine: Machine, scale: Scale) -> Worker:
    return Worker(machine, deepening.enter, scale, ROOM, empty_score_table(machine, True, SAMPLE_LOG), 1)
