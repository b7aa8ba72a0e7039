"""One reading of a file: how many moves of each game are wanted, and by which road they are played."""

from collections.abc import Hashable, Iterator
from contextvars import ContextVar, copy_context
from typing import TYPE_CHECKING, TypeVar

from kibitz.core.rules import Game
from kibitz.files.fingerprint import from_usual_start
from kibitz.formats.move_names import ChessNames, MoveNames
from kibitz.games.chess import Chess

if TYPE_CHECKING:
    from kibitz.formats.compiled import CompiledReader

PATIENCE = 3.0  # CPU seconds of plain Python for the moves of one game: about as long takes it to compile its rules
Found = TypeVar("Found")


class GameReading:
    """The knowledge gained about one game in one reading, from any start. `spent`: CPU seconds of plain Python on moves."""

    def __init__(self, game: Game, compiles: bool) -> None:
        self.game, self.spent = game, 0.0
        self.names = MoveNames(game)
        self.texts = ChessNames(game) if isinstance(game, Chess) else None
        self._may_compile = compiles and game.compiles
        self._compiled: CompiledReader | None = None

    @property
    def compiled(self) -> "CompiledReader | None":
        """The reader in machine code; None while there are few moves, and for rules that do not compile."""
        if self._may_compile and self.spent >= PATIENCE:
            from kibitz.formats.compiled import compiled_reader  # brings Numba

            self._may_compile = False
            self._compiled = compiled_reader(self.game, self.names, self.texts)
        return self._compiled


class FileReading:
    """The options for reading a file. `plies`: only the first moves of each game; None: all."""

    def __init__(self, plies: int | None = None, compiles: bool = False) -> None:
        """`compiles`: compile the rules of a game once many of its moves are read."""
        self.plies, self._compiles = plies, compiles
        self._games: dict[Hashable, GameReading] = {}

    def of(self, game: Game) -> GameReading:
        """The GameReading of a game."""
        usual = from_usual_start(game)
        key = usual if _has_hash(usual) else id(usual)
        if key not in self._games:
            self._games[key] = GameReading(usual, self._compiles)
        return self._games[key]


def _has_hash(game: Game) -> bool:
    try:
        hash(game)
    except TypeError:  # a field that has none
        return False
    return True


_current: ContextVar[FileReading | None] = ContextVar("reading", default=None)


def current_reading() -> FileReading:
    """The reading under way; one that wants all moves, where none is."""
    return _current.get() or FileReading()


def read_within(reading: FileReading, games: Iterator[Found]) -> Iterator[Found]:
    """Iterate while this reading is current."""
    context = copy_context()
    context.run(_current.set, reading)
    while (found := context.run(next, games, None)) is not None:
        yield found
