"""A game made ready for kernels: compiled when its rules compile, plain Python when they do not.

A kernel is a plain Python function whose first argument is `rules`. `Machine.ready(kernel)` gives a callable: machine code
for this very game, or the function itself. Numba is imported when a game is to be compiled, and not before.
"""

import contextlib
import functools
import os
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakValueDictionary

from kibitz.core.rules import Game, Knowledge
from kibitz.errors import PreparationWarning, RulesWarning
from kibitz.kernel.apart import Announcer, Caller, apart
from kibitz.kernel.artefact import Artefact
from kibitz.kernel.cache import CodeFolder
from kibitz.kernel.forecast import expected_seconds
from kibitz.kernel.functions import TRACES, DoesNotCompile, code_name, copied, globals_of, goes_along
from kibitz.kernel.identity import code_key
from kibitz.kernel.native import DataTable, Loaded, pack_fields, unpack_fields
from kibitz.kernel.rules import Rules
from kibitz.kernel.states import field_words
from kibitz.kernel.targets import aimed, runnable
from kibitz.kernel.words import PlainWords, Words

CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")  # where a word begins in ConnectFour
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")  # nothing is compiled in this process
LONG = 1.0  # seconds: a program of a user is warned of a longer wait


@contextmanager
def warn_of_waiting(text: str, seconds: float) -> Iterator[None]:
    """The announcer that is there unless another is set: a PreparationWarning, where it takes a second or longer."""
    if seconds >= LONG:
        warnings.warn(f"{text[:1].upper()}{text[1:]}", PreparationWarning, stacklevel=3)
    yield


_announcer: list[Announcer] = [warn_of_waiting]


def set_announcer(announcer: Announcer = warn_of_waiting) -> None:
    """From now on compiling happens inside `announcer(text, seconds)`, a context manager: a face shows a bar there."""
    _announcer[0] = announcer


