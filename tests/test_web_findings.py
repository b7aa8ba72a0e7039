"""What is said of a position follows from what was proved, whatever came first: compared with plain minimax on small trees."""

import functools
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import registry
from kibitz.position import Position
from kibitz.rules import CHANCE
from kibitz.thought import Kind, MoveValue, Thought, Value
from kibitz.web.findings import KEPT, Findings, Interval, Line, Turn

COUNTED, MARGINS, DICE = "tic_tac_toe", "othello", "einstein"


@dataclass(frozen=True)
class Tree:
    """A small game: who moves, and what follows; an end has a result for the first player."""

    mover: int
    below: tuple["Tree", ...] = ()
    result: int = 0


def trees(spec: str) -> st.SearchStrategy[Tree]:
    """Turns of any order: each may come twice running; and dice where the game has them."""
    results = st.integers(-3, 3) if spec == MARGINS else st.sampled_from((-1, 1) if spec == DICE else (-1, 0, 1))
    movers = st.sampled_from((0, 1, CHANCE) if spec == DICE else (0, 1))
    ends = st.builds(lambda mover, result: Tree(mover, result=result), st.sampled_from((0, 1)), results)
    return st.recursive(
        ends, lambda below: st.builds(Tree, movers, st.lists(below, min_size=1, max_size=3).map(tuple)), max_leaves=10
    )


class Truth:
    """What all positions of a tree are worth, by plain minimax: the first player's result, and the plies to the end."""

    def __init__(self, tree: Tree, spec: str) -> None:
        self.game, self.counted = registry.load(spec), spec == COUNTED
        self.nodes: dict[Line, Tree] = {}
        self.number = functools.cache(self._number)
        self._enter((), tree)

    def _enter(self, line: Line, tree: Tree) -> None:
        self.nodes[line] = tree
        for move, below in enumerate(tree.below):
            self._enter((*line, move), below)

    def _number(self, line: Line) -> tuple[float, int]:
        """Result and tempo, which orders them for the first player."""
        tree = self.nodes[line]
        if not tree.below:
            return tree.result, 0
        found = [self.number((*line, move)) for move in range(len(tree.below))]
        if tree.mover == CHANCE:
            return sum(result for result, _ in found) / len(found), 0
        result, tempo = max(found) if tree.mover == 0 else min(found)
        return result, tempo - ((result > 0) - (result < 0)) if self.counted else 0

    def value(self, line: Line, mover: int, later: int = 0) -> Value:
        """As a search says it to the `mover`."""
        result, tempo = self.number(line)
        plies = abs(tempo) + later if self.counted and result else None
        value = Value("exact", result, plies)
        return -value if mover == 1 else value

    def turn(self, line: Line) -> Turn:
        """As the rules say it."""
        tree = self.nodes[line]
        moves = tuple(range(len(tree.below)))
        shares = dict.fromkeys(moves, 1 / len(moves)) if tree.mover == CHANCE and moves else {}
        payoffs = None if moves else (float(tree.result), -float(tree.result))
        return Turn(line, tree.mover, moves, shares, payoffs)


def found(draw: Any, truth: Truth, line: Line) -> tuple[Thought, bool]:
    """Something that a search may have found there: proofs are true, estimates are whatever they are."""
    mover, moves = truth.nodes[line].mover, range(len(truth.nodes[line].below))
    guess, depth = st.floats(-2, 2), draw(st.integers(0, 5))

    def some(value: Value) -> Value:
        kinds: tuple[Kind, ...] = ("exact", "at_least", "at_most", "estimate")
        kind = draw(st.sampled_from(kinds))
        if kind == "estimate":
            return Value("estimate", draw(guess))
        return replace(value, kind=kind, plies=value.plies if draw(st.booleans()) else None)

    listed = [move for move in moves if draw(st.booleans())]
    said = {move: MoveValue(move, some(truth.value((*line, move), mover, 1)), (move,)) for move in listed}
    whole = draw(st.booleans())  # else a player chose some move
    best = max(moves, key=lambda move: truth.value((*line, move), mover).order) if whole else draw(st.sampled_from(moves))
    value = some(truth.value(line, mover) if whole else truth.value((*line, best), mover, 1))
    said.pop(best, None)
    bounds = (replace(truth.value(line, mover), kind="at_least"), Value("at_most", 5)) if draw(st.booleans()) else None
    return Thought(best, value, (best,), tuple(said.values()), depth, draw(st.integers(0, 1)), bounds=bounds), whole


def holds(claim: Value, true: Value) -> bool:
    """Whether what is claimed is so. An estimate claims nothing; plies that are left out neither."""
    if claim.plies is None or true.plies is None:
        claim, true = replace(claim, plies=None), replace(true, plies=None)
    close = abs(claim.result - true.result) < 1e-6
    order = (true.order > claim.order) - (true.order < claim.order) if not close else _tempo(claim, true)
    return {"exact": order == 0, "at_least": order >= 0, "at_most": order <= 0, "estimate": True}[claim.kind]


