"""The Universal Game Interface, for any game of two: UCI, with questions about turn and winner.

To an interface of chess, whose first word is `uci`, it speaks UCI.
"""

from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game
from kibitz.players.external.dialect import Uci, Ugi
from kibitz.protocols.serving.conversation import Conversation, Say, complain
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.protocols.serving.uci_family import UciConversation


class UgiConversation(UciConversation):
    """Answers `query p1turn`, `query gameover` and `query result` too."""

    def __init__(self, game: Game, settings: EngineSettings, say: Say) -> None:
        """Raises PlayerError for a game that is not of two."""
        super().__init__(Ugi(), game, settings, say)
        self._orders |= {"query": self._answer, "uci": self._speak_uci}

    def _speak_uci(self, words: list[str]) -> None:
        """Turn to UCI: the program on the other side, such as python-chess, expects it from any engine of chess."""
        dialect = Uci()
        dialect.admit(self._own)
        self._dialect = dialect
        self._orders[dialect.new_game] = self._begin_game
        self._introduce(words)

    def _answer(self, words: list[str]) -> None:
        here = self._position
        if here is None:
            complain("query: there is no position, for the last one could not be read")
            return
        answers = {
            "p1turn": lambda: str(here.to_move == 0).lower(),
            "gameover": lambda: str(here.is_over).lower(),
            "result": lambda: _result(here.payoffs),
        }
        if words and words[0] in answers:
            self._say(f"response {answers[words[0]]()}")


def _result(payoffs: tuple[float, ...] | None) -> str:
    if payoffs is None:
        return "none"
    return ("draw", "p1win", "p2win")[GameOutcome(payoffs).compare(0, 1)]


def start(game: Game, settings: EngineSettings, say: Say) -> Conversation:
    """An engine of a game of two. Raises PlayerError for another game."""
    return UgiConversation(game, settings, say)
