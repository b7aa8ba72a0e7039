"""Games that can go in circles, solved whole, `make bench-endgames`: one file, one measure, as in `measures`."""

MARK = "bench-endgames"
PEERS = ()
