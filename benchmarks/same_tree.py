"""kibitz and a peer on one and the same tree: no table, no knowledge, results without distance, 0 at the horizon."""

import statistics
from dataclasses import replace

import kibitz
from benchmarks.peers.run import Searched, peer
from benchmarks.row import Row, at_least, said

ROUNDS = 21


def ours(search: str, game: str, depth: int) -> Searched:
    """kibitz, as its `Thought` tells it, setting up and threads included; the median of many, for one takes a millisecond."""
    rules, limit = kibitz.load(game), kibitz.Limit(depth=depth)
    thoughts = [
        kibitz.think(rules, search=search, knowledge=None, distance=False, limit=limit)
        for _ in range(ROUNDS + 1)  # the first may compile
    ]
    seconds = statistics.median(thought.seconds for thought in thoughts[1:])
    return Searched(thoughts[0].nodes, thoughts[0].value.result, seconds)


def faster(title: str, name: str, search: str, game: str, depth: int, target: float | None = None) -> Row:
    """How many times the peer's nodes per second; no figure counts when the trees differ."""
    theirs, mine = peer(name, search, game, depth), ours(search, game, depth)
    same = (mine.nodes, mine.value) == (theirs.nodes, theirs.value)
    trees = f"{mine.nodes:,} nodes each" if same else f"different trees: {mine.nodes:,} nodes against {theirs.nodes:,}"
    how = f"{search}, depth {depth}, {trees}; {mine.nodes_per_second:,.0f} nodes/s against {theirs.nodes_per_second:,.0f}"
    times = mine.nodes_per_second / theirs.nodes_per_second
    row = Row(title, said(times, "times"), how=how) if target is None else at_least(title, times, target, "times", how)
    return row if same else replace(row, reached=False)
