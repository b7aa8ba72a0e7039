"""`kibitz` that says when Ctrl-C may come: python heard.py FILE 3 MODULE CLASS ... makes FILE when three came from CLASS."""

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kibitz.cli import main


def interrupted(heard: Path, count: int, of: type, *arguments: str, **settings: Any) -> "subprocess.CompletedProcess[str]":
    """The command, ended by Ctrl-C when so many were heard of what it iterates over: it is in search of the next one."""
    if not hasattr(os, "killpg"):
        importlib.import_module("pytest").skip("no Ctrl-C can be sent to one process alone here")
    command = [sys.executable, __file__, str(heard), str(count), of.__module__, of.__name__, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings) as process:
        while process.poll() is None and not heard.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate(timeout=60)
    return subprocess.CompletedProcess(command, process.returncode, told, complaint)


def watched(file: str, count: str, module: str, name: str, *arguments: str) -> None:
    """What runs in the other process."""
    walk = getattr(importlib.import_module(module), name).__iter__

    def walked(self: object) -> Iterator[object]:
        for number, one in enumerate(walk(self), 1):
            yield one
            if number == int(count):
                Path(file).touch()

    with patch(f"{module}.{name}.__iter__", walked):
        main(arguments)


if __name__ == "__main__":
    watched(*sys.argv[1:])
