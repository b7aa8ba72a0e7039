"""EPD, Extended Position Description: a position of chess in each line, with operations such as bm (best move) and id."""

import re
from collections.abc import Iterator

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import MoveError
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.kinds.fen import LINE, PLACEMENT, end_fen, read_position
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source

TITLE = "Extended Position Description: positions of chess with operations, such as puzzles"
SUFFIXES = (".epd",)
BEGINS = re.compile(rf"\s*{PLACEMENT}\s+[wb]\s+\S+\s+\S+")
OPERATION = re.compile(r'[\s;]*([A-Za-z]\w*)\s*((?:"[^"]*"|[^;"])*)(?:;|$)')
COUNTERS = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})(?=\s|;|$);?")
NAME = re.compile(r"[a-z]\w{0,14}|[A-Z]\d{1,3}")  # of an operation; what else a tag is called PGN tells
QUIET, NUMBER = "hmvc", "fmvn"  # the operations for what a FEN says in its two numbers
MOVES = ("bm", "am")  # the operations whose moves are made in the position


def recognizes(beginning: str) -> bool:
    """Whether the first line begins with the four fields of a position, and does not end as a FEN does."""
    return BEGINS.match(beginning) is not None and LINE.match(beginning) is None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The positions of a file, each the beginning of a game, with the operations as tags."""
    for number, text in source.lines():
        line = text.strip()
        if line and not line.startswith(("#", ";", "%")):
            yield from _read_line(line, game, number)


def _read_line(line: str, given: Game | None, number: int) -> Iterator[AnnotatedGame | Flaw]:
    begins = BEGINS.match(line)
    if begins is None:
        yield Flaw(number, f"{line[:40]!r} is not a position: write the rows of the board, w or b, castling and en passant")
        return
    rest = line[begins.end() :]
    counters = COUNTERS.match(rest)
    operations, left = _read_operations(rest[counters.end() :] if counters else rest)
    counts = counters.groups() if counters else (_count(operations, QUIET, "0"), _count(operations, NUMBER, "1"))
    if left:
        yield Flaw(
            number,
            f"{left[:40]!r} is not an operation, and is left out: write its name, its value, and a semicolon",
            is_note=True,
        )
    for found in read_position(f"{begins[0].rstrip(';')} {' '.join(counts)}", given, number, operations):
        if isinstance(found, AnnotatedGame):
            yield from _check_moves(found)
        yield found


def _count(operations: dict[str, str], name: str, usual: str) -> str:
    """A number of moves, taken out of the operations; if it is not a number, the default, and the operation stays a tag."""
    return operations.pop(name) if re.fullmatch(r"[0-9]{1,4}", operations.get(name, "")) else usual


def _read_operations(text: str) -> tuple[dict[str, str], str]:
    """The operations by name, and the rest of the text."""
    operations, at = dict[str, str](), 0
    while (found := OPERATION.match(text, at)) and found[0].strip(" ;"):
        value = found[2].strip()
        operations[found[1]] = (
            value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1] else value
        )
        at = found.end()
    return operations, text[at:].strip(" ;")


def _check_moves(found: AnnotatedGame) -> Iterator[Flaw]:
    """The error in the best moves and the moves to avoid."""
    rules = registry.load(found.record.game)
    for operation in MOVES:
        for name in found.tags.get(operation, "").replace(",", " ").split():
            try:
                Replay(rules, found.line).play(name)
            except MoveError as problem:
                yield Flaw(found.line, f"{operation}: {problem}; the position is kept", is_note=True)


def write(game: AnnotatedGame) -> str:
    """The position at the end of the game with its operations, in a line. FormatError for other games than chess."""
    *fields, quiet, number = end_fen(game).split()
    operations = {name: value for name, value in game.tags.items() if NAME.fullmatch(name)}
    counts = {QUIET: quiet, NUMBER: number} if (quiet, number) != ("0", "1") else {}
    written = [f"{name} {_quote(name, value)};".replace(" ;", ";") for name, value in (counts | operations).items()]
    return " ".join([*fields, *written]) + "\n"


def _quote(name: str, value: str) -> str:
    """The value of an operation: numbers and moves stand as they are, all else is quoted."""
    is_bare = name in (*MOVES, "pv", "sm", "pm") or re.fullmatch(r"[+-]?[\d.]*", value)
    return value if is_bare or '"' in value else f'"{value}"'
