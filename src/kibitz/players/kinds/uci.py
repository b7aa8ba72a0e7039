"""The player that is an engine of chess which speaks UCI: `uci:stockfish`, `uci:stockfish:nodes=1000,Threads=1`."""

from kibitz.players.external.dialect import Uci
from kibitz.players.external.spec import EngineSpec
from kibitz.players.external.uci_player import UciPlayer

EXTERNAL = True


def make(spec: str, seed: int | None) -> UciPlayer:
    """`uci:COMMAND`, or `uci:COMMAND:SETTINGS`: time, depth, nodes, timeout, and the engine's own options by their names."""
    return UciPlayer(EngineSpec.read(spec), Uci())
