"""How long a test is traced: the lines it reaches, it mostly reaches at once, and traced kernels take six times as long."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

LONGEST = 0.25  # seconds of the processor
CHILDREN = "COVERAGE_PROCESS_CONFIG"  # where it is set, programs that a test starts are traced too


@contextmanager
def limited(item: pytest.Item) -> Iterator[None]:
    """While this lasts, lines are traced for `LONGEST`, and of a test marked `untraced` none."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    is_traced = item.get_closest_marker("untraced") is None
    children = None if is_traced else os.environ.pop(CHILDREN, None)
    stopped: list[Any] = [] if is_traced else _stopped()

    def end(*signalled: Any) -> None:
        stopped.extend(_stopped())

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        for coverage in reversed(stopped):
            coverage.start()
        if children is not None:
            os.environ[CHILDREN] = children


def _stopped() -> list[Any]:
    """All that measures this process, as of now no more: in a worker of pytest-xdist there are two, one beneath the other."""
    stopped = []
    control = sys.modules.get("coverage")
    while control is not None and (coverage := control.Coverage.current()) is not None:
        coverage.stop()
        stopped.append(coverage)
    return stopped
