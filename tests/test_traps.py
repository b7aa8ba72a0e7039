"""Traps: equal moves told apart by what an opponent who errs makes of them, against the plainest sums."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from kibitz.cli.analysis.analyze import command
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, MoveValue, Value
from kibitz.errors import PlayerError, SearchError
from kibitz.games.textbook.tree import Tree
from kibitz.players import admit, player
from kibitz.players.trap_finder import Trap, TrapLevel, Trapper, TrapReport, opponent, traps
from kibitz.position import Position
from kibitz.search.entry import think
from reference import random_tree, solve

EVERYTHING = 99  # replies: to the end of any small game


def worth_to(position: Position, player: int) -> float:
    """The minimax result for a player, by the twin."""
    result, _ = solve(position.game, position.state)
    return result if position.to_move == player else -result


def hoped_for(position: Position, player: int) -> float:
    """The best result on average against one who plays anything, of play that never gives up what it is sure of."""
    if position.payoffs is not None:
        return position.payoffs[player]
    after = [position.play(move) for move in position.legal()]
    if position.to_move != player:
        return sum(hoped_for(one, player) for one in after) / len(after)
    sure = worth_to(position, player)
    return max(hoped_for(one, player) for one in after if worth_to(one, player) == sure)


@pytest.mark.untraced
@given(st.integers(0, 2**32))
def test_errors_and_expectations_are_the_plain_sums(seed: int) -> None:
    position = Position.after(random_tree(seed, depth=4, branching=3))
    found = traps(position, ahead=EVERYTHING)
    assert sorted(one.move for one in found) == sorted(position.legal())
    for one in found:
        after = position.play(one.move)
        assert one.value.result == worth_to(after, position.to_move)
        assert one.expected == pytest.approx(hoped_for(after, position.to_move))
        if after.is_over or after.to_move == position.to_move:
            assert one.errs == one.loses == 0
        else:
            best = worth_to(after, after.to_move)
            losses = [best - worth_to(after.play(reply), after.to_move) for reply in after.legal()]
            assert one.errs == pytest.approx(sum(loss > 0 for loss in losses) / len(losses))
            assert one.loses == pytest.approx(sum(losses) / len(losses))
    assert found[0].value.result == worth_to(position, position.to_move)
    assert found[0].expected == pytest.approx(hoped_for(position, position.to_move))


def wins(game: Game, policy: Callable[[Position], int], seat: int) -> float:
    """How often a policy wins against one who plays anything, less how often it loses: no sample, all games there are."""

    seen: dict[object, float] = {}

    def score(position: Position) -> float:
        if position.payoffs is not None:
            return position.payoffs[seat]
        if position.state not in seen:
            moves = [policy(position)] if position.to_move == seat else position.legal()
            seen[position.state] = sum(score(position.play(move)) for move in moves) / len(moves)
        return seen[position.state]

    return score(Position.after(game))


@pytest.mark.compiled  # thousands of searches
def test_perfect_play_with_traps_beats_a_random_mover_more_often_than_the_first_perfect_move() -> None:
    game = load("tic_tac_toe")
    trapper = Trapper(opponent("uniform"), Limit())

    def first_found(position: Position) -> int:
        best = think(position, search="alphabeta", distance=False).best
        assert best is not None
        return best

    def setting_traps(position: Position) -> int:
        return trapper.traps(position)[0].move

    assert [wins(game, first_found, seat) for seat in (0, 1)] == pytest.approx([0.9948, 0.8063], abs=1e-4)
    assert [wins(game, setting_traps, seat) for seat in (0, 1)] == pytest.approx([0.9948, 0.9164], abs=1e-4)


class Clock:
    """Stands still until it has been looked at so often; then all the time is over."""

    def __init__(self, looks: int) -> None:
        self.left, self.perf_counter = looks, time.perf_counter

    def monotonic(self) -> float:
        self.left -= 1
        return 0.0 if self.left >= 0 else 1e9


@pytest.mark.untraced
def test_a_deadline_anywhere_leaves_all_moves_looked_at_equally_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time the answer is that of a level that was finished, and the player chooses what it puts first."""
    position = Position.after(load("tic_tac_toe"), "2,2 1,1 1,2 3,2")
    shared = Trapper(opponent("uniform"), Limit(time=1000.0))  # what positions are worth: it depends on no clock

    def looked(looks: int) -> tuple[list[TrapReport], Clock]:
        clock = Clock(looks)
        monkeypatch.setattr("kibitz.players.trap_finder.time", clock)
        return [look for look in shared.looks(position) if len(look.traps) == len(position.legal())], clock

    looked(10**9)
    levels, clock = looked(10**9)
    assert [look.ahead for look in levels] == sorted(look.ahead for look in levels)
    assert levels[-1].ahead == 2
    assert levels[-1].whole
    ends = []
    for looks in range(0, 10**9 - clock.left + 5, 5):
        (*_, last), _ = looked(looks)
        assert last in levels
        assert last.whole == (last.ahead == 2)
        ends.append(last)
        monkeypatch.setattr("kibitz.players.trap_finder.time", Clock(looks))
        assert shared.think(position).best == last.traps[0].move
    assert all(level in ends for level in levels)


MOVES = [MoveValue(3, Value("exact", 1), (3,)), MoveValue(1, Value("exact", 0), (1,)), MoveValue(2, Value("exact", -1), (2,))]