class Machine:
    """One game with one knowledge, ready to run kernels."""

    def __init__(
        self,
        game: Game,
        knowledge: Knowledge | None = None,
        plain: bool = False,
        traces: bool = False,
        stand_in: bool = False,
    ) -> None:
        """`plain` asks for plain Python even where the rules would compile; `traces`: searches write down what they do.

        `stand_in`: plain Python in place of machine code that is not there yet, so it searches as that will, node for node.
        """
        plain, self.stands_in = plain or stand_in, stand_in
        self.rules = Rules(game, knowledge, traces)
        self.name = CAPITALS.sub(" ", type(game).__name__)
        self.key = self.problem = ""
        self._has_warned = False
        self._entries: dict[FunctionType, Callable[..., Any]] = {}
        if game.compiles and not plain and not PLAIN:
            try:
                self.key = code_key(game, self.rules.knowledge, traces)
            except TypeError as wrong:
                self.give_up(str(wrong))
                self.warn()

    key: str
    """All that the machine code depends on, beside the kernel; empty for a machine without it."""

    @property
    def compiled(self) -> bool:
        """Whether kernels run as machine code."""
        return bool(self.key)

    @property
    def has_room(self) -> bool:
        """Whether tables are as large as with machine code; a list of Python ints takes five times the memory."""
        return self.compiled or self.stands_in

    @functools.cached_property
    def _start(self) -> Any:
        """A state: all others have its fields, and tuples as long as its own."""
        return self.rules.game.start()

    @functools.cached_property
    def _data(self) -> DataTable:
        """The data of the game and its knowledge, where machine code finds it."""
        return DataTable(self.rules.game, self.rules.knowledge)

    def words(self, count: int) -> Any:
        """Zeroed memory for kernels: word 0 holds the count."""
        return Words(count) if self.compiled else PlainWords([count] + [0] * (count - 1))

    def arguments(self, state: Any) -> Any:
        """A state on its way into a kernel (which begins with `rules.enter`).

        Raises RulesError for a field that does not hold what its class declares, or a tuple that has grown or shrunk.
        """
        return pack_fields(field_words(state, self._start)) if self.compiled else self.rules.fields(state)

    def fields_of(self, packed: bytes) -> Any:
        """The arguments that `bytes` has taken from those of a state."""
        return unpack_fields(packed)

    def ready(self, kernel: Callable[..., int]) -> Callable[..., int]:
        """The kernel for this game, to be called without `rules`: fields of a state, ints and words.

        Ctrl-C is heard while it compiles, and passed on at once; asked again, it waits for the code that is under way.
        """
        assert isinstance(kernel, FunctionType)
        entry = self._entries.get(kernel)
        if entry is None:
            entry = self._entries[kernel] = self._prepare(kernel)
        return entry

    def is_at_hand(self, kernel: Callable[..., int]) -> bool:
        """Whether a kernel's machine code is there, and need not be compiled."""
        assert isinstance(kernel, FunctionType)
        if kernel not in self._entries:
            loaded = self._kept(kernel)
            if loaded is not None:
                self._entries[kernel] = loaded.entry(kernel, self._data)
        return kernel in self._entries

    def build(self, kernel: Callable[..., int], root: Path | None = None) -> tuple[Artefact, bool]:
        """The machine code of a kernel for the processors that this process compiles for, and whether it had to be made.

        It is kept under `root`, or in the user's cache. Raises DoesNotCompile with the reason, OSError where it cannot be kept.
        """
        assert isinstance(kernel, FunctionType)
        name, folder, target = code_name(kernel), CodeFolder(self.key, root), aimed().name
        artefact = folder.load(name, [target])
        if artefact is not None:
            return artefact, False
        artefact = apart(functools.partial(self._compile, kernel, folder, [target], is_kept=True))
        return artefact, True

    def give_up(self, problem: str) -> None:
        """From now on plain; kernels made before must go plain too, for their memory is of another kind."""
        self.key, self.problem = "", problem
        self._entries.clear()

    def warn(self) -> None:
        """Issue a RulesWarning, once, if the rules turned out not to compile."""
        if self.problem and not self._has_warned:
            self._has_warned = True
            warnings.warn(f"{self.name} runs as plain Python, right but slow: {self.problem}", RulesWarning, stacklevel=4)

    def _prepare(self, kernel: FunctionType) -> Callable[..., int]:
        if self.compiled:
            try:
                return self._loaded(kernel).entry(kernel, self._data)
            except DoesNotCompile as wrong:
                self.give_up(str(wrong))
                self.warn()
        return functools.partial(_tracing(kernel) if self.rules.traces else kernel, self.rules)

    def _kept(self, kernel: FunctionType) -> Loaded | None:
        """The machine code of a kernel, from this process or from where it is kept."""
        name = code_name(kernel)
        loaded = _codes.get((self.key, name))
        if loaded is None:
            artefact = CodeFolder(self.key).load(name, runnable())
            if artefact is not None:
                with contextlib.suppress(OSError):  # made for a system that has other libraries
                    loaded = _codes[self.key, name] = Loaded(artefact)
        return loaded

    def _loaded(self, kernel: FunctionType) -> Loaded:
        """The machine code of a kernel, compiled if it has to be. Raises DoesNotCompile."""
        loaded = self._kept(kernel)
        if loaded is None:
            artefact = apart(functools.partial(self._compile, kernel, CodeFolder(self.key), runnable()))
            loaded = _codes[self.key, code_name(kernel)] = Loaded(artefact)
        return loaded

    def _compile(
        self, kernel: FunctionType, folder: CodeFolder, targets: Sequence[str], caller: Caller, is_kept: bool = False
    ) -> Artefact:
        """Compile a kernel, or wait for the process that does. `is_kept`: raise OSError where the code cannot be kept."""
        _check_compiler()
        name = code_name(kernel)
        seconds = expected_seconds(self.rules, kernel)
        text = f"preparing {self.name}: about {max(1, round(seconds))} s, once"
        with folder.locked(caller.before, _announcer[0](text, seconds)):
            artefact: Artefact | None = folder.load(name, targets)
            if artefact is None:
                with _announcer[0](text, seconds):
                    artefact = import_module("kibitz.kernel.compiled").compile_kernel(self.rules, kernel, caller, folder.root)
                with contextlib.nullcontext() if is_kept else contextlib.suppress(OSError):
                    folder.save(name, artefact)
        return artefact


def _check_compiler() -> None:
    """Raises DoesNotCompile where Numba is not installed; does not import it."""
    if find_spec("numba") is None:
        raise DoesNotCompile("it has no machine code yet, and Numba, which makes some, is not installed")


_tracing_twins: dict[FunctionType, FunctionType] = {}


def _tracing(function: FunctionType) -> FunctionType:
    """A plain function of the searches that traces, as do all that it reaches."""
    if function in _tracing_twins:
        return _tracing_twins[function]
    twin = _tracing_twins[function] = copied(function, {TRACES: True})  # known before it is done: functions may call in turns
    for name, value in globals_of(function).items():
        if isinstance(value, FunctionType) and goes_along(value, function):
            twin.__globals__[name] = _tracing(value)
    return twin


def machine_of(
    game: Game, knowledge: Knowledge | None = None, plain: bool = False, traces: bool = False, stand_in: bool = False
) -> Machine:
    """The machine for a game and its knowledge, made once and kept."""
    wanted = (type(game), game, type(knowledge), knowledge, plain, traces, stand_in)
    try:
        if wanted not in _machines:
            if len(_machines) >= KEPT:
                del _machines[next(iter(_machines))]
            _machines[wanted] = Machine(game, knowledge, plain, traces, stand_in)
        return _machines[wanted]
    except TypeError:  # a field that cannot be hashed
        return Machine(game, knowledge, plain, traces, stand_in)


KEPT = 64
_machines: dict[tuple[Any, ...], Machine] = {}


_codes: WeakValueDictionary[tuple[str, str], Loaded] = WeakValueDictionary()
