"""FEN, Forsyth-Edwards Notation: a position of chess in each line."""

import re
from collections.abc import Iterator

from kibitz import registry
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw
from kibitz.formats.replay import Replay, end_position, variant
from kibitz.formats.source import Source
from kibitz.games.chess import STARTS, Chess
from kibitz.games.parts.fen import MISSING
from kibitz.rules import Game

TITLE = "Forsyth-Edwards Notation: positions of chess"
SUFFIXES = (".fen",)
STANDARD_SIZE = 8
PLACEMENT = r"[pnbrqkPNBRQK1-8]{1,8}(?:/[pnbrqkPNBRQK1-8]{1,8}){7}"
LINE = re.compile(rf"\s*{PLACEMENT}\s+[wb]\s+\S+\s+\S+\s+\d+\s+\d+\s*(?:\n|$)")
FIELDS = len(MISSING)


def recognizes(beginning: str) -> bool:
    """Whether the first line is a position with both of its numbers."""
    return LINE.match(beginning) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The positions of a file, each the beginning of a game; what follows one in its line is its name."""
    for number, text in source.lines():
        fields = text.split()
        if fields and not text.lstrip().startswith("#"):
            name = " ".join(fields[FIELDS:])
            yield read_position(" ".join(fields[:FIELDS]), game, number, {"id": name} if name else {})


def read_position(fen: str, given: Game | None, line: int, tags: dict[str, str]) -> AnnotatedGame | Flaw:
    """The game that begins with a position, without moves; a Flaw where there is no such position."""
    try:
        replay = Replay(variant("chess", given, fen=start_fen(fen)), line)
    except KibitzError as problem:
        return Flaw(line, str(problem))
    found = replay.end((UNKNOWN, UNKNOWN), tags=tags)
    assert found is not None
    return found


def start_fen(text: str) -> str:
    """The parameter `fen` of chess for a position; "" for the one in which every game begins."""
    fields = text.replace("_", " ").split()
    whole = [*fields, *MISSING[len(fields) :]]
    return "" if " ".join(whole) == STARTS[STANDARD_SIZE] else "_".join(fields)


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
