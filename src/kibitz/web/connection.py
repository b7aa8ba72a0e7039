"""A connection to a browser: not too many of them, none that never says what it wants, and an answer to what is no HTTP."""

import asyncio
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kibitz.web.limits import Limits
from kibitz.web.origin import is_loopback

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState


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
            """What came is no HTTP; no page is asked, so no guard says this."""
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
