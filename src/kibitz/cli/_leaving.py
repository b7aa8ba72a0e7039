"""The end of the process: in Python's own way, or at once where that would have to wait."""

import os
import sys
from contextlib import suppress
from typing import NoReturn


def leave(code: int) -> NoReturn:
    """Exits with this code. Python would wait for what is still being compiled, after Ctrl-C; the system does not."""
    kernel = sys.modules.get("kibitz.kernel._apart")  # there even where Ctrl-C has ended the import of the kernel
    if kernel is not None and kernel.compiling():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, AttributeError):  # whoever reads has gone, or there never was one
                stream.flush()
        os._exit(code)
    sys.exit(code)
