"""Learning a policy: the same from the same seed, better than none, kept where it wins."""

import json
import time
from array import array
from dataclasses import replace
from math import exp, inf
from pathlib import Path
from typing import Any

import pytest

from commandline import here
from kibitz import Position, load
from kibitz.arena.timed_match import LOSES, WINS
from kibitz.core.rules import is_over, play_move
from kibitz.errors import LearningError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.learning.features.sample import sample_games
from kibitz.learning.gate import Gate, GateResult
from kibitz.learning.policies.layout import find_policy_layout, symbols_of
from kibitz.learning.policies.learner import TABLE_BITS, PolicyLearner
from kibitz.learning.policies.run import PlayoutGate, PolicyRun
from kibitz.learning.preparation import prepare
from kibitz.learning.task import LearningTask
from kibitz.learning.timetable import Timetable
from kibitz.patterns.drops import WEIGHTS
from kibitz.patterns.likelihood import MOST_SYMBOLS, SPACE, natural_power
from kibitz.patterns.policy import with_policy
from kibitz.patterns.policy_file import read_policy
from kibitz.workers.workplace import Workplace
from policies import layout_of
from test_policy import grown, shares


def learner(spec: str, seed: int = 1) -> PolicyLearner:
    """A learner that has learned nothing yet."""
    game = load(spec)
    return PolicyLearner(game, layout_of(game), 8, seed)


@pytest.mark.compiled
def test_what_wins_at_once_becomes_likely_and_a_seed_repeats_all() -> None:
    one, other, third = learner("tic_tac_toe"), learner("tic_tac_toe"), learner("tic_tac_toe", seed=2)
    for each in (one, other, third):
        each.play(3_000)
    assert one.policy().table == other.policy().table != third.policy().table
    game = load("tic_tac_toe")
    knowledge, asked = with_policy(game, None, one.policy()), 0
    for moves in ([0, 3, 1, 4], [0, 3, 1, 5, 8], [4, 0, 2, 1], [2, 0, 4, 8, 3]):
        position = Position.after(game, moves)
        chances = dict(zip(position.legal(), shares(grown(position, knowledge, 1, plain=True)), strict=True))
        wins = {move for move in chances if is_over(game, play_move(game, position.state, move))}
        assert not wins or max(chances, key=lambda move: chances[move]) in wins
        asked += len(wins)
    assert asked > 1


@pytest.mark.compiled
def test_the_command_learns_both_and_players_find_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    told = json.loads(here("learn", "tic_tac_toe", "--games", "60", "--threads", "1", "--no-match", "--json"))
    policy = told["policy"]
    assert Path(policy["file"]) == tmp_path / "tic_tac_toe.policy"
    assert (policy["accepted"], policy["games"], policy["matches"]) == (True, 60, [])
    first = (tmp_path / "tic_tac_toe.policy").read_bytes()
    here("learn", "tic_tac_toe", "--games", "60", "--threads", "1", "--no-match", "--json")
    assert (tmp_path / "tic_tac_toe-before-1.policy").read_bytes() == first
    here("learn", "tic_tac_toe", "--forget")
    assert (tmp_path / "tic_tac_toe.policy").read_bytes() == first


def test_its_time_is_part_of_the_minutes() -> None:
    long, short, slow = (Timetable(seconds, True, time.monotonic()) for seconds in (600.0, 20.0, 120.0))
    for table, compiling in ((long, 3.0), (short, 3.0), (slow, 60.0)):
        table.divide(compiling)
    assert 50 < long.policy <= 80
    assert long.policy_match > 12
    assert long.margins_until(is_warm=True) <= time.monotonic() + long.left - long.matches - long.policy - long.policy_match
    assert short.policy == short.policy_match == 0
    assert slow.policy == 0


@pytest.mark.parametrize(("spec", "relative"), [("othello:size=6", True), ("breakthrough", True), ("hex:size=5", False)])
def test_the_view_of_the_next_player_is_found(spec: str, relative: bool) -> None:
    """After a move most squares are, in the found view, as they were before."""
    game = load(spec)
    layout = layout_of(game)
    assert layout.relative == relative
    for one in sample_games(game, 3):
        for before, after in zip(one.states[:10], one.states[1:11], strict=True):
            here, there = (symbols_of(layout.reading, state) for state in (before, after))
            moved = sum(layout.next_view[there[layout.next_places[place]]] != here[place] for place in range(len(here)))
            assert moved <= len(here) // 2


