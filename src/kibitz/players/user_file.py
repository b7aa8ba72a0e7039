"""Makes a player from a user's file: `my_player.py:function`, `my_player.py:Class:depth=3`, or just `my_player.py`.

    def rightmost(position):             # or (position, dice): a random.Random with the player's seed
        return position.legal()[-1]      # a move, its name, or a Thought

A second argument that has no default, and is not declared a number or a text, gets the dice. Other arguments may be set
after the name; their types are declared, or follow from the default: int, float, bool or str. A class has such a function as
its method `think`; it is made with the seed if its first argument has no default.
"""

import inspect
import math
import random
import time
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.core.laws import short_repr
from kibitz.core.parameters import Setting, describe_kind, near_names, read_value, split_spec
from kibitz.core.registry import file_module, line_in
from kibitz.core.rules import Game
from kibitz.core.thought import Thought
from kibitz.errors import PlayerError, PlayerFailed, RulesError
from kibitz.players.answers import NoAnswer, is_of_rules, read_answer
from kibitz.players.settings import read_settings
from kibitz.position import Position
from kibitz.runtime.orders import Listening
from kibitz.runtime.user_code import describe_error

# A player of the user's own: a function that returns a move; every error in it becomes one sentence.


class Own:
    """Plays the moves that a function in a user's file returns, and reports a wrong answer in one sentence."""

    def __init__(self, name: str, path: Path, answer: Callable[[Position], Any], admits: Any, line: str) -> None:
        """`line`: where in the file the function begins; `admits`: what to ask whether it can play a game, or None."""
        self.name = name
        self._path, self._answer, self._admits, self._line = path, answer, admits, line

    def admit(self, game: Game) -> None:
        """Asks the user's class, if it has such a method. Raises PlayerFailed for any error it raises."""
        if self._admits is not None:
            with Listening() as listening:
                try:
                    self._admits(game)
                except BaseException as problem:
                    listening.obey()
                    raise self._failed(problem, "does not play this game") from problem

    def think(self, position: Position) -> Thought:
        """The answer, as a thought; of a move alone the value is a guess of 0 that means nothing.

        Raises PlayerFailed for any error of the function and for an unusable answer; RulesError where the rules are to
        blame.
        """
        began = time.perf_counter()
        with Listening() as listening:
            try:
                answer = self._answer(position)
                return read_answer(answer, position, time.perf_counter() - began)
            except NoAnswer as problem:
                failed = PlayerFailed.of_move if problem.is_illegal_move else PlayerFailed
                raise failed(f"{self.name}{self._line} {problem}") from problem
            except BaseException as problem:
                listening.obey()
                if isinstance(problem, RulesError) and is_of_rules(problem, position):
                    raise
                raise self._failed(problem, "failed") from problem

    def _failed(self, problem: BaseException, what: str) -> PlayerFailed:
        return PlayerFailed(f"{self.name}{line_in(self._path, problem)} {what}: {describe_error(problem)}")


# What a function or a class of a user's file takes: which argument gets the dice, and which may be set after its name.

SETTABLE = (int, float, bool, str)
IN_A_ROW = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
BY_NAME = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


