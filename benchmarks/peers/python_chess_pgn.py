"""python-chess: the games of a PGN file, each move played on its board; how many moves, and the CPU seconds they take."""

import json
import sys
import time

import chess.pgn

if __name__ == "__main__":
    began, moves = time.process_time(), 0
    with open(sys.argv[1], encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            moves += sum(1 for _ in game.mainline())
    print(json.dumps({"moves": moves, "seconds": time.process_time() - began}))
