"""Searches of games that go in circles, against an exhaustive one that has the whole history in its state."""

import pickle
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from games_in_circles import KINDS, Drawn, Draws, DrawsAtOnce, ForbidsAtOnce, Judged, Loses, LosesAtOnce
from kibitz.core.rules import legal, payoffs_of, start_of
from kibitz.position import Position
from runs import examples

SEARCHES = ("minimax", "alphabeta", "deepening", "selective")
COMPILED: tuple[type[Drawn], ...] = (Draws, Loses, ForbidsAtOnce)
UNCOMPILED: dict[type[Drawn], type[Drawn]] = {
    kind: type(f"Plain{kind.__name__}", (kind,), {"compiles": False}) for kind in COMPILED
}
Worth = tuple[int, int | None]  # the result for the side to move, and in how many plies; a draw lasts as long as it likes


def rank(worth: Worth) -> tuple[int, int]:
    """The better the larger: quick wins, then draws, then late losses."""
    result, plies = worth
    return (result, 0) if plies is None else (result, -plies if result > 0 else plies)


class Exhaustive:
    """The value of a position by looking at all games that can follow, with how often each position was on the board."""

    def __init__(self, game: Drawn) -> None:
        self.game = game
        self.worth = lru_cache(maxsize=None)(self._worth)

    def of(self, position: Position) -> Worth:
        counts = [0] * 2 * len(self.game.degrees)
        for seen in position.state.past:
            counts[2 * seen.node + seen.turn] += 1
        return self.worth(position.state.node, position.state.turn, position.state.is_same_side, tuple(counts))

    def after(self, position: Position, move: int) -> Worth:
        """What a move is worth to who makes it."""
        child = position.play(move)
        return self.earlier(self.of(child), 1 if child.to_move == position.to_move else -1)

    def earlier(self, worth: Worth, sign: int) -> Worth:
        result, plies = worth
        return sign * result, None if plies is None else plies + 1

    def _worth(self, node: int, turn: int, is_same_side: bool, counts: tuple[int, ...]) -> Worth:
        game = self.game
        if not game.degrees[node]:
            return game.ends[node], 0 if game.ends[node] else None
        if sum(counts) > game.last:
            return 0, None
        if counts[2 * node + turn] >= game.recurrence_count and game.recurrence != "forbidden":
            result = self.recurring(node, turn, is_same_side)
            return result, 0 if result else None
        values = []
        for number in range(game.degrees[node]):
            target = game.targets[3 * node + number]
            same = bool(game.again[target])
            mover = turn if same else 1 - turn
            place = 2 * target + mover
            if game.recurrence == "forbidden" and game.degrees[target] and counts[place] + 1 >= game.recurrence_count:
                continue
            later = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
            values.append(self.earlier(self.worth(target, mover, same, later), 1 if same else -1))
        return max(values, key=rank)

    def recurring(self, node: int, turn: int, is_same_side: bool) -> int:
        kind = type(self.game)
        if kind.__name__ == "Judged":
            return 0 if node == 0 else 1 if node % 2 else -1
        if self.game.recurrence == "draw":
            return 0
        return -1 if is_same_side else 1


@st.composite
def drawn(draw: Any, kinds: Any = KINDS) -> Drawn:
    """A game on a graph of four to six nodes; each node of one where recurrences are forbidden leads to an end, too."""
    kind: type[Drawn] = draw(st.sampled_from(kinds))
    size = draw(st.integers(4, 6))
    rows: list[tuple[int, ...]] = []
    for node in range(size):
        most = 2 if kind is ForbidsAtOnce else 3
        row = draw(st.lists(st.integers(0, size - 1), max_size=most, min_size=1 if node == 0 else 0, unique=True))
        rows.append(tuple(row))
    if kind is ForbidsAtOnce:
        rows = [(*row, size) if row and size not in row else row for row in rows]
        rows.append(())
    ends, again = ([draw(st.integers(*limits)) for _ in rows] for limits in ((-1, 1), (0, 1)))
    return kind.of(rows, ends, again)


