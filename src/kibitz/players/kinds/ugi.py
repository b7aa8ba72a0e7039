"""The player that is an engine of any game which speaks UGI: `ugi:./my_engine --flag:time=0.5`."""

from kibitz.players.external.dialect import Ugi
from kibitz.players.external.spec import EngineSpec
from kibitz.players.external.uci_player import UciPlayer

EXTERNAL = True


def make(spec: str, seed: int | None) -> UciPlayer:
    """`ugi:COMMAND`, or `ugi:COMMAND:SETTINGS`: time, depth, nodes, timeout, and the engine's own options by their names."""
    return UciPlayer(EngineSpec.read(spec), Ugi())
