"""The libraries kibitz is measured beside, each in a process of its own: python -m benchmarks.peers.NAME GAME DEPTH."""
