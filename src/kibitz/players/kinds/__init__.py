"""The players that go by a name of their own: one file each, found by being here."""
