"""The games store: matches with their schedules and games, and games of people; a kill at any moment loses nothing.

`Store.open()` opens it. Totals are not stored but computed on request, so that no game is counted twice.
"""

from typing import TYPE_CHECKING, Any

from kibitz.arena.store.records import Cross, Faults, Meeting, Puzzle, Sitting, Summary, Totals

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store

__all__ = ["Cross", "Faults", "Meeting", "Puzzle", "Sitting", "Store", "Summary", "Totals"]


def __getattr__(name: str) -> Any:
    """SQLite comes with `Store`, when it is first asked for."""
    if name != "Store":
        raise AttributeError(f"module 'kibitz.arena.store' has no attribute {name!r}")
    from kibitz.arena.store.store import Store

    return Store
