"""Players and their strength."""
