"""One iteration at the root: every search, one depth, either the best move alone or the exact value of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.search.parts.scores import (
    INFINITE,
    LOW,
    NONE,
    better_score,
    conclude_after_cut,
    conclude_all_moves,
    is_surer,
    window_below,
)
from kibitz.search.parts.team import SearchStopped, Worker


@dataclass(frozen=True)
class MoveResult:
    """The value of a root move, packed, and the line that shows it."""

    move: int
    packed: int
    line: tuple[int, ...]


@dataclass(frozen=True)
class IterationResult:
    """The result of an iteration. `whole`: it was finished, so the value is the minimax value of that depth.

    `best` keeps `packed`: among moves of that number, one proved to be worth at least as much where `packed` is.
    """

    best: MoveResult
    packed: int
    depth: int
    moves: tuple[MoveResult, ...] = ()
    whole: bool = True


def search_all_moves(worker: Worker, state: Any, depth: int, order: Sequence[int], guesses: dict[int, int]) -> IterationResult:
    """The exact value of every move. `guesses` are packed values of the depth before: where to look first."""
    worker.count_root()
    found = []
    for move in order:
        packed = _near(worker, state, move, depth, guesses[move]) if move in guesses else worker.after(state, move, depth)
        found.append(MoveResult(move, packed, (move, *worker.line(1))))
    return answer_of(worker, found, depth)


def search_best_move(worker: Worker, state: Any, depth: int, order: Sequence[int]) -> IterationResult:
    """The best move, by textbook alpha-beta: the window of each move begins at the best value so far."""
    worker.count_root()
    found: list[MoveResult] = []
    best = NONE
    for move in order:
        try:
            packed = _within(worker, state, move, depth, best >> 2, INFINITE)
        except SearchStopped:
            if not found:
                raise
            return replace(
                answer_of(worker, found, depth), whole=False, packed=conclude_after_cut(best, worker.scale.ceiling), moves=()
            )
        if packed >> 2 > best >> 2 or is_surer(packed, best, worker.scale.clamp):
            found = [MoveResult(move, packed, (move, *worker.line(1)))]
        best = better_score(best, packed)
    return replace(answer_of(worker, found, depth), packed=conclude_all_moves(best, worker.scale.ceiling), moves=())


def search_root(
    worker: Worker, state: Any, depth: int, before: IterationResult | None, first: int | None = None
) -> IterationResult:
    """The best move, by a search that begins at the root itself, in a window around the value of the depth before.

    `first`: the move to begin with where there was no depth before.
    """
    reach = worker.scale.unit // 4
    alpha, beta = -INFINITE, INFINITE
    worker.memory.root_hint = -1 if first is None else first
    if before is not None:
        alpha, beta = (before.packed >> 2) - reach, (before.packed >> 2) + reach
        worker.memory.root_hint = before.best.move
    while True:
        try:
            packed = worker.search(state, depth, alpha, beta, ply=0)
        except SearchStopped:
            if worker.memory.root_move < 0:
                raise
            return replace(_best_so_far(worker, depth), whole=False)
        reach *= 8
        if packed >> 2 <= alpha:
            alpha = max(-INFINITE, (packed >> 2) - reach)
        elif packed >> 2 >= beta:
            beta = min(INFINITE, (packed >> 2) + reach)
        else:
            return replace(_best_so_far(worker, depth), packed=packed)


def _best_so_far(worker: Worker, depth: int) -> IterationResult:
    """The root's best move as the kernel left it; the moves not looked at yet may be better."""
    packed = conclude_after_cut(worker.memory.root_value, worker.scale.ceiling)
    best = MoveResult(worker.memory.root_move, packed, worker.line(0))
    return IterationResult(best, packed, depth)


def answer_of(worker: Worker, found: list[MoveResult], depth: int) -> IterationResult:
    """The result of an iteration that valued every move."""
    packed = NONE
    for one in found:
        packed = better_score(packed, one.packed)
    # Of equal numbers one that is proved comes first.
    ranked = sorted(found, key=lambda one: (-(one.packed >> 2), one.packed & LOW == 0))
    return IterationResult(ranked[0], conclude_all_moves(packed, worker.scale.ceiling), depth, tuple(ranked))


def _within(worker: Worker, state: Any, move: int, depth: int, alpha: int, beta: int) -> int:
    """The value of a move, packed, as far as a window of its mover's values asks."""
    child, gain = worker.rules.play(state, move), worker.rules.reward(state, move) * worker.scale.unit
    low, high = window_below(alpha - gain, beta - gain, worker.rules.sign(state, child), worker.scale.mask)
    return worker.after(state, move, depth, low, high)


def _near(worker: Worker, state: Any, move: int, depth: int, guess: int) -> int:
    """The exact value of a move, searched around `guess` first."""
    reach = worker.scale.unit // 4
    alpha, beta = (guess >> 2) - reach, (guess >> 2) + reach
    packed = _within(worker, state, move, depth, alpha, beta)
    if packed >> 2 <= alpha:
        return _within(worker, state, move, depth, -INFINITE, alpha + 1)
    if packed >> 2 >= beta:
        return _within(worker, state, move, depth, beta - 1, INFINITE)
    return packed
