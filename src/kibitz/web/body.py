"""The body of a request: no longer than allowed, and not slower, whatever it said of itself."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

from kibitz.web.limits import Limits

LEFT = {"type": "http.disconnect"}
LONG = 9  # digits of a length that nobody means
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


def length(headers: dict[str, str]) -> int:
    """How long a request says that its body is; 0 where it says nothing."""
    header = headers.get("content-length", "")
    if not (header.isascii() and header.isdigit()):
        return 0
    return int(header) if len(header) <= LONG else 10**LONG


def bounded(receive: Receive, limits: Limits, is_read: bool = True) -> Receive:
    """The same `receive`; it raises HTTPException, with 413 or 408, for a body beyond the limits.

    `is_read`: whether the method has a body. Where it has none, whoever sends one beyond the limits has left: streams listen
    for that, and nothing else reads there.
    """
    got, whole, end = 0, False, 0.0

    async def counted() -> MutableMapping[str, Any]:
        nonlocal got, whole, end
        if whole:
            return await receive()  # this waits for the visitor to leave
        end = end or asyncio.get_running_loop().time() + limits.patience
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            if not is_read:
                return dict(LEFT)
            raise HTTPException(408, f"a request has {limits.patience:g} s to arrive") from None
        got += len(message.get("body", b""))
        if got > limits.body and not is_read:
            return dict(LEFT)
        if got > limits.body:
            raise HTTPException(413, f"a request may have {limits.body:,} bytes here")
        whole = not message.get("more_body", False)
        return message

    return counted
