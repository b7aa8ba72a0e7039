"""The server: an address, its workers, and an orderly end."""

import asyncio
import errno
import logging
import os
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FrameType
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.arena.store import Store
from kibitz.errors import PlayerError, ServerError
from kibitz.jobs.pool import Pool
from kibitz.players import is_external, player
from kibitz.table.classroom import Classroom
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog
from kibitz.web.app import AppState, application
from kibitz.web.chooser import USUAL
from kibitz.web.guard import HOST, KEY, LOCAL, Guard, Token, is_loopback
from kibitz.web.visitors import Visitors

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

PORT = 8127
NEXT = 20  # ports to try by default
TAKEN = (errno.EADDRINUSE, errno.EACCES)  # by another program; Windows keeps some for itself
SECRET = "KIBITZ_TOKEN"  # in the environment: the token, for a link that outlives a restart
SHORTEST = 20  # letters of such a token
EVERYWHERE = ("0.0.0.0", "[::]")
ELSEWHERE = ("192.0.2.1", 9)  # an address that nobody has


@dataclass
class Server:
    """A server that has its port already. `address` is the link to open, with the token if there is one.

    `is_behind`: a proxy in front of it may state the client's address truthfully. `behind`: the links that lead there, if it
    has TLS; none if this server listens to others itself.
    """

    house: AppState
    guard: Guard
    sockets: socket.socket
    address: str
    is_behind: bool = False
    behind: tuple[str, ...] = ()

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
        engines: Sequence[str] = (),
        is_class: bool = False,
    ) -> "Server":
        """Takes the port (None: the first one that is free from 8127 on), opens the store, and looks at the games.

        `names`: by which others may call it. `is_class`: it serves a class. `engines`: specs of external
        ones, which may be had as players. Raises ServerError, GameError, StoreError, PlayerError, each a sentence.
        """
        limits = replace(limits, engines=tuple(map(_checked_engine, engines)))
        named = frozenset(_checked(name) for name in names)
        catalog = Catalog.of(games)
        taken = _listening(host, port)
        number: int = taken.getsockname()[1]
        is_open = bool(names) or not _is_here(host)
        token = Token(_secret(), number) if is_open else None
        house = AppState(
            catalog=catalog,
            store=Store.open(store),
            limits=limits,
            visitors=Visitors(limits, is_open),
            classroom=Classroom(secrets.token_urlsafe(12)) if is_class else None,
            thinkers=Pool(workers, limits.queue, memory=limits.memory),
            readers=Pool(2, limits.queue, memory=limits.memory),
            series=Pool(limits.series, 0, memory=limits.memory, is_patient=True),
        )
        called = _name_of(host)
        is_everywhere = called in EVERYWHERE
        guard = Guard(application(house), limits, LOCAL | named | {called}, token, by_number=is_everywhere)
        public_host = names[0] if names and not _is_here(host) else _own_address() if is_everywhere else called
        link = f"http://{public_host}:{number}/"
        query = f"?{KEY}={token.text}" if token else ""
        house.address = link + query
        behind = tuple(f"https://{name}/{query}" for name in names) if _is_here(host) else ()
        return cls(house, guard, taken, link + query, bool(names), behind)

    @property
    def teacher(self) -> str:
        """The link to the teacher's page; "" without a class."""
        room = self.house.classroom
        return "" if room is None else self.house.link(f"class/{room.secret}")

    def run(self, ready: Callable[[], None] = lambda: None, prepares: bool = False) -> None:
        """Serve until Ctrl-C or a signal ends it; `ready` is called when it listens. It leaves no process running.

        `prepares`: compile the games of the front page while there is nothing else to do.
        """
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # or nonsense requests could fill the terminal
        config = uvicorn.Config(
            self.guard,
            http=connections(self.house.limits),
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=5,
            h11_max_incomplete_event_size=self.house.limits.headers,
            proxy_headers=self.is_behind,
            forwarded_allow_ips="127.0.0.1,::1",
            lifespan="off",
            ws="none",
        )
        Serving(config, self.house, ready, prepares).run([self.sockets])


def _is_here(host: str) -> bool:
    return host == "localhost" or is_loopback(host)


