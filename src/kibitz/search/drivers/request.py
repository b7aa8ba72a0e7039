"""A search's request: its state and its options."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kibitz.core.laws import is_int, short_repr
from kibitz.core.registry import as_game
from kibitz.core.rules import Game, Knowledge, mover_of, remember_start
from kibitz.core.thought import Limit
from kibitz.errors import ArgumentError, SearchError
from kibitz.patterns.library import load_knowledge
from kibitz.position import Position
from kibitz.search.monte_carlo.options import PlayoutOptions

if TYPE_CHECKING:
    from kibitz.search.drivers.continuation import Continuation
    from kibitz.search.drivers.solver import Solver

KnowledgeSource = Knowledge | str | os.PathLike[str] | None
"""What a search may know of a game: a knowledge, what `load_knowledge` takes, or nothing."""
Ties = Literal["first", "last", "hostile", "kind"]


@dataclass(frozen=True)
class SearchRequest:
    """The arguments of `kibitz.begin`, which says what they mean."""

    search: str | None = None
    limit: Limit = Limit()
    knowledge: KnowledgeSource = "auto"
    all_moves: bool = False
    threads: int = 1
    distance: bool | None = None
    weak: bool = False
    solver: "Solver | None" = None
    ties: Ties = "first"
    first: int | None = None
    seed: int = 0
    playouts: PlayoutOptions = PlayoutOptions()
    compile_first: bool = False
    continuation: "Continuation | None" = None
    """What the searches of earlier moves of the same game have left (`selective` only); it is added to."""

    def check_threads(self) -> None:
        """Raises SearchError for fewer threads than one."""
        if not is_int(self.threads) or self.threads < 1:
            raise SearchError(f"{self.threads} threads cannot search: give 1 or more")

    def knowledge_for(self, game: Game) -> Knowledge | None:
        """The knowledge that the search may use beyond the rules."""
        if self.knowledge is None or isinstance(self.knowledge, Knowledge):
            return self.knowledge
        if not isinstance(self.knowledge, str | os.PathLike):
            wanted = "None, 'auto', 'hand', a file of an estimate, or a Knowledge"
            raise SearchError(f"{short_repr(self.knowledge)} is not knowledge: give {wanted}")
        return load_knowledge(game, self.knowledge)


def game_of(game: Game | Position | str) -> Game:
    """The game itself: of a spec, or of a position."""
    return game.game if isinstance(game, Position) else as_game(game)


def check_state(game: Game | Position | str, state: Any, call: str, depth: str) -> None:
    """Raises ArgumentError where what stands in the place of a state is none of this game, and says how depths are given."""
    if isinstance(state, Limit):
        raise ArgumentError(f"{call} takes a state second, and not a Limit: write limit=kibitz.Limit(...)")
    if state is None:
        return
    rules = game_of(game)
    start = rules.start()
    if is_int(state) and not is_int(start):
        raise ArgumentError(f"{call} takes a state second, and {state} is none: write {depth.format(state)}")
    if isinstance(state, Position):
        raise ArgumentError(f"{call} takes a state second, and this is a position: give it in the place of the game")
    if rules.compiles and getattr(state, "_fields", None) != getattr(start, "_fields", None):
        raise ArgumentError(
            f"{short_repr(state)} is not a state of {type(rules).__name__}, whose states are like {short_repr(start)}"
        )


def root_of(game: Game | Position | str, state: Any) -> tuple[Game, Any, int]:
    """The game, the state to search (None: the start), and the player to move there."""
    if isinstance(game, Position):
        return game.game, remember_start(game.game, game.state), game.to_move
    rules = game_of(game)
    state = remember_start(rules, rules.start() if state is None else state)
    return rules, state, mover_of(rules, state, 0)
