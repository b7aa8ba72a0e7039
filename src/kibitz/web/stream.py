"""The stream of a table: fragments as they become new, for as long as somebody looks; it ends when they leave."""

import functools
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import anyio
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kibitz.web.house import House
from kibitz.web.live import Live
from kibitz.web.view import Wish
from kibitz.web.visitors import Visitor

BEAT = 10.0  # seconds between signs of life
PACE = 0.2  # seconds between two pictures of the thinking
Show = Callable[[Live, Wish, str], Awaitable[dict[str, Any]]]


class Events(StreamingResponse):
    """News of a table, one JSON object for each; a visitor has only so many."""

    def __init__(self, house: House, visitor: Visitor, live: Live, news: AsyncIterator[str]) -> None:
        super().__init__(news, media_type="text/event-stream")
        self._house, self._visitor, self._live = house, visitor, live

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until the table has nothing more to say, or the visitor has gone: that is heard at once."""
        with self._house.visitors.streaming(self._visitor):
            self._live.watchers += 1
            try:
                async with anyio.create_task_group() as group:

                    async def until(work: Callable[[], Awaitable[None]]) -> None:
                        await work()
                        group.cancel_scope.cancel()

                    group.start_soon(until, functools.partial(self.listen_for_disconnect, receive))
                    await until(functools.partial(self.stream_response, send))
            finally:
                self._live.watchers -= 1


async def news(live: Live, wish: Wish, since: str, show: Show) -> AsyncIterator[str]:
    """What is new after the mark `since`: the whole table, or how far the thinking is; newest states only."""
    mark, ticks, shown, beat = since, live.ticks, 0.0, time.monotonic()
    live.look()
    while not live.is_closed:
        now = time.monotonic()
        if live.mark != mark:
            mark, ticks = live.mark, live.ticks
            yield _event(await show(live, wish, "table"))
            beat = now
        elif live.ticks != ticks and now - shown >= PACE:
            ticks, shown = live.ticks, now
            if wish.ply is None:
                yield _event(await show(live, wish, "thinking"))
                beat = now
        elif now - beat >= BEAT:
            yield ": still here\n\n"
            beat = now
        else:
            late = shown + PACE - now if live.ticks != ticks else beat + BEAT - now
            await live.told(max(0.01, late))
            live.look()


def _event(said: dict[str, Any]) -> str:
    return f"data: {json.dumps(said)}\n\n"
