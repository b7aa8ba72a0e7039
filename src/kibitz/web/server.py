"""The server: an address, the workers behind it, and an end when it is asked for."""

import ipaddress
import logging
import secrets
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import uvicorn

from kibitz.arena.store import Store
from kibitz.errors import ServerError
from kibitz.web.app import application
from kibitz.web.guard import KEY, Guard
from kibitz.web.house import House
from kibitz.web.limits import Limits
from kibitz.web.pool import Pool
from kibitz.web.shelf import Shelf
from kibitz.web.visitors import Visitors

LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
PORT = 8127
NEXT = 20  # ports that are tried when nothing is said
CONCURRENT = 400  # requests at once, streams among them
GRACE = 2  # seconds for streams to end


@dataclass
class Server:
    """A server that has its port already. `address` is the link to open; it holds the token, where one is needed."""

    guard: Guard
    sockets: socket.socket
    address: str

    @classmethod
    def at(
        cls,
        games: Sequence[str],
        host: str = "127.0.0.1",
        port: int | None = None,
        names: Sequence[str] = (),
        store: str | None = None,
        workers: int = 2,
        limits: Limits = Limits(),
    ) -> "Server":
        """Takes the port (None: the first one that is free from 8127 on), opens the store, and looks at the games.

        `names`: by which others may call it. Raises ServerError, GameError, StoreError, each a sentence.
        """
        shelf = Shelf.of(games)
        taken = _listening(host, port)
        is_open = not _is_loopback(host)
        token = secrets.token_urlsafe(24) if is_open else ""
        house = House(
            shelf=shelf,
            store=Store.open(store),
            limits=limits,
            visitors=Visitors(limits, is_open),
            thinkers=Pool(workers, limits.queue, memory=limits.memory),
            readers=Pool(2, limits.queue, memory=limits.memory),
            series=Pool(limits.series, 0, memory=limits.memory),
        )
        called = _name_of(host)
        hosts = LOCAL | {name.lower() for name in names} | ({called} if called not in ("0.0.0.0", "[::]") else set())
        link = f"http://{names[0] if names else called}:{taken.getsockname()[1]}/"
        return cls(
            Guard(application(house), limits, frozenset(hosts), token), taken, f"{link}?{KEY}={token}" if token else link
        )

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serves until it is asked to end, by Ctrl-C or a signal; `ready` is called when it listens."""
        config = uvicorn.Config(
            self.guard,
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,
            server_header=False,
            date_header=False,
            limit_concurrency=CONCURRENT,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=GRACE,
            h11_max_incomplete_event_size=32 * 2**10,
            proxy_headers=False,
            ws="none",
        )
        _Announcing(config, ready).run([self.sockets])


class _Announcing(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _name_of(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _listening(host: str, port: int | None) -> socket.socket:
    """The socket, bound. Raises ServerError where the port is taken, or the host is none of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(PORT, PORT + NEXT) if port is None else (port,):
        found = socket.socket(family)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host.strip("[]"), tried))
            return found
        except OSError as problem:
            found.close()
            said = problem.strerror or str(problem)
            if port is not None or not isinstance(problem.errno, int) or "in use" not in said:
                raise ServerError(f"{host}:{tried} cannot be used ({said}): choose another with --host or --port") from None
    raise ServerError(f"the ports {PORT} to {PORT + NEXT - 1} are all in use: choose one with --port")
