"""What can be traced."""

from types import FunctionType, ModuleType

from kibitz.errors import SearchError
from kibitz.kernel._functions import names_in
from kibitz.registry import member, names


def module_of(search: str) -> ModuleType:
    """The file of a search."""
    found: ModuleType = member("search", search, SearchError, "search")
    return found


def writes_down(function: FunctionType) -> bool:
    """Whether a function asks if there is a trace, itself."""
    return "TRACES" in names_in(function.__code__)


def can_be_traced(search: str) -> bool:
    """Whether a search writes down what it does when it is asked to."""
    return any(isinstance(one, FunctionType) and writes_down(one) for one in vars(module_of(search)).values())


TRACED = [name for name in names("search") if can_be_traced(name)]
COUNTED = [name for name in TRACED if module_of(name).SEARCH.values == "score"]  # values are whole numbers for the side to move
assert {"minimax", "alphabeta", "deepening", "solve", "maxn", "expectiminimax"} <= set(TRACED), "nothing is compared any more"
