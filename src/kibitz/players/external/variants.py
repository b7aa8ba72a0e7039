"""Games other than chess that engines know as variants of it: their names in the option UCI_Variant, and how moves are written.

Fairy-Stockfish has these names and this notation: `e2e3` from square to square, `P@d3` for a stone that is put on a square, one
square twice for a pass, and `d1d7,d7g7` for a turn of Amazons, whose flight and arrow are two moves here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import PlayerError
from kibitz.games.amazons import Amazons
from kibitz.games.breakthrough import Breakthrough
from kibitz.games.chess import Chess
from kibitz.games.othello import Othello
from kibitz.games.parts.fen import name_square
from kibitz.games.parts.san import PROMOTIONS
from kibitz.players.external import long_algebraic
from kibitz.players.external.dialect import Uci
from kibitz.position import Position

SMALL, LARGE = 6, 10  # squares on a side, of Los Alamos chess and of Amazons


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


def _los_alamos(position: Position, move: int) -> str:
    """As in chess, on six columns."""
    begin, end = (name_square(place, SMALL) for place in (move // 64 % 64, move % 64))
    return f"{begin}{end}{PROMOTIONS[move // 4096].lower().strip()}"


def _amazon(position: Position, move: int) -> str:
    """A flight from square to square; an arrow from the square where the flight has ended."""
    begin, end = (position.state.shooter.lowest(), move) if position.state.shooter else divmod(move, 256)
    return "".join(f"{chr(ord('a') + place % LARGE)}{place // LARGE + 1}" for place in (begin, end))


def variant_of(game: Game) -> Variant | None:
    """The variant that this game is; None for a game that engines do not know by a name."""
    if isinstance(game, Chess) and game.size == long_algebraic.SIZE:
        return Variant("chess", lambda position, move: long_algebraic.name_move(move))
    if game == Breakthrough():
        return Variant("breakthrough", _two_squares)
    if isinstance(game, Chess) and game.size == SMALL:
        return Variant("losalamos", _los_alamos)
    if game == Amazons(size=LARGE):
        return Variant("amazons", _amazon)
    if game == Othello():
        return Variant("flipello", _stone)
    return None


class UciOfVariants(Uci):
    """UCI for chess, and for games that an engine offers as its variants."""

    def admit(self, game: Game) -> None:
        """Raises PlayerError for games that have no name there."""
        if variant_of(game) is None:
            known = "chess, Breakthrough, Othello, and Amazons on 10 by 10 squares"
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
        if isinstance(start.game, Chess) and start.game.size == long_algebraic.SIZE:
            return super().names(start, moves)
        found, here = list[str](), start
        flight = ""
        if isinstance(start.game, Amazons) and start.state.shooter:  # its turn is written when it is whole
            flight = self.name(Position.after(start.game, list(start.moves[:-1])), start.moves[-1])
        for move in moves:
            name = self.name(here, move)
            if isinstance(start.game, Amazons) and not here.state.shooter:
                flight = name
            else:
                found.append(f"{flight},{name}" if isinstance(start.game, Amazons) else name)
            here = here.play(move)
        return found

    def turn(self, position: Position, text: str) -> tuple[int, ...]:
        """The legal moves of a text: in Amazons both of a turn."""
        if not isinstance(position.game, Amazons):
            return super().turn(position, text)
        flight, _, arrow = text.partition(",")
        first = self.read(position, flight)
        if first is None or position.state.shooter:  # an engine cannot be asked for an arrow alone
            return ()
        second = self.read(position.play(first), arrow)
        return () if second is None else (first, second)

    def read(self, position: Position, text: str) -> int | None:
        """The legal move of that name; None for any other text."""
        return next((move for move in position.legal() if self.name(position, move) == text), None)
