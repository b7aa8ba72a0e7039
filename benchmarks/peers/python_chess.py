"""python-chess: the leaves of a tree of chess, each played, or the last moves only counted, as it does best."""

import json
import sys
import time

import chess


def play_leaves(board: chess.Board, depth: int) -> int:
    """The sequences of `depth` moves, every move of them made."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += play_leaves(board, depth - 1)
        board.pop()
    return total


def count_leaves(board: chess.Board, depth: int) -> int:
    """The same, but the last moves are not made."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count_leaves(board, depth - 1)
        board.pop()
    return total


if __name__ == "__main__":
    fen, depth = sys.argv[1], int(sys.argv[2])
    speeds = []
    for count in (play_leaves, count_leaves):
        began = time.process_time()
        leaves = count(chess.Board(fen), depth)
        speeds.append(leaves / (time.process_time() - began))
    print(json.dumps({"leaves": leaves, "played": speeds[0], "counted": speeds[1]}))
