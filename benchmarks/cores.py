"""Who has had the cores: CPU seconds of some processes, and of all, as Linux counts them."""

import os
from collections.abc import Iterable
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def spent(pids: Iterable[int]) -> float:
    """CPU seconds that these processes have used so far."""
    return sum(map(_of, pids))


def spent_by_all() -> float:
    """CPU seconds that all programs together have used since the machine was started; none where it stood idle."""
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9])
    return (user + nice + system + sum(interrupts)) / TICK


def _of(pid: int) -> float:
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICK
