"""The libraries kibitz is measured beside, one process each: python -m benchmarks.peers.NAME SEARCH GAME DEPTH ROUNDS."""

BITBULLY = ("mtdf", "nullWindow")  # its searches; a third, negamax with a full window, is slower than either everywhere
