"""Draw what a search does: every node, its value, and where it cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options as _options
from kibitz.cli import terminal as _terminal
from kibitz.cli.analysis._growth import growth
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json
from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.search.descriptor import declared_by, is_anytime
from kibitz.search.drivers.request import SearchRequest

if TYPE_CHECKING:
    from kibitz.explain.tree.shape import Branch
    from kibitz.explain.tree.tree import Tree
    from kibitz.explain.tree.writing import DrawingOptions
    from kibitz.position import Position

ROOM = 1_000_000  # nodes written down by default, as in kibitz.tree
TIES = ("first", "last", "hostile", "kind")
FILE = click.Path(dir_okay=False)
ENDINGS = ", ".join(f".{name}" for name in registry.names("explain.tree.formats"))
WHY = "With a sentence for each cut: who would never allow the position; with mcts, for each playout."
SHAPE = "whole, line (the best line with its siblings) or top:K (the K best moves of each node); whole if it fits, else line."


@click.command(epilog="Example: kibitz tree tic_tac_toe --shape top:2 --show 4 --to tree.html")
@_options.game
@_options.moves
@click.option("--search", metavar="NAME", help=f"{' or '.join(registry.names('search'))} (alphabeta where it fits).")
@click.option("--depth", type=click.IntRange(1), metavar="N", help="Search N plies deep (to the end of every game).")
@click.option(
    "--max-nodes", type=click.IntRange(2), default=ROOM, metavar="N", help=f"Write down N nodes at most ({ROOM:,}: 24 MB)."
)
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="With mcts: make N playouts (200).")
@click.option("--seed", type=int, default=0, metavar="N", help="With mcts: its dice (0).")
@_options.knowledge
@click.option("--distance", is_flag=True, help="A quicker win and a later loss are better.")
@click.option("--ties", type=click.Choice(TIES), default="first", help="With maxn: see `kibitz analyze --help` (first).")
@click.option("--shape", metavar="SHAPE", help=SHAPE)
@click.option("--show", "plies", type=click.IntRange(1), metavar="N", help="Show N plies at most.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Show N nodes at most (what the kind of drawing bears).")
@click.option("--windows/--no-windows", default=None, help="With alpha and beta (in pictures).")
@click.option("--why", "reasons", is_flag=True, help=WHY)
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
    nodes: int | None,
    seed: int,
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
    _check(search)
    position = _options.tried_position(game, moves)
    wise = _options.named_knowledge(position.game, knowledge)
    request = SearchRequest(search, Limit(depth, nodes=nodes), wise, distance=distance, ties=ties, seed=seed)
    with Progress().display() as progress:
        with progress.busy("getting ready"):
            from kibitz.explain.tree.writing import DrawingOptions

            sketch = Sketch(shape, plies, most, DrawingOptions(boards, windows, reasons), to, as_json)
            sketch.check()
        tree = traced(position, request, max_nodes, progress)
        with progress.busy("drawing"):
            output = sketch.data(tree) if as_json else sketch.lines(tree)
    if position.moves and not as_json and to is None:
        click.echo(position.draw(colour=_terminal.in_colour()) + "\n", color=_terminal.in_colour())
    if as_json:
        write_json(output)
    else:
        click.echo("\n".join(output), color=_terminal.in_colour())


FOR_NODES, FOR_PLAYOUTS = ("depth", "max_nodes", "distance", "ties", "windows"), ("nodes", "seed")


def _check(search: str | None) -> None:
    """Raises UsageError for an option that says nothing to this kind of search."""
    if search is not None and declared_by(search) is None:  # another package's, or none at all: the search itself is asked
        return
    by_playouts = search is not None and is_anytime(search)
    stray = [written for name, written in _options.given().items() if name in (FOR_NODES if by_playouts else FOR_PLAYOUTS)]
    if stray and by_playouts:
        raise click.UsageError(f"{search} makes playouts, whose number is --nodes: leave {stray[0]} out")
    if stray:
        raise click.UsageError(f"{stray[0]} is for a search by playouts: take --search mcts, or leave it out")


# What is to be shown of a tree, and where: an outline on the terminal, JSON, or a file.

LINES, MOST = 100, 5_000  # nodes that a terminal shows: of a whole tree by default, of any other shape


@dataclass(frozen=True)
class Sketch:
    """The wishes of the command line for a drawing; None: as it suits."""

    shape: str | None
    plies: int | None
    most: int | None
    look: DrawingOptions
    to: str | None
    as_json: bool

    def check(self) -> None:
        """Raises, before anything is searched, when there can be no such drawing."""
        from kibitz.explain.tree import shape, writing

        if self.as_json and self.to is not None:
            raise click.UsageError("--json writes to the standard output and --to into a file: leave one out")
        if self.to is not None:
            writing.format_of(Path(self.to), self.look)
        elif self.look.boards:
            raise click.UsageError("a terminal shows no boards in a tree: write it to a picture, such as --to tree.svg")
        if self.shape is not None:
            shape.read(self.shape)

    def data(self, tree: Tree) -> Any:
        """The object for programs."""
        from kibitz.explain.tree.formats.json import MOST, as_json

        return as_json(self._branch(tree, MOST)[0], self.look.reasons)

    def lines(self, tree: Tree) -> list[str]:
        """The outline for the terminal, or what to say of the file, which is written."""
        if self.to is not None:
            return self._filed(tree, Path(self.to))
        from kibitz.cli.analysis._outline import painted
        from kibitz.explain.tree.playout_steps import sentences_of
        from kibitz.explain.tree.text import heading, outline

        branch, shape = self._branch(tree, MOST, LINES)
        width = _terminal.width() if _terminal.is_terminal() else None
        lines = painted(outline(branch, bool(self.look.windows), self.look.reasons), width, _terminal.in_colour())
        steps = sentences_of(tree.root) if self.look.reasons else []
        return [heading(tree), "", *lines, *steps, "", *_figures(tree), _extent(branch, shape)]

    def _filed(self, tree: Tree, file: Path) -> list[str]:
        from kibitz.explain.tree import writing
        from kibitz.explain.tree.searched_tree import size

        branch, shape = self._branch(tree, writing.format_of(file, self.look).MOST)
        writing.write(branch, file, self.look)
        return [*_figures(tree), _extent(branch, shape), f"{file} is written, {size(file.stat().st_size)}."]

    def _branch(self, tree: Tree, most: int, whole: int | None = None) -> tuple[Branch, str]:
        """The part of the tree to show, and its shape: `most` nodes by default, `whole` where no shape is named."""
        from kibitz.explain.tree.shape import select_branch, usual

        shape = self.shape or usual(tree.root, self.plies, self.most or whole or most)
        return select_branch(tree.root, shape, self.plies, self.most or most), shape


def _figures(tree: Tree) -> list[str]:
    """Two sentences: the value of the root, and the figures of the search."""
    from kibitz.explain.tree import words
    from kibitz.explain.tree.searched_tree import figures

    found, verdict = figures(tree), words.verdict(tree.root)
    return [*([f"Value: {verdict}."] if verdict else []), f"{found.sentence} {found.ended}"]


def _extent(branch: Branch, shape: str) -> str:
    from kibitz.explain.tree.shape import module_of
    from kibitz.explain.tree.words import counted

    count = branch.node.count
    if len(branch) == count:
        return f"{counted(count, 'node')} shown: all of the tree."
    return f"{len(branch):,} of {counted(count, 'node')} shown: {module_of(shape).SHOWS}; --shape, --show and --most change it."


# A traced search with its progress on the terminal, which Ctrl-C ends with what there is.


def traced(position: Position, request: SearchRequest, nodes: int, progress: Progress) -> Tree:
    """The tree of a search; after Ctrl-C the part that is there."""
    with progress.busy("getting ready"):
        from kibitz.explain.tree.tree import Tree
        from kibitz.search.traces.playout_tracing import tracing_of

        tracing = tracing_of(position, None, request, nodes)
    progress.says = lambda: f"{tracing.nodes:,} {'nodes' if request.limit.nodes is None else 'playouts'}"
    try:
        with progress.busy("searching"):
            return Tree(tracing.result())
    except KeyboardInterrupt:
        tracing.stop()
        return Tree(replace(tracing.result(), stopped="interrupted"))
    finally:
        progress.says = str
