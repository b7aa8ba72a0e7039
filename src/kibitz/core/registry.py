"""Finds games, knowledge, searches and players by looking: in the package's folders, the entry points, or a file.

A family is a folder, or a few: one file, one member, named after the file. There is no list to keep. Other packages add members
through the entry point groups "kibitz.games" and "kibitz.knowledge" (a class), "kibitz.search" and "kibitz.players"
(a module).
"""

import contextlib
import dataclasses
import difflib
import functools
import hashlib
import importlib
import importlib.util
import inspect
import pkgutil
import sys
import threading
import warnings
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kibitz.core.laws import short_repr
from kibitz.core.parameters import near_names, read_parameters, split_settings, split_spec, write_value
from kibitz.core.rules import Game, Knowledge
from kibitz.errors import GameError, KibitzError, RulesWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_loading = threading.RLock()  # a file may load another; a second thread waits until the whole of it is there


def names(family: str) -> list[str]:
    """The members of a family ("games", "search", "arena.openings", ...), sorted; imports none of them."""
    return sorted({*_files(family), *(point.name for point in _points(family))})


# The folders of families that do not live in one folder of their own name.
FOLDERS = {
    "cli": ("cli.playing", "cli.analysis", "cli.own_games", "cli.strength"),
    "formats": ("formats.kinds",),
    "games": ("games", "games.textbook"),
    "players": ("players.kinds",),
    "search": ("search.algorithms",),
}


@functools.cache
def _files(family: str) -> dict[str, str]:
    """The members in the package's own folders, each with its module; listed once, for a match makes thousands of players."""
    return {name: f"kibitz.{folder}.{name}" for folder in FOLDERS.get(family, (family,)) for name in names_in(folder)}


def names_in(folder: str) -> list[str]:
    """The members in one folder of the package ("cli.playing"), sorted."""
    found = pkgutil.iter_modules([str(Path(__file__).parent.parent.joinpath(*folder.split(".")))])
    return sorted(module.name for module in found if not module.ispkg and not module.name.startswith("_"))


@functools.cache
def _points(family: str) -> tuple["EntryPoint", ...]:
    """The members that other packages bring; read once, since it reads the metadata of every installed package."""
    if not _is_extended():
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=f"kibitz.{family}"))


@functools.cache
def _is_extended() -> bool:
    """Whether another package may bring members. Importing importlib.metadata takes ten times as long as this look."""
    for place in map(Path, sys.path):
        if place.is_file():  # an archive
            return True
        for file in place.glob("*-info/entry_points.txt"):
            with contextlib.suppress(OSError):
                if b"[kibitz." in file.read_bytes():
                    return True
    return False


def member(family: str, name: str, error: type[KibitzError], noun: str) -> Any:
    """The module (or what an entry point names) of one member; raises `error`, which lists the near names."""
    if name in _files(family):
        return importlib.import_module(_files(family)[name])
    for point in _points(family):
        if point.name == name:
            return point.load()
    raise error(f"there is no {noun} called {name!r}; {near_names(name, names(family))}")


def load(spec: str) -> Game:
    """The game that a spec names: `connect_four`, `connect_four:width=8,height=7`, `./my_game.py:MyGame:size=5`.

    Raises GameError, in one sentence, for an unknown name, a file without a game, or a parameter that does not fit.
    """
    if not isinstance(spec, str):
        return as_game(spec)
    name, rest = split_spec(spec)
    if name.endswith(".py"):
        chosen, _, parameters = rest.partition(":")
        if "=" in chosen:
            chosen, parameters = "", rest
        module = file_module(Path(name))
        return _make(_chosen(classes_in(module, Game) or _imported(module), chosen, name), parameters, spec)
    if name.endswith(".json"):
        raise GameError(f"{name} is not a game by itself: for a tree in a file write tree:file={spec}")
    return _make(game_class(name), rest, spec)


def as_game(game: Game | str) -> Game:
    """The game itself, or the game of a spec; GameError for anything else."""
    if isinstance(game, str):
        return load(game)
    if isinstance(game, Game):
        return game
    if isinstance(game, type) and issubclass(game, Game):
        raise GameError(f"{game.__name__} is the class of a game: call it, {game.__name__}(), for the game itself")
    raise GameError(f"{short_repr(game)} is not a game: give one, or its spec, such as 'connect_four' or './my_game.py'")


def game_class(name: str) -> type[Game]:
    """The class of the game of that name, which may be a family of games; GameError lists the near names."""
    found = member("games", name, GameError, "game")
    return found if isinstance(found, type) else _chosen(classes_in(found, Game), "", name)


def required(cls: type[Game]) -> list[str]:
    """The parameters without a default: where there are any, no game goes by the name alone."""
    fields: Any = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    return [field.name for field in fields if field.init and _default(field) is dataclasses.MISSING]


