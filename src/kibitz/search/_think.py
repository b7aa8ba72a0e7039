"""The one door from Python to the searches: begin one and listen to it, or wait for its final `Thought`."""

from typing import Any, Literal

from kibitz.errors import SearchError
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.registry import knowledge_of, load, member
from kibitz.rules import Game, Knowledge
from kibitz.search._solver import Solver, made
from kibitz.search._solving import Solving
from kibitz.search._thinking import Thinking
from kibitz.thought import Limit, Thought


def think(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str = "deepening",
    limit: Limit = Limit(),
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    all_moves: bool = False,
    threads: int = 1,
    distance: bool | None = None,
    weak: bool = False,
    solver: Solver | None = None,
) -> Thought:
    """What a search makes of a state.

    `game`: a game, its spec, or a position, which brings its state. `state`: None for the start. `search`: a name from
    `kibitz.search`. `knowledge`: "auto" for what the package or the game's file knows, None for nothing. `all_moves`: value
    every legal move exactly, not just the best. `threads`: side by side on one table (deepening and solve only). `distance`:
    whether quicker wins and later losses are better; without it a value is a bare result. None: yes, but for `solve` only where
    games are won, lost or drawn. `weak` (solve only): just who wins. `solver` (solve only): the proofs made so far, as a
    `Thinking` of the same game had them; it is added to. Without a limit the search goes on until the state is solved. Ctrl-C
    stops the search and is passed on.

    Raises GameError, SearchError or RulesError, each a sentence.
    """
    thinking = begin(
        game,
        state,
        search=search,
        limit=limit,
        knowledge=knowledge,
        all_moves=all_moves,
        threads=threads,
        distance=distance,
        weak=weak,
        solver=solver,
    )
    try:
        return thinking.result()
    except BaseException:
        thinking.stop()
        raise


def begin(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str = "deepening",
    limit: Limit = Limit(),
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    all_moves: bool = False,
    threads: int = 1,
    distance: bool | None = None,
    weak: bool = False,
    solver: Solver | None = None,
) -> Thinking:
    """Begin what `think` waits for; the arguments are the same."""
    if getattr(member("search", search, SearchError, "search"), "SOLVES", False):
        return Solving(
            game,
            state,
            search=search,
            limit=limit,
            knowledge=knowledge,
            all_moves=all_moves,
            threads=threads,
            distance=distance,
            weak=weak,
            solver=solver,
        )
    if weak or solver is not None:
        raise SearchError(f"{search} does not solve: weak and solver are for the search solve")
    return Thinking(
        game,
        state,
        search=search,
        limit=limit,
        knowledge=knowledge,
        all_moves=all_moves,
        threads=threads,
        distance=distance is not False,
    )


def solver(
    game: Game | str,
    *,
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    table: int = Limit().table,
    threads: int = 1,
    distance: bool | None = None,
    weak: bool = False,
) -> Solver:
    """A solver for many positions of a game: `solver.worth(state)` is the exact value of one, and what is proved is kept.

    It can also be given to `solve` and `think`. The arguments are those of `think`; `table` is in bytes.
    """
    game = load(game) if isinstance(game, str) else game
    wise = knowledge_of(game) if knowledge == "auto" else knowledge
    return made(game, machine_of(game, wise), table, threads, distance, weak)


def solve(
    game: Game | Position | str,
    state: Any = None,
    *,
    weak: bool = False,
    all_moves: bool = False,
    limit: Limit = Limit(),
    threads: int = 1,
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    distance: bool | None = None,
    solver: Solver | None = None,
) -> Thought:
    """The exact value of a state, or the limits proved until `limit` ended it (`Thought.bounds`); see `think`."""
    return think(
        game,
        state,
        search="solve",
        weak=weak,
        all_moves=all_moves,
        limit=limit,
        threads=threads,
        knowledge=knowledge,
        distance=distance,
        solver=solver,
    )
