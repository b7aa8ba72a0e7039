"""The entry to the searches from Python: begin one and follow its thoughts, or wait for the last one."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ParamSpec

from kibitz.core.arguments import checked
from kibitz.core.laws import short_repr
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought
from kibitz.errors import ArgumentError, SearchError
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.runtime.rule_watch import watched_rules
from kibitz.search.descriptor import search_for, search_of, title_of, usual_search
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.playout_search import PlayoutSearch
from kibitz.search.drivers.proof_search import ProofSearch, create_solver
from kibitz.search.drivers.request import KnowledgeSource, SearchRequest, Ties, check_state, game_of
from kibitz.search.drivers.score_search import ScoreSearch
from kibitz.search.drivers.selective_search import SelectiveSearch
from kibitz.search.drivers.solver import Solver
from kibitz.search.drivers.vector_search import VectorSearch
from kibitz.search.monte_carlo.options import PlayoutOptions
from kibitz.search.own_search import OwnSearch
from kibitz.search.parts.vector_memory import TIE_RULES

P = ParamSpec("P")


def begin(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str | None = None,
    limit: Limit = Limit(),
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    knowledge: KnowledgeSource = "auto",
    all_moves: bool = False,
    threads: int = 1,
    distance: bool | None = None,
    weak: bool = False,
    solver: Solver | None = None,
    ties: Ties = "first",
    first: int | None = None,
    seed: int = 0,
    exploration: float | None = None,
    playout: str | None = None,
    random_plies: int = 0,
    rave: float | None = None,
    implicit: float = 0.0,
    prior: float | None = None,
    compile_first: bool = False,
) -> Thinking:
    """Begin a search; it thinks in threads of its own and reports what it has found so far.

    `game`: a game, its spec, or a position, which brings its state. `state`: None for the start. `search`: a name from
    `kibitz.search`; None for the strong one that fits the game, or mcts where only a learned policy knows about it and no depth
    is given. `knowledge`: a Knowledge, or "auto" for what was learned of the game, or else the package or the game's file
    knows; "hand" for the latter alone; "FILE.learned" for an estimate; None for nothing. `all_moves`: value every legal move
    exactly, not just the best; a search by playouts then tries each, for half of its playouts. `threads`: side by side on one
    table (deepening and solve only). `distance`: whether quicker wins and later losses are better; without it a value is a bare
    result. None: yes, but for `solve` only where games are won, lost or drawn. `weak` (solve only): just who wins. `solver`
    (solve only): the proofs made so far, as a `Thinking` of the same game had them; it is added to. `ties` (maxn only): which
    of the moves that are equally good for their mover is taken: the first or the last in the order of the rules, the one that
    leaves least to the others (hostile), or most (kind). `first`: the legal move to look at before all others; of moves found
    to be equally good, and equally well proved, it is the one that is named (None: the order of the rules; `solve` has no use
    for it). `seed`: where the dice of a search by playouts come from. `exploration` (mcts only): how much a move counts that
    was seldom tried (0.7); more looks wider, less looks deeper. `playout`, `random_plies`, `rave`, `implicit`, `prior` (mcts
    only): see `kibitz.search.monte_carlo.options`. `compile_first`: wait for machine code, where it has to be made, instead of
    beginning as plain Python; the time begins after that. Without a limit the search runs until it solves the state.

    `depth`, `time` (seconds) and `nodes` take the place of what `limit` says of them: `think(game, depth=6)`.

    Raises GameError, SearchError or RulesError, each a sentence.
    """
    options = PlayoutOptions(exploration, playout, random_plies, rave, implicit, prior)
    limit = _limit(limit, depth, time, nodes)
    request = SearchRequest(
        search, limit, knowledge, all_moves, threads, distance, weak, solver, ties, first, seed, options, compile_first
    )
    return start_search(game, state, request)


def _limit(limit: Limit, depth: int | None, time: float | None, nodes: int | None) -> Limit:
    """The limit with the keywords given beside it. Raises ArgumentError for anything else."""
    if not isinstance(limit, Limit):
        raise ArgumentError(f"limit={short_repr(limit)} is not a limit: write depth=6, time=2.0 or limit=kibitz.Limit(...)")
    return replace(
        limit,
        depth=limit.depth if depth is None else depth,
        time=limit.time if time is None else time,
        nodes=limit.nodes if nodes is None else nodes,
    )


def start_search(game: Game | Position | str, state: Any, request: SearchRequest) -> Thinking:
    """Begin a search as `begin` does, from a SearchRequest."""
    game = game if isinstance(game, Position) else game_of(game)
    check_state(game, state, "a search", "depth={}")
    if request.search is not None and not isinstance(request.search, str):
        raise SearchError(f"{short_repr(request.search)} is not a search: name one by a text, such as search='alphabeta'")
    rules = game_of(game)
    module = search_for(rules, request.search or usual_search(rules, request.knowledge_for(rules), request.limit.depth))
    declared, name = search_of(module), title_of(module)
    if (request.weak or request.solver is not None) and not declared.solves:
        raise SearchError(f"{name} does not solve: weak and solver are for the search solve")
    request.playouts.check(name, declared.has_playouts)
    if request.ties not in TIE_RULES:
        raise SearchError(f"there is no rule for ties called {request.ties!r}: there are {', '.join(TIE_RULES)}")
    if request.ties != "first" and declared.values != "payoffs":
        raise SearchError(f"{name} does not ask how ties are broken: ties is for the search maxn")
    counting = SelectiveSearch if declared.is_selective else ScoreSearch
    by_depth = ProofSearch if declared.solves else counting if declared.values == "score" else VectorSearch
    going_on = PlayoutSearch if hasattr(module, "enter") else OwnSearch
    way = going_on if declared.is_anytime else by_depth
    with watched_rules():
        return way(game, state, request, module)


def _waiting(begin: Callable[P, Thinking]) -> Callable[P, Thought]:
    """The function that begins a search and waits for it."""
    known = inspect.signature(begin).parameters

    @functools.wraps(begin)
    def think(*args: P.args, **kwargs: P.kwargs) -> Thought:
        for name in kwargs.keys() - known.keys():
            limits = name in Limit.__dataclass_fields__
            way = f"give limit=kibitz.Limit({name}={kwargs[name]!r})" if limits else f"it takes {', '.join(known)}"
            raise ArgumentError(f"think() has no argument {name!r}: {way}")
        return wait_for(begin(*args, **kwargs))

    return think


def wait_for(thinking: Thinking) -> Thought:
    """The final thought of a search. Ctrl-C stops the search and is passed on."""
    try:
        return thinking.result()
    except BaseException:
        thinking.stop()
        raise


think = _waiting(begin)
think.__name__ = think.__qualname__ = "think"
think.__doc__ = f"What a search makes of a state.{(begin.__doc__ or '').partition('.')[2]}"


@checked()
def solver(
    game: Game | str,
    *,
    knowledge: KnowledgeSource = "auto",
    table: int = Limit().table,
    threads: int = 1,
    distance: bool | None = None,
    weak: bool = False,
) -> Solver:
    """A solver for many positions of a game: `solver.worth(state)` is the exact value of one, and its proofs are kept.

    It can also be given to `solve` and `think`. The arguments are those of `think`; `table` is in bytes.
    """
    rules = game_of(game)
    request = SearchRequest(None, Limit(table=table), knowledge, threads=threads, distance=distance, weak=weak)
    return create_solver(machine_of(rules, request.knowledge_for(rules)), request)


@checked()
def solve(
    game: Game | Position | str,
    state: Any = None,
    *,
    weak: bool = False,
    all_moves: bool = False,
    limit: Limit = Limit(),
    time: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    knowledge: KnowledgeSource = "auto",
    distance: bool | None = None,
    solver: Solver | None = None,
    compile_first: bool = False,
) -> Thought:
    """The exact value of a state, or the bounds proved until `limit` (or `time`, in seconds, or `nodes`) ended it; see `think`.

    The bounds are in `Thought.bounds`.
    """
    limit = _limit(limit, None, time, nodes)
    request = SearchRequest("solve", limit, knowledge, all_moves, threads, distance, weak, solver, compile_first=compile_first)
    return wait_for(start_search(game, state, request))