def spec_of(game: Game) -> str:
    """The spec that `load` turns into an equal game."""
    cls = type(game)
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if cls.__module__.startswith("kibitz.games."):
        name = cls.__module__.rpartition(".")[2]
    elif file is not None:
        name = f"{file}:{cls.__qualname__}"
    else:
        name = cls.__qualname__
    if cls.text_field:
        return f"{name}:{getattr(game, cls.text_field)}"
    held: Any = game  # a dataclass, as `load` has seen to
    fields = [field for field in dataclasses.fields(held) if getattr(game, field.name) != _default(field)]
    given = ",".join(f"{field.name}={write_value(getattr(game, field.name))}" for field in fields if field.init)
    return f"{name}:{given}" if given else name


def knowledge_of(game: Game, name: str = "") -> Knowledge | None:
    """The knowledge of a game: from the game's own file, the `knowledge` folder, or an entry point.

    `name`: the class, if there are several. None if there is none.
    """
    for knowledge in knowledge_classes(game):
        if (not name or knowledge.__name__ == name) and knowledge.fits(game):
            return knowledge(game)
    return None


def knowledge_classes(game: Game) -> list[type[Knowledge]]:
    """All knowledge there is of a game, the one that is taken first in front."""
    cls = type(game)
    places: list[Any] = [sys.modules.get(cls.__module__)]
    if cls.__module__.startswith("kibitz.games."):
        name = cls.__module__.rpartition(".")[2]
        if name in names("knowledge"):
            places.append(member("knowledge", name, GameError, "knowledge"))
    return [found for place in places for found in ([place] if isinstance(place, type) else classes_in(place, Knowledge))]


def classes_in(module: ModuleType | None, base: type) -> list[Any]:
    """The classes defined in this very module that derive from `base`, in the order of the file."""
    members = vars(module).values() if module is not None else ()
    return [
        item
        for item in members
        if isinstance(item, type) and issubclass(item, base) and item.__module__ == getattr(module, "__name__", None)
    ]


def file_module(path: Path, error: type[KibitzError] = GameError, remedy: str = "") -> ModuleType:
    """The module of a user's file, under a name that is the same in every process that loads the same file.

    Raises `error`, one sentence: the file is not there (`remedy`: what to do), or it cannot be read.
    """
    path = path.expanduser().resolve()
    if not path.is_file():
        raise error(f"there is no file {path}; {remedy or f'`kibitz new {path.stem}` writes a template'}")
    name = _module_name(path)
    with _loading:
        return sys.modules.get(name) or _loaded(name, path, error)


def _module_name(path: Path) -> str:
    return f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"


def user_file(module: ModuleType) -> Path | None:
    """The file from which `file_module` made a module; None for one that was imported by name."""
    file = getattr(module, "__file__", None)
    return Path(file) if file and module.__name__ == _module_name(Path(file)) else None


def home_of(cls: type) -> str:
    """The module of a class, by a name that is the same wherever its file lies."""
    file = user_file(sys.modules[cls.__module__])
    return cls.__module__ if file is None else file.stem


