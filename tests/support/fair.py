"""A clock that stands still while the machine does: for what must come soon, on a machine that others use too.

It is for upper bounds only, for it never runs ahead: of a tick that comes late, two ticks are counted. What takes long by
itself is counted in full, in whatever process, while this one waits and ticks.
"""

import threading
import time

TICK = 0.02  # seconds


class _Clock:
    def __init__(self) -> None:
        self._seen = time.monotonic(), 0.0  # when it ticked, and what it had counted then
        threading.Thread(target=self._tick, name="fair-clock", daemon=True).start()

    def now(self) -> float:
        ticked, counted = self._seen
        return counted + min(time.monotonic() - ticked, 2 * TICK)

    def _tick(self) -> None:
        while True:
            time.sleep(TICK)
            self._seen = time.monotonic(), self.now()


_clock = _Clock()


def now() -> float:
    """Seconds, from no time in particular, during which this process was let run."""
    return _clock.now()
