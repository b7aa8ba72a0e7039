"""Game trees as a person writes them, and searches of them, drawn by hypothesis, which makes one that fails small."""

from typing import Any

from hypothesis import strategies as st

from kibitz.core.rules import says
from kibitz.explain.tree.tree import Tree, tree
from kibitz.games.textbook.tree import Tree as Written
from random_parties import halves

MOST_NODES = 80
UNITS = (1, 0.125, 64)  # of weights
SUMS = ("any", "constant", "zero")
OF_DICE = ("expectiminimax", "maxn")
OF_TWO = ("minimax", "alphabeta", "deepening", "solve", *OF_DICE)
OF_SEVERAL = ("maxn", "paranoid")


@st.composite
def nested_trees(draw: st.DrawFn, most_players: int = 4, sums: tuple[str, ...] = SUMS, chance: bool = True) -> dict[str, Any]:
    """Any shape, many ties, 1 to so many players in any order, chance anywhere; "zero" is a game of results for two.

    0 for each, which searches guess who know nothing, keeps whatever limits the payoffs have.
    """
    kind = draw(st.sampled_from(sums))
    players = 2 if kind == "zero" else draw(st.integers(1, most_players))
    total, left = draw(st.integers(0, 6)), MOST_NODES

    def leaf() -> Any:
        if kind == "zero":
            return draw(st.integers(-2, 2))
        each = [draw(st.integers(0, 3)) for _ in range(players)]
        return {"payoffs": each if kind == "any" else [*each[1:], total - sum(each[1:])]}

    def node(depth: int) -> Any:
        nonlocal left
        if depth == 0 or left <= 0:
            return leaf()
        count = draw(st.integers(0, 5))
        left -= count
        moves = {f"m{i}": node(depth - 1) for i in range(count)}
        if not moves:
            return leaf()
        if chance and draw(st.integers(0, 3)) == 3:
            return {"chance": dict(zip(moves, halves(draw(st.sampled_from(UNITS)), count), strict=True)), "moves": moves}
        return {"player": draw(st.integers(0, players - 1)), "moves": moves}

    return {"players": [f"P{i}" for i in range(players)], "tree": node(draw(st.integers(1, 6)))}


@st.composite
def traces(draw: st.DrawFn) -> Tree:
    """Any search that fits, of any depth, whole or with room for some nodes only."""
    game = Written.from_nested(draw(nested_trees()))
    fitting = OF_SEVERAL if not says(game, "result") else OF_DICE if says(game, "chances") else OF_TWO
    search = draw(st.sampled_from(fitting))
    if search == "solve":  # which has no depths
        return tree(game, search=search, knowledge=None, nodes=1000)
    depth, nodes = draw(st.sampled_from([None, 1, 2, 3, 6])), draw(st.sampled_from([2, 7, 30, 1000, 1000]))
    return tree(game, search=search, depth=depth, knowledge=None, nodes=nodes)
