"""Games in which what searches rely on does not hold: what they prove is true all the same, or they refuse the game."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

import kibitz
from graph_game import graph
from kibitz import Game, Knowledge
from kibitz.core.rules import believes, legal
from kibitz.errors import RulesError, SearchError
from kibitz.position import Position

SEARCHES = ("minimax", "alphabeta", "deepening", "selective", "solve", "proof", "mcts")


class Spot(NamedTuple):
    node: int
    turn: int
    clock: int


@dataclass(frozen=True)
class Steps(Game):
    """A token on nodes 0 and 1; one move goes from either to the other, another one ends the game on node 2."""

    def start(self) -> Spot:
        return Spot(0, 0, 0)

    def to_move(self, state: Spot) -> int:
        return state.turn

    def moves(self, state: Spot) -> Iterable[int]:
        return range(2)

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(1 - state.node if move == 0 else 2, 1 - state.turn, state.clock + 1)

    def is_over(self, state: Spot) -> bool:
        return state.node == 2

    def result(self, state: Spot) -> int:
        return 1

    def best_result(self) -> int:
        return 1

    def recurrence_key(self, state: Spot) -> Spot:
        return Spot(state.node, state.turn, 0)


class Timed(Steps):
    """Only the step to and fro; after four steps the second player has won, so no third return is ever reached."""

    recurrence = "draw"

    def moves(self, state: Spot) -> Iterable[int]:
        return range(1)

    def is_over(self, state: Spot) -> bool:
        return state.clock >= 4

    def result(self, state: Spot) -> int:
        return 1 if state.turn == 1 else -1


class Barred(Steps):
    """The step back would end the game, and win it; but it leads back to the start, which is forbidden."""

    recurrence = "forbidden"
    recurrence_count = 2

    def moves(self, state: Spot) -> Iterable[int]:
        return range(1 + state.node)

    def is_over(self, state: Spot) -> bool:
        return state.node == 2 or state.clock >= 2

    def result(self, state: Spot) -> int:
        return 1 if (state.node == 2) == (state.turn == 0) else -1


class Named(Steps):
    """The second player wins by the end of the game alone: the step back, which is as good without a past, is forbidden."""

    recurrence = "forbidden"
    recurrence_count = 2

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(1 - state.node if move == 0 else 2 + state.node, 1 - state.turn, state.clock + 1)

    def is_over(self, state: Spot) -> bool:
        return state.node >= 2

    def result(self, state: Spot) -> int:
        return 1 if state.turn == 1 else -1


@dataclass(frozen=True)
class StepsBack(Knowledge):
    """Names the step back, as if there were no past."""

    def evaluate(self, state: Spot) -> float:
        return 0.1

    def prospects(self, state: Spot) -> Iterable[int]:
        yield 0

    def candidates(self, state: Spot) -> Iterable[int]:
        yield 0
        if state.node == 0:
            yield 1

    def bounds(self, state: Spot) -> tuple[int, int]:
        return (1, 1) if state.turn == 0 else (-1, 1)


class Returns(Steps):
    """Nobody may go back, and the end wins for the player to move there."""

    recurrence = "forbidden"
    recurrence_count = 2


WORTH = {Timed: (-1, 4), Barred: (1, 2), Named: (-1, 2), Returns: (1, 2)}


@pytest.mark.parametrize(
    "search", [pytest.param(name, marks=pytest.mark.twice) if name == "selective" else name for name in SEARCHES]
)
@pytest.mark.parametrize("kind", WORTH)
def test_what_is_proved_is_true_where_games_leave_our_habits(kind: type[Steps], search: str) -> None:
    game = kind()
    thought = kibitz.think(game, search=search, limit=kibitz.Limit(nodes=3000), knowledge=StepsBack(game))
    result, plies = WORTH[kind]
    assert (thought.value.kind, thought.value.result) == ("exact", result)
    assert thought.value.plies in (plies, None)
    assert thought.best in legal(game, Position.after(game).state)


@pytest.mark.parametrize("search", SEARCHES)
def test_only_what_the_referee_allows_is_valued(search: str) -> None:
    """After the first step the step back is forbidden, though it would end the game."""
    position = Position.after(Barred(), [0])
    thought = kibitz.think(position, search=search, limit=kibitz.Limit(nodes=300), all_moves=True, knowledge=None)
    assert position.legal() == (1,)
    assert thought.best == 1
    assert {one.move for one in thought.moves} <= {1}


def test_a_solver_refuses_states_that_have_no_value_by_themselves() -> None:
    with pytest.raises(SearchError, match="what that means depends on what was on the board before"):
        kibitz.solver(Returns()).worth(Returns().start())


@pytest.mark.parametrize("method", ["bounds", "candidates", "plies", "finish", "evaluate"])
def test_proofs_of_a_state_are_believed_only_where_no_position_comes_back(method: str) -> None:
    class Whole(Steps):
        recurrence = ""

    class All(StepsBack):
        def plies(self, state: Spot) -> tuple[int, int]:
            return 1, 2

        def finish(self, state: Spot, low: int, high: int) -> tuple[int, int]:
            return 0, 0

    assert believes(Whole(), All(Whole()), method)
    assert believes(Returns(), All(Returns()), method) == (method == "evaluate")


class Sum(NamedTuple):
    plies: int
    total: int


@dataclass(frozen=True)
class Large(Game):
    """Two moves, and the end pays what was chosen and `base`."""

    base: int = 0
    declares: bool = True

    @property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # of this very game
        return frozenset() if self.declares else frozenset({"best_result"})

    def start(self) -> Sum:
        return Sum(0, 0)

    def moves(self, state: Sum) -> Iterable[int]:
        return range(3)

    def play(self, state: Sum, move: int) -> Sum:
        return Sum(state.plies + 1, 3 * state.total + move)

    def is_over(self, state: Sum) -> bool:
        return state.plies == 2

    def result(self, state: Sum) -> int:
        return self.base + state.total

    def best_result(self) -> int:
        return self.base + 8


@pytest.mark.parametrize("most", [128, 4064, 4_194_304])
def test_the_largest_results_are_solved(most: int) -> None:
    game = graph([[1, 2], [], []], {1: -most, 2: 3 - most}, [0, 1, 1])
    assert kibitz.solve(game, knowledge=None).value.result == most
    assert kibitz.think(game, search="proof", knowledge=None).value.result == most


@pytest.mark.parametrize("declares", [True, False])
@pytest.mark.parametrize("power", [7, 12, 22, 23, 31, 36, 40, 53, 60])
def test_a_result_is_right_or_refused_however_large_it_is(power: int, declares: bool) -> None:
    game = Large((1 << power) - 8, declares)
    for search in (*SEARCHES, "maxn", "paranoid"):
        limit = kibitz.Limit(nodes=5000)
        if power > 22:
            with pytest.raises(RulesError, match="count in larger units"):
                kibitz.think(game, search=search, limit=limit, knowledge=None)
            continue
        value = kibitz.think(game, search=search, limit=limit, knowledge=None).value
        assert value.kind == "exact" or (search == "mcts" and not declares)
        assert value.result == pytest.approx(game.base + 6, abs=0 if value.kind == "exact" else 2)  # 2 first, then 0


def test_a_knowledge_may_prove_more_than_was_assumed() -> None:
    """Of a game that does not say how large its results get, 127 is assumed at first."""
    game = Large(1000, declares=False)

    class Finishes(Knowledge):
        def finish(self, state: Sum, low: int, high: int) -> tuple[int, int]:
            if state.plies == 2:
                return 1, max(low, min(high, game.base + state.total))
            return 0, 0

        def bounds(self, state: Sum) -> tuple[int, int]:
            return (900, 1100) if state.plies == 0 else (-1100, -900)

    for knowledge in (Finishes(game), None):
        assert kibitz.solve(game, knowledge=knowledge).value.result == 1006
        assert kibitz.think(game, search="proof", knowledge=knowledge).value.result == 1006


class Node(NamedTuple):
    node: int
    turn: int


@dataclass(frozen=True)
class Ways(Game):
    """A token goes along arrows, and may not come back: 3 wins by 2 for the first player, unless the game has been there."""

    recurrence = "forbidden"
    recurrence_count = 2
    arrows: ClassVar[tuple[tuple[int, ...], ...]] = ((1, 2), (3, 6), (5, 3), (2, 4), (), (), ())
    ends: ClassVar[tuple[int, ...]] = (0, 0, 0, 0, 1, 1, 0)

    def start(self) -> Node:
        return Node(0, 0)

    def to_move(self, state: Node) -> int:
        return state.turn

    def moves(self, state: Node) -> Iterable[int]:
        return self.arrows[state.node]

    def play(self, state: Node, move: int) -> Node:
        return Node(move, 1 - state.turn)

    def is_over(self, state: Node) -> bool:
        return not self.arrows[state.node]

    def result(self, state: Node) -> int:
        return self.ends[state.node]

    def best_result(self) -> int:
        return 1


@pytest.mark.parametrize("search", ["alphabeta", "deepening", "selective", "proof"])
@pytest.mark.parametrize("distance", [True, False])
def test_a_proof_of_one_path_is_not_used_on_another(search: str, distance: bool) -> None:
    """By 1 the second player takes the draw at 6; by 2 the way back to 2 is barred, and 3 loses."""
    for depth in range(1, 12):
        limit = kibitz.Limit(nodes=20 * depth) if search == "proof" else kibitz.Limit(depth=depth)
        thought = kibitz.think(Ways(), search=search, limit=limit, knowledge=None, distance=distance)
        kind, result = thought.value.kind, thought.value.result
        assert kind in ("estimate", "at_most") or result <= 0, (depth, thought)
        assert kind in ("estimate", "at_least") or result >= 0, (depth, thought)


class Mirrored(Ways):
    """1 and 2, 5 and 6, 7 and 8, 9 and 10 mirror each other. A return draws, so what leads back to 1 or 2 does not lose."""

    recurrence = "draw"
    arrows = ((1, 2, 3), (9, 4), (10, 4), (4,), (11, 6, 5), (7,), (8,), (1,), (2,), (), (), ())
    ends = (0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1)


class Mirror(Knowledge):
    def symmetries(self, state: Node) -> Iterable[Node]:
        yield Node((0, 2, 1, 3, 4, 6, 5, 8, 7, 10, 9, 11)[state.node], state.turn)


@pytest.mark.parametrize("search", ["minimax", "deepening", "selective", "proof"])
def test_the_past_has_no_symmetry(search: str) -> None:
    """After 1 and 4 the way by 5 leads back to 1, a draw; its mirror by 6 leads to 2, and loses."""
    game = Mirrored()
    for moves, draws in (([1, 4], 5), ([2, 4], 6)):
        position = Position.after(game, moves)
        limit = kibitz.Limit(nodes=2000)
        thought = kibitz.think(position, search=search, limit=limit, knowledge=Mirror(game), distance=False)
        assert (thought.value.kind, thought.value.result, thought.best) == ("exact", 0, draws)


def test_what_a_player_remembers_of_other_pasts_is_not_used() -> None:
    """By 3 all ways lose, and the player has seen that; after 1 one of them draws."""
    game = Mirrored()
    player = kibitz.player("selective:nodes=3000,knowledge=none")
    player.think(Position.after(game))
    thought = player.think(Position.after(game, [1, 4]))
    assert (thought.value.kind, thought.value.result, thought.best) == ("exact", 0, 5)
