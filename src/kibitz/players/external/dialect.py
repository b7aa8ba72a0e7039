"""The dialects UCI and UGI, which share most lines: their first words, their games, and how moves are written."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from kibitz.core.notation import line_names, read_move
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import MoveError, PlayerError
from kibitz.games.chess import Chess
from kibitz.players.external import long_algebraic
from kibitz.position import Position


class Dialect(ABC):
    """One of the two; `word` is `uci` or `ugi`, which opens the talk."""

    word: str

    @property
    def new_game(self) -> str:
        """The line that begins another game."""
        return f"{self.word}newgame"

    @abstractmethod
    def admit(self, game: Game) -> None:
        """Raises PlayerError where the protocol is not for the game."""

    def variant(self, game: Game) -> str:
        """The name by which an engine of several games knows this one; "" where the protocol has no such names."""
        return ""

    @abstractmethod
    def name(self, position: Position, move: int) -> str:
        """A legal move as it is written."""

    @abstractmethod
    def read(self, position: Position, text: str) -> int | None:
        """The legal move that a text stands for; None for any other text."""

    def turn(self, position: Position, text: str) -> tuple[int, ...]:
        """The legal moves that a text stands for: one, or all of a turn where the game counts them apart; else none."""
        move = self.read(position, text)
        return () if move is None else (move,)

    def names(self, start: Position, moves: Sequence[int]) -> list[str]:
        """The moves of a line from `start`, which the rules allow, as they are written."""
        return list(line_names(start.game, start.state, moves))

    def set_up(self, game: Game, moves: Sequence[str]) -> str:
        """The line that sets a position up: how the game begins, and all moves since."""
        fen = getattr(game, "fen", "")
        start = f"fen {fen.replace('_', ' ')}" if isinstance(fen, str) and fen else "startpos"
        return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"


class Uci(Dialect):
    """The Universal Chess Interface (Huber and Meyer-Kahlen, 2000)."""

    word = "uci"

    def admit(self, game: Game) -> None:
        """Raises PlayerError for all but chess on 64 squares."""
        if not (isinstance(game, Chess) and game.size == long_algebraic.SIZE):
            raise PlayerError(f"UCI is for chess on 64 squares, not for {spec_of(game)}: an engine of another game speaks UGI")

    def name(self, position: Position, move: int) -> str:
        """A legal move in long algebraic notation."""
        return long_algebraic.name_move(move)

    def names(self, start: Position, moves: Sequence[int]) -> list[str]:
        """The moves of a line in long algebraic notation, which needs no positions."""
        return [long_algebraic.name_move(move) for move in moves]

    def read(self, position: Position, text: str) -> int | None:
        """The legal move of that name; None for any other text."""
        return {long_algebraic.name_move(move): move for move in position.legal()}.get(text)


class Ugi(Dialect):
    """The Universal Game Interface (McKenzie, 2020): UCI for any game of two, with questions about the winner."""

    word = "ugi"

    def admit(self, game: Game) -> None:
        """Raises PlayerError for all but games of two."""
        if game.players != 2:
            raise PlayerError(f"UGI is for games of two, and {spec_of(game)} is for {game.players}")

    def name(self, position: Position, move: int) -> str:
        """A legal move by the name that the game has for it."""
        return position.name(move)

    def read(self, position: Position, text: str) -> int | None:
        """The legal move that a text names, as people may write it too; None for any other text."""
        try:
            return read_move(position.game, position.state, text)
        except MoveError:
            return None
