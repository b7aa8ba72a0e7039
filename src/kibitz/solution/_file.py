"""The file of a strong solution: where everything lies in it, how it is written whole, and read without trust.

    the magic line | keys, ascending, of one length | for each key, the number of its value | header (JSON) |
    its length and check sum | the closing line

Numbers are big-endian. The header comes last because it is known last; it has a check sum for every BLOCK bytes of keys and
values, looked at when the block is first read: opening a file costs the same however large it is.
"""

import contextlib
import json
import mmap
import os
import struct
import uuid
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

from kibitz.errors import SolutionError

MAGIC, CLOSING = b"kibitz strong solution 1\n", b"end of solution\n"
TAIL = struct.Struct(">II")  # the header's length and check sum
BLOCK = 1 << 16


@dataclass(frozen=True)
class Header:
    """The description of a solution file, which stands at its end."""

    game: str  # its spec
    fingerprint: str
    positions: int
    spare: int  # the layout of states, see _layout.py
    widths: tuple[int, ...]
    key_bytes: int
    value_bytes: int
    values: tuple[tuple[int, int | None], ...]  # result and plies of each value that occurs, by its number
    start: int  # the number of the start's value


class SolutionFile:
    """An open file: the key and the value of each of its positions, by number."""

    def __init__(self, path: Path) -> None:
        """Raises SolutionError, one sentence, when the file is not there, or is not whole."""
        self._path = path
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise SolutionError(f"there is no file {path}; `kibitz solve GAME --everything --to {path}` makes one") from None
        except OSError as problem:
            raise SolutionError(f"{path} cannot be read: {problem.strerror}") from None
        except ValueError:  # an empty file
            raise self._damaged("is empty") from None
        self.header, self._sums = self._read_header()
        self._good: set[int] = set()

    def _read_header(self) -> tuple[Header, list[int]]:
        if self._bytes[: len(MAGIC)] != MAGIC:
            raise SolutionError(f"{self._path} is no strong solution; `kibitz solve GAME --everything --to FILE` makes one")
        end = len(self._bytes) - len(CLOSING) - TAIL.size
        if self._bytes[-len(CLOSING) :] != CLOSING or end < len(MAGIC):
            raise self._damaged("is cut short")
        length, check = TAIL.unpack(self._bytes[end : end + TAIL.size])
        text = self._bytes[max(0, end - length) : end]
        if zlib.crc32(text) != check:
            raise self._damaged("is damaged")
        facts = json.loads(text)
        sums = facts.pop("sums")
        header = Header(**{**facts, "widths": tuple(facts["widths"]), "values": tuple(map(tuple, facts["values"]))})
        if len(MAGIC) + header.positions * (header.key_bytes + header.value_bytes) + length != end:
            raise self._damaged("is damaged")
        return header, sums

    def key(self, number: int) -> int:
        """The key of a position."""
        return self._number(len(MAGIC) + number * self.header.key_bytes, self.header.key_bytes)

    def value(self, number: int) -> int:
        """The number of the value of the position in this place."""
        values = len(MAGIC) + self.header.positions * self.header.key_bytes
        return self._number(values + number * self.header.value_bytes, self.header.value_bytes)

    def _number(self, at: int, size: int) -> int:
        for block in range((at - len(MAGIC)) // BLOCK, (at + size - 1 - len(MAGIC)) // BLOCK + 1):
            if block not in self._good:
                self._look_at(block)
        return int.from_bytes(self._bytes[at : at + size], "big")

    def _look_at(self, block: int) -> None:
        first, last = len(MAGIC) + block * BLOCK, len(MAGIC) + self.header.positions * self._each
        if zlib.crc32(self._bytes[first : min(first + BLOCK, last)]) != self._sums[block]:
            raise self._damaged("is damaged")
        self._good.add(block)

    @property
    def _each(self) -> int:
        return self.header.key_bytes + self.header.value_bytes

    def _damaged(self, how: str) -> SolutionError:
        return SolutionError(f"{self._path} {how}: make it anew with `kibitz solve GAME --everything --to {self._path}`")


def write(path: Path, header: Header, parts: Iterable[bytes]) -> int:
    """Write keys and values, in parts, with their header; gives the size. Until all is written there is no such file."""
    sums: list[int] = []
    held = b""
    with _whole(path) as file:
        file.write(MAGIC)
        for part in parts:
            file.write(part)
            held += part
            whole = len(held) - len(held) % BLOCK
            sums += [zlib.crc32(held[at : at + BLOCK]) for at in range(0, whole, BLOCK)]
            held = held[whole:]
        if held:
            sums.append(zlib.crc32(held))
        text = json.dumps({**asdict(header), "sums": sums}).encode()
        file.write(text + TAIL.pack(len(text), zlib.crc32(text)) + CLOSING)
        return file.tell()


def writable(path: Path) -> None:
    """Raise SolutionError when no file can be written there: better at once than after a long walk."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise SolutionError(f"{path} cannot be written: name a file in a folder that is there and may be written to")


@contextlib.contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes its name when the body has ended, and is gone when the body fails."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as problem:
        raise SolutionError(f"{path} cannot be written: {problem.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)
