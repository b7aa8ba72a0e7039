"""A part of the tree of a search: {game, moves, view, toggle, limits: {nodes, rows, seconds, depth}, part}.

`view`: the fields of `View`, as texts; `toggle`: a node to be opened or closed first. With the `part` "data" the answer is what
the explorer's script reads, as JSON text; else what stands still: the open nodes as an outline and as a picture.
"""

import json
import re
import threading
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from cachetools import LRUCache

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.drawing.text import clean
from kibitz.errors import KibitzError, SearchError, TreeError
from kibitz.explain.growth import sequences
from kibitz.explain.tree import words
from kibitz.explain.tree.page_data import data_of
from kibitz.explain.tree.searched_tree import figures, plies
from kibitz.explain.tree.shape import Branch, grown
from kibitz.explain.tree.svg import svg
from kibitz.explain.tree.text import heading, outline, parts, widths
from kibitz.explain.tree.tree import Tree
from kibitz.jobs.kinds import position
from kibitz.jobs.tree_view import View
from kibitz.jobs.worker import Stop
from kibitz.position import Position
from kibitz.search.descriptor import search_for, search_of
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.traces.playout_tracing import tracing_of
from kibitz.search.traces.trace import Trace
from kibitz.table.limits import Limits

# The trees that were traced lately: a reader asks for many parts of one, and to trace it again takes longer than to answer.

MOST, NODES = 8, 3_000_000  # trees, and nodes of all of them: some 130 MB


@dataclass
class Kept:
    """A tree, and how many nodes each ply of it has."""

    whole: Tree
    position: Position

    @property
    def tree(self) -> Tree:
        """The tree, with none of the nodes that were looked at for another answer."""
        fresh = Tree(self.whole.trace)
        fresh.provable = self.whole.provable
        return fresh

    @cached_property
    def counts(self) -> list[tuple[int, int, int | None]]:
        """For each ply: its number, the nodes of this search, and of the plain tree (None if not counted)."""
        levels = plies(self.whole.trace)
        here = [int((levels == ply).sum()) for ply in range(int(levels.max()) + 1)]
        plain = sequences(self.position, len(here) - 1)
        return [(ply, count, plain[ply] if ply < len(plain) else None) for ply, count in enumerate(here)]


