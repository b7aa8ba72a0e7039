"""Random games and the search by them, `make bench-playouts`: one file, one measure, as in `measures`.

Here `rows(settings)` is asked with the settings of the run (benchmarks/learned.py), as in `learning`.
"""

MARK = "bench-playouts"
PEERS = ("open_spiel",)
