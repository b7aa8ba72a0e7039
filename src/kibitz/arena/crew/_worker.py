"""What runs in a worker process: it does what comes in, answers, and ends with its driver, however that ends."""

import contextlib
import os
import pickle
import queue
import threading
import traceback
import warnings
from typing import Any, BinaryIO

from kibitz.arena.crew import _note
from kibitz.arena.crew._note import Slip
from kibitz.arena.crew.seclusion import end_when_closed, own_answers
from kibitz.arena.timekeeper import left_behind
from kibitz.errors import KibitzError, RulesWarning

Jobs = queue.SimpleQueue[bytes | None]


def main(work: BinaryIO, line: int, file: int) -> None:
    """Does jobs from `work`. `line`: a pipe that nobody writes to, open while the driver lives; `file`: that of the slip."""
    slip = None
    if os.name == "posix":
        end_when_closed(line)
        slip = _note.here = Slip(file)
    answers = own_answers()
    jobs: Jobs = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(work, jobs), daemon=True).start()
    warned = _collected()
    while (job := jobs.get()) is not None:
        answer = _answer(job)
        if slip is not None:
            slip.clear()
        worn = left_behind() > 0  # players that no clock could stop slow down whatever comes after them
        try:
            pickle.dump((*answer, worn, [warned.pop() for _ in warned[:]]), answers)
            answers.flush()
        except BrokenPipeError:  # the driver has gone, this very moment
            os._exit(1)
        if worn:
            return


def _listen(work: BinaryIO, jobs: Jobs) -> None:
    """Hands on what comes in. When it ends unasked the driver is gone, and so is this process."""
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        job: bytes | None = b""
        while job is not None:
            job = pickle.load(work)
            jobs.put(job)
        return
    os._exit(1)


def _collected() -> list[str]:
    """What is said of rules that do not compile, from now on; the driver says it, for each worker would."""
    found, show = list[str](), warnings.showwarning

    def collect(message: Warning | str, category: type[Warning], *more: Any, **named: Any) -> None:
        if issubclass(category, RulesWarning):
            found.append(str(message))
        else:
            show(message, category, *more, **named)

    warnings.showwarning = collect
    return found


def _answer(job: bytes) -> tuple[bool, bytes, str]:
    """Whether it went well, what came out or went wrong, and the latter in words, should the driver not know its class."""
    try:
        function, args, kwargs = pickle.loads(job)
        return True, pickle.dumps(function(*args, **kwargs)), ""
    except BaseException as problem:
        return False, _pickle_error(problem), f"{type(problem).__name__}: {problem}"


def _pickle_error(problem: BaseException) -> bytes:
    """An exception as it can travel; where it happened stands in its notes, unless it is a sentence for a person."""
    if not isinstance(problem, KibitzError):
        problem.add_note("".join(traceback.format_exception(problem)))
    try:
        pickled = pickle.dumps(problem)
        pickle.loads(pickled)
        return pickled
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(problem).__name__}: {problem}"))
