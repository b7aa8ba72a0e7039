"""What has been solved so far, kept in a file that a kill at any moment leaves usable.

Its first line is the book's title; each line after that is one position: its key, result and plies, and a check sum. Lines
are only ever added at the end, so a kill can spoil the last one alone, and that one is dropped.
"""

import json
import zlib
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO

from kibitz.book._pages import Title, Values
from kibitz.errors import BookError
from kibitz.thought import Value


class Journal:
    """The journal of the book with this title, from where it was left: `values` has what it holds."""

    def __init__(self, file: Path, title: Title) -> None:
        """Raises BookError when the file is something else, or the journal of another book."""
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        first = _first(title)
        lines = whole.splitlines(keepends=True)
        if lines[:1] != [first] and not (not lines and first.startswith(content)):
            raise BookError(f"{file} is no journal of this book: remove it, or write the book to another place")
        self.values: Values = dict(filter(None, map(_read, lines[1:])))
        self._file: IO[bytes] = file.open("ab", buffering=0)
        self._file.truncate(len(whole))
        if not lines:
            self._file.write(first)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def add(self, key: int, value: Value) -> None:
        """Keeps the value of one position."""
        self._file.write(_line(f"{key:x} {int(value.result)} {value.plies or 0}"))
        self.values[key] = value


def is_journal(file: Path, title: Title) -> bool:
    """Whether the file is the journal of the book with this title."""
    return file.exists() and file.read_bytes().startswith(_first(title))


def _first(title: Title) -> bytes:
    return _line(json.dumps(asdict(title)))


def _line(text: str) -> bytes:
    return f"{text} {zlib.crc32(text.encode()):08x}\n".encode()


def _read(line: bytes) -> tuple[int, Value] | None:
    """The position that a line tells; None when its check sum is wrong."""
    text = line.decode(errors="replace").rstrip("\n").rpartition(" ")[0]
    if _line(text) != line:
        return None
    key, result, plies = text.split(" ")
    return int(key, 16), Value("exact", int(result), int(plies) or None)
