"""How quickly files of games are read, `make bench-reading`: one file, one measure, as in `measures`."""

MARK = "bench-reading"
PEERS = ("chess",)
