"""Learning for several players: a number for each, compiled as plain, and never more than there is to get."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Limit, Position, load, think
from kibitz.arena.stats.figures import MIN_RESULTS
from kibitz.arena.store.records import Meeting
from kibitz.arena.timed_match import LOSES, OPEN, STRONGER, WEAKER, WINS, MatchScore
from kibitz.core.rules import is_over, mover_of, says, start_of
from kibitz.errors import LearningError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.kernel import Fields, Words, machine_of
from kibitz.learning import self_play_several
from kibitz.learning.features.inspection import Rows, Values, inspect_estimate
from kibitz.learning.features.sample import sample_games
from kibitz.learning.gate import Gate
from kibitz.learning.learner import Goal, Learner
from kibitz.learning.preparation import Preparation, prepare
from kibitz.patterns.estimate import create_estimate
from kibitz.patterns.file import EstimateFile, read_estimate
from kibitz.patterns.packed import Lineage
from kibitz.patterns.reading import MOVER, ROLES
from kibitz.workers.workplace import Workplace

RACE, COLUMNS = "tests/support/race_game.py:Race", "tests/support/race_game.py:Columns"
SMALL_TRIO = "trio:width=3,height=3"
GAMES = [SMALL_TRIO, "treasure:turns=2", RACE, COLUMNS]


def estimate_of(preparation: Preparation, weights: Any) -> Any:
    return create_estimate(preparation.game, preparation.layout, weights, "", preparation.most, least=preparation.least)


def random_weights(preparation: Preparation, size: int, seed: int = 1) -> Any:
    """Weights that are alike where symmetries make positions alike."""
    weights = np.random.default_rng(seed).normal(0, size, preparation.layout.weights)
    preparation.layout.average(weights)
    return np.rint(weights).astype(np.int16)


def seen_states(preparation: Preparation) -> list[tuple[Any, int]]:
    """States that are not over, each with who is to move."""
    games = sample_games(preparation.game)
    pairs = itertools.chain.from_iterable(zip(one.states, one.movers, strict=True) for one in games)
    return [pair for pair in itertools.islice(pairs, 0, 500, 7) if not is_over(preparation.game, pair[0])]


@pytest.mark.parametrize(("spec", "side"), [(SMALL_TRIO, ROLES), ("treasure", MOVER), (RACE, "turn"), (COLUMNS, MOVER)])
def test_whose_turn_it_is_is_found(spec: str, side: str) -> None:
    """By marks that change hands with the turn, by a field that counts the players, else by asking the rules."""
    preparation = prepare(load(spec))
    assert preparation.layout.reading.side == side
    assert preparation.layout.reading.players == preparation.game.players
    assert f"weights for each of {preparation.game.players} players" in preparation.describe()


def learn_some(preparation: Preparation, games: int, plain: bool) -> tuple[list[float], int]:
    """The weights after so many games, and the positions learned from."""
    layout, game, most, least = preparation.layout, preparation.game, preparation.most, preparation.least
    assert least is not None
    machine = machine_of(game, estimate_of(preparation, np.zeros(2, np.int16)), plain=plain)
    shared = [machine.words(words) for words in (1 + (layout.weights + 1) // 2, layout.weights)]
    memory = machine.words(self_play_several.several_words(preparation.longest, layout.instances, game.players))
    memory.instances, memory.opening, memory.longest, memory.apart = layout.instances, 2, preparation.longest, layout.apart
    memory.largest, memory.middle = (most - least) / 2, (most + least) / 2
    memory.chance, memory.trace, memory.rate, memory.dice, memory.enough = 0.2, 0.7, 1.0, 11, 10**9
    machine.ready(self_play_several.learn_several)(machine.arguments(start_of(game)), games, memory, *shared)
    if plain:
        weights = [half for pair in (word or (0.0, 0.0) for word in shared[0][1:]) for half in pair]
    else:
        weights = shared[0].array.view(np.float32)[2:].tolist()
    return weights[: layout.weights - 2], int(memory.plies)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", GAMES)
def test_compiled_it_learns_what_it_learns_plain(spec: str) -> None:
    """Floats of 32 bits against those of Python, so not to the last digit."""
    preparation = prepare(load(spec))
    here, positions = learn_some(preparation, 3, plain=True)
    there, also = learn_some(preparation, 3, plain=False)
    assert positions == also > 0
    assert any(here)
    assert there == pytest.approx(here, abs=1e-4)


def learner_of(spec: str, games: int, seed: int = 1) -> Learner:
    """What one thread has learned after so many games."""
    learner = Learner(prepare(load(spec)), 1, seed)
    learner.run(Goal(games=games), lambda progress: None)
    return learner


@pytest.mark.compiled
def test_what_it_learned_gets_more_than_what_it_knew_before() -> None:
    learner = learner_of(RACE, 20)
    before = learner.arrays[0].copy()
    learner.run(Goal(games=40_000), lambda progress: None)
    assert learner.compare(before, 400, seed=3) > 0.55
    assert learner.compare(learner.arrays[0].copy(), 50, seed=3) == 0.5
    again, other = learner_of(RACE, 40_000), learner_of(RACE, 40_000, seed=2)
    assert np.array_equal(learner_of(RACE, 40_000).whole_weights(), again.whole_weights())
    assert not np.array_equal(other.whole_weights(), again.whole_weights())


@pytest.mark.compiled
def test_a_runner_near_the_goal_is_worth_more() -> None:
    learner = learner_of(RACE, 40_000)
    estimate = estimate_of(learner.preparation, learner.whole_weights())
    state = learner.preparation.game.start()
    for player in range(3):
        at = [3, 3, 3]
        at[player] = 11
        for turn in range(3):
            guesses = list(estimate.estimates(state._replace(turn=turn, at=tuple(at), thrown=1)))
            assert max(guesses) == guesses[player] > 0.0


@given(seed=st.integers(0, 1000), size=st.sampled_from([0, 30, 3000]))
def test_nobody_is_thought_to_get_more_than_there_is(seed: int, size: int) -> None:
    for preparation in PREPARED:
        least, most, game = preparation.least, preparation.most, preparation.game
        assert least is not None
        estimate = estimate_of(preparation, random_weights(preparation, size, seed))
        for state, _ in seen_states(preparation)[:8]:
            guesses = list(estimate.estimates(state))
            assert len(guesses) == game.players
            assert all(least <= guess <= most for guess in guesses)
            if says(game, "payoff_limits"):
                assert sum(guesses) <= game.payoff_limits()[1] + 1e-9


PREPARED = [prepare(load(spec)) for spec in GAMES]


@pytest.mark.compiled
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_max_n_takes_the_estimates_compiled_as_plain(number: int) -> None:
    preparation = PREPARED[number]
    estimate = estimate_of(preparation, random_weights(preparation, 200))
    machine, plain = (machine_of(preparation.game, estimate, plain=flag) for flag in (False, True))
    assert machine.compiled
    assert not plain.compiled
    for state, _ in seen_states(preparation)[:10]:
        numbers = []
        for one in (machine, plain):
            words = one.words(10)
            one.ready(guess_at)(one.arguments(state), words)
            numbers.append([words.number(place) if one is machine else words[place] for place in range(2, 2 + 2)])
        assert numbers[0] == pytest.approx(numbers[1])
        assert numbers[0] == pytest.approx(list(estimate.estimates(state))[:2])


def guess_at(rules: Any, fields: Fields, words: Words) -> int:
    """What the knowledge says of a state, into words."""
    return int(rules.guess(rules.enter(fields), 0, words, 2))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_what_is_shown_is_what_play_takes(number: int) -> None:
    preparation = PREPARED[number]
    least = preparation.least
    assert least is not None
    weights = random_weights(preparation, 200)
    values = Values(preparation.layout, weights, preparation.most, least)
    estimate, seen = estimate_of(preparation, weights), seen_states(preparation)
    loose = [player for player in range(preparation.game.players) for _ in seen]
    rows = Rows.of(preparation.layout, seen * preparation.game.players, loose)
    found = values.of(values.sums(rows))
    for at, (player, (state, _)) in enumerate(zip(loose, seen * preparation.game.players, strict=True)):
        guesses = list(estimate.estimates(state))
        alone = least + estimate.above_least(estimate.reading(state), (player - estimate.side_to_move(state)) % len(guesses))
        assert found[at] == pytest.approx(alone)


def kept(preparation: Preparation, weights: Any) -> EstimateFile:
    """A file with these weights."""
    lineage = Lineage("", rules_fingerprint(preparation.game), 60.0, 1, 1, 1, 1, "2026-11-22")
    return EstimateFile(lineage, preparation.layout, weights, preparation.most, least=preparation.least)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_file_keeps_it(number: int, tmp_path: Path) -> None:
    preparation = PREPARED[number]
    file = kept(preparation, random_weights(preparation, 200))
    file.write(tmp_path / "one.learned")
    again = read_estimate(tmp_path / "one.learned")
    assert (again.layout, again.least, again.most) == (file.layout, file.least, file.most)
    for state, _ in seen_states(preparation)[:5]:
        known = list(again.estimate(preparation.game).estimates(state))
        assert known == list(estimate_of(preparation, file.weights).estimates(state))


def test_a_file_without_the_least_is_none_for_several(tmp_path: Path) -> None:
    preparation = PREPARED[0]
    lineage = Lineage("", rules_fingerprint(preparation.game), 60.0, 1, 1, 1, 1, "2026-11-22")
    weights = random_weights(preparation, 1)
    EstimateFile(lineage, preparation.layout, weights, preparation.most).write(tmp_path / "one.learned")
    with pytest.raises(LearningError, match="numbers of other players"):
        read_estimate(tmp_path / "one.learned")


def test_what_is_shown_is_seen_by_who_is_to_move_or_by_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.learning.features.inspection.FEWEST", 1)
    for number, view in ((0, "who is to move"), (2, "the first player"), (3, "the first player")):
        preparation = PREPARED[number]
        found = inspect_estimate(preparation.game, kept(preparation, random_weights(preparation, 200)), games=4)
        assert (found.view, found.least, found.most) == (view, preparation.least, preparation.most)
        assert found.stages[0].squares
        sides = {pattern.side for stage in found.stages for pattern in stage.patterns}
        assert sides <= ({None} if number == 0 else {0, 1, 2, 3})


def test_symmetric_states_have_the_same_estimates() -> None:
    preparation = PREPARED[0]
    game, estimate = preparation.game, estimate_of(preparation, random_weights(preparation, 200))
    for moves, mirrored in (((0, 1, 5), (2, 1, 3)), ((0, 4, 8, 2), (2, 4, 6, 0))):
        states = []
        for path in (moves, mirrored):
            state = game.start()
            for move in path:
                state = game.play(state, move)
            states.append(state)
        assert list(estimate.estimates(states[0])) == list(estimate.estimates(states[1]))


# The gate.


def meetings(pairs: int, ours: float, every: int = 1) -> list[Meeting]:
    """Two games of three from each opening: we make `ours` against each of the others, in every so-manieth pair one half."""
    found = []
    for pair in range(pairs):
        score = ours if pair % every == 0 else 0.5
        for side in range(2):
            found += [Meeting(pair, side, 0, 1, score), Meeting(pair, side, 2, 0, 1 - score), Meeting(pair, side, 1, 2, 1.0)]
    return found


def test_the_gate_counts_what_we_make_against_each_of_the_others() -> None:
    won = MatchScore.of_several(meetings(20, 1.0, every=2))
    assert (won.games, won.wins, won.draws, won.losses, won.share) == (40, 40, 40, 0, 0.75)
    assert won.verdict == WINS
    assert 150 < won.elo < 230
    assert 0 < won.error < 200
    lost = MatchScore.of_several(meetings(20, 0.0, every=2))
    assert (lost.verdict, lost.wins, lost.losses) == (LOSES, 0, 40)
    assert lost.elo == pytest.approx(-won.elo)
    assert MatchScore.of_several(meetings(20, 0.5)).verdict == OPEN
    assert MatchScore.of_several(meetings(MIN_RESULTS - 1, 1.0)).verdict == STRONGER
    assert MatchScore.of_several(meetings(MIN_RESULTS - 1, 0.0)).verdict == WEAKER
    assert MatchScore.of_several(meetings(4, 1.0)).verdict == OPEN
    assert MatchScore.of_several([]).share == 0.5


@pytest.mark.compiled
def test_the_gate_sits_down_with_two_who_know_nothing() -> None:
    learner = learner_of(RACE, 20_000)
    file = kept(learner.preparation, learner.whole_weights())
    rows = Gate(learner.preparation.game, file, plies=4).play(60.0, Workplace(1), lambda rows: None, games=30)
    assert [(one.opponent, one.condition) for one in rows] == [("no knowledge", "0.05 s a move"), ("no knowledge", "depth 2")]
    assert all(0 < one.games <= 30 and one.wins + one.draws + one.losses == 2 * one.games for one in rows)
    assert rows[1].score > 0.5


@pytest.mark.compiled
def test_players_take_it(tmp_path: Path) -> None:
    learner = learner_of(RACE, 20_000)
    path = tmp_path / "race.learned"
    kept(learner.preparation, learner.whole_weights()).write(path)
    game = load(RACE)
    position = Position.after(game, ["1"]) if mover_of(game, game.start(), 0) < 0 else Position.after(game, [])
    thought = think(position, search="maxn", knowledge=read_estimate(path).estimate(game), limit=Limit(depth=3))
    assert thought.value.payoffs is not None
    assert any(thought.value.payoffs)