def _tempo(claim: Value, true: Value) -> int:
    one, other = replace(claim, result=true.result).order, true.order
    return (other > one) - (other < one)


@pytest.mark.untraced
@pytest.mark.parametrize("spec", [COUNTED, MARGINS, DICE])
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_that_is_said_contradicts_the_truth_nor_what_was_proved(spec: str, data: st.DataObject) -> None:
    truth = Truth(data.draw(trees(spec)), spec)
    findings = Findings(truth.game)
    lines = data.draw(st.permutations(sorted(truth.nodes)))
    findings.enter(truth.turn(line) for line in lines[: data.draw(st.integers(1, len(lines)))])
    for line in data.draw(st.lists(st.sampled_from(lines), max_size=5)):
        if line in findings and truth.nodes[line].below and truth.nodes[line].mover != CHANCE:
            before = {one: findings.value(one, truth.nodes[one].mover) for one in lines}
            findings.learn(line, *found(data.draw, truth, line))
            for one, value in before.items():  # what is proved stays
                now = findings.value(one, truth.nodes[one].mover)
                if value is not None and value.kind == "exact":
                    assert now is not None
                    assert (now.kind, now.result) == ("exact", value.result)
                    assert value.plies in (None, now.plies)
    for line in lines:
        mover = truth.nodes[line].mover
        value = findings.value(line, mover)
        if value is not None:
            assert holds(value, truth.value(line, mover)), (line, value)
        for move, worth in findings.moves(line).items():
            assert holds(worth, truth.value((*line, move), mover, 1)), (line, move, worth)
            if value is not None and value.kind in ("exact", "at_most"):  # no move is said to be better than all of them are
                assert worth.result <= value.result + 1e-6, (line, value, move, worth)


def exact(result: float, plies: int | None = None) -> Value:
    return Value("exact", result, plies)


def guessed(number: float) -> Value:
    return Value("estimate", number)


def thought(best: int, value: Value, *moves: tuple[int, Value], depth: int = 4, informed: bool = True) -> Thought:
    said = tuple(MoveValue(move, one, (move,)) for move, one in moves)
    return Thought(best, value, (best,), said, depth, nodes=9, informed=informed)


def after(spec: str, moves: str = "") -> tuple[Findings, Position]:
    """What is known of a game, all positions on the way entered; and the last one."""
    position = Position.after(registry.load(spec), moves)
    findings, line = Findings(position.game), Position.after(position.game)
    findings.enter([Turn.of(line)])
    for move in position.moves:
        line = line.play(move)
        findings.enter([Turn.of(line)])
    return findings, position


def test_a_move_that_was_proved_lost_is_lost_when_it_was_played_whatever_the_computer_thinks() -> None:
    """The first player has no good move; the answer of a level is a guess."""
    findings, start = after("connect_four")
    lost = [(move, exact(-1, 40 - move % 2)) for move in start.legal()]
    findings.learn((), thought(0, exact(-1, 40), *lost))
    made = start.play(0)
    findings.enter([Turn.of(made)])
    findings.learn(made.moves, thought(3, guessed(-0.09), depth=9), whole=False)
    assert findings.value(made.moves, 1) == exact(1, 39)
    best = made.play(3)
    findings.enter([Turn.of(best)])
    assert findings.value(best.moves, 0) == guessed(0.09)  # the answer may have given the win away: nobody knows
    findings.learn(best.moves, thought(2, exact(-1, 38)))
    assert findings.value(best.moves, 0) == exact(-1, 38)


def test_after_a_lost_position_every_move_is_lost_and_at_least_as_soon() -> None:
    findings, start = after("connect_four", "1 1")
    findings.learn(start.moves, thought(0, exact(-1, 12)))
    made = start.play(4)
    findings.enter([Turn.of(made)])
    findings.learn(made.moves, thought(0, guessed(0.7), depth=9))
    assert findings.value(made.moves, 1) == exact(1)  # the plies are not known: twelve was the best that could be had
    assert findings.moves(start.moves)[4] == exact(-1)


def test_a_slip_says_nothing_of_the_position_and_what_it_proves_of_its_moves_does() -> None:
    findings, _ = after("tic_tac_toe")
    slip = thought(1, exact(-1, 4), (0, guessed(0.3)), (1, exact(-1, 4)))
    findings.learn((), slip, whole=False)
    assert findings.value((), 0) is None
    assert findings.moves(()) == {0: guessed(0.3), 1: exact(-1, 4)}
    findings.learn((), thought(2, exact(1, 5)), whole=False)
    assert findings.value((), 0) == exact(1)  # some move wins in 5: another may win sooner


def test_every_move_bounded_bounds_the_position_and_one_that_is_not_leaves_it_open() -> None:
    findings, start = after("tic_tac_toe")
    draws = [(move, exact(0)) for move in start.legal()]
    findings.learn((), thought(0, guessed(0.1), *draws[:-1]))
    assert findings.value((), 0) == guessed(0.1)
    findings.learn((), thought(0, guessed(-0.4), *draws[-1:]))
    assert findings.value((), 0) == exact(0)


def test_the_only_move_is_worth_what_the_position_is() -> None:
    findings, start = after("tic_tac_toe", "1,1 1,2 1,3 2,2 2,1 2,3 3,2 3,1")
    findings.learn(start.moves, thought(start.legal()[0], exact(0)))
    assert findings.moves(start.moves) == {start.legal()[0]: exact(0)}


def test_an_estimate_beyond_what_is_proved_gives_way_to_the_limit() -> None:
    findings, _ = after("tic_tac_toe")
    findings.learn((), replace(thought(0, guessed(-0.5)), bounds=(Value("at_least", 0), Value("at_most", 1, 3))))
    assert findings.value((), 0) == Value("at_least", 0)
    findings.learn((), thought(0, guessed(0.5)))
    assert findings.value((), 0) == guessed(0.5)


def test_who_looked_further_ahead_is_believed_and_no_move_is_estimated_above_the_position() -> None:
    findings, start = after("othello")
    one, other, *_ = start.legal()
    findings.learn((), thought(one, guessed(6.0), (one, guessed(6.0)), (other, guessed(5.0)), depth=5))
    findings.learn((), thought(other, guessed(2.0), depth=9))
    assert findings.moves(()) == {other: guessed(2.0), one: guessed(2.0)}
    assert list(findings.moves(())) == [other, one]
    findings.learn((), thought(one, guessed(7.0), (one, guessed(7.0)), depth=3))
    assert findings.moves(())[one] == guessed(2.0)


def test_a_guess_without_a_look_and_one_without_knowledge_are_none() -> None:
    findings, _ = after("tic_tac_toe")
    findings.learn((), replace(thought(0, guessed(0.0)), nodes=0))
    findings.learn((), thought(0, guessed(0.0), (0, guessed(0.0)), (1, exact(-1, 4)), informed=False))
    assert findings.value((), 0) is None
    assert findings.moves(()) == {1: exact(-1, 4)}


def test_another_move_of_the_same_player_changes_no_sign() -> None:
    findings, start = after("kalah")
    again = next(move for move in start.legal() if start.play(move).to_move == 0)
    findings.learn((), thought(again, exact(5, 9), (again, exact(5, 9))))
    made = start.play(again)
    findings.enter([Turn.of(made)])
    assert findings.value(made.moves, 0) == exact(5)  # by margin: plies do not count


def test_before_the_dice_fall_a_sure_win_is_one_whatever_they_show() -> None:
    findings, start = after("einstein", "1")
    move = start.legal()[0]
    findings.learn(start.moves, thought(move, exact(1.0)))
    thrown = start.play(move)
    assert thrown.is_chance
    fallen = thrown.play(thrown.legal()[0])
    findings.enter([Turn.of(thrown), Turn.of(fallen)])
    findings.learn(fallen.moves, thought(fallen.legal()[0], guessed(0.2)))
    assert findings.value(thrown.moves, CHANCE) == exact(1.0)
    assert findings.value(fallen.moves, 1) == exact(-1.0)


def test_of_several_players_the_exact_payoffs_stay() -> None:
    findings, start = after("trio")
    paid = Value("exact", 2, payoffs=(2.0, -1.0, -1.0))
    findings.learn((), thought(0, paid, (0, paid)))
    findings.learn((), thought(0, Value("estimate", 0.4, payoffs=(0.4, 0.3, -0.7)), depth=9))
    made = start.play(0)
    assert findings.value((), 0) == paid
    assert findings.value(made.moves, 1) == Value("exact", -1.0, payoffs=(2.0, -1.0, -1.0))


def test_what_contradicts_a_proof_is_left_out() -> None:
    findings, _ = after("tic_tac_toe")
    findings.learn((), thought(0, exact(0)))
    findings.learn((), thought(0, exact(1, 5)))
    assert findings.value((), 0) == exact(0)
    assert Interval.of(exact(0), 0, True).met(Interval.of(exact(-1), 0, True)) == Interval.of(exact(0), 0, True)


def test_the_moves_of_positions_long_ago_are_forgotten_and_the_positions_are_not() -> None:
    findings, line = after("othello")
    first = line.legal()
    for _ in range(KEPT + 2):
        move, *others = line.legal() if len(line.moves) < 20 else first
        findings.enter([Turn(line.moves, 0, (move, *others))])
        findings.learn(line.moves, thought(move, guessed(0.5), *((other, guessed(0.1)) for other in others)))
        line = replace(line, moves=(*line.moves, move))
    assert findings.value((), 0) == guessed(0.5)
    assert list(findings.moves(())) == [first[0]]  # that is where the game went on
    assert len(findings.moves(line.moves[:20])) == len(first)


def test_what_was_known_in_an_earlier_sitting_counts() -> None:
    findings, start = after("tic_tac_toe")
    findings.recall((), 0, exact(-1, 6))
    findings.learn((), thought(0, guessed(0.4), (0, guessed(0.4))))
    assert findings.value((), 0) == exact(-1, 6)
    assert findings.moves(()) == dict.fromkeys(start.legal(), exact(-1))
