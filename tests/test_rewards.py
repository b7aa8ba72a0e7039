"""Moves that bring points at once: every search adds them up, as if the score stood in the state."""

import pickle
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kibitz
from games_of_points import ROOM, CountsPoints, ExpectsNothing, Kept, KeptInCircles, Points, PointsInCircles
from kibitz.core.recurrence import score_of
from kibitz.core.rules import Game, start_of
from kibitz.position import Position
from runs import examples

TWINS: dict[type[Points], type[Kept]] = {Points: Kept, PointsInCircles: KeptInCircles}


@st.composite
def graphs(draw: Any, loops: bool = False) -> tuple[Any, list[int], list[int]]:
    """Arrows with points, what ends bring, and where one moves again; without `loops` arrows lead on."""
    size = draw(st.integers(3, 7))
    rows = []
    for node in range(size):
        least = 0 if loops else node + 1
        targets = st.integers(least, size - 1) if least < size else st.nothing()
        arrows = st.lists(st.tuples(targets, st.integers(-2, 2)), max_size=ROOM, min_size=int(node == 0))
        rows.append(draw(arrows) if least < size else [])
    return rows, [draw(st.integers(-3, 3)) for _ in rows], [draw(st.integers(0, 1)) for _ in rows]


def twins(graph: Any, choices: list[int], loops: bool = False) -> tuple[Position, Position]:
    """A position of the game with rewards, not over, and the same one of the game with the score in the state."""
    kind = PointsInCircles if loops else Points
    pair = Position.after(kind.of(*graph)), Position.after(TWINS[kind].of(*graph))
    for choice in choices:
        legal = pair[0].legal()
        after = tuple(one.play(legal[choice % len(legal)]) for one in pair)
        if after[0].is_over:
            break
        pair = after[0], after[1]
    return pair


