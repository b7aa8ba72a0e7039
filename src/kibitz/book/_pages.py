"""The file of a book: one line that says what it is, then the keys and values of every ply, compressed.

The keys of a ply are sorted, and each is told by its distance from the one before; all first bytes of these distances come
first, then all second bytes, and so on. A value is one number, its place in the list of the different values there are.
The keys of Connect Four take two bits each so, the values the rest: its 129,498 positions up to eight discs fit into 106 kB
even where their values are drawn at random, and the 399,029 up to nine discs into 288 kB.
"""

import hashlib
import json
import lzma
from dataclasses import asdict, dataclass
from itertools import accumulate

from kibitz.errors import BookError
from kibitz.thought import Value

MAGIC = "kibitz book 1"
CHECKED = hashlib.sha256().digest_size
Values = dict[int, Value]  # by key


@dataclass(frozen=True)
class Title:
    """What a book is about: the game, as its spec says it, the likeness of its rules, and how far it goes."""

    game: str
    rules: str
    plies: int


def bound(title: Title, layers: list[Values]) -> bytes:
    """The file of a book that holds these values, ply by ply."""
    different = sorted({(int(value.result), value.plies or 0) for layer in layers for value in layer.values()})
    key_size = max([1, *((key.bit_length() + 7) // 8 for layer in layers for key in layer)])
    value_size = max(1, (len(different).bit_length() + 7) // 8)
    number = {value: at for at, value in enumerate(different)}
    heading = {
        "magic": MAGIC,
        **asdict(title),
        "counts": [len(layer) for layer in layers],
        "key_size": key_size,
        "value_size": value_size,
        "values": different,
    }
    pages = b""
    for layer in layers:
        keys = sorted(layer)
        pages += _columns([key - last for last, key in zip([0, *keys], keys, strict=False)], key_size)
        pages += _columns([number[int(layer[key].result), layer[key].plies or 0] for key in keys], value_size)
    content = json.dumps(heading).encode() + b"\n" + lzma.compress(pages, preset=6 | lzma.PRESET_EXTREME)
    return content + hashlib.sha256(content).digest()


def opened(content: bytes, name: str) -> tuple[Title, list[Values]]:
    """What `bound` was given. Raises BookError when it is no such file, or not a whole one; `name` is what to call it."""
    heading, _, packed = content.partition(b"\n")
    title = title_of(heading, name)
    if hashlib.sha256(content[:-CHECKED]).digest() != content[-CHECKED:]:
        raise BookError(f"the book {name} is damaged: make it again with `kibitz book`")
    facts = json.loads(heading)
    values = [Value("exact", result, plies or None) for result, plies in facts["values"]]
    pages, at, layers = lzma.decompress(packed[:-CHECKED]), 0, []
    for count in facts["counts"]:
        middle, end = at + count * facts["key_size"], at + count * (facts["key_size"] + facts["value_size"])
        keys = accumulate(_numbers(pages[at:middle], facts["key_size"]))
        layers.append(
            {key: values[number] for key, number in zip(keys, _numbers(pages[middle:end], facts["value_size"]), strict=True)}
        )
        at = end
    return title, layers


def title_of(heading: bytes, name: str) -> Title:
    """The title in the first line of a book."""
    try:
        facts = json.loads(heading)
        if facts["magic"] == MAGIC:
            return Title(facts["game"], facts["rules"], facts["plies"])
    except (ValueError, KeyError, TypeError):
        pass
    raise BookError(f"{name} is no opening book of this version: make one with `kibitz book`")


def _columns(numbers: list[int], size: int) -> bytes:
    rows = b"".join(number.to_bytes(size, "little") for number in numbers)
    return b"".join(rows[column::size] for column in range(size))


def _numbers(columns: bytes, size: int) -> list[int]:
    count = len(columns) // size
    rows = bytearray(len(columns))
    for column in range(size):
        rows[column::size] = columns[column * count : (column + 1) * count]
    return [int.from_bytes(rows[at : at + size], "little") for at in range(0, len(rows), size)]
