"""Input that comes in pieces of bytes, as numbered lines of text."""

import codecs
import contextlib
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

LINE_END = re.compile(rb"\r\n|\r|\n")
BEGINNING = 4096  # bytes from which a format is recognized
# Charsets whose texts are hardly ever UTF-8 by chance, but may be; two signs of three bytes in a row are, whatever a file says.
WIDE_SIGNS = ("gb18030", "big5hkscs", "cp932", "cp949", "euc_jp", "iso2022_jp", "johab")
LONG_SIGNS = re.compile(rb"(?:[\xe0-\xef][\x80-\xbf]{2}){2}")
PIECE = 1 << 16
WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Source:
    """A file that is read once, from its beginning to its end, and never whole.

    `path`: None for input from a pipe.
    """

    def __init__(self, pieces: Iterable[bytes], path: Path | None = None) -> None:
        self.path = path
        self._pieces = iter(pieces)

    def beginning(self) -> bytes:
        """The first bytes; they are still to be read."""
        held = b""
        for piece in self._pieces:
            held += piece
            if len(held) >= BEGINNING:
                break
        self._pieces = itertools.chain([held], self._pieces)
        return held[:BEGINNING]

    def blocks(self, size: int) -> Iterator[bytes]:
        """Blocks of `size` bytes; the last one may be shorter."""
        held = b""
        for piece in self._pieces:
            held += piece
            for at in range(0, len(held) - size + 1, size):
                yield held[at : at + size]
            held = held[len(held) - len(held) % size :]
        if held:
            yield held

    def lines(self, charset_in: Callable[[bytes], str] = lambda line: "") -> Iterator[tuple[int, str]]:
        """The lines without their ends, numbered from 1.

        They are UTF-8, with or without a mark at the beginning; other lines are read as Latin-1. Zero bytes, which some
        programs leave in texts, are dropped, and so are marks where files were joined. UTF-16 is read where a mark says so.
        `charset_in`: the codec that a text names, "" for none; it holds from that line on.
        """
        beginning = self.beginning()
        charset = charset_in(beginning)
        wide = next((name for mark, name in WIDE.items() if beginning.startswith(mark)), None)
        for number, line in enumerate(_split_lines(self._pieces if wide is None else _narrow(self._pieces, wide)), 1):
            charset = charset_in(line) or charset
            text = decode(line, charset).replace("\0", "")
            yield number, text.replace("\ufeff", "")


def decode(text: bytes, charset: str = "") -> str:
    """UTF-8, or else the charset, or else Latin-1, in which every byte is a letter."""
    first = (charset, "utf-8") if charset in WIDE_SIGNS and not LONG_SIGNS.search(text) else ("utf-8", charset or "latin-1")
    for name in first:
        with contextlib.suppress(UnicodeDecodeError):
            return text.decode(name)
    return text.decode("latin-1")


def _split_lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The lines, whichever of the three ends they have."""
    held, end = list[bytes](), b""  # of the line that goes on; a carriage return, which a line feed may follow
    for piece in pieces:
        text = end + piece
        end = b"\r" if text.endswith(b"\r") else b""
        first, *others = LINE_END.split(text[: len(text) - len(end)])
        held.append(first)
        for line in others:
            yield b"".join(held)
            held = [line]
    last = b"".join(held)
    if last or end:
        yield last


def _narrow(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """UTF-16 as UTF-8."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for piece in pieces:
        yield decoder.decode(piece).encode(errors="replace")
    yield decoder.decode(b"", final=True).encode(errors="replace")


def file_pieces(path: Path) -> Iterator[bytes]:
    """The bytes of a file, piece by piece."""
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece
