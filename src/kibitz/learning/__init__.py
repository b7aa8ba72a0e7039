"""Learning an estimate from bare rules: what states are made of is found by trying, what they are worth by playing."""
