"""What it costs to write down a search, `make bench-trace`: one file, one measure, as in `measures`."""

MARK = "bench-trace"
PEERS = ()
