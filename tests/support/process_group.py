"""Whether anything of a process group still runs."""

import os
import time
from pathlib import Path


def is_group_gone(group: int, seconds: float = 5.0) -> bool:
    """Whether nothing of it runs any more, at the end of so many seconds; what has ended and waits for init is gone."""
    until = time.monotonic() + seconds
    while is_running(group):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def is_running(group: int) -> bool:
    """Whether a process of the group runs now."""
    if Path("/proc/self/stat").exists():
        return any(_runs(entry / "stat", group) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def _runs(stat: Path, group: int) -> bool:
    try:
        state, _, found, *_ = stat.read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return False
    return state != "Z" and int(found) == group


def children() -> list[int]:
    """The processes that this one has started, and those that they have; Linux alone can tell."""
    found = [os.getpid()]
    parents = {int(entry.name): _parent(entry / "stat") for entry in Path("/proc").iterdir() if entry.name.isdigit()}
    for parent in found:
        found += [pid for pid, of in parents.items() if of == parent]
    return found[1:]


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
