"""Makes a player from a user's file: `my_player.py:function`, `my_player.py:Class:depth=3`, or just `my_player.py`.

    def rightmost(position):             # or (position, dice): a random.Random with the player's seed
        return position.legal()[-1]      # a move, its name, or a Thought

A second argument that has no default, and is not declared a number or a text, gets the dice. Other arguments may be set
behind the name; they are read as they are declared, or as their default is: int, float, bool or str. A class has a method
`think`, which is such a function; it is made with the seed if its first argument has no default.
"""

import inspect
import random
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.errors import PlayerError, PlayerFailed
from kibitz.players._arguments import IN_A_ROW, Arguments
from kibitz.players._faults import told
from kibitz.players._orders import Listening
from kibitz.players._own import Own
from kibitz.registry import file_module, line_in, near_names

REMEDY = "name a player of your own as FILE.py:FUNCTION"
SAMPLE = "def my_player(position): return position.legal()[0]"


def make(spec: str, seed: int | None) -> Own:
    """The player of a file. Raises PlayerError: no file, no such function, a setting that does not fit."""
    place, _, rest = spec.partition(":")
    name, _, settings = rest.partition(":")
    if "=" in name:
        name, settings = "", rest
    module = file_module(Path(place), PlayerError, REMEDY)
    path = Path(str(module.__file__))
    found = _named(module, name, path.name) if name else _only(module, path.name)
    takes = Arguments.of(found, name or found.__name__)
    way = _made if isinstance(found, type) else _function
    return way(found, takes, settings, spec, seed, path)


def of_function(found: Any, seed: int | None) -> Own:
    """The player that plays what a function answers."""
    name = getattr(found, "__name__", type(found).__name__)
    code = getattr(inspect.unwrap(found), "__code__", None)
    return _function(found, Arguments.of(found, name), "", name, seed, Path(code.co_filename if code else name))


def _function(found: Any, takes: Arguments, settings: str, spec: str, seed: int | None, path: Path) -> Own:
    given = takes.read(settings, 1)
    thrown = takes.has_room(1, given) and not takes.is_number_or_text(1)
    takes.check_filled(2 if thrown else 1, given)
    dice = (random.Random(seed),) if thrown else ()
    return Own(spec, path, lambda position: found(position, *dice, **given), None, _line(path, found))


def _made(cls: Any, takes: Arguments, settings: str, spec: str, seed: int | None, path: Path) -> Own:
    given = takes.read(settings, 0)
    seeded = takes.has_room(0, given)
    takes.check_filled(1 if seeded else 0, given)
    with Listening() as listening:
        try:
            made = cls(seed, **given) if seeded else cls(**given)
            think, admits = made.think, getattr(made, "admit", None)
        except BaseException as problem:
            listening.obey()
            raise PlayerFailed(f"{path.name}{line_in(path, problem)} cannot make {takes.name}: {told(problem)}") from problem
    return Own(spec, path, think, admits, _line(path, cls.think))


def _named(module: ModuleType, name: str, file: str) -> Any:
    """The function or the class of that name."""
    found = getattr(module, name, None)
    if found is None:
        known = [one for one in vars(module) if _is_player(module, one)]
        raise PlayerError(f"{file} has no player called {name!r}; {near_names(name, known)}")
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "think", None))):
        raise PlayerError(
            f"{name} in {file} is no player: it must be a function of a position, or a class with think(position)"
        )
    return found


def _only(module: ModuleType, file: str) -> Any:
    """The one player of the file."""
    found = [name for name in vars(module) if _is_player(module, name)]
    if not found:
        raise PlayerError(f"{file} defines no player: write, for instance, `{SAMPLE}`")
    if len(found) > 1:
        raise PlayerError(f"{file} has several players, {', '.join(found)}: name one, as in {file}:{found[-1]}")
    return getattr(module, found[0])


def _is_player(module: ModuleType, name: str) -> bool:
    """Whether a name of the file stands for a public function or class, written there, that fits."""
    found = vars(module)[name]
    if name.startswith("_") or getattr(found, "__module__", None) != module.__name__:
        return False
    if isinstance(found, type):
        return callable(getattr(found, "think", None))
    if not inspect.isfunction(found):
        return False
    parameters = inspect.signature(found).parameters.values()
    return 1 <= sum(one.default is one.empty and one.kind in IN_A_ROW for one in parameters) <= 2


def _line(path: Path, function: Any) -> str:
    """Where in the file a function begins, for a sentence."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f", line {code.co_firstlineno}," if code is not None and code.co_filename == str(path) else ""
