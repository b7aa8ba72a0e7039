"""Levels fitted to a game: how they are found, and the games by which that is."""
