"""Learning an estimate from bare rules: what states are made of is found by trying, what it is worth by playing against itself."""
