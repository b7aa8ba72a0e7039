"""The games: one file each, found by being here."""
