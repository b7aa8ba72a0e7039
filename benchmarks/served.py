"""A server of the page for as long as it is measured, with a store of its own."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(*options: str) -> Iterator[str]:
    """The address of a `kibitz serve` with these options."""
    with tempfile.TemporaryDirectory() as folder:
        store = {"KIBITZ_STORE": str(Path(folder) / "games.db")}
        command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **store}) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+", server.stdout.readline())
                assert found is not None, "the server did not start"
                yield found[0].rstrip("/")
            finally:
                server.send_signal(signal.SIGINT)


def new_game(address: str, game: str, **fields: str) -> str:
    """Begins a game as the form does; where it is played."""
    data = urllib.parse.urlencode(fields).encode()
    request = urllib.request.Request(f"{address}/g/{game}/play", data, {"Sec-Fetch-Site": "same-origin"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(urllib.parse.urlsplit(answer.geturl()).path)
