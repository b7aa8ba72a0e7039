"""Machine code made beside a search, which begins at once as plain Python: a process of its own compiles, on another core.

A game whose class another process cannot import, such as one typed into a notebook, is compiled by a thread of this process.
"""

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.core.registry import file_module, user_file
from kibitz.kernel.functions import DoesNotCompile
from kibitz.kernel.machine import Machine
from kibitz.kernel.targets import TARGETS, aim
from kibitz.runtime.process import is_from_outside, name_ending

Kernel = Callable[..., int]
COMMAND = "import sys; from kibitz.kernel.ahead import build; build(sys.stdin.buffer, sys.stdout)"
CRASHED = 0xC0000000  # from here on exit codes of Windows say that a process crashed; elsewhere they are below 0
DELAY = 0.6  # seconds that a search goes on before code is made for it: by then most are over, as is a level's first answer
_guard = threading.Lock()
_under_way: dict[tuple[str, Kernel], "Compilation"] = {}


class Compilation:
    """Kernels of one machine being compiled; `done` is set when they are there, or cannot be had."""

    def __init__(self, machine: Machine, kernels: Sequence[Kernel], before: "Sequence[Compilation]" = ()) -> None:
        """`before`: compilations of other kernels that are wanted as well."""
        self.done = threading.Event()
        self._machine, self._kernels, self._before = machine, kernels, before
        self._callbacks: list[Callable[[], None]] = []
        threading.Thread(target=self._work, name="kibitz-preparing", daemon=True).start()

    def when_done(self, callback: Callable[[], None]) -> None:
        """Call this when it is done, in another thread; at once if it is."""
        with _guard:
            if not self.done.is_set():
                self._callbacks.append(callback)
                return
        callback()

    def _work(self) -> None:
        try:
            if self._kernels:
                self._prepare()
            for one in self._before:
                one.done.wait()
        finally:
            with _guard:
                self.done.set()
            for callback in self._callbacks:
                callback()

    def _prepare(self) -> None:
        job = _described(self._machine, self._kernels)
        problem = "" if job is None else _build_elsewhere(job)
        if problem:
            self._machine.give_up(problem)
            return
        for kernel in self._kernels:
            self._machine.ready(kernel)  # loads what was compiled there; compiles here what was not


def prepare(machine: Machine, kernels: Sequence[Kernel]) -> Compilation:
    """Begin to compile these kernels, beside those that are being compiled already."""
    with _guard:
        others = [_under_way.get((machine.key, kernel)) for kernel in kernels]
        before = [one for one in others if one is not None and not one.done.is_set()]
        missing = [kernel for kernel, one in zip(kernels, others, strict=True) if one is None or one.done.is_set()]
        compilation = Compilation(machine, missing, before)
        _under_way.update({(machine.key, kernel): compilation for kernel in missing})
    return compilation


def build_elsewhere(machine: Machine, kernels: Sequence[Kernel], target: str) -> str:
    """Have another process make these kernels for other processors, and wait; returns why it has not, if it has not."""
    job = _described(machine, kernels, target)
    if job is None:
        return "another process cannot have its rules: write them to a file"
    return _build_elsewhere(job)


def _described(machine: Machine, kernels: Sequence[Kernel], target: str = "") -> bytes | None:
    """The job for another process: pickled, after the files that its classes come from; None if it cannot have them.

    `target`: other processors than this one.
    """
    game, knowledge, traces = machine.rules.game, machine.rules.knowledge, machine.rules.traces
    owners = *type(game).__mro__, *type(knowledge).__mro__, *kernels
    modules = {sys.modules[owner.__module__] for owner in owners}
    if any(module.__name__ == "__main__" for module in modules):
        return None
    try:
        job = pickle.dumps((game, knowledge, traces, tuple(kernels)))
    except Exception:  # whatever a user's class does when it is pickled
        return None
    return pickle.dumps((sys.path, [file for file in map(user_file, modules) if file], machine.key, target, job))


def _build_elsewhere(job: bytes) -> str:
    """Have a process compile this job, and wait for it; returns why the rules do not compile, if they do not.

    It ends when this process does, for then its input ends. A compiler that crashes there would crash here too, and take this
    process with it: then the rules are left as they are.
    """
    command = [sys.executable, "-c", COMMAND]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # which Windows takes no notice of, as others of its flag
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except OSError:  # no more processes: it is compiled here
        return ""
    assert process.stdin is not None
    assert process.stdout is not None
    problem = ""
    with process, contextlib.suppress(OSError):
        process.stdin.write(len(job).to_bytes(8, "little") + job)
        process.stdin.flush()
        problem = process.stdout.read().decode("utf-8", "replace").strip()
    code = process.returncode
    if not problem and (code < 0 or code >= CRASHED) and not is_from_outside(code):
        return f"the compiler crashed on its rules ({name_ending(code)})"
    return problem


def build(source: Any, answer: Any) -> None:
    """Compile the job that another process describes, keep the code where that process finds it, and end this one."""
    job = source.read(int.from_bytes(source.read(8), "little"))
    threading.Thread(target=_leave_with, args=(source,), daemon=True).start()
    code = 1
    try:
        answer.write(_compile(job))
        answer.flush()
        code = 0
    finally:
        os._exit(code)  # Python aborts where it ends by itself while a thread waits for input


def _compile(job: bytes) -> str:
    """Compile a job; returns why the rules do not compile, if they do not."""
    path, files, key, target, described = pickle.loads(job)
    sys.path[:] = path
    for file in files:
        file_module(file)
    game, knowledge, traces, kernels = pickle.loads(described)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine = Machine(game, knowledge, traces=traces)
        if machine.key != key:
            return machine.problem
        if target:
            return _build_for(target, machine, kernels)
        for kernel in kernels:
            machine.ready(kernel)
    return machine.problem


def _build_for(target: str, machine: Machine, kernels: Sequence[Kernel]) -> str:
    """Make kernels for other processors; returns why that failed, if it did."""
    aim(TARGETS[target])
    try:
        for kernel in kernels:
            machine.build(kernel)
    except DoesNotCompile as problem:
        return str(problem)
    except OSError as problem:
        return f"its code cannot be kept: {problem.strerror or problem}"
    return ""


def _leave_with(source: Any) -> None:
    """End this process when the one that wants the code has ended."""
    source.read(1)
    os._exit(1)
