"""The games of the package that go by their name alone, found by their being there; a family of games has no such game."""

from kibitz.registry import game_class, names, required

READY = [name for name in names("games") if not required(game_class(name))]
