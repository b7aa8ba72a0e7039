"""The names of a game's moves met so far, to tell which moves a text may name."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from kibitz.core.notation import MARKS, PASS, read_move
from kibitz.core.rules import Game, has_recurred, is_legal, name_move, offered_by_rules
from kibitz.errors import AmbiguousMove
from kibitz.games.chess import Chess
from kibitz.games.parts import san
from kibitz.position import Position

UNKNOWN_PASS = -1
KEPT = 1 << 16  # texts
SIGNS = san.CHECK | san.MATE
Found = tuple[int, str]  # a move, and what the game calls it
Otherwise = Callable[[str, int], None]  # plays a text, of a line of the file


class WrittenMove(NamedTuple):
    """A move as a file has it. `seat`: its player, None for the side to move; the rest as for `Replay`.

    `maybe`: it may be something else, and is skipped unless it is exactly the name of a legal move.
    """

    text: str
    line: int
    seat: int | None = None
    called: str = ""
    must: bool = False
    otherwise: Otherwise | None = None
    maybe: bool = False


class MoveNames:
    """The names of one game's moves. Most games name a move without a look at the state: then it has the same name in all."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._moves: dict[str, tuple[int, ...]] = {}  # of each name, in whatever state
        self._names: dict[int, str | None] = {}  # of each move; None where it depends on the state
        self.depend = False
        """Whether the name of some move depends on the state."""

    def moves_of(self, text: str) -> tuple[int, ...]:
        """The moves that had this name in some state."""
        return self._moves.get(text, ())

    def name(self, state: Any, move: int) -> str:
        """The name of a legal move."""
        if move not in self._names:
            self._names[move] = self._without_state(move)
            self.depend = self.depend or self._names[move] is None
        known = self._names[move]
        return name_move(self.game, state, move) if known is None else known

    def learn(self, state: Any) -> None:
        """Adds the names of all moves that the rules offer in a state that is not over."""
        for move in offered_by_rules(self.game, state):
            name = self.name(state, move)
            if move not in self._moves.get(name, ()):
                self._moves[name] = (*self._moves.get(name, ()), move)

    @property
    def pass_move(self) -> int:
        """The one move that is called a pass; UNKNOWN_PASS where none was met, or several."""
        moves = self._moves.get(PASS, ())
        return moves[0] if len(moves) == 1 else UNKNOWN_PASS

    def _without_state(self, move: int) -> str | None:
        """The name of a move by rules that do not look at the state for it."""
        try:
            return name_move(self.game, _Unseen(), move)
        except _LookedAt:
            return None


class _LookedAt(BaseException):
    """Raised where rules look at a state that they do not get to see; no `except Exception` of theirs hides it."""


class _Unseen:
    """Stands for a state."""

    def _look(self, *_: object) -> NoReturn:
        raise _LookedAt

    __getattribute__ = __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = __ne__ = __hash__ = _look
    __bool__ = __str__ = __repr__ = __format__ = __add__ = __radd__ = __lt__ = __gt__ = __le__ = __ge__ = _look


class ChessNames:
    """The texts of chess, short and long, each packed once; and the names of moves."""

    def __init__(self, game: Chess) -> None:
        size = game.size
        self.pack = lru_cache(KEPT)(lambda text: san.pack(text.rstrip(MARKS), size))
        """A text as the rules take it."""
        self.name = lru_cache(KEPT)(lambda move, facts: san.name_move(move, facts, size))
        """The name of a move."""


def find_by_name(here: Position, text: str, names: MoveNames) -> int | None:
    """The legal move with exactly this name, if there is one, in a position that is not over."""
    game, state = here.game, here.state
    tried: tuple[int, ...] = ()
    for _ in range(2):
        for move in names.moves_of(text):
            if move not in tried and names.name(state, move) == text and is_legal(game, state, move):
                return move
        tried = names.moves_of(text)
        names.learn(state)
    return None


def find_in_chess(here: Position, text: str, texts: ChessNames) -> Found:
    """The move that a text names in short or long notation; MoveError."""
    game: Any = here.game
    state = here.state
    written = texts.pack(text)
    move = san.NONE if game.is_drawn(state) or has_recurred(game, state) else game.find_written(state, written)
    if move == san.SEVERAL:
        names = [texts.name(one, game.name_facts(state, one) & ~SIGNS) for one in _meant(here, written)]
        raise AmbiguousMove(f"{text!r} may mean {len(names)} moves; write one of {' '.join(names)}")
    if move == san.NONE:
        move = read_move(game, state, text)  # says what is wrong with it
    return move, texts.name(move, game.name_facts(state, move))


def _meant(here: Position, written: int) -> Iterator[int]:
    """The legal moves that a text of chess may mean."""
    game: Any = here.game
    for move in here.legal():
        place = san.from_square(written, move // 64 % 64, game.size)
        if place != san.NONE and game.find_written(here.state, place) == move:
            yield move