def _name_of(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host.lower()


def _checked_engine(spec: str) -> str:
    """Raises PlayerError for a spec that is of no external engine, or of one that is not there."""
    if not is_external(spec):
        raise PlayerError(f"{spec} is not an external engine: write --engine uci:COMMAND, or ugi:COMMAND")
    player(spec)
    return spec


def _checked(name: str) -> str:
    matched = HOST.fullmatch(name.lower())
    if matched is None or matched[1] != name.lower():
        raise ServerError(f"{name!r} is not a host name: write it without http:// and without a port")
    return matched[1]


def _secret() -> str:
    """The token of the environment, or a new one. ServerError for one that could be guessed, or that no cookie can hold."""
    given = os.environ.get(SECRET, "")
    if not given:
        return secrets.token_urlsafe(24)
    if len(given) < SHORTEST or not all(letter.isascii() and (letter.isalnum() or letter in "-_") for letter in given):
        raise ServerError(f"{SECRET} must have at least {SHORTEST} letters and digits: leave it out, and one is made")
    return given


def _own_address() -> str:
    """The number by which others most likely reach this machine; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _listening(host: str, port: int | None) -> socket.socket:
    """The socket, listening. Raises ServerError where the port is taken, or the host is none of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(PORT, PORT + NEXT) if port is None else (port,):
        found = socket.socket(family)
        # On Windows SO_REUSEADDR would share the port of another server.
        found.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        try:
            found.bind((host.strip("[]"), tried))
            found.listen()  # two may be bound to one port, if neither listens yet
            return found
        except (OSError, UnicodeError) as problem:
            found.close()
            if port is None and isinstance(problem, OSError) and problem.errno in TAKEN:
                continue
            reason = (problem.strerror if isinstance(problem, OSError) else None) or "that is not a host name"
            raise ServerError(f"{host}:{tried} cannot be used ({reason}): choose another with --host or --port") from None
    raise ServerError(f"the ports {PORT} to {PORT + NEXT - 1} are all in use: choose one with --port")


# A connection to a browser: not too many of them, none that never says what it wants, and an answer to bytes that are not HTTP.


def connections(limits: Limits) -> type[asyncio.Protocol]:
    """The class of the connections of a server."""

    class Connection(H11Protocol):
        """One connection. Uvicorn gives one that is silent, or slow to ask, all the time in the world: not here."""

        def __init__(self, config: "Config", server_state: "ServerState", app_state: dict[str, Any], _loop: Any = None) -> None:
            super().__init__(config, server_state, app_state, _loop)
            self._waiting: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > limits.connections or self._is_one_of_many():
                transport.abort()
            else:
                self._expect()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is h11.IDLE:
                self._expect()
            else:
                self._stop_waiting()

        def send_400_response(self, msg: str) -> None:
            """The bytes are not HTTP and name no page, so the guard does not answer."""
            if self.conn.our_state is h11.SEND_RESPONSE or self.conn.our_state is h11.IDLE:
                super().send_400_response(msg)
            else:
                self.transport.close()

        def _is_one_of_many(self) -> bool:
            """Whether its address has too many: others would find no place. On this machine one server may ask for all."""
            if self.client is None or is_loopback(self.client[0]):
                return False
            callers = [getattr(one, "client", None) for one in self.connections]
            return [caller and caller[0] for caller in callers].count(self.client[0]) > limits.connections_each

        def _expect(self) -> None:
            """A request must be there in time, counted from its first byte, or from the beginning of the connection."""
            if self._waiting is None and not self.transport.is_closing():
                self._waiting = self.loop.call_later(limits.patience, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

    return Connection


# Uvicorn with a beginning and an end of our own: the house opens before it listens, and Ctrl-C ends all at once.

ANSWER = 0.05  # seconds for what is being answered when it ends
GRACE = 0.5  # seconds for the rest to let go


class Serving(uvicorn.Server):
    """Serves the app. Ctrl-C and SIGTERM are the usual end: `run` just returns."""

    def __init__(self, config: uvicorn.Config, house: AppState, ready: Callable[[], None], prepares: bool) -> None:
        super().__init__(config)
        self._house, self._ready, self._prepares = house, ready, prepares
        self._exit_event: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Opens the house, then the door."""
        self._loop, self._exit_event = asyncio.get_running_loop(), asyncio.Event()
        await self._house.open()
        await super().startup(sockets)
        if self._prepares:
            self._house.preparations.begin((offer.base for offer in self._house.catalog), USUAL)
        self._ready()

    async def main_loop(self) -> None:
        """Wait until the server is asked to stop."""
        assert self._exit_event is not None
        await self.on_tick(0)
        if not self.should_exit:
            await self._exit_event.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal, between any two lines of Python."""
        self.should_exit = True
        if self._loop is not None and self._exit_event is not None:
            self._loop.call_soon_threadsafe(self._exit_event.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """New connections are refused; workers are killed, so that waiting visitors hear of it; then streams and connections
        are cut.
        """
        for server in self.servers:
            server.close()
        await self._house.close()
        tasks = set(self.server_state.tasks)
        if tasks:
            _, tasks = await asyncio.wait(tasks, timeout=ANSWER)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def leave_threads() -> None:
    """Ends the process where a rule that never ends holds a thread: Python would wait for it."""
    until = time.monotonic() + GRACE
    others = [one for one in threading.enumerate() if one is not threading.current_thread() and not one.daemon]
    for one in others:
        one.join(max(0.0, until - time.monotonic()))
    if any(one.is_alive() for one in others):
        sys.stdout.flush()
        os._exit(0)
