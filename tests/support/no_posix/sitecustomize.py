"""Takes away what Windows lacks, for each Python process with this folder on its path: see tests/test_other_systems.py.

The standard library stays that of this system: `os.name` too, for `pathlib` asks for it at each call.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, NamedTuple

with suppress(ImportError):
    import filelock  # noqa: F401  # which has other locks there
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
    alarm getitimer setitimer pause pthread_kill pthread_sigmask sigpending sigwait sigtimedwait SIGALRM SIGHUP SIGIO SIGKILL
    SIGPOLL SIGQUIT SIGSTOP SIGCONT SIGTSTP SIGUSR1 SIGUSR2 SIGXCPU ITIMER_REAL ITIMER_VIRTUAL ITIMER_PROF
"""

for name in MODULES:
    sys.modules[name] = None  # type: ignore[assignment]  # importing it raises ImportError
for name in OF_OS.split():
    if hasattr(os, name):
        delattr(os, name)
for name in OF_SIGNAL.split():
    if hasattr(signal, name):
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


subprocess.Popen.__init__ = _windows  # type: ignore[method-assign]
subprocess.Popen.kill = lambda self: self.send_signal(9)  # type: ignore[method-assign]  # which Windows does without a signal
