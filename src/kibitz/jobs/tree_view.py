"""The view of a tree, as an address holds it: the search, the node to start from, and the open nodes."""

import string
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any
from urllib.parse import urlencode

from kibitz.errors import TreeError
from kibitz.table.limits import Limits

DIGITS = string.digits + string.ascii_lowercase  # numbers in an address, as differences: short where many are open
LONGEST = 12  # digits of a number
NEAR = 300  # nodes that are sent at first, those nearest to the top


@dataclass(frozen=True)
class View:
    """`playouts`, `seed`: of a search by playouts; `open`: the open nodes, None for what suits the tree; `top`: where the tree
    begins; `near`: how many nodes are there from the beginning; `counts`: with the nodes of each ply. Which step and which node
    are shown, the script alone knows.
    """

    search: str = ""
    depth: int | None = None
    playouts: int | None = None
    seed: int = 0
    distance: bool = False
    plain: bool = False  # without what is known to be wise in the game
    open: tuple[int, ...] | None = None
    top: int = 0
    near: int = NEAR
    counts: bool = False

    @classmethod
    def read(cls, given: Mapping[str, str], limits: Limits) -> "View":
        """Read an address. Raises TreeError for a text that is not a number, or is out of range."""
        values: dict[str, Any] = {}
        for field in fields(cls):
            text = given.get(field.name, "").strip()
            if not text:
                continue
            if isinstance(field.default, bool):
                values[field.name] = text == "1"
            elif field.name == "search":
                values["search"] = text[: limits.text]
            elif field.name == "open":
                values["open"] = unpacked(text, limits.tree_rows)
            else:
                values[field.name] = number(text, field.name)
        if not 1 <= values.get("depth", 1) <= limits.depth:
            raise TreeError(f"depth is between 1 and {limits.depth:,} here")
        if not 1 <= values.get("playouts", 1) <= limits.playouts:
            raise TreeError(f"a tree of playouts has between 1 and {limits.playouts:,} of them here")
        values["near"] = min(values.get("near", NEAR), limits.tree_rows)
        return cls(**values)

    @property
    def fields(self) -> dict[str, str]:
        """The fields as texts, without those that have their defaults."""
        texts = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "open" and value is not None:
                texts["open"] = packed(value)
            elif value != field.default:
                texts[field.name] = "1" if value is True else str(value)
        return texts

    def address(self, place: str, others: Mapping[str, str], **changes: Any) -> str:
        """A link to this view, or to one with `changes`; `others`: what else stands in it."""
        query = urlencode({**others, **replace(self, **changes).fields})
        return f"{place}?{query}" if query else place


def number(text: str, what: str) -> int:
    """A whole number from 0 on. Raises TreeError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        raise TreeError(f"{what} is a whole number, such as 3, and {text[:LONGEST]!r} is none")
    return int(text)


def packed(nodes: tuple[int, ...]) -> str:
    """The numbers of nodes as short text: how far each is from the one before; "-" for none."""
    ordered = sorted(set(nodes))
    return ".".join(_text(one - before) for before, one in zip([0, *ordered], ordered, strict=False)) or "-"


def unpacked(text: str, most: int) -> tuple[int, ...]:
    """The numbers that `packed` has written. Raises TreeError for other text, and for more than `most`."""
    if text == "-":
        return ()
    parts = text.split(".", most)
    if len(parts) > most:
        raise TreeError(f"at most {most:,} nodes are open at once: close some")
    found, last = [], 0
    for part in parts:
        if not (0 < len(part) <= LONGEST and all(digit in DIGITS for digit in part)):
            raise TreeError("this address does not say which nodes are open: begin with the tree anew")
        last += int(part, len(DIGITS))
        found.append(last)
    return tuple(found)


def _text(value: int) -> str:
    digits = ""
    while value:
        value, rest = divmod(value, len(DIGITS))
        digits = DIGITS[rest] + digits
    return digits or "0"
