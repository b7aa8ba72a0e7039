"""Players by their specs: the kinds there are, but for programs of others, and those that search."""

from kibitz.core import registry
from kibitz.players import is_external, player
from kibitz.players.engine import Engine

KINDS = [*(name for name in registry.names("players") if not is_external(name)), *registry.names("search")]


def engine(spec: str, seed: int | None = None) -> Engine:
    made = player(spec, seed)
    assert isinstance(made, Engine)
    return made
