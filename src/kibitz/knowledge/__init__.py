"""Knowledge of the games: one file each, named after the game."""
