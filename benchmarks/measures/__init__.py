"""One file, one measure: `rows()` yields what it found. The runner takes every file of this folder, in their order."""

MARK = "bench"
PEERS = ("chess", "easyAI", "open_spiel")
