"""Our players against programs of others, `make bench-league`: one file, one measure, as in `measures`."""

MARK = "bench-league"
PEERS = ()
