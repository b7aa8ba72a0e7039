"""What a search is asked for, beside the state."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kibitz.rules import Knowledge
from kibitz.thought import Limit

if TYPE_CHECKING:
    from kibitz.search.solver import Solver

Ties = Literal["first", "last", "hostile", "kind"]


@dataclass(frozen=True)
class SearchRequest:
    """The arguments of `kibitz.begin`, which says what they mean."""

    search: str | None = None
    limit: Limit = Limit()
    knowledge: Knowledge | Literal["auto"] | None = "auto"
    all_moves: bool = False
    threads: int = 1
    distance: bool | None = None
    weak: bool = False
    solver: "Solver | None" = None
    ties: Ties = "first"
    first: int | None = None
