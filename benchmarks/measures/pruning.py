"""What table and ordering are worth: nodes of `deepening` against those of plain alpha-beta, for the same value."""

from collections.abc import Iterator

import kibitz
from benchmarks.row import Row, at_most

SEARCHED = (("Connect Four", "connect_four", 14), ("Othello", "othello", 9))


def rows() -> Iterator[Row]:
    """Both with the hand-written knowledge, so both see the same estimates at the horizon."""
    for title, game, depth in SEARCHED:
        rules, limit = kibitz.load(game), kibitz.Limit(depth=depth)
        plain = kibitz.think(rules, search="alphabeta", knowledge="hand", limit=limit)
        strong = kibitz.think(rules, search="deepening", knowledge="hand", limit=limit)
        same = plain.value == strong.value
        values = f"value {plain.value.result:g} by both" if same else f"**{plain.value} against {strong.value}**"
        how = f"depth {depth}: {strong.nodes:,} against {plain.nodes:,} nodes; {values}"
        share = 100 * strong.nodes / plain.nodes if same else float("inf")
        yield at_most(f"{title}: nodes of deepening, of those of alphabeta", share, 20, "%", how)
