"""Exact solving, `make bench-solve`: one file, one measure, as in `measures`; what kibitz solves, beside bitbully."""

MARK = "bench-solve"
PEERS = ("bitbully",)
