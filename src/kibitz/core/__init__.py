"""The contract of games and the plain data that every other room uses; the standard library only."""
