"""Hex, the example with six-sided cells: chains by a plain search of the board, no draws, and who wins on small boards."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.scene import Cell
from kibitz.position import Position

EXAMPLE = Path(__file__).parent.parent / "examples" / "hex.py"
NEXT = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))  # rows and columns: each row stands half a cell to the right


def hex_of(size: int) -> Any:
    return kibitz.load(f"{EXAMPLE}:size={size}")


def joined(stones: set[tuple[int, int]], size: int, side: int) -> bool:
    """Whether a chain leads from the low edge to the high one; `side` 0 counts rows, 1 columns."""
    waiting = [cell for cell in stones if cell[side] == 0]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        for down, right in NEXT:
            cell = row + down, column + right
            if cell in stones and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return any(cell[side] == size - 1 for cell in seen)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_a_game_ends_with_the_first_chain_and_never_without_one(size: int) -> None:
    for seed in range(12):
        dice, position = random.Random(seed), Position.after(hex_of(size))
        stones: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
        while not position.is_over:
            mover, move = position.to_move, dice.choice(position.legal())
            stones[mover].add(divmod(move, size))
            position = position.play(move)
            assert position.is_over == joined(stones[mover], size, mover)
        assert position.payoffs == ((1, -1) if mover == 0 else (-1, 1))


@cache
def wins(game: Any, state: Any) -> bool:
    """Whether the side to move wins."""
    if game.is_over(state):
        return bool(game.result(state) > 0)
    return any(not wins(game, game.play(state, move)) for move in game.moves(state))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_and_a_board_turned_round_is_worth_the_same(size: int) -> None:
    game = hex_of(size)
    openings = [not wins(game, game.play(game.start(), move)) for move in game.moves(game.start())]
    assert any(openings)
    assert openings == openings[::-1]


def test_neighbours_touch_in_the_picture_and_others_do_not() -> None:
    """A chain of the rules is a chain that one sees."""
    game = hex_of(4)
    cells: dict[str, Cell] = {cell.name: cell for cell in game.scene(game.start()).cells}
    for one in range(16):
        for other in set(range(16)) - {one}:
            here, there = (cells[game.move_name(game.start(), place)] for place in (one, other))
            away = (here.x - there.x) ** 2 + (here.y - there.y) ** 2
            step = other // 4 - one // 4, other % 4 - one % 4
            assert (away < 1.1) == (step in NEXT)
