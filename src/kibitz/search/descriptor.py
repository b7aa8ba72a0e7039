"""A search's description of itself, the line `SEARCH = Search(...)` in its file, and the search that fits a game."""

import ast
import functools
import warnings
from dataclasses import InitVar, dataclass
from pathlib import Path
from typing import Any, Literal

from kibitz.core.registry import file_module, member
from kibitz.core.rules import Game, Knowledge, says
from kibitz.core.thought import Kind
from kibitz.errors import SearchError
from kibitz.patterns.library import has_policy

OWN = ".py"  # the end of a file of one's own


@dataclass(frozen=True)
class Search:
    """The properties of one search; each is False unless the search says so."""

    values: Literal["score", "payoff", "payoffs"] = "score"
    """What a value is: a whole number with its proof, the payoff of one player, or one payoff for each."""

    deepens: bool = False
    """Searched to depth 1, then 2, and so on, since each depth orders the moves of the next."""

    has_table: bool = False
    """Keeps positions in the transposition table, and so gains from more threads."""

    has_window: bool = False
    """Searches between alpha and beta."""

    is_selective: bool = False
    """Searches some moves less deep than others: only what carries a proof of its own is proved."""

    solves: bool = False
    """Looks to the end of the game, whatever the depth."""

    is_anytime: bool = False
    """Runs until it is stopped, without depths: an anytime search."""

    has_playouts: bool = False
    """Plays games at random, so `exploration`, `rave` and the other options of playouts mean something to it."""

    takes_chance: bool = False
    """Plays games in which dice or cards decide too."""

    takes_payoffs: bool = False
    """Plays games of any sum and of several players."""

    handles_repetition: bool = False
    """Plays games with a law of repetition."""

    adds_rewards: bool = False
    """Plays games whose moves bring something at once."""

    has_trace: bool = True
    """Writes its nodes down when it is compiled with traces."""

    proves: Kind = "exact"
    """What a payoff is when nothing below it was estimated: a score has a proof of its own."""

    goes_on: InitVar[bool | None] = None
    """The old name of `is_anytime`."""

    minds_recurrence: InitVar[bool | None] = None
    """The old name of `handles_repetition`."""

    def __post_init__(self, goes_on: bool | None, minds_recurrence: bool | None) -> None:
        for old, new, given in (
            ("goes_on", "is_anytime", goes_on),
            ("minds_recurrence", "handles_repetition", minds_recurrence),
        ):
            if given is not None:
                warnings.warn(f"Search({old}=...) is called {new} now", DeprecationWarning, stacklevel=3)
                object.__setattr__(self, new, given)


def module_of(name: str) -> Any:
    """The module of a search: of the package, of another one's entry point, or of a file of one's own (`./my_search.py`).

    Raises SearchError for an unknown name, and for a file that is missing or cannot be read.
    """
    if name.endswith(OWN):
        return file_module(Path(name), SearchError, "docs/own_search.md shows one")
    return member("search", name, SearchError, "search")


def title_of(module: Any) -> str:
    """A search's name in sentences: the name of its file."""
    own = not module.__name__.startswith("kibitz.") and Path(getattr(module, "__file__", "") or "").name
    return own or str(module.__name__.rpartition(".")[2])


def search_of(module: Any) -> Search:
    """The declaration of a search's module; SearchError where there is none."""
    declared = getattr(module, "SEARCH", None)
    if not isinstance(declared, Search):
        raise SearchError(f"the search {title_of(module)} does not say what it is: it needs SEARCH = Search(...)")
    if not hasattr(module, "answers" if declared.is_anytime and not hasattr(module, "enter") else "enter"):
        wanted = "answers(task)" if declared.is_anytime else "enter(rules, fields, depth, alpha, beta, ply, memory, table)"
        raise SearchError(f"the search {title_of(module)} cannot be begun: it needs {wanted}")
    hints = getattr(getattr(module, "enter", None), "__annotations__", {"fields": None})
    if "fields" not in hints:
        raise SearchError(f"enter() in the search {title_of(module)} does not say what it takes: docs/own_search.md shows how")
    return declared


def fitting(game: Game) -> str:
    """The name of the strong search for a game."""
    if not says(game, "result"):
        return "maxn"
    return "expectiminimax" if says(game, "chances") else "deepening"


def usual_search(game: Game, knowledge: Knowledge | None, depth: int | None = None) -> str:
    """The name of the search to take where none is named: the one that fits.

    But `mcts` where a policy was learned and nothing estimates positions: a search by depth, unless one is asked for, would see
    nothing there.
    """
    sees = depth is not None or says(knowledge, "evaluate") or says(knowledge, "estimates")
    return "mcts" if has_policy(knowledge) and not sees else fitting(game)


def search_for(game: Game, name: str | None) -> Any:
    """The module of the search of that name, or, if None, of the one that fits. SearchError for one that does not fit."""
    name = name or fitting(game)
    module = module_of(name)
    lacks, title = _lacking(game, search_of(module)), type(game).__name__
    if lacks == "payoffs":
        raise SearchError(f"{name} needs a zero-sum game of two players, and {title} gives payoffs: take maxn")
    if lacks == "chance":
        raise SearchError(f"{name} leaves nothing to chance, and in {title} dice or cards decide too: take {fitting(game)}")
    if lacks == "recurrence":
        raise SearchError(
            f"{name} does not see that a position has come back, and in {title} that matters: take {fitting(game)}"
        )
    if lacks == "reward":
        raise SearchError(f"{name} does not add up what moves bring at once, as in {title}: take {fitting(game)}")
    return module


def may_fit(game: Game, name: str) -> bool:
    """Whether the search of that name fits a game, without importing it; True for a search of another package."""
    declared = declared_by(name)
    return declared is None or not _lacking(game, declared)


def takes_no_depth(name: str) -> bool:
    """Whether the search of that name takes no depth: it searches to the end of the game, or until it is stopped."""
    declared = declared_by(name)
    return declared is not None and (declared.solves or declared.is_anytime)


def is_anytime(name: str) -> bool:
    """Whether the search of that name runs until it is stopped: a search by playouts."""
    declared = declared_by(name)
    return declared is not None and declared.is_anytime


def _lacking(game: Game, search: Search) -> Literal["", "payoffs", "chance", "recurrence", "reward"]:
    """The features of a game that this search does not support."""
    if not says(game, "result") and not search.takes_payoffs:
        return "payoffs"
    if game.recurrence and not search.handles_repetition:
        return "recurrence"
    if says(game, "reward") and not search.adds_rewards:
        return "reward"
    return "chance" if says(game, "chances") and not search.takes_chance else ""


@functools.cache
def declared_by(search: str) -> Search | None:
    """The line `SEARCH = Search(...)` in the file of a search, read without importing it: that would bring the compiler.

    None where it is not the package's, nor a file of one's own that says it.
    """
    file = Path(search) if search.endswith(OWN) else Path(__file__).parent / "algorithms" / f"{search}.py"
    if not file.is_file():
        return None
    try:
        statements = ast.parse(file.read_text("utf-8")).body
    except (SyntaxError, ValueError):
        return None  # a file of one's own, which says so itself when it is loaded
    for statement in statements:
        match statement:
            case ast.Assign(targets=[ast.Name("SEARCH")], value=ast.Call(args=given, keywords=named)):
                return _written(given, named)
    return None


def _written(given: list[ast.expr], named: list[ast.keyword]) -> Search | None:
    """A declaration as it is written out; None where it is not."""
    try:
        return Search(*map(ast.literal_eval, given), **{one.arg: ast.literal_eval(one.value) for one in named if one.arg})
    except (ValueError, TypeError):
        return None
