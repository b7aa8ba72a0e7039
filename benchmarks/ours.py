"""kibitz, as a solver in a process of its own: python -m benchmarks.ours, a `Question` on standard input."""

import random
from collections.abc import Iterator
from typing import Any

import kibitz
from benchmarks.score import score
from benchmarks.solver import Question, answer
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import State


def solve(question: Question) -> Iterator[tuple[int | None, int]]:
    """All positions with one table, which keeps what is proved, as `kibitz solve --positions` has it (and bitbully)."""
    game = kibitz.load(question.game)
    states = [_state(game, position) for position in question.positions]
    kibitz.solve(game, _near_the_end(game), weak=question.weak, threads=question.threads)
    solver = kibitz.solver(game, table=question.table, threads=question.threads, weak=question.weak)
    yield 0, 0
    for state in states:
        before = solver.nodes
        if solver.scale.most == 1:
            value = solver.worth(state)
        else:  # with a guess from estimates where a margin may lie
            value = kibitz.solve(game, state, weak=question.weak, solver=solver).value
        yield _worth(game, state, value, question.weak), solver.nodes - before


def _worth(game: kibitz.Game, state: Any, value: kibitz.Value, weak: bool) -> int | None:
    if value.kind != "exact":
        return None
    if isinstance(game, ConnectFour) and not weak:
        return score(value, state.discs.bit_count(), game.width * game.height)
    return int(value.result)


def _state(game: kibitz.Game, position: str) -> Any:
    """The state after the moves, or of a board: 64 squares from a1 to h8, X for Black, and who is to move."""
    board, _, rest = position.partition(" ")
    if len(board) != 64:
        return kibitz.Position.after(game, position).state
    black, white = (kibitz.Board64(sum(1 << place for place, mark in enumerate(board) if mark == disc)) for disc in "XO")
    return State(black, white, 0) if rest[0] == "X" else State(white, black, 1)


def _near_the_end(game: kibitz.Game) -> Any:
    """A position of a random game, two moves before its end: solved at once, once everything is compiled."""
    chance, position, before = random.Random(0), kibitz.Position(game, game.start()), []
    while not position.is_over:
        before.append(position.state)
        position = position.play(chance.choice(position.legal()))
    return before[-2:][0]


if __name__ == "__main__":
    answer(solve)
