"""The libraries kibitz is measured beside, one process each: python -m benchmarks.peers.NAME SEARCH GAME DEPTH ROUNDS."""
