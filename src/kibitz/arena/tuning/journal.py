"""Where the steps of a tuning are kept, so that it can go on after any end."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.errors import TuningError

if TYPE_CHECKING:
    from kibitz.arena.store import Store

Step = dict[str, Any]  # what JSON can hold; "step" is its number


class Journal(Protocol):
    """Keeps each step once."""

    def tell(self, step: int, outcome: Step) -> bool:
        """Keeps what a step brought, unless it is there already; whether it was new."""
        ...

    def steps(self) -> list[Step]:
        """All that is kept, in the order of the steps."""
        ...


class MemoryJournal:
    """A journal that ends with the process."""

    def __init__(self) -> None:
        self._kept: dict[int, Step] = {}

    def tell(self, step: int, outcome: Step) -> bool:
        """Keeps it, unless it is there already."""
        return self._kept.setdefault(step, outcome) is outcome

    def steps(self) -> list[Step]:
        """All that is kept."""
        return [self._kept[step] for step in sorted(self._kept)]


class Log(MemoryJournal):
    """A journal in a file of JSON lines: first what the tuning was asked for, then a line for each step, flushed at once.

    Lines are only added, so a kill can spoil the last one alone, and that one is dropped.
    """

    def __init__(self, file: Path, settings: Step) -> None:
        """Raises TuningError when the file is something else, or the log of another tuning."""
        super().__init__()
        self._file, first = file, _line(settings)
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines(keepends=True)
        if lines[:1] != [first] and not (not lines and first.startswith(content)):
            raise TuningError(
                f"{file} is not the log of this tuning: ask for the same as it was begun with, or name another file"
            )
        if not lines:
            file.write_bytes(first)
        elif len(whole) < len(content):
            os.truncate(file, len(whole))
        for line in lines[1:]:
            step = json.loads(line)
            super().tell(step["step"], step)

    def tell(self, step: int, outcome: Step) -> bool:
        """Keeps it, in the file too, unless it is there already."""
        if not super().tell(step, outcome):
            return False
        with self._file.open("ab") as file:
            file.write(_line(outcome))
        return True


class Stored:
    """A tuning in the games store."""

    def __init__(self, store: "Store", number: int) -> None:
        self._store, self._number = store, number

    def tell(self, step: int, outcome: Step) -> bool:
        """Keeps it, unless it is there already, whoever told it."""
        return self._store.tell(self._number, step, outcome)

    def steps(self) -> list[Step]:
        """All that is kept."""
        return self._store.steps(self._number)


def _line(held: Step) -> bytes:
    return (json.dumps(held, allow_nan=False) + "\n").encode()
