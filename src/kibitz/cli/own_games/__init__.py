"""Your own game."""
