"""Where a learned estimate sees a difference: its terms by another way of reading, and lines of which nothing can be said."""

import functools
import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.registry import load
from kibitz.explain.review.pattern_change import LEAST, pattern_change
from kibitz.patterns.estimate import UNIT, PatternEstimate
from kibitz.patterns.file import EstimateFile, read_estimate
from kibitz.patterns.library import ESTIMATE_FILES
from kibitz.patterns.reading import BoardReading
from kibitz.position import Position
from kibitz.search.drivers.request import SearchRequest

TURNED = {"breakthrough": "mirrored"}  # a board that the side to move sees from its own side
GAMES = ("othello", "othello:size=6", "breakthrough", "hex")


@functools.cache
def learned(spec: str) -> PatternEstimate:
    found = file_of(spec).estimate(load(spec))
    assert isinstance(found, PatternEstimate)
    return found


@functools.cache
def file_of(spec: str) -> EstimateFile:
    """The file that ships with kibitz."""
    return read_estimate(ESTIMATE_FILES.shipped / ESTIMATE_FILES.name(load(spec)))


def named(spec: str, position: Position) -> list[str]:
    """The name of each place: counted from a1, or as the other side sees it, whichever fits the pieces of the picture."""
    reading, scene = file_of(spec).layout.reading, position.game.scene(position.state)
    assert isinstance(reading, BoardReading)
    assert scene is not None
    columns = position.game.size  # type: ignore[attr-defined]  # of these games
    count = len(reading.squares)
    symbols = reading.symbols_in(position.state)
    taken = [place for place in range(count) if 0 < symbols[place] <= len(reading.symbols)]
    rows = [place // columns for place in range(count)]
    ways = [
        [f"{'abcdefgh'[place % columns]}{rows[place] + 1}" for place in range(count)],
        [f"{'abcdefgh'[place % columns]}{count // columns - rows[place]}" for place in range(count)],
        [f"{'abcdefgh'[columns - 1 - place % columns]}{count // columns - rows[place]}" for place in range(count)],
    ]
    way = {"": 0, "mirrored": 1, "rotated": 2}[TURNED.get(spec, "")] if position.to_move == 1 else 0
    assert {ways[way][place] for place in taken} == {*scene.pieces} & {*ways[way]}
    return ways[way]


def terms(spec: str, position: Position, player: int) -> dict[frozenset[str], float]:
    """What each pattern adds, by its squares, from the numbers in the file alone."""
    names = named(spec, position)
    layout, weights = file_of(spec).layout, file_of(spec).weights
    reading, found = layout.reading, defaultdict[frozenset[str], float](float)
    assert isinstance(reading, BoardReading)
    symbols = reading.symbols_in(position.state)
    stage = sum(sum(map(bool, symbols)) >= cut for cut in layout.cuts)
    if reading.landing is not None:
        stage = sum(sum(0 < one <= len(reading.symbols) for one in symbols) >= cut for cut in layout.cuts)
    side = reading.side_to_move(position.state)
    for _, first, places, worth in layout.instances_of(side):
        number = sum(worth[symbols[place]] * reading.alphabet(0) ** rank for rank, place in enumerate(places))
        weight = weights[first + stage * layout.starts[-1] * layout.blocks + number]
        found[frozenset(names[place] for place in places)] += (1 if position.to_move == player else -1) * int(weight) / UNIT
    return found


def at_random(spec: str, dice: random.Random, plies: int) -> Position:
    position = Position(load(spec))
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(dice.choice(position.legal()))
    return position


@given(st.sampled_from(GAMES), st.integers(0, 10**9), st.integers(0, 30), st.integers(1, 4), st.integers(1, 4))
def test_the_pattern_is_the_one_that_differs_most(spec: str, seed: int, plies: int, one: int, other: int) -> None:
    dice = random.Random(seed)
    position = at_random(spec, dice, plies)
    if position.is_over:
        return
    ends, lines = [], []
    for length in (one, other):
        end = position
        for _ in range(length):
            if not end.is_over:
                end = end.play(dice.choice(end.legal()))
        ends.append(end)
        lines.append(end.moves[len(position.moves) :])
    knowledge = learned(spec)
    change = pattern_change(knowledge, position, *lines)
    if any(end.is_over for end in ends):
        assert change is None
        return
    good, bad = (terms(spec, end, position.to_move) for end in ends)
    for end, found in zip(ends, (good, bad), strict=True):
        total = sum(found.values())
        estimate = knowledge.evaluate(end.state) * (1 if end.to_move == position.to_move else -1)
        assert knowledge.most * total / (1 + total * total) ** 0.5 == pytest.approx(estimate, abs=1e-6)
    most = max(good.get(cells, 0.0) - bad.get(cells, 0.0) for cells in {*good, *bad})
    total = sum(good.values())
    amount = estimate_of(knowledge, total) - estimate_of(knowledge, total - most)
    if change is None:
        assert amount < LEAST * knowledge.most + 1e-9
    else:
        assert change.amount == pytest.approx(amount)
        assert len(change.cells) == len(set(change.cells)) > 1


def estimate_of(knowledge: PatternEstimate, total: float) -> float:
    return float(knowledge.most * total / (1 + total * total) ** 0.5)


@pytest.mark.parametrize("spec", ["kalah", "tic_tac_toe", "chess", "einstein", "nim"])
def test_nothing_where_no_learned_estimate_of_squares_is_known(spec: str) -> None:
    position = at_random(spec, random.Random(1), 1)
    knowledge = SearchRequest().knowledge_for(position.game)
    line = position.legal()[:1]
    assert pattern_change(knowledge, position, line, line) is None
    assert pattern_change(knowledge, position, [], line) is None