@pytest.mark.compiled  # hundreds of searches
def test_analyze_shows_traps_to_people_and_programs() -> None:
    shown = CliRunner().invoke(command, ["tic_tac_toe", "--moves", "1,1", "--traps", "--time", "60"])
    assert shown.exit_code == 0
    assert "O to move, against an opponent who plays any legal move; 2 replies foreseen\n" in shown.stdout
    assert re.search(r"^2,2 +draw +0 % +0\.00 +\+", shown.stdout, re.MULTILINE)
    told = json.loads(CliRunner().invoke(command, ["nim", "--moves", "1:2", "--traps", "greedy", "--json"]).stdout)
    assert told["model"] == "greedy"
    assert told["best"] == told["moves"][0]["move"]
    assert (told["ahead"], told["whole"], told["informed"]) == (2, True, False)
    assert set(told["moves"][0]) == {"move", "value", "errs", "loses", "expected"}


def transformed(square: int, turns: int, mirrored: bool) -> int:
    """Where a square of a board of three by three goes when it is mirrored, and then turned."""
    row, column = divmod(square, 3)
    if mirrored:
        column = 2 - column
    for _ in range(turns):
        row, column = column, 2 - row
    return 3 * row + column


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("moves", "depth", "model"), [((4, 0), 1, "uniform"), ((0, 1, 4, 8, 7), 2, "soft"), ((4, 0, 8, 2, 1), None, "uniform")]
)
def test_moves_that_mirror_each_other_get_the_same_numbers_each_time(
    moves: tuple[int, ...], depth: int | None, model: str
) -> None:
    def found(turns: int, mirrored: bool) -> dict[int, Trap]:
        position = Position.after(load("tic_tac_toe"), [transformed(move, turns, mirrored) for move in moves])
        return {one.move: one for one in traps(position, model=model, limit=Limit(depth=depth), seed=7)}

    straight = found(0, False)
    for turns, mirrored in ((1, False), (0, True)):  # all others are made of these
        images = {transformed(move, turns, mirrored): one for move, one in straight.items()}
        assert found(turns, mirrored) == {move: replace(one, move=move) for move, one in images.items()}


def test_a_margin_lets_a_trap_cost_something() -> None:
    """Left is sure of 1; right risks it for 5, should the opponent err."""
    game = Tree.from_nested({"tree": {"moves": {"left": 1, "right": {"moves": {"right": 0, "wrong": 10}}}}})
    assert [one.move for one in traps(game)] == [0, 1]
    risked, safe = traps(game, margin=1)
    assert (risked.move, risked.expected, safe.move) == (1, 5, 0)
    assert traps(game, margin=1, model="soft", temperature=0.01)[0].expected == 1  # such an opponent sees it coming


MOVES = [MoveValue(3, Value("exact", 1), (3,)), MoveValue(1, Value("exact", 0), (1,)), MoveValue(2, Value("exact", -1), (2,))]
NIM = Position.after("nim:heaps=3-1")


@given(st.floats(0.05, 50))
def test_soft_opponents_prefer_better_moves_and_cold_ones_insist(temperature: float) -> None:
    found = opponent("soft", temperature)(NIM, MOVES)
    assert sum(found.values()) == pytest.approx(1)
    assert found[3] >= found[1] >= found[2]
    assert opponent("soft", 0.01)(NIM, MOVES)[3] == pytest.approx(1)


def test_any_player_can_be_the_model_and_a_strong_one_may_set_traps() -> None:
    likely = opponent("random", seed=4)(NIM, MOVES)
    assert len(likely) > 1
    assert sum(likely.values()) == pytest.approx(1)
    assert likely == opponent("random", seed=4)(NIM, MOVES)
    assert list(opponent("minimax:depth=9")(NIM, MOVES).values()) == [pytest.approx(1)]
    position = Position.after("tic_tac_toe", "1,1 2,2 3,3 2,1 1,3")
    assert player("deepening:traps=uniform,time=600").think(position).best == traps(position)[0].move


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlayerError, match="no model of an opponent called 'sleepy'"):
        opponent("sleepy")
    with pytest.raises(PlayerError, match="add traps=uniform"):
        player("deepening:margin=1")
    for spec in ("pig", "trio"):
        with pytest.raises(SearchError, match=r"no traps are set in .*, a game in which not one of two"):
            traps(spec)
    with pytest.raises(SearchError, match=r"no traps are set in .*, a game in which not one of two"):
        admit([player("computer:traps=soft,temperature=2")], load("pig"))


def test_ctrl_c_leaves_the_traps_that_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[MoveValue] = []
    look = Trapper._trap

    def interrupted(trapper: Trapper, position: Position, one: MoveValue, level: TrapLevel) -> Trap:
        looked.append(one)
        if len(looked) % 3 == 0:
            raise KeyboardInterrupt
        return look(trapper, position, one, level)

    monkeypatch.setattr(Trapper, "_trap", interrupted)
    asked = ["nim", "--moves", "1:2", "--traps"]
    ended = CliRunner().invoke(command, [*asked, "--json"])
    told = json.loads(ended.stdout.splitlines()[0])
    assert (ended.exit_code, told["whole"]) == (1, False)  # click's own; `kibitz` says 130
    position = Position.after("nim", "1:2")
    assert {one["move"] for one in told["moves"]} == {position.name(one.move) for one in looked[:2]}
    ended = CliRunner().invoke(command, asked)
    assert ended.exit_code == 1
    assert len(re.findall(r"^\S+ +.*[+-]\d\.\d\d$", ended.stdout, re.MULTILINE)) == 2
