"""A game, move by move: what each move was worth, what was better, what refutes it, and what it threatened."""
