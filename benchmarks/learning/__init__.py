"""Learning, `make bench-learn`: one file, one measure, as in `measures`; what was learned must win.

Here `rows(settings)` is asked with the settings of the run (benchmarks/learned.py).
"""

MARK = "bench-learn"
PEERS = ()
