"""kibitz and a peer on one and the same tree: plain alpha-beta, results without distance, 0 at the horizon."""

import statistics

import kibitz
from benchmarks.peers.run import Searched, peer
from benchmarks.row import Row, at_least

ROUNDS = 21


def ours(game: str, depth: int) -> Searched:
    """kibitz's alpha-beta, as its `Thought` tells it; the median of many, since one may be done within a millisecond."""
    rules, limit = kibitz.load(game), kibitz.Limit(depth=depth)
    kibitz.think(rules, search="alphabeta", knowledge=None, distance=False, limit=limit)
    thoughts = [kibitz.think(rules, search="alphabeta", knowledge=None, distance=False, limit=limit) for _ in range(ROUNDS)]
    return Searched(thoughts[0].nodes, thoughts[0].value.result, statistics.median(thought.seconds for thought in thoughts))


def faster(title: str, name: str, game: str, depth: int, target: float) -> Row:
    """How many times the peer's nodes per second; no figure counts when the trees differ."""
    theirs, mine = peer(name, game, depth), ours(game, depth)
    same = (mine.nodes, mine.value) == (theirs.nodes, theirs.value)
    trees = f"{mine.nodes:,} nodes each" if same else f"different trees: {mine.nodes:,} nodes against {theirs.nodes:,}"
    how = f"depth {depth}, {trees}; {mine.nodes_per_second:,.0f} nodes/s against {theirs.nodes_per_second:,.0f}"
    row = at_least(title, mine.nodes_per_second / theirs.nodes_per_second, target, "times", how)
    return row if same else Row(row.name, row.figure, row.target, False, how)
