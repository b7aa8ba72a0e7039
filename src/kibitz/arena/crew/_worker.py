"""What runs in a worker process of a crew: it does what comes in, and answers."""

import pickle
import queue
import traceback
import warnings
from typing import Any

from kibitz.arena.crew import _note
from kibitz.arena.crew._note import Slip
from kibitz.errors import KibitzError, RulesWarning
from kibitz.runtime.deadlines import left_behind
from kibitz.runtime.messages import Owner


def main(owner: Owner, file: int) -> None:
    """Does jobs, one after the other, until an empty one comes. `file`: that of the slip, or -1."""
    slip = _note.here = Slip(file) if file >= 0 else None
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    owner.listen(jobs.put)
    warned = _collected()
    while job := jobs.get():
        answer = _answer(job)
        if slip is not None:
            slip.clear()
        worn = left_behind() > 0  # players that no clock could stop slow down whatever comes after them
        owner.write(pickle.dumps((*answer, worn, [warned.pop() for _ in warned[:]])))
        if worn:
            return


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
