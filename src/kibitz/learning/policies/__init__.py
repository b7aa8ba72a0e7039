"""A policy of moves, learned by play against itself."""
