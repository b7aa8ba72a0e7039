"""Games other than chess that engines know as variants of it: their names in the option UCI_Variant, and how moves are written.

Fairy-Stockfish has these names and this notation: `e2e3` from square to square, `P@d3` for a stone that is put on a square, and
one square twice for a pass.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import PlayerError
from kibitz.games.breakthrough import Breakthrough
from kibitz.games.chess import Chess
from kibitz.games.othello import Othello
from kibitz.players.external import long_algebraic
from kibitz.players.external.dialect import Uci
from kibitz.position import Position


@dataclass(frozen=True)
class Variant:
    """A game as engines name it, and the notation of its legal moves."""

    name: str
    write: Callable[[Position, int], str]


def _two_squares(position: Position, move: int) -> str:
    return position.name(move).replace("-", "")


def _stone(position: Position, move: int) -> str:
    """A stone on its square, in rows counted from below; a pass by the first of the own stones, as the engine counts them."""
    scene, name = position.game.scene(position.state), position.name(move)
    assert scene is not None
    rows = len(scene.rows)
    if name != "pass":
        return f"P@{_from_below(name, rows)}"
    own = (_from_below(cell, rows) for cell, piece in scene.pieces.items() if piece.owner == position.to_move)
    return 2 * min(own, key=lambda square: (int(square[1:]), square))


def _from_below(square: str, rows: int) -> str:
    return f"{square[0]}{rows + 1 - int(square[1:])}"


def variant_of(game: Game) -> Variant | None:
    """The variant that this game is; None for a game that engines do not know by a name."""
    if isinstance(game, Chess) and game.size == long_algebraic.SIZE:
        return Variant("chess", lambda position, move: long_algebraic.name_move(move))
    if game == Breakthrough():
        return Variant("breakthrough", _two_squares)
    if game == Othello():
        return Variant("flipello", _stone)
    return None


class UciOfVariants(Uci):
    """UCI for chess, and for games that an engine offers as its variants."""

    def admit(self, game: Game) -> None:
        """Raises PlayerError for games that have no name there."""
        if variant_of(game) is None:
            known = "chess on 64 squares, Breakthrough, and Othello"
            raise PlayerError(f"UCI is for {known}, not for {spec_of(game)}: an engine of another game speaks UGI")

    def variant(self, game: Game) -> str:
        """The value of the option UCI_Variant for this game."""
        found = variant_of(game)
        assert found is not None  # it was admitted
        return found.name

    def name(self, position: Position, move: int) -> str:
        """A legal move as engines write it."""
        found = variant_of(position.game)
        assert found is not None
        return found.write(position, move)

    def names(self, start: Position, moves: Sequence[int]) -> list[str]:
        """The moves of a line as engines write them."""
        if isinstance(start.game, Chess):
            return super().names(start, moves)
        found, here = list[str](), start
        for move in moves:
            found.append(self.name(here, move))
            here = here.play(move)
        return found

    def read(self, position: Position, text: str) -> int | None:
        """The legal move of that name; None for any other text."""
        return next((move for move in position.legal() if self.name(position, move) == text), None)