def _loaded(name: str, path: Path, error: type[KibitzError]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise error(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        with contextlib.redirect_stdout(sys.stderr):  # standard output is for answers
            spec.loader.exec_module(module)
    except BaseException as problem:
        del sys.modules[name]
        if not isinstance(problem, (Exception, SystemExit)):
            raise
        named = "" if isinstance(problem, KibitzError) else f"{type(problem).__name__}: "
        description = " ".join(f"{named}{problem}".split()).rstrip(":")
        if description.startswith("ValueError: mutable default"):  # and Python's advice would be a list all the same
            description = "a parameter holds a number, a text, true or false, or kibitz.Ints((1, 2, 3)), and never a list"
        raise error(f"{path.name}{line_in(path, problem)} cannot be read: {description}") from problem
    return module


def line_in(path: Path, problem: BaseException) -> str:
    """ ", line 12," where that is the innermost line of the file that a mistake passed; nothing when it was elsewhere."""
    if isinstance(problem, SyntaxError):
        return "" if problem.lineno is None else f", line {problem.lineno},"
    trace, line = problem.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f", line {trace.tb_lineno},"
        trace = trace.tb_next
    return line


def title(cls: type[Game]) -> str:
    """The first sentence of the game's docstring: what it is."""
    text = inspect.getdoc(cls) or cls.__name__
    return " ".join(text.split("\n\n")[0].split())


def _make(cls: type[Game], parameters: str, spec: str) -> Game:
    lacking = _lacking(cls)
    if lacking:
        renamed = [f"{own} (line {line}) may be {meant}: rename it" for own, meant, line in misnamed(cls) if meant in lacking]
        raise GameError("; ".join([f"{cls.__name__} is not a game yet: define {', '.join(lacking)}", *renamed]))
    for name, method in vars(Game).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            _check_method(cls, name, inspect.signature(method))
    if not dataclasses.is_dataclass(cls):
        raise GameError(f"{cls.__name__} must be a frozen dataclass: write @dataclass(frozen=True) above the class")
    for name, _, _ in [] if cls.text_field else split_settings(parameters):
        held = getattr(cls, name, None)
        if isinstance(held, bool | int | float | str) and name not in {field.name for field in dataclasses.fields(cls)}:
            kind = type(held).__name__
            raise GameError(
                f"{name} is not a parameter of {cls.__name__}, for it has no type: write {name}: {kind} = {held!r} in the class"
            )
    given = {cls.text_field: parameters} if cls.text_field else read_parameters(cls, parameters, spec)
    missing = [name for name in required(cls) if name not in given]
    if missing:
        raise GameError(
            f"{spec} lacks {' and '.join(missing)}: write {spec.rstrip(':')}{',' if given else ':'}{missing[0]}=..."
        )
    try:
        return cls(**given)
    except (TypeError, ValueError) as problem:
        raise GameError(f"{spec} cannot be set up: {problem}") from problem


def _check_method(cls: type[Game], name: str, contract: inspect.Signature) -> None:
    """Raises GameError where what a class has under the name of a method is none, or cannot be called as it will be."""
    held, takes = inspect.getattr_static(cls, name), ", ".join(contract.parameters)
    if isinstance(held, property):
        raise GameError(f"{cls.__name__}.{name} is a property, but must be a method: take the @property above it away")
    if not callable(getattr(cls, name)):
        raise GameError(f"{cls.__name__}.{name} is {held!r}, but must be a method: write def {name}({takes})")
    if inspect.isfunction(held) and held.__module__ != Game.__module__:
        try:
            inspect.signature(held).bind(*contract.parameters)
        except TypeError:
            has = ", ".join(inspect.signature(held).parameters)
            where = f"line {held.__code__.co_firstlineno}"
            raise GameError(
                f"{cls.__name__}.{name}({has}), {where}, takes other arguments: write def {name}({takes})"
            ) from None


# What methods of the contract are called elsewhere, so that those who come from there find their mistake.
ELSEWHERE = {
    "moves": {"legal_moves", "get_moves", "get_legal_moves", "actions", "get_legal_actions", "possible_moves", "valid_moves"},
    "play": {"make_move", "apply", "apply_move", "do_move", "next_state", "step", "move", "successor"},
    "is_over": {"game_over", "is_game_over", "is_terminal", "terminal", "over", "finished", "done", "ended"},
    "result": {"winner", "utility", "score", "get_result", "outcome", "returns", "reward_at_end"},
    "start": {"initial_state", "initial", "new_game", "start_state", "setup", "reset", "begin"},
    "to_move": {"current_player", "player_to_move", "side_to_move", "whose_turn"},
    "show": {"display", "render", "draw", "print_board", "to_string", "print"},
    "move_name": {"action_to_string", "name_of_move", "format_move", "move_to_string"},
}


def misnamed(cls: type[Game]) -> list[tuple[str, str, int]]:
    """Methods that are never called and look like misspelt contract methods: the name, the likely one, and the line."""
    own = {name: member for name, member in vars(cls).items() if inspect.isfunction(member) and not name.startswith("_")}
    missing = [name for name in vars(Game) if not name.startswith("_") and callable(getattr(Game, name)) and name not in own]
    called = {name for member in own.values() for name in member.__code__.co_names}
    found = []
    for name, member in own.items():
        if name in vars(Game) or name in called or member.__module__ != cls.__module__:
            continue
        plain = {meant.replace("_", ""): meant for meant in missing}
        near = difflib.get_close_matches(name.replace("_", "").lower(), plain, n=1, cutoff=0.8)
        meant = plain[near[0]] if near else next((one for one in missing if name in ELSEWHERE.get(one, ())), None)
        if meant is not None:
            found.append((name, meant, member.__code__.co_firstlineno))
    return found


def _default(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _imported(module: ModuleType) -> list[type[Game]]:
    """The games that a file without one of its own has from elsewhere."""
    found = [item for item in vars(module).values() if isinstance(item, type) and issubclass(item, Game)]
    return list(dict.fromkeys(item for item in found if not _lacking(item)))


def _lacking(cls: type[Game]) -> list[str]:
    """The methods that a class lacks to be a game."""
    lacking = [name for name in ("start", "moves", "play", "is_over") if getattr(cls, name) is getattr(Game, name)]
    return [*lacking, "result"] if cls.result is Game.result and cls.payoffs is Game.payoffs else lacking


def _chosen(games: list[type[Game]], wanted: str, place: str) -> type[Game]:
    """The game called `wanted`, or the last one of the file: a file builds up to what it is for."""
    if wanted:
        for cls in games:
            if cls.__name__ == wanted:
                return cls
        raise GameError(f"{place} has no game called {wanted!r}; {near_names(wanted, [cls.__name__ for cls in games])}")
    if not games:
        raise GameError(f"{place} defines no game: write a class that derives from kibitz.Game")
    others = [cls.__name__ for cls in games[:-1] if not _lacking(cls) and not issubclass(games[-1], cls)]
    if others:
        warnings.warn(
            f"{place} has several games; this is the last of them, {games[-1].__name__}: for another one write "
            f"{' or '.join(f'{place}:{name}' for name in others[:3])}",
            RulesWarning,
            stacklevel=3,
        )
    return games[-1]
