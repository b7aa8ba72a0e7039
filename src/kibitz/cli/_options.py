"""The arguments and options that several commands share, each said once."""

import functools
import math
import re
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from kibitz import registry
from kibitz.rules import Game
from kibitz.thought import Limit

UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}  # a MB is 2**20 bytes, as for hash tables everywhere
Callback = Callable[..., Any]


class GameType(click.ParamType):
    """A game's name with its parameters, or a file of rules: `connect_four:width=8`, `./my_game.py`."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        return value if isinstance(value, Game) else registry.load(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        names = [name for name in registry.names("games") if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


class SecondsType(click.ParamType):
    """A time in seconds, such as 0.5 or 2s."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(str(value).removesuffix("s"))
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            self.fail(f"{value!r} is no time: write seconds above 0, such as 0.5", param, ctx)
        return seconds


class BytesType(click.ParamType):
    """An amount of memory, such as 64MB or 2GB."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        read = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(|[kmg])i?b?", str(value).strip().lower())
        size = float(read[1]) * UNITS[read[2]] if read else 0.0
        if not 1 <= size < 2**48:
            self.fail(f"{value!r} is no amount of memory: write, for instance, 64MB or 2GB", param, ctx)
        return int(size)


GAME = GameType()
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output, nothing else.")
moves = click.option("--moves", default="", metavar="MOVES", help="Moves from the start, such as 4,4,5 or f5d6c3.")


def game(callback: Callback) -> Callback:
    """The argument GAME."""
    return click.argument("game", type=GAME)(callback)


def limits(callback: Callback) -> Callback:
    """The options of a LIMIT, handed over as one `limit`; whichever comes first ends the search."""

    @click.option("--depth", type=click.IntRange(1), metavar="N", help="Stop after N plies.")
    @click.option("--time", type=SecondsType(), metavar="SECONDS", help="Stop after that time.")
    @click.option("--nodes", type=click.IntRange(1), metavar="N", help="Stop after N positions.")
    @click.option("--table", type=BytesType(), default="64MB", metavar="SIZE", help="Memory for positions seen (64MB).")
    @functools.wraps(callback)
    def packed(*, depth: int | None, time: float | None, nodes: int | None, table: int, **rest: Any) -> Any:
        return callback(limit=Limit(depth, time, nodes, table), **rest)

    return packed


def search(callback: Callback) -> Callback:
    """The options that choose the search, what it knows and how many threads it has."""
    for option in (
        click.option("--threads", type=click.IntRange(1, 64), default=1, metavar="N", help="Threads that search at once (1)."),
        click.option("--no-distance", is_flag=True, help="Only who wins, not in how many plies: quicker."),
        click.option("--search", default="deepening", metavar="NAME", help="minimax, alphabeta, or deepening (the default)."),
    ):
        callback = option(callback)
    return callback
