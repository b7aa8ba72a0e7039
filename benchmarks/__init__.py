"""What kibitz claims in figures, measured: `python -m benchmarks` prints the table, `make bench` sets up the peers first."""
