"""How fast one address may ask: so many requests a second, and some at once."""

import time
from collections import OrderedDict


class Pace:
    """A bucket for each address that runs out at `rate` a second and holds `burst`; the `most` addresses that asked last."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how full, and when that was

    def allows(self, address: str, now: float | None = None) -> bool:
        """Whether one more request from there is in time; what is refused does not count. `now`: seconds of any clock."""
        now = time.monotonic() if now is None else now
        full, then = self._filled.pop(address, (0.0, now))
        full = max(0.0, full - (now - then) * self._rate)
        allowed = full + 1 <= self._burst
        self._filled[address] = (full + 1 if allowed else full, now)
        if len(self._filled) > self._most:
            self._filled.popitem(last=False)
        return allowed
