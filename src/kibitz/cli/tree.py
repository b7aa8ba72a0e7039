"""Draw what a search does: every node, its value, and where it cut."""

from __future__ import annotations

from typing import Any, Literal

import click

from kibitz import registry
from kibitz.cli import _json, _moves, _options, _terminal
from kibitz.cli._growing import growth
from kibitz.cli._progress import Progress
from kibitz.cli._sketch import Sketch
from kibitz.cli._tracing import Wanted
from kibitz.explain.tree.look import Look
from kibitz.rules import Game

ROOM = 1_000_000  # nodes that are written down when nothing is said, as in kibitz.tree
TIES = ("first", "last", "hostile", "kind")
FILE = click.Path(dir_okay=False)
ENDINGS = ", ".join(f".{name}" for name in registry.names("explain.tree.formats"))
SHAPE = "whole, line (the best line with its siblings) or top:K (the K best moves of each node); whole if it fits, else line."


@click.command(epilog="Example: kibitz tree tic_tac_toe --shape top:2 --show 4 --to tree.html")
@_options.game
@_options.moves
@click.option("--search", metavar="NAME", help=f"{' or '.join(registry.names('search'))} (alphabeta where it fits).")
@click.option("--depth", type=click.IntRange(1), metavar="N", help="Search N plies deep (to the end of every game).")
@click.option(
    "--max-nodes", type=click.IntRange(2), default=ROOM, metavar="N", help=f"Write down N nodes at most ({ROOM:,}: 24 MB)."
)
@click.option("--knowledge", type=click.Choice(["auto", "none"]), default="auto", help="Of what is wise in the game (auto).")
@click.option("--distance", is_flag=True, help="A quicker win and a later loss are better.")
@click.option("--ties", type=click.Choice(TIES), default="first", help="With maxn: see `kibitz analyze --help` (first).")
@click.option("--shape", metavar="SHAPE", help=SHAPE)
@click.option("--show", "plies", type=click.IntRange(1), metavar="N", help="Show N plies at most.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Show N nodes at most (what the kind of drawing bears).")
@click.option("--windows/--no-windows", default=None, help="With alpha and beta (in pictures).")
@click.option("--why", "reasons", is_flag=True, help="With a sentence for each cut: who would never allow the position.")
@click.option("--boards/--values", default=None, help="With a picture of each state, or values only (what suits the game).")
@click.option("--to", type=FILE, metavar="FILE", help=f"Write it to a file: {ENDINGS}.")
@growth
@_options.as_json
def command(
    game: Game,
    moves: str,
    search: str | None,
    depth: int | None,
    max_nodes: int,
    knowledge: str,
    distance: bool,
    ties: Any,
    shape: str | None,
    plies: int | None,
    most: int | None,
    windows: bool | None,
    reasons: bool,
    boards: bool | None,
    to: str | None,
    as_json: bool,
) -> None:
    """Draw what a search does at GAME after MOVES: the nodes it looks at, what it found each to be worth, where it cut.

    MAX is the player to move at the root, and all values are MAX's. "at most 0" is a limit: the search did not need to know
    more. What was cut was never looked at.
    """
    position = _moves.tried(game, moves)
    wise: Literal["auto"] | None = "auto" if knowledge == "auto" else None
    wanted = Wanted(search, depth, wise, distance, ties, max_nodes)
    sketch = Sketch(shape, plies, most, Look(boards, windows, reasons), to, as_json)
    with Progress().shown() as progress:
        with progress.busy("getting ready"):
            sketch.check()
        tree = wanted.tree(position, progress)
        with progress.busy("drawing"):
            told = sketch.of(tree)
    if position.moves and not as_json and to is None:
        click.echo(position.draw(colour=_terminal.in_colour()) + "\n", color=_terminal.in_colour())
    if as_json:
        _json.write("\n".join(told))
    else:
        click.echo("\n".join(told), color=_terminal.in_colour())
