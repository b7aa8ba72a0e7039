"""Which processes still run: one, a group, or those that another has started."""

import os
import time
from pathlib import Path

import psutil


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


def is_alive(pid: int) -> bool:
    """Whether a process is there, and is more than an entry that nobody has asked about yet."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def children(process: int | None = None, recursive: bool = True) -> list[int]:
    """The processes that a process, this one by default, has started, and those that they have."""
    return [one.pid for one in psutil.Process(process).children(recursive)]
