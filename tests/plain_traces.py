"""Traced searches that run plainly, so that nothing has to be compiled; and such searches of random trees."""

from typing import Any

import pytest
from hypothesis import strategies as st

from kibitz.explain.tree.tree import Tree, tree
from kibitz.games.tree import Tree as Written
from kibitz.kernel import Machine
from kibitz.rules import says
from kibitz.search import tracing
from nested_trees import nested_trees

OF_DICE = ("expectiminimax", "maxn")
OF_TWO = ("minimax", "alphabeta", "deepening", "solve", *OF_DICE)
OF_SEVERAL = ("maxn", "paranoid")


def plainly(patch: pytest.MonkeyPatch) -> None:
    """From now on no traced search is compiled."""
    patch.setattr(tracing, "machine_of", lambda game, wise, traces: Machine(game, wise, plain=True, traces=traces))


def traced(game: Any, **how: Any) -> Tree:
    """The same as `kibitz.tree`."""
    with pytest.MonkeyPatch.context() as patch:
        plainly(patch)
        return tree(game, **how)


@st.composite
def traces(draw: st.DrawFn) -> Tree:
    """Any search that fits, of any depth, whole or with room for some nodes only."""
    game = Written.from_nested(draw(nested_trees()))
    fitting = OF_SEVERAL if not says(game, "result") else OF_DICE if says(game, "chances") else OF_TWO
    search = draw(st.sampled_from(fitting))
    if search == "solve":  # which has no depths
        return traced(game, search=search, knowledge=None)
    depth = draw(st.sampled_from([None, 1, 2, 3, 6]))
    nodes = draw(st.sampled_from([2, 7, 30, 1000, 1000]))
    return traced(game, search=search, depth=depth, knowledge=None, nodes=nodes)
