"""Lines of moves: a game in each line, as `--positions` and the openings `file:PATH` read them."""

from collections.abc import Iterator, Sequence

from kibitz.core.notation import line_names, read_moves
from kibitz.core.rules import Game, start_of
from kibitz.errors import FormatError, MoveError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source

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
        replay = _named(game, line, number)
        ended = replay.end((UNKNOWN,) * game.players)
        yield from replay.flaws
        if ended is not None:
            yield ended


def _named(game: Game, line: str, number: int) -> Replay:
    """The game of a line: of words that are the names of moves to the letter, or of moves as people write them."""
    replay, words = Replay(game, number), line.split()
    for word in words:
        replay.play_if_legal(word, number)
    if replay.names == (words[: len(replay.names)] if replay.is_cut else words):
        return replay
    replay = Replay(game, number)
    for word in _words(game, line):
        replay.try_to_play(word, number)
    return replay


def _words(game: Game, line: str) -> Sequence[str]:
    """The moves of a line by their names; where it is wrong, its words as they are written."""
    try:
        return line_names(game, start_of(game), read_moves(game, line))
    except MoveError:
        return line.split()


def write(game: AnnotatedGame) -> str:
    """The moves in a line."""
    return " ".join(game.record.moves) + "\n"
