"""A real server in a process of its own that tells, when it is asked, what it holds at that moment."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kibitz.web.limits import Limits
from kibitz.web.server import Server

GRACE = 10.0  # seconds for it to end


@dataclass(frozen=True)
class Held:
    """What a server holds. `tasks` are those of its event loop beside the ones that serve worker processes."""

    streams: int
    tasks: int
    running: int
    queued: int
    workers: int
    requests: int


@dataclass
class Counted:
    """A server that runs; `address` has no slash at its end."""

    process: "subprocess.Popen[str]"
    address: str

    def held(self) -> Held:
        """What it holds now."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return Held(**json.loads(self.process.stdout.readline()))


@contextmanager
def counted(games: Sequence[str], store: Path, lease: float) -> Iterator[Counted]:
    """Runs it with two workers; at the end it must not have complained."""
    command = [sys.executable, __file__, str(store), str(lease), *games]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, process.communicate()[1]
        yield Counted(process, address.rstrip("/"))
        process.terminate()
        assert process.communicate(timeout=GRACE)[1] == ""
    finally:
        process.kill()
        process.communicate()


def main(store: str, lease: str, *games: str) -> None:
    """Serves, and answers each line of its input with what it holds."""
    server = Server.at(games, port=0, store=store, limits=Limits(lease=float(lease)))
    house = server.house

    def tell() -> None:
        sys.stdin.readline()
        pools = (house.thinkers, house.readers, house.series)
        workers = sum(len(pool.pids) for pool in pools)
        held = {
            "streams": house.visitors.streams,
            "tasks": len(asyncio.all_tasks()) - workers,
            "running": sum(pool.running for pool in pools),
            "queued": sum(pool.queued for pool in pools),
            "workers": workers,
            "requests": server.guard._in_progress,
        }
        print(json.dumps(held), flush=True)

    def ready() -> None:
        print(server.address, flush=True)
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), tell)

    server.run(ready)


if __name__ == "__main__":
    main(*sys.argv[1:])
