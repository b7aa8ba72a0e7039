"""The searches: one file each, found by being here."""
