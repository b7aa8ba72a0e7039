"""Pig as open_spiel has it: one may stop with nothing, must stop with enough, and after `horizon` moves it is a draw."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.rules import CHANCE, Game


class State(NamedTuple):
    """Points from the view of the side to move."""

    mine: int
    theirs: int
    pot: int
    turn: int
    rolling: bool
    made: int  # moves, throws left out


@dataclass(frozen=True)
class OpenPig(Game):
    """The tree of `pig(winscore=W,horizon=H)`."""

    winscore: int = 20
    horizon: int = 8

    def start(self) -> State:
        return State(0, 0, 0, 0, False, 0)

    def to_move(self, state: State) -> int:
        return CHANCE if state.rolling and not self.is_over(state) else state.turn

    def moves(self, state: State) -> Iterable[int]:
        return range(int(state.mine + state.pot >= self.winscore), 2)

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        for face in range(6):
            yield face, 1.0

    def play(self, state: State, move: int) -> State:
        made = state.made + (not state.rolling)
        if state.rolling and move == 0:
            return State(state.theirs, state.mine, 0, 1 - state.turn, False, made)
        if state.rolling:
            return State(state.mine, state.theirs, state.pot + move + 1, state.turn, False, made)
        if move == 0:
            return State(state.mine, state.theirs, state.pot, state.turn, True, made)
        return State(state.theirs, state.mine + state.pot, 0, 1 - state.turn, False, made)

    def is_over(self, state: State) -> bool:
        return state.theirs >= self.winscore or state.made >= self.horizon

    def result(self, state: State) -> int:
        return -1 if state.theirs >= self.winscore else 0
