"""Ctrl-C just ends the program while the parts of the command are imported: until then there is nothing to say."""

import signal
import threading


def _asks_python() -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


_abrupt = _asks_python()
if _abrupt:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def listen() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again."""
    if _abrupt and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
