"""Takes away what Windows lacks, for each Python process with this folder on its path: see tests/test_other_systems.py.

The standard library stays that of this system: `os.name` too, for `pathlib` asks for it at each call.
"""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, NamedTuple

with suppress(ImportError):
    import filelock  # which has other locks there

    _release = filelock.FileLock._release

    def _let_go(self: Any) -> None:
        """Give a lock back; its file goes with it."""
        _release(self)
        with suppress(OSError):
            os.unlink(self.lock_file)

    filelock.FileLock._release = _let_go  # type: ignore[method-assign]
with suppress(ImportError):
    import locket  # noqa: F401  # too
    import psutil  # noqa: F401  # which asks another system there
_statvfs = os.statvfs

MODULES = ["fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"]
OF_OS = """
    chown chroot ctermid fchdir fchmod fchown fork forkpty fpathconf geteuid getegid getgroups getlogin getpgid getpgrp
    getpriority getloadavg getsid killpg lchown login_tty memfd_create mkfifo mknod nice openpty pathconf posix_fadvise
    posix_fallocate posix_spawn posix_spawnp pread preadv pwrite pwritev sched_getaffinity sched_setaffinity sched_yield
    sendfile setegid seteuid setgid setgroups setpgid setpriority setregid setreuid setsid setuid statvfs sync tcgetpgrp
    tcsetpgrp ttyname wait wait3 wait4 waitid
"""
OF_SIGNAL = """
    alarm getitimer setitimer pause pthread_kill pthread_sigmask siginterrupt sigpending sigwait sigwaitinfo sigtimedwait
    ITIMER_REAL ITIMER_VIRTUAL ITIMER_PROF
"""
SIGNALS = "SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM"  # that there are on Windows

for name in MODULES:
    sys.modules[name] = None  # type: ignore[assignment]  # importing it raises ImportError
for name in OF_OS.split():
    if hasattr(os, name):
        delattr(os, name)
for name in [*OF_SIGNAL.split(), *(name for name in dir(signal) if re.fullmatch("SIG[A-Z].*", name))]:
    if hasattr(signal, name) and name not in SIGNALS.split():
        delattr(signal, name)


class _DiskUsage(NamedTuple):
    total: int
    used: int
    free: int


def _disk_usage(path: Any) -> _DiskUsage:
    """Windows has its own way to say this."""
    disk = _statvfs(path)
    block = disk.f_frsize
    return _DiskUsage(disk.f_blocks * block, (disk.f_blocks - disk.f_bfree) * block, disk.f_bavail * block)


import shutil  # noqa: E402  # which looks on its import at what there is

shutil.disk_usage = _disk_usage  # type: ignore[assignment]
_init = subprocess.Popen.__init__


def _windows(self: Any, *args: Any, **named: Any) -> None:
    """As on Windows, where sessions and groups are asked for in vain, and files are not handed on by their numbers."""
    if named.get("pass_fds") or named.get("preexec_fn"):
        raise ValueError("pass_fds and preexec_fn are not supported on Windows platforms")
    for name in ("start_new_session", "process_group"):
        named.pop(name, None)
    _init(self, *args, **named)


_Popen: Any = subprocess.Popen
_send_signal, _end_with, _kill = _Popen.send_signal, _Popen._handle_exitstatus, os.kill
KILL = 9
CODES = {6: 3, 11: 0xC0000005}  # of processes that end themselves so


def _send(self: Any, number: int) -> None:
    if number != signal.SIGTERM:
        raise ValueError(f"Unsupported signal: {number}")
    _send_signal(self, KILL)


def _end(self: Any, status: int, *args: Any, **named: Any) -> None:
    """Exit codes are not negative there: a process that was ended from outside has the one that it was ended with."""
    _end_with(self, status, *args, **named)
    if self.returncode < 0:
        self.returncode = CODES.get(-self.returncode, 1)


def _kill_at_once(number: int, how: int) -> None:
    if number == os.getpid():
        raise RuntimeError("this process would end itself at once on Windows")
    if how == 0:
        raise OSError("this would be Ctrl-C on Windows")
    _kill(number, KILL)


_Popen.__init__, _Popen.send_signal, _Popen._handle_exitstatus = _windows, _send, _end
_Popen.terminate = _Popen.kill = lambda self: _send_signal(self, KILL)
os.kill = _kill_at_once

import files_of_windows  # noqa: E402, F401
