"""Object files of WebAssembly become modules: `wasm-ld` of the system, or that of the package ziglang."""

import functools
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from kibitz.errors import PageError

STACK = 1 << 19  # bytes of each module, for its calls: 250 plies of the deepest search take a tenth of it
ALIGNED = 1 << 12
NEEDED = ("fmod", "pause")  # what a page has for kernels
VERSIONS = range(30, 13, -1)  # of LLVM, as Debian names its linkers


@functools.cache
def linker() -> tuple[str, ...]:
    """The command of a linker for WebAssembly. Raises PageError, which says how to get one."""
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in VERSIONS)):
        found = shutil.which(name)
        if found:
            return (found,)
    if find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "wasm-ld")
    raise PageError("a page that plays needs a linker for WebAssembly: pip install 'kibitz[browser]', or the package lld")


def link(codes: Sequence[bytes]) -> tuple[list[bytes], int]:
    """Object files as modules that share one memory, and the first byte of it that none of them takes.

    Each has a stack and, after it, constants of its own there. Raises PageError where the linker fails.
    """
    modules, end = [], 0
    for code in codes:
        modules.append(_linked(code, end + STACK))
        end += STACK + -(-len(code) // ALIGNED) * ALIGNED  # its constants are a part of the object file
    return modules, end


def _linked(code: bytes, start: int) -> bytes:
    """One object file as a module whose constants begin at the byte `start`."""
    with tempfile.TemporaryDirectory(prefix="kibitz-", ignore_cleanup_errors=True) as name:
        source, target = Path(name) / "kernel.o", Path(name) / "kernel.wasm"
        source.write_bytes(code)
        options = [
            "--no-entry",
            "--export=entry",
            "--import-memory",
            "--allow-undefined",
            "--strip-all",
            "-O2",
            "--gc-sections",
        ]
        # LLD 14 ignores --global-base when the stack comes first, and LLD 22 puts it first: constants follow the stack in both
        places = ["--stack-first", "-z", f"stack-size={start}"]
        done = subprocess.run([*linker(), *options, *places, "-o", target, source], capture_output=True, text=True, check=False)
        if done.returncode != 0 or not target.exists():
            raise PageError(f"the linker for WebAssembly failed: {done.stderr.strip() or done.returncode}")
        return target.read_bytes()