_kept: LRUCache[Hashable, Kept] = LRUCache(NODES, lambda one: min(NODES, max(len(one.whole), NODES // MOST)))


def kept(spec: str, position: Position, view: View, nodes: int, seconds: float, stop: Stop) -> Kept:
    """The tree of a search of the game `spec`, as `view` says, of at most `nodes` nodes.

    It ends after its `seconds`, with what it has looked at. Raises SearchError, RulesError.
    """
    key = spec, position.moves, view.search, view.depth, view.plain, view.distance, view.playouts, view.seed, nodes
    found = _kept.get(key) or _traced(position, view, nodes, seconds, stop)
    if not stop.is_requested:  # a cancelled search leaves no tree to show to others
        _kept[key] = found
    return found


def _traced(position: Position, view: View, nodes: int, seconds: float, stop: Stop) -> Kept:
    wise: Literal["auto"] | None = None if view.plain else "auto"
    limit = Limit(view.depth, nodes=view.playouts)
    search = SearchRequest(view.search or None, limit, wise, distance=view.distance, seed=view.seed)
    tracing = tracing_of(position, None, search, nodes)
    stop.call(tracing.stop)
    clock = threading.Timer(seconds, tracing.stop)
    clock.start()
    try:
        return Kept(Tree(tracing.result()), position)
    finally:
        clock.cancel()


# What is shown of a tree: whole families, so that of a node all children are there, or none.

SMALL = 40  # nodes: so many are open where nobody has opened any
SENT = 10_000  # nodes of one answer


def nearest_families(trace: Trace, top: int, most: int) -> list[int]:
    """The nodes whose children to show, near ones first, until there are about this many children."""
    ahead, found = [top], []
    for node in ahead:  # it grows meanwhile
        if len(ahead) >= most:
            break
        children = trace.children_of(node)
        if children:
            found.append(node)
            ahead += children
    return found


def opened_families(trace: Trace, top: int, opened: Collection[int]) -> set[int]:
    """The nodes that were opened, as far as they are below the top, and those on the way there."""
    found: set[int] = set()
    for node in opened:
        if not top <= node <= trace.ends[top]:
            continue
        while node not in found:
            found.add(node)
            node = trace.parent(node) if node != top else top
    return found


def branch_of(tree: Tree, top: int, families: Collection[int], most: int) -> Branch:
    """The nodes from one on, with the children of these `families`, near ones first."""
    return grown(tree.node(top), lambda node: node.children if node.index in families else (), None, most)


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """Traces the search, unless it is kept from before, and answers the questions about it. Raises KibitzError with the
    reason.
    """
    here, bounds = position(args), args["limits"]
    view = View.read(args["view"], Limits(tree_rows=bounds["rows"], depth=bounds["depth"]))
    if here.is_over:
        raise SearchError("the game is over here: there is nothing to search")
    found = kept(args["game"], here, view, bounds["nodes"], bounds["seconds"], stop)
    tree = found.tree
    for node in (view.top, args.get("toggle") or 0):
        if node >= len(tree):
            raise TreeError(f"this tree has the nodes 0 to {len(tree) - 1:,}, no {node:,}")
    if args.get("part") == "data":
        return {"data": _columns(tree, view)}
    return _still(found, tree, _toggled(tree, view, args.get("toggle"), bounds["rows"]), bounds["rows"])


def searches(game: Game) -> list[str]:
    """The searches that fit the game and can be drawn."""
    found = []
    for name in registry.names("search"):
        try:
            module = search_for(game, name)
        except KibitzError:
            continue
        declared = search_of(module)
        if declared.has_trace or (declared.is_anytime and hasattr(module, "enter")):  # node by node, or playout by playout
            found.append(name)
    return found


def _columns(tree: Tree, view: View) -> str:
    opened = opened_families(tree.trace, view.top, view.open or ())
    families = opened.union(nearest_families(tree.trace, view.top, view.near))
    if sum(len(tree.trace.children_of(node)) for node in families) > SENT:
        raise TreeError(f"at most {SENT:,} nodes are shown at once: close some, or look at one branch only")
    branch = branch_of(tree, view.top, families, SENT + 1)
    columns = {"path": list(branch.node.names), "tree": data_of(branch, None, None, None)}
    return clean(json.dumps(columns, ensure_ascii=False, separators=(",", ":")))


# Without the script the tree stands still, and every node can be opened by a link.

PICTURED = 60  # shown nodes: of more there is no picture beside the outline
LEGIBLE = 0.8  # of its size: a picture is made no smaller, though its frame may be
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)  # the page has it in a file
WIDTH = re.compile(r'(?<=<svg )[^>]*?\bwidth="([0-9.]+)"')


def _toggled(tree: Tree, view: View, node: int | None, most: int) -> View:
    opened = set(nearest_families(tree.trace, view.top, SMALL)) if view.open is None else set(view.open)
    if node is None:
        return view if view.open is not None else replace(view, open=tuple(sorted(opened)))
    opened ^= {node}
    if len(opened) > most:
        raise TreeError(f"at most {most:,} nodes are open at once: close some")
    return replace(view, open=tuple(sorted(opened)))


def _still(found: Kept, tree: Tree, view: View, room: int) -> dict[str, Any]:
    """The open nodes as lines with links, and as a picture; and what there is to choose for another search."""
    opened = set(view.open or ())
    branch, totals = branch_of(tree, view.top, opened, room), figures(found.whole)
    return {
        "view": view.fields,
        "search": tree.trace.search,
        "searches": searches(tree.game),
        "said": f"{totals.sentence} {totals.ended}",
        "is_whole": totals.whole and totals.depth is None,
        "heading": heading(tree),
        "top": words.list_names(branch.node.names) if view.top else None,
        "lines": _lines(branch, opened),
        "picture": _picture(branch),
        "crowded": len(branch) > PICTURED,
        "counts": found.counts if view.counts else None,
    }


def _lines(branch: Branch, opened: Collection[int]) -> list[dict[str, Any]]:
    """The outline: what stands before and after the move, and where that leads: it opens or closes a node, or begins there."""
    lines = outline(branch, windows=True, reasons=True)
    parents = {one.node.index for one in branch if one.children}
    wide, found = widths(lines), []
    for line in lines:
        node, rest = line.node, parts(line, wide)[1:]
        crowded = line.kind == "hidden" or (node.index in opened and node.index not in parents)
        kind = "" if line.kind not in ("node", "hidden") or not node.children else "zoom" if crowded else "toggle"
        after = "".join(text for _, text in rest)[len(line.move) :].rstrip()
        found.append({"rails": line.rails, "move": line.move, "rest": after, "kind": kind, "id": node.index})
    return found


def _picture(branch: Branch) -> str:
    if not 1 < len(branch) <= PICTURED:
        return ""
    picture = STYLE.sub("", svg(branch, boards=False))
    return WIDTH.sub(lambda found: f'{found[0]} style="min-width:{LEGIBLE * float(found[1]):.0f}px"', picture, count=1)
