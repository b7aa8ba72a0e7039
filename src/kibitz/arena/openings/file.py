"""`file:PATH`: the lines, games or positions of a file, an opening each; in order, and after the last the first again."""

from collections.abc import Iterator
from pathlib import Path

from kibitz.arena.fixture import FROM
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import SCORED
from kibitz.errors import FormatError, MoveError, OpeningError
from kibitz.files.fingerprint import from_usual_start
from kibitz.formats.annotated import Flaw
from kibitz.formats.files import holds_games, read_games
from kibitz.position import Position, read_lines

EXAMPLE = "file:PATH"


def choose(game: Game, text: str, pairs: int, seed: int) -> list[str]:
    """The openings of the file in their order, as many as there are pairs."""
    openings = read_openings(game, text)
    return [openings[pair % len(openings)] for pair in range(pairs)]


def read_openings(game: Game, text: str) -> list[str]:
    """The openings of the file, which is read to its end; errors name the line."""
    path = Path(text).expanduser()
    openings = []
    try:
        for number, is_over, names in _read_games(game, path) if holds_games(str(path)) else _read_lines(game, path, text):
            if is_over:
                if not names or names[-1].startswith(FROM):
                    raise OpeningError(f"line {number} of {text}: the game is over in this position")
                raise OpeningError(
                    f"line {number} of {text}: the game is over after these moves; "
                    f"`kibitz convert {text} --plies 8 --to openings.txt` writes the first eight of each"
                )
            openings.append(" ".join(names))
    except OSError as problem:
        raise OpeningError(f"the openings cannot be read: {text}: {problem.strerror}") from None
    except (FormatError, MoveError) as problem:
        raise OpeningError(str(problem)) from None
    if not openings:
        raise OpeningError(f"{text} has no openings: write one line of moves for each")
    return openings


Opening = tuple[int, bool, tuple[str, ...]]  # the line, whether the game is over after the moves, and their names


def _read_lines(game: Game, path: Path, text: str) -> Iterator[Opening]:
    lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    for number, position in read_lines(Position.after(game), lines, text):
        yield number, position.is_over, position.names()


def _read_games(game: Game, path: Path) -> Iterator[Opening]:
    """All moves of each game of a file such as PGN, after the position that it sets up, or the position of a line of EPD."""
    for found in read_games(path, game=game):
        if isinstance(found, Flaw):
            if not found.is_note:
                raise FormatError(f"line {found.line} of {path}: {found.reason}")
        elif not _is_of(found.record.game, game):
            raise FormatError(f"line {found.line} of {path}: this is a game of {found.record.game}, not of {spec_of(game)}")
        else:
            record = found.record
            start = () if record.game == spec_of(game) else (f"{FROM}{record.game}",)
            is_over = record.payoffs is not None or record.reason == SCORED or Position.after(load(record.game)).is_over
            yield found.line, is_over, (*start, *record.moves)


def _is_of(spec: str, game: Game) -> bool:
    """Whether this is the game, or one of the games that ship with kibitz from a position of its own."""
    return spec == spec_of(game) or (".py" not in spec and from_usual_start(load(spec)) == game)