def after_some(game: Drawn, choices: list[int]) -> Position:
    """A position with a history, not over."""
    position = Position.after(game)
    for choice in choices:
        if not position.legal():
            break
        after = position.play(position.legal()[choice % len(position.legal())])
        if after.is_over:
            break
        position = after
    return position


def found(value: Any) -> Worth:
    """An exact value as a worth."""
    return value.result, value.plies if value.result else None


def is_true(value: Any, wanted: Worth) -> bool:
    """Whether what is proved of a value is so."""
    if value.kind == "exact":
        return bool(value.result == wanted[0] and (not wanted[0] or value.plies in (None, wanted[1])))
    return bool(
        wanted[0] >= value.result if value.kind == "at_least" else wanted[0] <= value.result or value.kind == "estimate"
    )


@given(drawn(), st.lists(st.integers(0, 2), max_size=8), st.integers(1, 14))
@settings(max_examples=examples(400))
def test_what_is_proved_is_true(game: Drawn, choices: list[int], depth: int) -> None:
    position = after_some(game, choices)
    if position.is_over:
        return
    twin = Exhaustive(game)
    wanted = twin.of(position)
    for search in SEARCHES:
        thought = kibitz.think(position, search=search, limit=kibitz.Limit(depth=depth), knowledge=None)
        assert is_true(thought.value, wanted), (search, thought)
        if thought.value.kind == "exact" and thought.best is not None:
            assert twin.after(position, thought.best) == wanted, (search, thought)
        every = kibitz.think(position, search=search, limit=kibitz.Limit(depth=depth), knowledge=None, all_moves=True)
        for one in every.moves:
            assert is_true(one.value, twin.after(position, one.move)), (search, one)


@given(drawn(), st.lists(st.integers(0, 2), max_size=8))
@settings(max_examples=examples(100))
def test_every_search_proves_it_when_it_looks_far_enough(game: Drawn, choices: list[int]) -> None:
    position = after_some(game, choices)
    if position.is_over:
        return
    wanted = Exhaustive(game).of(position)
    thought = kibitz.think(position, search="alphabeta", limit=kibitz.Limit(depth=60, nodes=20000), knowledge=None)
    if thought.stopped == "solved":
        assert found(thought.value) == wanted


@pytest.mark.compiled
@given(drawn(COMPILED), st.lists(st.integers(0, 2), max_size=8), st.integers(1, 12))
@settings(max_examples=examples(150), deadline=None)
def test_compiled_equals_plain(game: Drawn, choices: list[int], depth: int) -> None:
    position = after_some(game, choices)
    if position.is_over:
        return
    fields = game.degrees, game.targets, game.ends, game.again
    plain = UNCOMPILED[type(game)](*fields)
    limit = kibitz.Limit(depth=depth)
    for search in ("deepening", "selective"):
        fast = kibitz.think(position, search=search, limit=limit, knowledge=None)
        slow = kibitz.think(Position.after(plain, position.moves), search=search, limit=limit, knowledge=None)
        assert (fast.value, fast.best, fast.line, fast.nodes) == (slow.value, slow.best, slow.line, slow.nodes)


@given(drawn(), st.lists(st.integers(0, 2), max_size=8), st.integers(1, 7))
@settings(max_examples=examples(150))
def test_alpha_beta_finds_what_minimax_finds(game: Drawn, choices: list[int], depth: int) -> None:
    position = after_some(game, choices)
    if position.is_over:
        return
    limit = kibitz.Limit(depth=depth)
    one = kibitz.think(position, search="minimax", limit=limit, knowledge=None)
    other = kibitz.think(position, search="alphabeta", limit=limit, knowledge=None)
    every = kibitz.think(position, search="minimax", limit=limit, knowledge=None, all_moves=True)
    assert one.value.result == other.value.result
    assert other.best in {move.move for move in every.moves if move.value.result == one.value.result}


