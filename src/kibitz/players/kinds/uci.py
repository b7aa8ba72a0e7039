"""An engine of chess, or of its variants, that speaks UCI: `uci:stockfish`, `uci:stockfish:nodes=1000,Threads=1`."""

from kibitz.players.external.spec import EngineSpec
from kibitz.players.external.uci_player import UciPlayer
from kibitz.players.external.variants import UciOfVariants

EXTERNAL = True


def make(spec: str, seed: int | None) -> UciPlayer:
    """`uci:COMMAND`, or `uci:COMMAND:SETTINGS`: time, depth, nodes, timeout, and the engine's own options by their names."""
    return UciPlayer(EngineSpec.read(spec), UciOfVariants())
