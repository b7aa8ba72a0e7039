"""A dask scheduler and its workers, as on several machines."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


class Machines:
    """A scheduler and two workers, each a program with a port of its own; they run in another folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        """A new scheduler and two workers, at a new address."""
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        while not file.exists() or not file.read_text(encoding="utf-8"):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text(encoding="utf-8"))["address"]
        self.workers = [self.add_worker() for _ in range(2)]

    def add_worker(self) -> "subprocess.Popen[bytes]":
        """One more worker for the scheduler of this moment."""
        return self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny")

    def lose_worker(self) -> None:
        """Kills the oldest worker."""
        lost = self.workers.pop(0)
        lost.kill()
        lost.wait()

    def _start(self, what: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{what}", "--no-dashboard", "--host", "127.0.0.1", *arguments]
        place = os.environ | {"TMPDIR": str(self.folder)}
        return subprocess.Popen(command, cwd=self.folder, env=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self) -> None:
        """Kills them all."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
