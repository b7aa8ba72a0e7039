"""The player that is a program of Go, Hex or Othello which speaks GTP: `gtp:gnugo --mode gtp`, `gtp:gtp-rhino:time=1`."""

from kibitz.core.thought import Limit
from kibitz.players.external.gtp_player import GtpPlayer
from kibitz.players.external.spec import EngineSpec

EXTERNAL = True


def make(spec: str, seed: int | None) -> GtpPlayer:
    """`gtp:COMMAND`, or `gtp:COMMAND:SETTINGS`: time, timeout, and commands that the program is to be given, as `level=3`."""
    return GtpPlayer(EngineSpec.read(spec, Limit()))
