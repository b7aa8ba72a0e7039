"""About how long a kernel takes to compile, which depends on the length of its code and on the speed of this machine."""

import functools
import sys
import time
from types import FunctionType

from kibitz.kernel.functions import Fingerprint
from kibitz.kernel.identity import add_class
from kibitz.kernel.rules import Rules

# Measured over all kernels of the games that come with kibitz: eight of ten take between 0.6 and 2.4 times as long.
STEPS_PER_BYTE = 4000  # steps of Python's for each byte of a kernel's code
STEPS_TO_IMPORT = 12_000_000  # Numba
ENOUGH = 5000  # bytes of a kernel that calls all rules: a smaller one calls fewer
STEPS = 20_000


def expected_seconds(rules: Rules, kernel: FunctionType) -> float:
    """About how many seconds it takes to compile a kernel for a game."""
    code, called = Fingerprint(), Fingerprint()
    code.add(kernel)
    for one in (rules.game, rules.knowledge):
        add_class(called, type(one))
    steps = (code.size + called.size * min(1, code.size / ENOUGH) / 7) * STEPS_PER_BYTE
    return (steps + ("numba" not in sys.modules) * STEPS_TO_IMPORT) * _step()


@functools.cache
def _step() -> float:
    """The seconds of one step of Python, on this machine as busy as it is: the best of three short runs."""
    return min(_timed() for _ in range(3)) / STEPS


def _timed() -> float:
    began = time.perf_counter()
    total = 0
    for number in range(STEPS):
        total += number & 7
    return time.perf_counter() - began
