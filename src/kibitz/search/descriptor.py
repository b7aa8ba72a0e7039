"""What a search says of itself: each file in `search/algorithms/` has a line `SEARCH = Search(...)`."""

from dataclasses import dataclass
from typing import Any, Literal

from kibitz.errors import SearchError
from kibitz.thought import Kind


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

    solves: bool = False
    """Looks to the end of the game, whatever the depth."""

    takes_chance: bool = False
    """Plays games in which dice or cards decide too."""

    takes_payoffs: bool = False
    """Plays games of any sum and of several players."""

    has_trace: bool = True
    """Writes its nodes down when it is compiled with traces."""

    proves: Kind = "exact"
    """What a payoff is when nothing below it was estimated: a score has a proof of its own."""


def search_of(module: Any) -> Search:
    """The declaration of a search's module; SearchError where there is none."""
    declared = getattr(module, "SEARCH", None)
    if not isinstance(declared, Search):
        raise SearchError(
            f"the search {module.__name__.rpartition('.')[2]} does not say what it is: it needs SEARCH = Search(...)"
        )
    return declared
