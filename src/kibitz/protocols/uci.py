"""The Universal Chess Interface, for chess: what Cute Chess, Arena, En Croissant and python-chess speak."""

from kibitz.core.rules import Game
from kibitz.players.external.dialect import Uci
from kibitz.protocols.serving.conversation import Conversation, Say
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.protocols.serving.uci_family import UciConversation


def start(game: Game, settings: EngineSettings, say: Say) -> Conversation:
    """An engine of chess. Raises PlayerError for another game."""
    return UciConversation(Uci(), game, settings, say)
