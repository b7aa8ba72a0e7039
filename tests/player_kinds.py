"""Players by their specs: the kinds there are, and those that search."""

from kibitz import registry
from kibitz.players import is_external, player
from kibitz.players.engine import Engine

KINDS = [*(kind for kind in registry.names("players") if not is_external(kind)), *registry.names("search")]


def engine(spec: str, seed: int | None = None) -> Engine:
    made = player(spec, seed)
    assert isinstance(made, Engine)
    return made
