"""`kibitz tree --growth`: what searching costs, depth by depth, as a table, as JSON and as a plot."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options as _options
from kibitz.cli import terminal as _terminal
from kibitz.cli.answers import depth_reached, painted
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.core.thought import Limit
from kibitz.present.answer import value_as_json
from kibitz.present.values import ValueWords

if TYPE_CHECKING:
    from kibitz.cli.options import SearchOptions
    from kibitz.explain.growth import Growth, LeftOff
    from kibitz.position import Position

ALONGSIDE = {"game", "moves", "search", "depth", "time", "to", "as_json", "growth"}


def growth(callback: _options.Callback) -> _options.Callback:
    """Gives a command the options that make it measure searches of depth 1, 2, ... instead of drawing one."""

    @click.option(
        "--growth",
        is_flag=True,
        help="Nodes, time and memory of depth 1, 2, ... instead; --to FILE.svg or .png plots them.",
    )
    @click.option("--time", type=_options.seconds, metavar="SECONDS", help="With --growth: for all it measures (5).")
    @functools.wraps(callback)
    def chosen(*, growth: bool, time: float | None, **rest: Any) -> None:
        if not growth:
            if time is not None:
                raise click.UsageError("--time is for --growth: limit a tree by --depth and --max-nodes")
            callback(**rest)
            return
        stray = [written for name, written in _options.given().items() if name not in ALONGSIDE]
        if stray:
            raise click.UsageError(f"--growth measures searches and draws no tree: leave {stray[0]} out")

        request = _options.SearchOptions(rest["search"], Limit(rest["depth"], time), distance=False)
        write(_options.tried_position(rest["game"], rest["moves"]), request, rest["to"], rest["as_json"])

    return chosen


def write(position: Position, request: SearchOptions, to: str | None, as_json: bool) -> None:
    """Measures a position and writes what it finds; `request`: its limits, and its search (None: those that are compared).

    `to`: the plot, as .svg or .png. Ctrl-C ends it at once: you get the figures so far, without the plot.
    """
    if to is not None:
        from kibitz import plots

        plots.ready(to)
    found, whole = _measured(position, request)
    if found is not None and as_json:
        write_json(growth_as_json(found, whole))
    elif found is not None:
        colour = _terminal.in_colour()
        click.echo("\n".join(describe_growth(found, whole)), color=colour)
    if not whole or found is None:
        raise click.Abort
    if to is not None:
        from kibitz import plots

        plots.save(plots.growth(found), to)
        click.echo(f"{to} shows the nodes over the depth.", err=True)


def _measured(position: Position, request: SearchOptions) -> tuple[Growth | None, bool]:
    """The measurements, and whether they are all: False when Ctrl-C ended them."""
    found: Growth | None = None

    def summarize_latest() -> str:
        return "\n".join(describe_branching(found)) if found else ""

    try:
        with Progress(summarize_latest).display() as progress, progress.busy("measuring"):
            from kibitz.explain.growth import growing

            searches = None if request.search is None else (request.search,)
            for found in growing(position, searches=searches, limit=request.limit):  # noqa: B007  # it is shown meanwhile
                pass
    except KeyboardInterrupt:
        return found, False
    return found, True


MEGABYTE = 2**20
MEANING = (
    "b* of a search to depth m is the width of a uniform tree with as many nodes: 1 + b* + ... + (b*)^m; b is the width of the",
    "plain tree, as far as it was counted. b^m and b^(m/2) are what the books expect of minimax and, at its best, alpha-beta.",
    "A deepening search counts the nodes of all its iterations. Memory is allocated, used or not: for lines and",
    "one open node of each ply, and in parentheses for the table of positions seen.",
)


def describe_growth(found: Growth, whole: bool) -> list[str]:
    """The plain tree, a table for each search, and how the searches compare."""
    words, mover = ValueWords(found.position.game), found.position.to_move
    report = _plain_tree(found)
    for search in found.searches:
        cells = [("depth", "nodes", "growth", "b*", "seconds", "memory", "(table)")]
        for row in found.of(search):
            step = found.step(row)
            grown = "" if step is None else f"x {step:.2f}"
            memory, table = f"{row.memory / MEGABYTE:.1f} MB", f"({row.table / MEGABYTE:.1f} MB)"
            cells.append((f"{row.depth}", f"{row.nodes:,}", grown, f"{row.effective:.2f}", f"{row.seconds:.3f}", memory, table))
        head, *body = aligned(cells)
        values = [painted(words, row.value, mover) for row in found.of(search)]
        report += ["", click.style(search, bold=True), click.style(f"{head}  value", dim=True)]
        report += [f"{line}  {value}" for line, value in zip(body, values, strict=True)]
        report += [_reason(one) for one in found.left_off if one.search == search]
    report += ["", *describe_branching(found), "", *(click.style(line, dim=True) for line in MEANING)]
    return report if whole else [*report, "", "Interrupted: what was measured so far."]


def describe_branching(found: Growth) -> list[str]:
    """The effective branching factors, beside those of b^m and b^(m/2)."""
    rows = [found.of(search)[-1] for search in found.searches if found.of(search)]
    cells = [("", "depth", "nodes", "branching"), *_reference(found, 1, "b^m")]
    cells += [(row.search, f"{row.depth}", f"{row.nodes:,}", f"b* = {row.effective:.2f}") for row in rows]
    head, *body = aligned([*cells, *_reference(found, 0.5, "b^(m/2)")], left=1)
    return [click.style(head, dim=True), *body]


def growth_as_json(found: Growth, whole: bool) -> dict[str, Any]:
    """The one object for programs; values for the side to move, bytes and seconds, null where there is nothing to compare."""
    return {
        "game": spec_of(found.position.game),
        "moves": list(found.position.names()),
        "branching": found.branching,
        "sequences": list(found.sequences),
        "rows": [
            {
                "search": row.search,
                "depth": row.depth,
                "nodes": row.nodes,
                "growth": found.step(row),
                "effective_branching": row.effective,
                "seconds": round(row.seconds, 6),
                "memory": row.memory,
                "table": row.table,
                "value": value_as_json(row.value),
                "stopped": row.stopped,
            }
            for row in found.rows
        ],
        "left_off": [{"search": one.search, "depth": one.depth, "why": one.why} for one in found.left_off],
        "interrupted": not whole,
    }


def _plain_tree(found: Growth) -> list[str]:
    """How many sequences of moves there are, beside what a tree that is b wide everywhere would have."""
    b = found.branching
    if b is None:
        return []
    cells = [("m", "sequences", "b^m", "b^(m/2)")]
    for ply in range(max(found.deepest + 1, len(found.sequences) - (found.sequences[-1] == 0))):
        count = f"{found.sequences[ply]:,}" if ply < len(found.sequences) else "-"
        cells.append((f"{ply}", count, f"{b**ply:,.0f}", f"{b ** (ply / 2):,.0f}"))
    head, *body = aligned(cells)
    return [click.style(f"The plain tree: b = {b:.2f}", bold=True), click.style(head, dim=True), *body]


def _reference(found: Growth, power: float, name: str) -> list[tuple[str, ...]]:
    b, depth = found.branching, found.deepest
    if b is None or not depth:
        return []
    return [(name, f"{depth}", f"{b ** (power * depth):,.0f}", f"{'b' if power == 1 else '√b'} = {b**power:.2f}")]


def _reason(left: LeftOff) -> str:
    if left.why == "time":
        return f"Its share of the time was over before it reached depth {left.depth + 1}."
    if left.why == "solved":
        return "Nothing is left to search: a deeper search finds no more."
    return depth_reached(left.depth)
