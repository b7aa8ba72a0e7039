"""A process and all that it has started, ended together: a process group of POSIX, a job object of Windows."""

import contextlib
import ctypes
import os
import signal
import subprocess
from typing import Any

_KILL_ON_CLOSE, _PROCESS_MEMORY = 0x2000, 0x0100  # of JOBOBJECT_BASIC_LIMIT_INFORMATION.LimitFlags
_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation


def start_options() -> dict[str, Any]:
    """The options of `subprocess.Popen` for a process that no Ctrl-C at the terminal reaches, and that leads its group."""
    if hasattr(os, "killpg"):
        return {"process_group": 0}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


class ProcessGroup:
    """The group of a process that was started with `start_options`."""

    def __init__(self, process: "subprocess.Popen[bytes]", memory: int | None = None) -> None:
        """`memory`: bytes that each of its processes may have, where the owner of a process can say so: on Windows."""
        self._process = process
        self._job = None if hasattr(os, "killpg") else _job_of(process, memory)

    def end(self) -> None:
        """End all of its processes at once; not after the process has been waited for, when its number may be another's."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            return
        if self._job is not None:
            self._job.end()
        with contextlib.suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Give back what the system keeps for the group; on Windows its processes end."""
        if self._job is not None:
            self._job.close()


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION of winnt.h."""

    _fields_ = (
        ("per_process_time", ctypes.c_int64),
        ("per_job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of winnt.h."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class JobObject:
    """A job of Windows: its processes, and those that they start, end when it is ended or closed, and with its owner."""

    def __init__(self, kernel: Any, process: int, memory: int | None) -> None:
        """`kernel`: kernel32.dll; `process`: the handle of a process. OSError where the system refuses."""
        kernel.CreateJobObjectW.restype = ctypes.c_void_p
        self._kernel, self._handle = kernel, ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        limits = ExtendedLimits()
        limits.basic.flags = _KILL_ON_CLOSE
        if memory is not None:
            limits.basic.flags |= _PROCESS_MEMORY
            limits.process_memory = memory
        given = ctypes.byref(limits), ctypes.sizeof(limits)
        is_made = self._handle.value and kernel.SetInformationJobObject(self._handle, _EXTENDED_LIMITS, *given)
        if not is_made or not kernel.AssignProcessToJobObject(self._handle, ctypes.c_void_p(process)):
            self.close()
            raise OSError("the system makes no job object")

    def end(self) -> None:
        """End all of its processes."""
        if self._handle.value:
            self._kernel.TerminateJobObject(self._handle, 1)

    def close(self) -> None:
        """Give back the handle."""
        if self._handle.value:
            self._kernel.CloseHandle(self._handle)
            self._handle.value = None


def _job_of(process: "subprocess.Popen[bytes]", memory: int | None) -> JobObject | None:
    """A job with this process; None where there are none, and the process is then ended without those it has started."""
    library, handle = getattr(ctypes, "WinDLL", None), getattr(process, "_handle", None)
    if library is None or handle is None:
        return None
    try:
        return JobObject(library("kernel32", use_last_error=True), int(handle), memory)
    except OSError:
        return None
