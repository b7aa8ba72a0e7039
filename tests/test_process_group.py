"""Groups of processes: all end together; a job object of Windows, as far as it can be tried on another system."""

import ctypes
import os
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.runtime.process_group import ExtendedLimits, JobObject, ProcessGroup, start_options
from process_group import is_alive

SLEEP = "import time; time.sleep(60)"
PARENT = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {SLEEP!r}]).pid, flush=True); {SLEEP}"


class Kernel:
    """The functions of kernel32.dll that a job needs; `refuses` one of them."""

    def __init__(self, refuses: str = "") -> None:
        self.heard: list[tuple[Any, ...]] = []
        self.limits = ExtendedLimits()
        for name, value in (("CreateJobObjectW", 7), ("SetInformationJobObject", 1), ("AssignProcessToJobObject", 1)):
            setattr(self, name, SimpleNamespace(restype=None))
            setattr(self, name, self._function(name, 0 if name == refuses else value))
        self.TerminateJobObject, self.CloseHandle = self._function("TerminateJobObject", 1), self._function("CloseHandle", 1)

    def _function(self, name: str, value: int) -> Any:
        def called(*given: Any) -> int:
            self.heard.append((name, *(getattr(one, "value", one) for one in given)))
            if name == "SetInformationJobObject":
                ctypes.memmove(ctypes.byref(self.limits), given[2], given[3])
            return value

        return called

    def names(self) -> list[str]:
        return [one[0] for one in self.heard]


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="the sizes are those of 64 bits")
def test_the_limits_have_the_size_that_windows_expects() -> None:
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of winnt.h: 64 bytes of limits, 48 of counters, four sizes."""
    assert ctypes.sizeof(ExtendedLimits) == 64 + 48 + 4 * 8
    assert (ExtendedLimits.counters.offset, ExtendedLimits.process_memory.offset) == (64, 112)


@pytest.mark.parametrize(("memory", "flags"), [(None, 0x2000), (10**9, 0x2100)])
def test_a_job_ends_its_processes_when_it_is_closed(memory: int | None, flags: int) -> None:
    kernel = Kernel()
    job = JobObject(kernel, 42, memory)
    assert kernel.names() == ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"]
    assert kernel.heard[1][1:3] == (7, 9)
    assert kernel.heard[2] == ("AssignProcessToJobObject", 7, 42)
    assert (kernel.limits.basic.flags, kernel.limits.process_memory) == (flags, memory or 0)
    job.end()
    job.close()
    job.close()
    job.end()
    assert kernel.names()[3:] == ["TerminateJobObject", "CloseHandle"], "once each, and nothing after that"


@pytest.mark.parametrize("name", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"])
def test_a_system_that_refuses_a_job(name: str) -> None:
    kernel = Kernel(refuses=name)
    with pytest.raises(OSError, match="job object"):
        JobObject(kernel, 42, None)
    assert kernel.names().count("CloseHandle") == (name != "CreateJobObjectW")


def test_a_group_on_windows_ends_its_job_and_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel()
    monkeypatch.delattr(os, "killpg", raising=False)
    monkeypatch.setattr(ctypes, "WinDLL", lambda name, use_last_error: kernel, raising=False)
    assert set(start_options()) == {"creationflags"}
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as process:
        process._handle = 5  # type: ignore[attr-defined]  # as on Windows
        group = ProcessGroup(process, 1000)
        group.end()
        assert process.wait(30) != 0
        group.close()
    assert kernel.names()[-2:] == ["TerminateJobObject", "CloseHandle"]
    assert kernel.limits.process_memory == 1000


def test_without_groups_and_jobs_the_process_alone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg", raising=False)
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as process:
        group = ProcessGroup(process)
        group.end()
        assert process.wait(30) != 0
        group.end()
        group.close()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
def test_what_a_process_has_started_ends_with_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, **start_options()) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        group = ProcessGroup(process)
        group.end()
        assert process.wait(30) < 0
        group.close()
    until = time.monotonic() + 30
    while time.monotonic() < until and is_alive(child):
        time.sleep(0.01)
    assert not is_alive(child)
