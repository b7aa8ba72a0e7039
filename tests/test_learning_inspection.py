"""What is shown of an estimate: its values are those that play takes, and pieces are worth what the weights say."""

import itertools

import numpy as np
import pytest

from kibitz.core.registry import load
from kibitz.core.rules import Game, at_chance
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.learning.features.inspection import Inspection, Rows, Values, inspect_estimate, name_symbols
from kibitz.learning.features.sample import sample_games, states_of
from kibitz.learning.preparation import Preparation, prepare
from kibitz.patterns.file import EstimateFile
from kibitz.patterns.layout import PatternLayout, Symmetry
from kibitz.patterns.packed import Lineage
from kibitz.patterns.reading import BoardReading

WEIGHT = 512


def kept(game: Game, preparation: Preparation, weights: np.ndarray) -> EstimateFile:
    """A file with these weights."""
    lineage = Lineage("", rules_fingerprint(game), 60.0, 1, 1, 1, 1, "2026-11-22")
    return EstimateFile(lineage, preparation.layout, weights.astype(np.int16), preparation.most)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=5,height=4", "kalah", "othello:size=4", "einstein"])
def test_values_are_those_of_play(spec: str) -> None:
    game = load(spec)
    preparation = prepare(game)
    dice = np.random.default_rng(1)
    file = kept(game, preparation, dice.integers(-300, 300, preparation.layout.weights))
    states = list(itertools.islice(states_of(sample_games(game)), 0, 600, 11))
    estimate = file.estimate(game)
    values = Values(file.layout, file.weights, file.most, -file.most)
    rows = Rows.of(file.layout, [(state, 0) for state in states])
    found = values.of(values.sums(rows))
    of_first = np.array([at_chance(game, state) for state in states])  # so estimates are where dice decide
    found = np.where(of_first & (rows.sides != 0), -found, found)
    assert found == pytest.approx([estimate.evaluate(state) for state in states])
    assert values.met(rows).sum() == len(states) * file.layout.instances


def looked_at(spec: str, weights: dict[int, int]) -> tuple[PatternLayout, Inspection]:
    """Tic-tac-toe on a board, with a single pattern of one place, on which symbols have these weights."""
    game = load(spec)
    found = prepare(game)
    reading = found.layout.reading
    layout = PatternLayout(reading, ((4,),), (Symmetry.identity(reading),))
    alphabet = reading.alphabet(4)
    array = np.zeros(layout.weights)
    for symbol, weight in weights.items():
        for block in range(layout.blocks):
            array[2 + block * alphabet + symbol] = weight
    preparation = Preparation(game, layout, found.geometry, 1.0, None, found.longest, (), "")
    return layout, inspect_estimate(game, kept(game, preparation, array))


def test_a_piece_is_worth_the_weight_of_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.learning.features.inspection.MET", 0.1)
    names = name_symbols(prepare(load("tic_tac_toe")).layout.reading)
    mine, theirs = names.index("mine"), names.index("theirs")
    layout, found = looked_at("tic_tac_toe", {mine: WEIGHT, theirs: -WEIGHT})
    assert isinstance(layout.reading, BoardReading)
    assert found.view == "who is to move"
    (stage,) = found.stages
    worths = {(one.place, one.symbol): one.worth for one in stage.squares}
    share = WEIGHT / 1024
    assert worths[4, mine] == pytest.approx(share / (1 + share * share) ** 0.5)
    assert worths[4, theirs] == pytest.approx(-worths[4, mine])
    assert all(worth == 0 for (place, _), worth in worths.items() if place != 4)
    assert {(one.places, one.symbols) for one in stage.patterns} == {((4,), (mine,)), ((4,), (theirs,))}
    assert all(abs(one.worth) == pytest.approx(worths[4, mine]) for one in stage.patterns)
