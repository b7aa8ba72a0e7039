"""Lines of moves: a game in each line, as `--positions` and the openings `file:PATH` read them."""

from collections.abc import Iterator

from kibitz.errors import FormatError, MoveError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source
from kibitz.notation import read_moves
from kibitz.rules import Game

TITLE = "lines of moves, a game in each, without names and results"
SUFFIXES = (".txt",)


def recognizes(beginning: str) -> bool:
    """Never: any text may be one."""
    return False


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file; blank lines, and those that begin with #, hold none. FormatError without `game`."""
    if game is None:
        raise FormatError("lines of moves do not say which game they are: add --game, for instance --game othello")
    for number, text in source.lines():
        line = text.strip()
        if not line or line.startswith("#"):
            continue
        replay = Replay(game, number)
        for word in _words(game, line):
            replay.try_to_play(word, number)
        ended = replay.end((UNKNOWN,) * game.players)
        yield from replay.flaws
        if ended is not None:
            yield ended


def _words(game: Game, line: str) -> list[str]:
    """The moves of a line by their names; where it is wrong, its words as they are written."""
    try:
        replay = Replay(game, 1)
        for move in read_moves(game, line):
            replay.play(replay.position.name(move))
    except MoveError:
        return line.split()
    return replay.names


def write(game: AnnotatedGame) -> str:
    """The moves in a line."""
    return " ".join(game.record.moves) + "\n"
