"""Ctrl-C just ends the program before a command listens and after it has said all: there is nothing to say then."""

import atexit
import signal


def _begin() -> bool:
    """Whether it was to raise KeyboardInterrupt; from now on it does not."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return False
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:  # not the main thread's business
        return False
    return True


_abrupt = _begin()


def listen() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again, until Python ends."""
    if _abrupt and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_DFL)
