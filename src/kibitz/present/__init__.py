"""Values, standings and the course of a game, in the same words on every interface."""
