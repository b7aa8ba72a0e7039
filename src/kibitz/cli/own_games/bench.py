"""Measure how many positions a second each search visits, per game, on this machine."""

import time
from typing import Any

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import write_json
from kibitz.core import catalogue, registry
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.errors import KibitzError, RulesError
from kibitz.position import Position, try_rules

PERFT = "perft"
DEEPEST = 60


@click.command(epilog="Example: kibitz bench connect_four othello --time 1")
@click.argument("games", nargs=-1, metavar="[GAME]...", type=_options.playable)
@click.option(
    "--time", "seconds", type=_options.seconds, default=0.5, metavar="SECONDS", help="For each search of a game (0.5)."
)
@_options.as_json
def command(games: tuple[Game, ...], seconds: float, as_json: bool) -> None:
    """Measure nodes a second of perft and of each search, for the games given or for all.

    Compiling comes first and is not counted.
    """
    chosen = games or tuple(catalogue.games().values())
    columns = [PERFT, *registry.names("search")]
    rows: list[dict[str, Any]] = []
    refused: list[dict[str, str]] = []
    doing = [""]
    with Progress(lambda: doing[0]).display():
        for game in chosen:
            for what in columns:
                doing[0] = f"{registry.spec_of(game)}: {what}"
                place = {"game": registry.spec_of(game), "search": what}
                try:
                    rows.append(place | _measured(game, what, seconds))
                except RulesError:
                    raise
                except KibitzError as problem:
                    refused.append(place | {"why": str(problem)})
    if as_json:
        write_json({"rows": rows, "refused": refused})
        return
    names = [registry.spec_of(game) for game in chosen]
    width = max(len("nodes/s"), *map(len, names))
    click.echo(f"{'nodes/s':<{width}}" + "".join(f"{what:>15}" for what in columns))
    rates = {(row["game"], row["search"]): f"{row['nodes_per_second']:,}" for row in rows}
    for name in names:
        click.echo(f"{name:<{width}}" + "".join(f"{rates.get((name, what), '-'):>15}" for what in columns))
    for one in refused:
        click.echo(f"- {one['game']}, {one['search']}: {one['why']}")


def _measured(game: Game, what: str, seconds: float) -> dict[str, Any]:
    """Nodes, seconds and nodes a second; a KibitzError where a search cannot play the game."""
    try_rules(Position.after(game))
    nodes, taken = _perft(game, seconds) if what == PERFT else _search(game, what, seconds)
    return {"nodes": nodes, "seconds": round(taken, 6), "nodes_per_second": round(nodes / taken) if taken else 0}


def _perft(game: Game, seconds: float) -> tuple[int, float]:
    """The leaves of the deepest perft begun within half the time, and what they took."""
    from kibitz.search.perft import perft

    state = game.start()
    interruptible(lambda: perft(game, state, 0))
    best, began = (0, 1.0), time.perf_counter()
    for depth in range(1, DEEPEST):
        since = time.perf_counter()
        leaves = interruptible(lambda depth=depth: perft(game, state, depth))  # type: ignore[misc]  # mypy wants no default in a lambda
        now = time.perf_counter()
        if leaves == 0 or now - began > seconds / 2:
            return max(best, (leaves, now - since), key=lambda pair: pair[0] / pair[1])
        best = max(best, (leaves, now - since), key=lambda pair: pair[0] / pair[1])
    return best


def _search(game: Game, name: str, seconds: float) -> tuple[int, float]:
    """The positions that a search visits from the start in that time."""
    from kibitz.search.entry import think

    think(game, search=name, limit=Limit(nodes=1), compile_first=True)
    thought = think(game, search=name, limit=Limit(time=seconds))
    return thought.nodes, thought.seconds
