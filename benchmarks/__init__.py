"""What kibitz claims in figures, measured: `python -m benchmarks` prints the table, `make bench` sets up the peers first."""

import os

os.environ.setdefault("KIBITZ_COMPILE", "first")  # what is measured is machine code