class Average:
    """What random games bring the first player on average, by looking at all of them, at most so many plies ahead."""

    def __init__(self, game: Drawn) -> None:
        self.of = lru_cache(maxsize=None)(self._of)
        self.game = game

    def _of(self, position: Position, plies: int = 40) -> float:
        if position.is_over:
            assert position.payoffs is not None
            return position.payoffs[0]
        if plies == 0:
            return 0.0
        legal = position.legal()
        return sum(self._of(position.play(move), plies - 1) for move in legal) / len(legal)


@pytest.mark.twice
@pytest.mark.parametrize("kind", [Draws, LosesAtOnce, ForbidsAtOnce, Judged])
def test_random_games_keep_the_rules(kind: type[Drawn]) -> None:
    """From the start, and from a position with a history; what they bring is what all games together bring."""
    game = kind.of([(1, 2, 3), (0, 2, 3), (1, 0, 3), ()], [0, 0, 0, 1], [0, 0, 1, 0])
    for moves in ([], [0, 0], [0, 1, 0]):
        position = after_some(game, moves)
        wanted = Average(game).of(position)
        found = kibitz.playouts(position, games=4000, seed=1)
        assert found.games == 4000
        outcome = found.outcomes[0]
        assert outcome.mean == pytest.approx(wanted, abs=0.06)
        assert max(found.lengths) <= 20


def test_no_game_is_played_out_that_is_over() -> None:
    position = Position.after(DrawsAtOnce(), [0, 0])
    assert position.is_over
    with pytest.raises(kibitz.KibitzError, match="come back too often"):
        kibitz.playouts(position, games=1)


@pytest.mark.twice
@pytest.mark.parametrize("kind", [Draws, LosesAtOnce, ForbidsAtOnce])
def test_what_a_search_by_playouts_proves_is_true(kind: type[Drawn]) -> None:
    graphs = [[(1, 2), (0, 2), (1,), ()], [(1,), (0, 2), (0, 1), ()], [(2, 1), (2,), (0,), ()]]
    for number, rows in enumerate(graphs):
        arrows = [(*row, 3) if row else row for row in rows]
        game = kind.of(arrows, [0, 0, 0, 1 - number % 3], [0, number % 2, 1, 0])
        position = Position.after(game, [0])
        if position.is_over:
            continue
        thought = kibitz.think(position, search="mcts", limit=kibitz.Limit(nodes=3000), knowledge=None, all_moves=True)
        twin = Exhaustive(game)
        for one in thought.moves:
            wanted = twin.after(position, one.move)[0]
            assert one.value.kind == "estimate" or is_true(one.value, (wanted, one.value.plies)), (one, wanted)
        assert thought.value.kind == "estimate" or is_true(thought.value, (twin.of(position)[0], thought.value.plies))


@given(drawn(), st.lists(st.integers(0, 2), max_size=20))
@settings(max_examples=examples(200))
def test_the_referee_sees_what_the_exhaustive_search_sees(game: Drawn, choices: list[int]) -> None:
    """Position by position: whether it is over, what may be played, and what it pays."""
    position, counts = Position.after(game), Counter[tuple[int, int]]()
    for choice in choices:
        key = (position.state.node, position.state.turn)
        counts[key] += 1
        recurred = counts[key] >= game.recurrence_count and game.recurrence != "forbidden"
        assert position.is_over == (not game.degrees[key[0]] or recurred or len(position.moves) >= game.last)
        if position.is_over:
            result = Exhaustive(game).of(position)[0]
            assert position.payoffs == ((result, -result) if position.to_move == 0 else (-result, result))
            break
        position = position.play(position.legal()[choice % len(position.legal())])
    assert start_of(game) == game.start()
    assert legal(game, position.state) == position.legal()
    if position.is_over:
        assert payoffs_of(game, position.state, position.to_move) == position.payoffs
        ended = [kibitz.think(position, search=search).value for search in ("minimax", "mcts")]
        assert {value.result for value in ended} == {(position.payoffs or ())[position.to_move]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_history_goes_along(kind: Any) -> None:
    """Through pickles, as matches on several processes need it."""
    position = after_some(kind(), [0, 0, 1, 0])
    twin = pickle.loads(pickle.dumps(position))
    assert twin.state.past == position.state.past
    assert twin.legal() == position.legal()