def test_planes_that_follow_from_others_are_left_out_and_symmetries_come_back() -> None:
    layout = layout_of(load("hex:size=5"))
    assert layout.alphabet == 3
    assert {one.changes_side for one in layout.symmetries} == {False, True}
    assert len(layout.symmetries) == 4


def test_a_board_with_too_many_symbols_is_refused() -> None:
    game = load("othello:size=6")
    found: Any = prepare(game, 12).layout.reading
    many = found.__class__(found.side, found.first, found.features, found.squares, found.symbols * MOST_SYMBOLS)
    with pytest.raises(LearningError, match="is too large for a policy"):
        find_policy_layout(game, many, None, (), sample_games(game, 3))


@pytest.mark.parametrize("exponent", [-30.0, -12.5, -1.0, 0.0, 0.3, 2.0, 29.0])
def test_the_exponential_is_one(exponent: float) -> None:
    assert natural_power(exponent) == pytest.approx(exp(exponent), rel=1e-5)


def test_beyond_its_range_it_stays_finite() -> None:
    assert natural_power(-1e6) == natural_power(-30.0) > 0
    assert natural_power(1e6) == natural_power(30.0) < 1e14


def quick_learner(spec: str, seed: int = 1) -> PolicyLearner:
    """A learner of weights for playouts."""
    game = load(spec)
    return PolicyLearner(game, layout_of(game), 8, seed, drops=True)


@pytest.mark.compiled
def test_weights_for_playouts_are_the_same_from_the_same_seed() -> None:
    one, other, third = quick_learner("tic_tac_toe"), quick_learner("tic_tac_toe"), quick_learner("tic_tac_toe", seed=2)
    for each in (one, other, third):
        each.play(40)
    assert one.table == other.table != third.table
    assert any(one.table)


@pytest.mark.compiled
def test_playouts_learn_not_to_fill_an_eye() -> None:
    """Black's last eyes are two points with Black's stones around; to pass, or to play elsewhere, must be far likelier."""
    found = quick_learner("go:size=5")
    found.play(40_000)
    game = load("go:size=5,stones=1BBBB/BBBBB/BBBBB/BBBBB/BBBB1_b")
    knowledge: Any = with_policy(game, None, replace(found.policy(), drops=found.table))
    memory: Any = [0] * (SPACE + 64)
    state = game.start()
    moves = list(game.moves(state))
    knowledge.begin_drops(state, 0, 0, memory)
    knowledge.follow_drop(state, 0, 0, 0, memory)
    memory[SPACE : SPACE + len(moves)] = moves
    total = knowledge.weigh_drops(0, len(moves), SPACE, 0, 0, memory)
    corner = moves.index(20)  # A5
    (weight,) = memory[WEIGHTS + corner : WEIGHTS + corner + 1]
    assert weight < 0.05 * total


@pytest.mark.parametrize(("wins", "kept"), [(True, True), (False, False)])
def test_weights_for_playouts_stay_where_they_win(
    wins: bool, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match of playouts comes first; the one that decides is played with what it says."""
    played = []

    def play(gate: Any, seconds: float, workers: int, tell: Any) -> list[GateResult]:
        meetings = list(gate._meetings(tmp_path, 0.05))
        played.append(meetings[-1])
        verdict = WINS if wins or not isinstance(gate, PlayoutGate) else LOSES
        return [GateResult(meetings[-1][0], "", 10, 5, 0, 5, 0.5, None, None, verdict)]

    monkeypatch.setattr(Gate, "play", play)
    monkeypatch.setattr("kibitz.learning.policies.run.Warming", lambda *_: None)
    monkeypatch.setattr(PolicyLearner, "table", array("h", bytes(2 << TABLE_BITS)))  # which machine code alone can read
    game = load("tic_tac_toe")
    task = LearningTask(game, 60.0, 4, 1, 1, tmp_path / "found.learned", False, True)
    run = PolicyRun(task, prepare(game, 12), rules_fingerprint(game), Workplace(1))
    run.learn(inf, 4)
    policy, rows = run.judge(60.0)
    assert [name for name, _, _ in played] == ["the same with random playouts", "mcts without a policy"]
    assert [row.opponent for row in rows] == ["mcts without a policy", "the same with random playouts"]
    assert played[1][2][0].endswith("playout=random") == (not kept)
    assert played[1][2][1].endswith("prior=0,playout=random")
    assert (policy.policy.drops is not None) == kept
    learned = run.write(policy, rows)
    assert (learned.accepted, learned.has_playouts) == (True, kept)
    assert (learned.facts["quick_games"], learned.facts["playouts"]) == (4, kept)
    assert (read_policy(learned.file).policy.drops is not None) == kept
