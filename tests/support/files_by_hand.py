"""Files of games as people and programs write them, for the tests of formats: `by_hand/` has 20 or more of each."""

import re
import struct
from pathlib import Path

from kibitz.core.rules import Game
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.files import format_named
from kibitz.formats.source import Source

FOLDER = Path(__file__).parents[1] / "by_hand"
FILES = sorted(FOLDER.glob("*.txt"))
TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in FILES}


def cases(name: str) -> list[tuple[str, str]]:
    """The files of a format, each with its title."""
    parts = re.split(r"^### (.*)\n", TEXTS[name], flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def read(name: str, content: bytes, game: Game | None = None, pieces: int = 1 << 16) -> list[AnnotatedGame | Flaw]:
    source = Source(content[at : at + pieces] for at in range(0, len(content), pieces))
    return list(format_named(name).read(source, game))


# WTHOR is no text: its files by hand are made of bytes.

HEADER = bytes([20, 25, 11, 25]) + struct.pack("<IHHBBBB", 1, 0, 2001, 8, 0, 22, 0)
F5D6 = bytes([56, 64])


def wtb(*games: bytes, header: bytes = HEADER) -> bytes:
    return header + b"".join(games)


def entry(moves: bytes = F5D6, tournament: int = 0, black: int = 1, white: int = 2, discs: int = 40) -> bytes:
    return struct.pack("<HHHBB60s", tournament, black, white, discs, 33, moves)
