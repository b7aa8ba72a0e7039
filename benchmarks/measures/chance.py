"""Searches where dice decide: beside open_spiel's expectiminimax on the same game, and what pruning leaves of a tree."""

import statistics
from collections.abc import Iterator
from dataclasses import replace

import kibitz
from benchmarks.peers.run import peer
from benchmarks.row import Row, at_least, at_most

WINSCORE, HORIZON = 20, 8
TO_THE_END = 99  # plies: the horizon of the game comes first
SMALL = 256  # bytes: next to no table, as the peer has none
ROUNDS = 5
SETS = {"EinStein": ("einstein", 9), "Pig": ("pig", 16)}


def rows() -> Iterator[Row]:
    """Pig to the end of a game of eight moves; then whole trees of a depth against what the search visits of them."""
    theirs = peer("open_spiel", "expectiminimax", f"pig(winscore={WINSCORE},horizon={HORIZON})", TO_THE_END)
    game = kibitz.load(f"benchmarks/dice_game.py:OpenPig:winscore={WINSCORE},horizon={HORIZON}")
    for search in ("expectiminimax", "maxn"):
        for table, said in ((SMALL, "without a table"), (kibitz.Limit().table, "with its table")):
            limit = kibitz.Limit(table=table)
            thoughts = [kibitz.think(game, search=search, knowledge=None, limit=limit) for _ in range(ROUNDS + 1)]
            seconds = statistics.median(thought.seconds for thought in thoughts[1:])  # the first may compile
            speed = thoughts[0].nodes / seconds
            how = (
                f"Pig of {HORIZON} moves to the end, {said}: {speed:,.0f} nodes/s against {theirs.nodes_per_second:,.0f}; "
                f"{seconds:.3g} s against {theirs.seconds:.3g} s; value {thoughts[0].value.result:.6f} by both"
            )
            title = f"{search}: speed against open_spiel's expectiminimax"
            if table == SMALL:
                row = at_least(title, speed / theirs.nodes_per_second, 100, "times", how)
            else:
                row = at_least(title.replace("speed", "time"), theirs.seconds / seconds, 100, "times", how)
            same = thoughts[0].value == replace(thoughts[0].value, kind="exact", result=theirs.value)
            yield row if same else replace(row, reached=False)
    for title, (spec, depth) in SETS.items():
        game = kibitz.load(spec)
        whole = 1 + sum(kibitz.perft(game, depth=plies) for plies in range(1, depth + 1))
        thought = kibitz.think(game, limit=kibitz.Limit(depth=depth))
        how = f"depth {depth} and all depths before: {thought.nodes:,} of {whole:,}"
        yield at_most(
            f"{title}: nodes of expectiminimax, of those of the whole tree", 100 * thought.nodes / whole, 50, "%", how
        )
