"""Work on many cores and machines, `make bench-scale`: one file, one measure, as in `measures`."""

MARK = "bench-scale"
PEERS = ()
