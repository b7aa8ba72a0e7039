"""What larger boards cost: the leaves of Othello's tree, by the same rules on boards with more room."""

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import kibitz
from benchmarks.row import Row, at_most
from kibitz.core.board import Board, Board64, Board128, Board256, Board384, square
from kibitz.games.othello import Othello

DEPTH, LEAVES, ROUNDS = 10, 24_571_056, 5
TARGETS: dict[type[Board], float] = {Board128: 2.2, Board256: 5}


class State(NamedTuple):
    """The discs on the board, and who moves; boards of the kind that the start has."""

    mine: Board
    theirs: Board
    turn: int


@dataclass(frozen=True)
class OnAnyBoard(Othello):
    """Othello 8x8 on boards that have room for more squares; `capacity` says which."""

    capacity: int = 64

    @cached_property
    def kind(self) -> type[Board]:
        """The boards of that capacity."""
        return {kind.capacity: kind for kind in (Board64, Board128, Board256, Board384)}[self.capacity]

    @cached_property
    def board(self) -> Board:  # type: ignore[override]  # the same squares, with more room
        """All squares."""
        return self.kind(super().board.bits)

    @cached_property
    def columns(self) -> Board:  # type: ignore[override]  # likewise
        """All but the first and the last column."""
        return self.kind(super().columns.bits)

    @cached_property
    def rows(self) -> Board:  # type: ignore[override]  # likewise
        """All but the first and the last row."""
        return self.kind(super().rows.bits)

    def start(self) -> State:  # type: ignore[override]  # its boards are of another kind
        """The four discs in the middle."""
        mine, theirs, turn = super().start()
        return State(self.kind(mine.bits), self.kind(theirs.bits), turn)

    def play(self, state: State, place: int) -> State:  # type: ignore[override]  # likewise
        """Lay a disc, or pass."""
        if place == self.size * self.size:
            return State(state.theirs, state.mine, 1 - state.turn)
        disc = square(place, self.kind)
        turned = self.turned(state.mine, state.theirs, disc)  # type: ignore[arg-type]  # which works on boards of every kind
        return State(state.theirs - turned, state.mine | turned | disc, 1 - state.turn)


def rows() -> Iterator[Row]:
    """CPU time of `kibitz.perft`, one thread, in turns; the first of all is what `Board64` takes in the same rules."""
    kinds: list[type[Board]] = [Board64, *TARGETS]
    games = {kind: OnAnyBoard(capacity=kind.capacity) for kind in kinds}
    seconds: dict[type[Board], list[float]] = {kind: [] for kind in kinds}
    for game in games.values():
        kibitz.perft(game, depth=1)  # compiles
    for _ in range(ROUNDS):
        for kind, game in games.items():
            began = time.process_time()
            leaves = kibitz.perft(game, depth=DEPTH)
            seconds[kind].append(time.process_time() - began)
            assert leaves == LEAVES, f"{leaves:,} leaves on a {kind.__name__}"
    for kind, target in TARGETS.items():
        times = statistics.median(other / one for one, other in zip(seconds[Board64], seconds[kind], strict=True))
        spent = statistics.median(seconds[kind])
        how = f"perft {DEPTH} of Othello 8x8: {LEAVES:,} leaves in {spent:.3f} s of CPU; median of {ROUNDS}"
        yield at_most(f"{kind.__name__}: time of the same rules on a Board64", times, target, "times", how)
