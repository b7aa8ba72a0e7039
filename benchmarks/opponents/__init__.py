"""Our players against programs of others, `make bench-opponents`: one file, one measure, as in `measures`."""

MARK = "bench-opponents"
PEERS = ()
