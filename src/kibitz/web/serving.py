"""Uvicorn with a beginning and an end of our own: the house opens before it listens, and Ctrl-C ends all at once."""

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

import uvicorn

from kibitz.web.house import House

ANSWER = 0.05  # seconds for what is being answered when it ends
GRACE = 0.5  # seconds for the rest to let go


class Serving(uvicorn.Server):
    """Serves a house. Ctrl-C and SIGTERM are how one ends a server: they are no mistake, and `run` just returns."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._house, self._ready = house, ready
        self._exit_event: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Opens the house, then the door."""
        self._loop, self._exit_event = asyncio.get_running_loop(), asyncio.Event()
        await self._house.open()
        await super().startup(sockets)
        self._ready()

    async def main_loop(self) -> None:
        """Nothing to do until somebody asks for the end."""
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
        """Nobody new comes in; workers are killed, so those who wait hear of it; then streams and connections are cut."""
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
