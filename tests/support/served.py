"""A real `kibitz serve` for the tests: a process of its own with a port and a store of its own, ended with the test."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds for the server to say where it is: the machine may be busy
GRACE = 10.0  # seconds for it to end


@dataclass
class Running:
    """A server that runs. `address` is the printed link, with the token where there is one; it ends with a slash where not."""

    process: "subprocess.Popen[str]"
    log: Path
    address: str = ""
    closing: list[str] = field(default_factory=list)  # what it wrote to standard output when it ended

    def end(self, how: int = signal.SIGINT) -> int:
        """Asks it to end, as Ctrl-C does or with another signal; the exit code. AssertionError for one that stays."""
        if self.process.poll() is None:
            if not hasattr(os, "killpg"):  # no Ctrl-C can be sent to one process alone there
                self.process.kill()
                self.process.communicate()
                return 0
            self.process.send_signal(how)
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError(f"the server did not end: {self.complaints()}") from None
        if self.process.stdout is not None and not self.process.stdout.closed:
            with self.process.stdout as said:  # communicate() would leave out what readline() has in hand
                self.closing += said.read().splitlines()
        return self.process.returncode

    def complaints(self) -> str:
        """What it wrote to standard error so far."""
        return self.log.read_text("utf-8", "replace")


@contextmanager
def running(
    games: Sequence[str] = (),
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    allow: Sequence[str] = (),
    workers: int = 1,
    store: str | None = None,
    **settings: str,
) -> Iterator[Running]:
    """Starts a server and waits until it listens; ends it if the test has not. At the end it must not have complained.

    `games`: specs or files. `store`: an empty one if None; give the same path twice to see what a restart keeps.
    `settings`: of the environment. The compile cache is the one of the tests.
    """
    with tempfile.TemporaryDirectory(prefix="kibitz-served-") as folder:
        log = Path(folder, "log.txt")
        named = [part for name in allow for part in ("--allow-host", name)]
        kept = store or str(Path(folder, "games.db"))
        options = ["--host", host, "--port", str(port), "--workers", str(workers), "--store", kept, *named]
        with log.open("w") as complaints:
            process = subprocess.Popen(
                [sys.executable, "-m", "kibitz", "serve", *options, *games],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                encoding="utf-8",
                env=os.environ | settings,
            )
        found = Running(process, log)
        try:
            assert process.stdout is not None
            watch = threading.Timer(PATIENCE, process.kill)
            watch.start()
            said = process.stdout.readline()
            watch.cancel()
            assert said.startswith("kibitz is at http"), f"the server did not start: {said}{found.complaints()}"
            found.address = said.split()[3]
            yield found
            found.end()
            assert found.complaints() == ""
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()


@contextmanager
def served(games: Sequence[str] = (), **options: Any) -> Iterator[str]:
    """The address of a server that runs for as long as the block; `options` are those of `running`."""
    with running(games, **options) as found:
        yield found.address
