"""FEN, Forsyth-Edwards Notation: a position of chess in each line."""

import re
from collections.abc import Iterator

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw
from kibitz.formats.named_games import variant
from kibitz.formats.replay import Replay, end_position
from kibitz.formats.source import Source
from kibitz.games.chess import STARTS, Chess
from kibitz.games.parts.fen import MISSING, dropped_rights, mend_fen

TITLE = "Forsyth-Edwards Notation: positions of chess"
SUFFIXES = (".fen",)
STANDARD_SIZE = 8
PLACEMENT = r"[pnbrqkPNBRQK1-8]{1,8}(?:/[pnbrqkPNBRQK1-8]{1,8}){7}"
LINE = re.compile(rf"\s*{PLACEMENT}\s+[wb]\s+\S+\s+\S+\s+\d+\s+\d+\s*(?:\n|$)")
FIELDS, UNCOUNTED = len(MISSING), 4  # the last two fields are numbers, and may be left out


def recognizes(beginning: str) -> bool:
    """Whether the first line is a position with both of its numbers."""
    return LINE.match(beginning) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The positions of a file, each the beginning of a game; what follows one in its line is its name."""
    for number, text in source.lines():
        fields = text.split()
        if fields and not text.lstrip().startswith(("#", ";", "%")):
            many = next((place for place, one in enumerate(fields) if place >= UNCOUNTED and not one.isdecimal()), len(fields))
            many = min(many, FIELDS) if len(fields) > UNCOUNTED else len(fields)
            name = " ".join(fields[many:])
            yield from read_position(" ".join(fields[:many]), game, number, {"id": name} if name else {})


def read_position(fen: str, given: Game | None, line: int, tags: dict[str, str]) -> Iterator[AnnotatedGame | Flaw]:
    """The game that begins with a position, without moves, with what had to be mended; a Flaw if it cannot be read."""
    notes = list[str]()
    try:
        replay = Replay(variant("chess", given, fen=start_fen(fen, STANDARD_SIZE, notes)), line)
    except KibitzError as problem:
        yield Flaw(line, str(problem))
        return
    yield from (Flaw(line, note, is_note=True) for note in notes)
    found = replay.end((UNKNOWN, UNKNOWN), tags=tags)
    assert found is not None
    yield found


def start_fen(text: str, size: int, notes: list[str]) -> str:
    """The parameter `fen` of chess for a position; "" for the one in which every game begins.

    What cannot be of castling and en passant is left out, and into `notes` goes a sentence that says so. GameError.
    """
    if dropped := dropped_rights(text, size):
        notes.append(dropped)
    fields = mend_fen(text, size).split()
    whole = [*fields, *MISSING[len(fields) :]]
    return "" if " ".join(whole) == STARTS[size] else "_".join(fields)


def first_number(game: Chess) -> int:
    """The number of the move with which a game begins, at least 1."""
    fields = game.fen.replace("_", " ").split()
    return max(1, int(fields[FIELDS - 1])) if len(fields) == FIELDS else 1


def write(game: AnnotatedGame) -> str:
    """The position at the end of the game, in a line. FormatError for other games than chess."""
    return f"{end_fen(game)}\n"


def end_fen(game: AnnotatedGame) -> str:
    """The position at the end of a game of chess; FormatError for other games."""
    rules = registry.load(game.record.game)
    if not isinstance(rules, Chess) or rules.size != STANDARD_SIZE:
        raise FormatError(f"FEN and EPD are for chess, and this is a game of {game.record.game}")
    position = end_position(game)
    halves = 2 * first_number(rules) + rules.start().turn + len(position.moves)
    return rules.fen_of(position.state, halves // 2)
