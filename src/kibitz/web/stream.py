"""What the stream of a table tells: fragments as they become new, for as long as somebody looks."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from kibitz.web.live import Live
from kibitz.web.view import Wish

PACE = 0.2  # seconds between two pictures of the thinking
LONG = 60.0  # seconds until it looks again, if nothing is told
Show = Callable[[Live, Wish, str], Awaitable[dict[str, Any]]]


async def news(live: Live, wish: Wish, since: str, show: Show) -> AsyncIterator[dict[str, Any]]:
    """What is new after the mark `since`: the whole table, or how far the thinking is; newest states only."""
    mark, ticks, shown_at = since, live.audience.ticks, 0.0
    with live.audience.watched():
        live.look()
        while not live.is_closed:
            now = time.monotonic()
            if live.mark != mark:
                mark, ticks = live.mark, live.audience.ticks
                yield await show(live, wish, "table")
            elif live.audience.ticks != ticks and now - shown_at >= PACE:
                ticks, shown_at = live.audience.ticks, now
                if wish.ply is None:
                    yield await show(live, wish, "thinking")
            else:
                await live.audience.wait_for_news(max(0.01, shown_at + PACE - now) if live.audience.ticks != ticks else LONG)
                live.look()
