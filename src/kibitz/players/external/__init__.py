"""Programs of others as players: the process of an engine, and one file for each protocol that it may speak."""
