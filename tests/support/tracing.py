"""How long a test is traced: the lines it reaches, it mostly reaches at once, and traced kernels take six times as long."""

import importlib
import pkgutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import kibitz

LONGEST = 0.25  # seconds of the processor


def import_all() -> None:
    """Imports every module, if lines are traced: what a test without tracing imports first would seem to be reached by none."""
    if "coverage" in sys.modules and sys.modules["coverage"].Coverage.current() is not None:
        import_modules()


def import_modules() -> None:
    """Imports every module that this machine has the libraries for."""
    for module in pkgutil.walk_packages(kibitz.__path__, "kibitz."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as problem:  # one that stands on a library which is not for every machine
                if (problem.name or "").partition(".")[0] == "kibitz":
                    raise


@contextmanager
def limited(item: pytest.Item) -> Iterator[None]:
    """While this lasts, lines are traced for `LONGEST`, and of a test marked `untraced` none."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    stopped: list[Any] = _stopped() if item.get_closest_marker("untraced") is not None else []

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


def _stopped() -> list[Any]:
    """What measured this process until now: in a worker of pytest-xdist there may be two, one beneath the other."""
    stopped = []
    control = sys.modules.get("coverage")
    measure: Any = getattr(control, "Coverage", None)  # none while a signal comes amidst its import
    while measure is not None and (coverage := measure.current()) is not None:
        coverage.stop()
        stopped.append(coverage)
    return stopped