@dataclass(frozen=True)
class Arguments:
    """The arguments of the function `name`, with their declared types."""

    name: str
    parameters: tuple[Parameter, ...]
    hints: Mapping[str, Any]

    @classmethod
    def of(cls, found: Any, name: str) -> "Arguments":
        """The arguments of a function or a class; PlayerError where Python cannot tell."""
        try:
            parameters = tuple(inspect.signature(found).parameters.values())
        except (TypeError, ValueError) as problem:
            raise PlayerError(f"what {short_repr(found)} takes cannot be seen: wrap it in a function of your own") from problem
        try:
            hints = typing.get_type_hints(getattr(found, "__init__", found) if isinstance(found, type) else found)
        except Exception:  # a name that is there for a type checker only, or something that has no hints
            hints = {}
        return cls(name, parameters, hints)

    def read(self, text: str, taken: int) -> dict[str, Any]:
        """Read the settings `name=value,...` for the arguments after the first `taken`; PlayerError when one does not fit."""
        settings = {}
        for one in self.parameters[taken:]:
            kind = self.hints.get(one.name, type(one.default))
            if kind in SETTABLE and one.kind in BY_NAME:
                settings[one.name] = Setting(_reader(kind), describe_kind(kind))
        return read_settings(f"{self.name}:{text}", settings)

    def has_room(self, place: int, given: Mapping[str, Any]) -> bool:
        """Whether the argument at `place` is required and not set."""
        if len(self.parameters) <= place:
            return False
        one = self.parameters[place]
        return one.kind in IN_A_ROW and one.default is one.empty and one.name not in given

    def is_number_or_text(self, place: int) -> bool:
        """Whether the argument at `place` is declared one."""
        return self.hints.get(self.parameters[place].name) in SETTABLE

    def check_filled(self, taken: int, given: Mapping[str, Any]) -> None:
        """Raises PlayerError when an argument after the first `taken` has no value."""
        for one in self.parameters[taken:]:
            if one.kind in (*IN_A_ROW, *BY_NAME) and one.default is one.empty and one.name not in given:
                raise PlayerError(f"{self.name} needs {one.name}: write {self.name}:{one.name}=..., or give it a default")


def _reader(kind: Any) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        value = read_value(text, kind)
        if kind is float and not math.isfinite(value):
            raise ValueError(text)
        return value

    return read


REMEDY = "name a player of your own as FILE.py:FUNCTION"
SAMPLE = "def my_player(position): return position.legal()[0]"


def make(spec: str, seed: int | None) -> Own:
    """The player of a file. Raises PlayerError: no file, no such function, a setting that does not fit."""
    place, rest = split_spec(spec)
    name, _, settings = rest.partition(":")
    if "=" in name:
        name, settings = "", rest
    module = file_module(Path(place), PlayerError, REMEDY)
    path = Path(str(module.__file__))
    found = _named(module, name, path.name) if name else _only(module, path.name)
    takes = Arguments.of(found, name or found.__name__)
    way = _class_player if isinstance(found, type) else _function_player
    return way(found, takes, settings, spec, seed, path)


def of_function(found: Any, seed: int | None) -> Own:
    """The player that plays what a function answers."""
    name = getattr(found, "__name__", type(found).__name__)
    code = getattr(inspect.unwrap(found), "__code__", None)
    return _function_player(found, Arguments.of(found, name), "", name, seed, Path(code.co_filename if code else name))


def _function_player(found: Any, takes: Arguments, settings: str, spec: str, seed: int | None, path: Path) -> Own:
    given = takes.read(settings, 1)
    thrown = takes.has_room(1, given) and not takes.is_number_or_text(1)
    takes.check_filled(2 if thrown else 1, given)
    dice = (random.Random(seed),) if thrown else ()
    return Own(spec, path, lambda position: found(position, *dice, **given), None, _line(path, found))


def _class_player(cls: Any, takes: Arguments, settings: str, spec: str, seed: int | None, path: Path) -> Own:
    given = takes.read(settings, 0)
    seeded = takes.has_room(0, given)
    takes.check_filled(1 if seeded else 0, given)
    with Listening() as listening:
        try:
            built = cls(seed, **given) if seeded else cls(**given)
            think, admits = built.think, getattr(built, "admit", None)
        except BaseException as problem:
            listening.obey()
            raise PlayerFailed(
                f"{path.name}{line_in(path, problem)} cannot make {takes.name}: {describe_error(problem)}"
            ) from problem
    return Own(spec, path, think, admits, _line(path, cls.think))


def _named(module: ModuleType, name: str, file: str) -> Any:
    found = getattr(module, name, None)
    if found is None:
        known = [one for one in vars(module) if _is_player(module, one)]
        raise PlayerError(f"{file} has no player called {name!r}; {near_names(name, known)}")
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "think", None))):
        raise PlayerError(
            f"{name} in {file} is not a player: it must be a function of a position, or a class with think(position)"
        )
    return found


def _only(module: ModuleType, file: str) -> Any:
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
