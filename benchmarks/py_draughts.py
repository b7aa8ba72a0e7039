"""The engine of py-draughts as a program that speaks UGI, for checkers: `python py_draughts.py`, with py-draughts installed.

Its board has White below and White begins, ours has Black above and Black begins: square 1 there is 32 here.
"""

import sys
from typing import Any

DEEPEST = 30


def squares_of(name: str) -> list[int]:
    """The squares of a move's name, `9-13` or `30x23x32`, as the other program numbers them."""
    return [33 - int(part) for part in name.replace("-", "x").split("x")]


def name_of(move: Any) -> str:
    """A move of theirs by our name."""
    return ("x" if move.captured_list else "-").join(str(32 - square) for square in move.square_list)


def main() -> None:
    """Hear and answer until `quit`."""
    from draughts import AmericanBoard, SimpleEngine  # type: ignore[import-not-found,unused-ignore]  # where it is installed

    class Board(AmericanBoard):  # type: ignore[misc,unused-ignore]  # likewise
        """Theirs lets a side that can capture move otherwise; here, as everywhere else, it must capture."""

        @property
        def legal_moves(self) -> Any:
            moves = super().legal_moves
            return [move for move in moves if move.captured_list] or moves

    board = Board()
    for line in map(str.split, sys.stdin):
        word = line[0] if line else ""
        if word == "ugi":
            print("id name py-draughts\nugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            board = Board()
            for name in line[line.index("moves") + 1 :] if "moves" in line else []:
                wanted = squares_of(name)
                board.push(next(move for move in board.legal_moves if [square + 1 for square in move.square_list] == wanted))
        elif word == "go":
            seconds = int(line[line.index("movetime") + 1]) / 1000
            move = SimpleEngine(depth_limit=DEEPEST, time_limit=seconds).get_best_move(board)
            print(f"bestmove {name_of(move)}", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
