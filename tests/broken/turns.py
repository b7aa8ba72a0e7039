"""Games that do not say rightly whose turn it is, or what may happen next."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game
from kibitz.core.rules import CHANCE
from kibitz.games.textbook.pig import Pig
from kibitz.games.textbook.pig import State as Points
from kibitz.games.tic_tac_toe import State, TicTacToe


class Centred(TicTacToe):
    """Breaks `rules_answer` after 2,2: looking for moves fails once the centre is taken."""

    def moves(self, state: State) -> Iterable[int]:
        places = list(self.empty(state).squares())
        places.remove(4)
        return [4, *places]


class Lost(TicTacToe):
    """Breaks `rules_answer` after 1,1: with a mark in the corner `moves` looks for its end for ever."""

    def moves(self, state: State) -> Iterable[int]:
        while 0 in state.theirs:
            pass
        return self.empty(state).squares()


class Forgets(TicTacToe):
    """Breaks `over_is_true_or_false` at the start: `is_over` forgets to say that play goes on."""

    def is_over(self, state: State) -> bool:
        return (self.has_line(state.theirs) or not self.empty(state)) or None  # type: ignore[return-value]  # wrong on purpose


class OneSided(TicTacToe):
    """Tic-tac-toe that says whose turn it is, and allows no null move."""

    leaves_out = frozenset({"null"})


class AlwaysFirst(OneSided):
    """Breaks `every_player_has_a_turn` at the start: `to_move` stays with the first player."""

    def to_move(self, state: State) -> int:
        return 0


class FromOne(OneSided):
    """Breaks `to_move_is_a_player` after 1,1: the players are called 1 and 2."""

    def to_move(self, state: State) -> int:
        return 1 if len(state.mine) == len(state.theirs) else 2


class NoDice(OneSided):
    """Breaks `to_move_is_a_player` after 1,1: dice are to move, but the rules have no `chances`."""

    def to_move(self, state: State) -> int:
        return 0 if len(state.mine) == len(state.theirs) else CHANCE


class Stones(NamedTuple):
    left: int


@dataclass(frozen=True)
class TwoAtPlay(Game):
    """Breaks `every_player_has_a_turn` at the start: of three, who take a stone or two of eleven, the last is never asked."""

    players = 3

    def start(self) -> Stones:
        return Stones(11)

    def to_move(self, state: Stones) -> int:
        return state.left % 2

    def moves(self, state: Stones) -> Iterable[int]:
        return range(min(2, state.left))

    def play(self, state: Stones, move: int) -> Stones:
        return Stones(state.left - move - 1)

    def is_over(self, state: Stones) -> bool:
        return state.left == 0

    def payoffs(self, state: Stones) -> tuple[int, ...]:
        return 11, 0, 0


@dataclass(frozen=True)
class StillRolling(Pig):
    """Breaks `result_has_a_side` after roll 6: when the game is won, the die is still in the air."""

    target: int = 3

    def to_move(self, state: Points) -> int:
        return CHANCE if state.rolling or self.is_over(state) else state.turn


class Loaded(Pig):
    """Breaks `chances_have_weights` after roll: one of the six sides of the die never falls."""

    def chances(self, state: Points) -> Iterable[tuple[int, float]]:
        return ((side, 1.0 if side > 1 else 0.0) for side in range(1, 7))


class Unweighted(Pig):
    """Breaks `chances_have_weights` after roll: `chances` yields outcomes without weights."""

    def chances(self, state: Points) -> Iterable[tuple[int, float]]:
        return range(1, 7)  # type: ignore[return-value]  # wrong on purpose


class Texts(TicTacToe):
    """Breaks `moves_are_ints` after 1,1: once a mark is set, the squares are given as texts."""

    def moves(self, state: State) -> Iterable[int]:
        for place in self.empty(state).squares():
            yield str(place) if state.theirs else place  # type: ignore[misc]  # wrong on purpose


class MinusOne(TicTacToe):
    """Breaks `moves_are_ints` after 1,1: the second player may pass, and the pass is -1."""

    def moves(self, state: State) -> Iterable[int]:
        yield from self.empty(state).squares()
        if len(state.theirs) > len(state.mine):
            yield -1


class EightSquares(TicTacToe):
    """Breaks `moves_keep_the_limit` at the start: the last of nine squares has the number 8."""

    move_limit = 8


class LimitInWords(TicTacToe):
    """Breaks `moves_keep_the_limit` at the start: there is nothing to compare moves with."""

    move_limit = "nine"  # type: ignore[assignment]  # wrong on purpose


class CentreFirst(TicTacToe):
    """Breaks `moves_come_once` at the start: the centre is offered first, and then again among the others."""

    def moves(self, state: State) -> Iterable[int]:
        if 4 in self.empty(state):
            yield 4
        yield from self.empty(state).squares()


class Coins(Pig):
    """Breaks `moves_come_once` after roll: the two ways to throw a 3 with two coins of 1 and 2 are two outcomes."""

    def chances(self, state: Points) -> Iterable[tuple[int, float]]:
        return ((one + other, 1.0) for one in (1, 2) for other in (1, 2))


@dataclass(frozen=True)
class NeverFull(TicTacToe):
    """Breaks `a_move_exists` after 1,1 1,2: of two squares the last is taken, and it is not over."""

    width: int = 2
    height: int = 1
    line: int = 2

    def is_over(self, state: State) -> bool:
        return self.has_line(state.theirs)


class BrokenDie(Pig):
    """Breaks `a_move_exists` after roll 2 roll: the die breaks once a player has two points."""

    def chances(self, state: Points) -> Iterable[tuple[int, float]]:
        return ((side, 1.0) for side in (range(1, 7) if state.pot != 2 else ()))


class Refuses(TicTacToe):
    """Breaks `moves_can_be_played` after 1,1 1,1: squares that are taken are offered, and then refused."""

    def moves(self, state: State) -> Iterable[int]:
        return range(9)

    def play(self, state: State, place: int) -> State:
        if place in state.mine | state.theirs:
            raise ValueError("this square is taken")
        return super().play(state, place)
