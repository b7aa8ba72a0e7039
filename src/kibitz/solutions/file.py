"""The file of a table: where everything lies in it, how it is written whole, and read without trust.

    the magic line | keys, ascending, of one length | for each key, the number of its value | header (JSON) |
    its length and check sum | the closing line

Numbers are big-endian. The header comes last because it is known last; it has a check sum for every BLOCK bytes of keys and
values, looked at when the block is first read: opening a file costs the same however large it is.

Where a kind of table is packed, keys and values are compressed one after the other, the keys by their distances (byte by byte).
The keys of Connect Four's 129,498 positions up to eight discs take 20 kB so, less than two bits each, and the rest is values.
"""

import contextlib
import json
import lzma
import mmap
import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

from kibitz.errors import KibitzError
from kibitz.files.whole_file import WholeFile

TAIL = struct.Struct(">II")  # the header's length and check sum
BLOCK = 1 << 16


@dataclass(frozen=True)
class TableKind:
    """A kind of table: its first and last line, how its body is kept, and the words for a file that does not serve."""

    magic: bytes
    closing: bytes
    packed: bool
    noun: str
    command: str  # makes one, with `--to FILE` added
    error: type[KibitzError]

    def damaged(self, path: Path, how: str) -> KibitzError:
        """The error for a file that is not whole."""
        return self.error(f"{path} {how}: make it anew with `{self.command} --to {path}`")


@dataclass(frozen=True)
class Header:
    """The description of a table, which stands at the end of its file."""

    game: str  # its spec
    fingerprint: str  # of its rules
    positions: int
    key_bytes: int
    value_bytes: int
    values: tuple[tuple[int, int | None], ...]  # result and plies of each value that occurs, by its number
    about: dict[str, Any]  # what tables of this kind alone have


class TableFile:
    """An open file: the key and the value of each of its positions, by number or, where they are packed, all at once."""

    def __init__(self, path: Path, kind: TableKind) -> None:
        """Raises the kind's error, one sentence, when the file is not there, or is not whole."""
        self._path, self._kind = path, kind
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise kind.error(f"there is no file {path}; `{kind.command} --to {path}` makes one") from None
        except OSError as problem:
            raise kind.error(f"{path} cannot be read: {problem.strerror}") from None
        except ValueError:  # an empty file
            raise self._damaged("is empty") from None
        self.header, self._sums, self._end = self._read_header()
        self._good: set[int] = set()

    def _read_header(self) -> tuple[Header, list[int], int]:
        """The header, the check sums, and where the body ends."""
        kind = self._kind
        if self._bytes[: len(kind.magic)] != kind.magic:
            raise kind.error(f"{self._path} is not {kind.noun}; `{kind.command} --to FILE` makes one")
        end = len(self._bytes) - len(kind.closing) - TAIL.size
        if self._bytes[-len(kind.closing) :] != kind.closing or end < len(kind.magic):
            raise self._damaged("is cut short")
        length, check = TAIL.unpack(self._bytes[end : end + TAIL.size])
        text = self._bytes[max(0, end - length) : end]
        if zlib.crc32(text) != check:
            raise self._damaged("is damaged")
        facts = json.loads(text)
        sums, values = facts.pop("sums"), tuple(map(tuple, facts.pop("values")))
        common = {field.name: facts.pop(field.name) for field in fields(Header) if field.name in facts}
        header = Header(**common, values=values, about=facts)
        body = end - length - len(kind.magic)
        if not kind.packed and header.positions * (header.key_bytes + header.value_bytes) != body:
            raise self._damaged("is damaged")
        return header, sums, body

    def key(self, number: int) -> int:
        """The key of a position."""
        return self._number(number * self.header.key_bytes, self.header.key_bytes)

    def value(self, number: int) -> int:
        """The number of the value of the position in this place."""
        values = self.header.positions * self.header.key_bytes
        return self._number(values + number * self.header.value_bytes, self.header.value_bytes)

    def _number(self, at: int, size: int) -> int:
        return int.from_bytes(self._read(at, at + size), "big")

    def unpack(self) -> Iterator[tuple[int, int]]:
        """The keys of a packed table, ascending, each with the number of its value."""
        body, header = lzma.decompress(self._read(0, self._end)), self.header
        middle = header.positions * header.key_bytes
        return zip(_split(body[:middle], header.key_bytes), _split(body[middle:], header.value_bytes), strict=True)

    def _read(self, first: int, last: int) -> bytes:
        """Bytes of the body, by their places in it, with their check sums looked at."""
        for block in range(first // BLOCK, (last - 1) // BLOCK + 1):
            if block not in self._good:
                self._look_at(block)
        start = len(self._kind.magic)
        return self._bytes[start + first : start + last]

    def _look_at(self, block: int) -> None:
        start = len(self._kind.magic)
        first, last = start + block * BLOCK, start + min((block + 1) * BLOCK, self._end)
        if zlib.crc32(self._bytes[first:last]) != self._sums[block]:
            raise self._damaged("is damaged")
        self._good.add(block)

    def _damaged(self, how: str) -> KibitzError:
        return self._kind.damaged(self._path, how)


def _split(column: bytes, size: int) -> Iterator[int]:
    return (int.from_bytes(column[at : at + size], "big") for at in range(0, len(column), size))


def pack_columns(keys: bytes, values: bytes, key_bytes: int) -> Iterator[bytes]:
    """The body of a packed table: keys and numbers of values, compressed."""
    distances = {"id": lzma.FILTER_DELTA, "dist": min(key_bytes, 256)}
    yield lzma.compress(keys, filters=[distances, {"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME}])
    yield lzma.compress(values, preset=6 | lzma.PRESET_EXTREME)


def write_table(path: Path, kind: TableKind, header: Header, parts: Iterable[bytes]) -> int:
    """Write keys and values, in parts, with their header; gives the size. Until all is written there does not exist."""
    sums: list[int] = []
    held = b""
    with _whole(path, kind) as file:
        file.write(kind.magic)
        for part in parts:
            file.write(part)
            held += part
            whole = len(held) - len(held) % BLOCK
            sums += [zlib.crc32(held[at : at + BLOCK]) for at in range(0, whole, BLOCK)]
            held = held[whole:]
        if held:
            sums.append(zlib.crc32(held))
        facts = asdict(header)
        text = json.dumps({**facts.pop("about"), **facts, "sums": sums}).encode()
        file.write(text + TAIL.pack(len(text), zlib.crc32(text)) + kind.closing)
        return file.tell()


def check_writable(path: Path, kind: TableKind) -> None:
    """Raise the kind's error when no file can be written there: better at once than after a long search."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise kind.error(f"{path} cannot be written: name a file in a folder that is there and may be written to")


@contextlib.contextmanager
def _whole(path: Path, kind: TableKind) -> Iterator[BinaryIO]:
    """A file to write that takes its name when the body has ended, and is gone when the body fails."""
    try:
        with WholeFile(path) as file:
            yield file
    except OSError as problem:
        raise kind.error(f"{path} cannot be written: {problem.strerror}") from None
