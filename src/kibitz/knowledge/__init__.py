"""What is wise in the games: one file each, named after the game."""
