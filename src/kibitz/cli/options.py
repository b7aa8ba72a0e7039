"""The arguments and options that several commands share, each said once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from kibitz.cli.terminal import listen_for_json
from kibitz.core import registry
from kibitz.core.rules import Game, Knowledge, says
from kibitz.core.thought import Limit
from kibitz.errors import GameError
from kibitz.patterns.library import AUTO, ENDING, HAND, NONE, load_knowledge
from kibitz.players import settings
from kibitz.position import Position, try_rules
from kibitz.search.drivers.request import SearchRequest, Ties

if TYPE_CHECKING:
    from kibitz.search.drivers.handle import Thinking

THREADS = 64
WORKERS = 512  # processes of a command
Callback = Callable[..., Any]


@dataclass(frozen=True)
class SearchOptions(SearchRequest):
    """How a search was asked for on the command line."""

    def begin(self, position: Position, all_moves: bool, before: Thinking | None = None) -> Thinking:
        """Starts it; the compiler is imported here and no sooner. What was proved `before` of the same game is used again."""
        from kibitz.search.entry import start_search

        return start_search(position, None, replace(self, all_moves=all_moves, solver=getattr(before, "solver", None)))


def seconds(text: str | float) -> float:
    """A time such as 0.5 or 2s."""
    try:
        return settings.seconds(str(text))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a time: write seconds above 0, such as 0.5") from None


def size(text: str | int) -> int:
    """An amount of memory such as 64MB or 2GB, in bytes; a MB is 2**20 bytes."""
    try:
        return settings.size(str(text))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not an amount of memory: write, for instance, 64MB or 2GB") from None


def playable(spec: str) -> Game:
    """The game that a spec names; GameError when its rules do not say who moves, or what each player gets."""
    game = registry.load(spec)
    name = type(game).__name__
    if says(game, "chances") and not says(game, "to_move"):
        raise GameError(f"{name} has chances: define to_move(state) too, which gives CHANCE where dice or cards decide")
    if game.players != 2 and not says(game, "payoffs"):
        raise GameError(f"{name} has {game.players} players, and a result is for two: define payoffs(state) instead")
    return game


def named_knowledge(game: Game | str, name: str) -> Knowledge | str | None:
    """The knowledge that `--knowledge` names; GameError if the game has none of that name.

    A word, or the file of an estimate, stays as it is: only a search reads it, so that the compiler is not needed sooner.
    """
    if name in (AUTO, HAND, NONE) or name.endswith(ENDING):
        return name
    return load_knowledge(game, name)


def given() -> dict[str, str]:
    """The options given on the command line, with the spelling used there."""
    context = click.get_current_context()
    written = {parameter.name or "": parameter.opts[0] for parameter in context.command.params}
    return {
        name: option for name, option in written.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }


def game_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The names that a shell offers for a game."""
    return [name for name in registry.names("games") if name.startswith(incomplete)]


as_json = click.option(
    "--json",
    "as_json",
    is_flag=True,
    is_eager=True,  # a file of rules is read when GAME is, and may print
    callback=listen_for_json,
    help="One JSON object on standard output, nothing else.",
)
moves = click.option(
    "--moves",
    default="",
    metavar="MOVES",
    help="Moves from the start, such as 4,4,5 or f5d6c3; match:12/3/1@20: 20 of a stored game (or play:KEY@20).",
)
positions = click.option(
    "--positions",
    "file",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Answer each line of moves, played after MOVES, with one JSON line; - reads what is typed or piped.",
)
store = click.option(
    "--store", metavar="URL", help="Where games are kept: a path or a URL (KIBITZ_STORE, or your data folder)."
)
workers = click.option(
    "--workers", type=click.IntRange(1, WORKERS), metavar="N", help="Processes that work at once (one a core)."
)
cluster = click.option(
    "--cluster", metavar="ADDRESS", help="Let the workers of a dask scheduler work, such as tcp://10.0.0.5:8786."
)
verify = click.option(
    "--verify", is_flag=True, help="Do one in twenty parts of the work again here, and name a worker whose results differ."
)
time = click.option("--time", type=seconds, metavar="SECONDS", help="Stop after that time.")
nodes = click.option("--nodes", type=click.IntRange(1), metavar="N", help="Stop after N positions.")
threads = click.option(
    "--threads", type=click.IntRange(1, THREADS), default=1, metavar="N", help="Threads that search at once (1)."
)
knowledge = click.option(
    "--knowledge",
    default="auto",
    metavar="NAME",
    help="What is wise in the game: auto (learned, or else written by hand), hand, none, the name of a class, FILE.py:Class "
    "or FILE.learned (auto).",
)
game = click.argument("game", type=playable, shell_complete=game_names)
optional_game = click.argument("game", type=playable, shell_complete=game_names, required=False)


def table(usual: str) -> Callable[[Callback], Callback]:
    """The memory for the table, by default `usual`."""
    return click.option("--table", type=size, default=usual, metavar="SIZE", help=f"Memory for positions seen ({usual}).")


def request(callback: Callback) -> Callback:
    """The options of a search, handed over as one `request`; whichever limit comes first ends it."""

    @click.option("--depth", type=click.IntRange(1), metavar="N", help="Stop after N plies.")
    @time
    @nodes
    @table("64MB")
    @click.option("--search", metavar="NAME", help=f"{' or '.join(registry.names('search'))} (what fits the game).")
    @click.option(
        "--ties",
        type=click.Choice(["first", "last", "hostile", "kind"]),
        default="first",
        help="With maxn, which of a player's equally good moves counts: the first, the last, or what leaves the others least "
        "or most (first).",
    )
    @threads
    @click.option("--no-distance", is_flag=True, help="Only who wins, not in how many plies: quicker.")
    @functools.wraps(callback)
    def packed(
        *,
        depth: int | None,
        time: float | None,
        nodes: int | None,
        table: int,
        search: str | None,
        ties: Ties,
        threads: int,
        no_distance: bool,
        **rest: Any,
    ) -> Any:
        limit = Limit(depth, time, nodes, table)
        return callback(request=SearchOptions(search, limit, threads=threads, distance=not no_distance, ties=ties), **rest)

    return packed


# The position that `--moves` sets up: moves from the start, or a game of the store.

STORED = ("match:", "play:")  # what the name of a stored game begins with


def tried_position(game: Game, moves: str) -> Position:
    """The position after `moves`, for a command that searches; RulesError where the rules fail (see `try_rules`)."""
    position = position_after(game, moves)
    try_rules(position)
    return position


def position_after(game: Game, moves: str) -> Position:
    """The position after `moves`; `match:12/3/1@20`, `play:3f9a0c@20` are the first 20 of a stored game (see `reference`)."""
    if not moves.strip().startswith(STORED):
        return Position.after(game, moves)
    from kibitz.arena.store.replay import resolve  # brings SQLite

    return resolve(moves).position(game)
