"""The data of a page on a playout search beyond its tree: each playout in words, and the nodes it changed."""

from collections.abc import Callable, Mapping
from typing import Any

from kibitz.explain.tree.node import NodeWorth
from kibitz.explain.tree.playout_node import PlayoutNode
from kibitz.explain.tree.playout_steps import steps_of
from kibitz.explain.tree.shape import Branch

NONE = -1


def playouts_of(branch: Branch, places: Mapping[int, int], place_worth: Callable[[NodeWorth], int]) -> dict[str, Any] | None:
    """The playouts through the first shown node; None for other searches.

    `places`: index of each shown node in the data. A step has its number, ending, sentence, and for each shown node on its way:
    its place, worth, weighted mean, the place of the move that would be played, the places of refuted moves left alone, and how
    many untried moves are left alone because they end the game and are no better.
    """
    steps, top = steps_of(branch.node.root), branch.node.index
    if steps is None:
        return None
    trace, found = steps.trace, []
    for number in trace.visits[top]:
        way = [node for node in steps.nodes_of(number) if node.index in places and isinstance(node, PlayoutNode)]
        changes = [_change(node, number, places, place_worth) for node in way]
        found.append([number, trace.descents[number - 1].ending, steps.describe(number), changes])
    moves = {place: len(trace.rows[index]) for index, place in places.items() if trace.rows[index]}
    return {"exploring": trace.exploring, "made": trace.nodes, "moves": moves, "steps": found}


def _change(node: PlayoutNode, number: int, places: Mapping[int, int], place_worth: Callable[[NodeWorth], int]) -> list[Any]:
    worth, average, best = node.worth_after(number), node.trace.average(node.index, number), node.best_after(number)
    assert worth is not None
    assert average is not None
    terms = node.trace.terms(node.index, number + 1)
    refuted = [one.child for one in terms if one.is_refuted and one.child is not None]
    idle = sum(one.is_refuted and one.child is None for one in terms)
    chosen = NONE if best is None else places.get(best.index, NONE)
    left_alone = [places[child] for child in refuted if child in places]
    return [places[node.index], place_worth(worth), average.share, chosen, left_alone, idle]
