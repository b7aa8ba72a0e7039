"""The player that is a program of Othello which speaks the NBoard protocol: `nboard:mEdax -nboard:depth=10`."""

from kibitz.core.thought import Limit
from kibitz.players.external.nboard_player import NboardPlayer
from kibitz.players.external.spec import EngineSpec

EXTERNAL = True


def make(spec: str, seed: int | None) -> NboardPlayer:
    """`nboard:COMMAND`, or `nboard:COMMAND:SETTINGS`: depth, timeout, and what else is to be set, as `contempt=5`."""
    return NboardPlayer(EngineSpec.read(spec, Limit()))
