"""How far deep searches differ from shallow ones with this very estimate, measured: the margins that `selective` cuts by."""

import random
import time
from collections import defaultdict
from collections.abc import Iterator
from math import inf
from statistics import fmean, pstdev

from kibitz.core.rules import says
from kibitz.core.thought import Limit
from kibitz.patterns.estimate import DEEPEST_PAIR, LearnedKnowledge, PatternEstimate, probe_depth
from kibitz.patterns.layout import INSTANCES
from kibitz.position import Position
from kibitz.search.entry import begin, think

POSITIONS = 240
DEPTH, NODES = 9, 100_000  # of a search, at most; fewer nodes where an estimate is ...
LARGE = 160  # ... the sum of more weights than that
FEWEST = 24  # positions that make a standard deviation
STRAY = 0.15  # of moves made at random, so that games differ
GROWTH = 1.03  # of a deviation with each ply, where none was measured


def measure_deviations(
    estimate: LearnedKnowledge, seed: int = 1, positions: int = POSITIONS, until: float = inf
) -> tuple[float, ...]:
    """For each stage in turn, and for each depth from 0 to DEEPEST_PAIR: the standard deviation, in units of the result.

    It is the deviation of the value at that depth minus the value at its `probe_depth`; 0.0 if there is none. Empty in games
    with chance or several players. At the moment `until` (of time.monotonic) those positions have to do that were looked at by
    then.
    """
    game = estimate.game
    if says(game, "chances") or not isinstance(estimate, PatternEstimate):
        return ()
    found: dict[tuple[int, int], list[float]] = defaultdict(list)
    for position in _positions(estimate, random.Random(seed), positions):
        if time.monotonic() > until:
            break
        values = _values(estimate, position)
        stage = estimate.stage_of(position.state)
        for deep, value in values.items():
            shallow = values.get(probe_depth(deep))
            if shallow is not None and deep >= 3:
                found[stage, deep].append(value - shallow)
    return tuple(number for stage in range(estimate.stages) for number in _row(found, stage))


def _row(found: dict[tuple[int, int], list[float]], stage: int) -> Iterator[float]:
    """The numbers of one stage; with too few measurements, of all stages, then of the depth before, grown."""
    last = 0.0
    for deep in range(DEEPEST_PAIR + 1):
        here = found.get((stage, deep), [])
        everywhere = [one for (_, depth), many in found.items() if depth == deep for one in many]
        enough = here if len(here) >= FEWEST else everywhere if len(everywhere) >= FEWEST else []
        last = (pstdev(enough) ** 2 + fmean(enough) ** 2) ** 0.5 if enough else last * GROWTH
        yield round(last, 6)


def _positions(estimate: PatternEstimate, dice: random.Random, count: int) -> Iterator[Position]:
    """Positions of games that the estimate plays against itself, one in four of them."""
    found = 0
    while found < count:
        position = Position.after(estimate.game, [])
        for _ in range(400):
            if position.is_over or found >= count:
                break
            if dice.random() < 0.25:
                found += 1
                yield position
            legal = position.legal()
            stray = len(legal) == 1 or len(position.moves) < 4 or dice.random() < STRAY
            best = None if stray else think(position, search="deepening", knowledge=estimate, limit=Limit(depth=2)).best
            position = position.play(dice.choice(legal) if best is None else best)


def _values(estimate: PatternEstimate, position: Position) -> dict[int, float]:
    """The value after each depth of one search, as long as it is estimated."""
    found: dict[int, float] = {}
    limit = Limit(depth=DEPTH, nodes=NODES * LARGE // max(LARGE, estimate.pattern_plan[INSTANCES]))
    for thought in begin(position, search="deepening", knowledge=estimate, limit=limit):
        if thought.value.kind == "estimate" and thought.depth:
            found.setdefault(thought.depth, float(thought.value.result))
    return found
