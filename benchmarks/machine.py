"""Where and with what the figures were made: the date, the machine, the versions."""

import datetime
import importlib.metadata
import os
import platform
from collections.abc import Sequence
from pathlib import Path

OURS = ("kibitz", "numba", "numpy")


def description(peers: Sequence[str]) -> str:
    """One sentence for below the table; `peers` are the packages that were measured beside ours."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in (*OURS, *peers))
    today = datetime.date.today().isoformat()
    place = f"{_processor()}, {os.cpu_count()} cores, {platform.system()}"
    return f"Measured on {today}: {place}, Python {platform.python_version()}, {versions}."


def _processor() -> str:
    """The processor's name; Linux tells it only here."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