class Truth:
    """What a position is worth in total to who is to move, by looking at all games that can follow."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=None)(self._of)

    def _of(self, position: Position) -> float:
        if position.payoffs is not None:
            return position.payoffs[position.to_move]
        return max(self.after(position, move) for move in position.legal())

    def after(self, position: Position, move: int) -> float:
        child = position.play(move)
        return self.of(child) if child.to_move == position.to_move else -self.of(child)


def is_true(value: kibitz.Value, truth: float) -> bool:
    """Whether what is said to be proved is so."""
    sides = {"exact": truth == value.result, "at_least": truth >= value.result, "at_most": truth <= value.result}
    return sides.get(value.kind, True)


histories = st.lists(st.integers(0, 5), max_size=4)


@given(graphs(), histories, st.integers(1, 8), st.booleans())
@settings(max_examples=examples(60))
def test_values_are_those_of_the_score_in_the_state(graph: Any, choices: list[int], depth: int, each: bool) -> None:
    ours, theirs = twins(graph, choices)
    truth = Truth()
    for search in ("minimax", "alphabeta", "deepening", "selective"):
        how: dict[str, Any] = {"search": search, "limit": kibitz.Limit(depth=depth), "distance": False, "all_moves": each}
        one = kibitz.think(ours, knowledge=None, **how)
        other = kibitz.think(theirs, knowledge=CountsPoints(theirs.game), **how)
        assert is_true(one.value, truth.of(ours)), (search, one)
        assert all(is_true(move.value, truth.after(ours, move.move)) for move in one.moves), (search, one)
        assert one.value.plies is None
        if one.value.kind == "exact" and one.best is not None:
            assert truth.after(ours, one.best) == one.value.result
        if search != "selective":
            assert one.value.result == other.value.result, search
            assert {m.move: m.value.result for m in one.moves} == {m.move: m.value.result for m in other.moves}
            assert (one.value.kind == "exact") >= (other.value.kind == "exact")


@given(graphs(), histories, st.integers(1, 200), st.booleans(), st.booleans())
@settings(max_examples=examples(60))
def test_the_solver_proves_what_is_so(graph: Any, choices: list[int], nodes: int, each: bool, weak: bool) -> None:
    ours, theirs = twins(graph, choices)
    truth = Truth()
    one = kibitz.solve(ours, knowledge=None, all_moves=each, weak=weak)
    other = kibitz.solve(theirs, knowledge=None, all_moves=each, weak=weak)
    assert (one.value.kind, one.value.result) == (other.value.kind, other.value.result)
    assert {move.move: move.value.result for move in one.moves} == {move.move: move.value.result for move in other.moves}
    if not weak:
        assert one.value.result == truth.of(ours)
        assert one.best is not None
        assert truth.after(ours, one.best) == one.value.result
        assert kibitz.solver(ours.game, knowledge=None).worth(ours.state).result == one.value.result
        part = kibitz.solve(ours, knowledge=None, limit=kibitz.Limit(nodes=nodes))
        assert part.bounds is not None
        assert all(limit is None or is_true(limit, truth.of(ours)) for limit in part.bounds)


@given(graphs(loops=True), histories, st.integers(1, 12))
@settings(max_examples=examples(60))
def test_where_positions_come_back_what_is_proved_is_so(graph: Any, choices: list[int], depth: int) -> None:
    ours, theirs = twins(graph, choices, loops=True)
    if ours.is_over:
        return
    truth = Truth()
    assert truth.of(ours) == Truth().of(theirs)
    for search in ("minimax", "alphabeta", "deepening", "selective"):
        thought = kibitz.think(ours, search=search, limit=kibitz.Limit(depth=depth), knowledge=None, all_moves=True)
        assert is_true(thought.value, truth.of(ours)), (search, thought)
        assert all(is_true(move.value, truth.after(ours, move.move)) for move in thought.moves), (search, thought)


@example(([[(2, 2)], [], [(3, 0), (4, 0)], [(4, 0)], []], [0, 0, 0, 0, -1], [0, 0, 1, 0, 1]), [0], 1)  # a better move was open
@given(graphs(), histories, st.integers(1, 3))
@settings(max_examples=examples(25))
def test_playouts_add_up_what_moves_bring(graph: Any, choices: list[int], seed: int) -> None:
    """Random games are those of the twin, and pay the same; what a search by playouts proves is so."""
    ours, theirs = twins(graph, choices)
    one, other = (kibitz.playouts(position, games=30, seed=seed) for position in (ours, theirs))
    assert one.outcomes == other.outcomes
    truth = Truth()
    how: dict[str, Any] = {"search": "mcts", "limit": kibitz.Limit(nodes=60), "seed": seed}
    asks_knowledge = {"playout": "knowledge", "random_plies": 1, "implicit": 0.2}
    for options in ({"playout": "random"}, {"playout": "mast"}, asks_knowledge):
        knows = [None, None] if options is not asks_knowledge else [ExpectsNothing(ours.game), CountsPoints(theirs.game)]
        thoughts = [
            kibitz.think(position, knowledge=one, **options, **how) for position, one in zip((ours, theirs), knows, strict=True)
        ]
        assert thoughts[0].value == thoughts[1].value
        assert is_true(thoughts[0].value, truth.of(ours))


@given(graphs(), histories)
@settings(max_examples=examples(12))
def test_a_drawn_tree_adds_up(graph: Any, choices: list[int]) -> None:
    """Each node's number is the total of a game through it: that of the same node of the twin's tree."""
    ours, theirs = twins(graph, choices)
    for search in ("minimax", "alphabeta", "solve"):
        one, other = (kibitz.tree(position, search=search, knowledge=None, nodes=2000) for position in (ours, theirs))
        assert str(one.root.worth) == str(other.root.worth)
        if search != "solve":
            found = [[(node.moves, str(node.worth), node.window, node.reason) for node in tree] for tree in (one, other)]
            assert found[0] == found[1]


@given(graphs(), histories)
@settings(max_examples=examples(30))
def test_a_game_pays_the_sum_of_all(graph: Any, choices: list[int]) -> None:
    ours, theirs = twins(graph, choices)
    while not ours.is_over:
        assert ours.legal() == theirs.legal()
        move = ours.legal()[0]
        ours, theirs = ours.play(move), theirs.play(move)
        assert score_of(pickle.loads(pickle.dumps(ours)).state) == theirs.state.score
    assert ours.payoffs == theirs.payoffs
    for search in ("minimax", "mcts", "solve"):
        value = kibitz.think(ours, search=search).value
        assert ours.payoffs is not None
        assert (value.kind, value.result, value.plies) == ("exact", ours.payoffs[ours.to_move], None)


def test_searches_that_do_not_add_say_so() -> None:
    game = Points.of([[(1, 1)], []], [0, 0], [0, 0])
    with pytest.raises(kibitz.KibitzError, match="maxn does not add up what moves bring at once, as in Points: take deepening"):
        kibitz.think(game, search="maxn")


def test_a_reward_is_a_whole_number() -> None:
    class Odd(Points):
        def reward(self, state: Any, move: int) -> Any:
            return 0.5

    position = Position.after(Odd.of([[(1, 1)], []], [0, 0], [0, 0]))
    with pytest.raises(kibitz.KibitzError, match=r"`reward` gave 0\.5; it must give an int"):
        position.play(0)


def test_start_remembers_that_nothing_was_won() -> None:
    game: Game = Points.of([[(1, 1)], []], [0, 0], [0, 0])
    assert start_of(game) == game.start()
    assert score_of(start_of(game)) == 0
