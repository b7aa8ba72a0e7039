"""Laws of what a knowledge proves: the exact solver believes all of it, so all of it must hold.

It asks only where a player is to move.
"""

from typing import Any

from kibitz.checking.context import CheckContext, Worth, ask_knowledge, ask_knowledge_list, format_worth, worth_order
from kibitz.checking.law import law
from kibitz.checking.node import CheckNode, ask
from kibitz.core.laws import is_int, is_pair
from kibitz.core.rules import reward_of, says

MAX_NODES_AHEAD = 200  # nodes to look at for a game that ends early


@law("node", needs="bounds")
def bounds_hold(context: CheckContext, node: CheckNode) -> str | None:
    """`bounds` gives two ints, low and high, and the result that best play leads to lies between them."""
    if node.over.value or node.chance:
        return None
    answer = ask_knowledge(context, "bounds", node.state)
    if answer.error:
        return f"`bounds` failed: {answer.error}"
    if not is_pair(answer.value):
        return f"`bounds` gave {answer.text}; it must give a tuple of two ints, (low, high)"
    low, high = answer.value
    if low > high:
        return f"`bounds` gave ({low}, {high}); low must not be above high"
    worth = context.worth(node)
    if worth is not None and not low <= worth[0] <= high:
        return f"`bounds` gave ({low}, {high}), but best play leads to {worth[0]} for the side to move"
    below = _bounds_of_moves(context, node) if context.solver.can else None
    if below is not None and (below[0] > high or below[1] < low):
        return (
            f"`bounds` gave ({low}, {high}), but after the moves from here it says that the side to move gets "
            f"{below[0]} at least and {below[1]} at most; one of them is wrong"
        )
    return None


@law("node", needs="candidates")
def candidates_are_enough(context: CheckContext, node: CheckNode) -> str | None:
    """`candidates` yields legal moves, each once, among them a best one: a quickest win, a draw, or a latest loss."""
    if node.over.value or node.chance:
        return None
    answer = ask_knowledge_list(context, "candidates", node.state)
    if answer.error:
        return f"`candidates` failed: {answer.error}"
    chosen: list[Any] = answer.value
    if not chosen:
        return "`candidates` yielded nothing; it must yield at least one legal move, even where all of them lose"
    for move in chosen:
        if not is_int(move) or move not in node.legal:
            return f"`candidates` yielded {node.name(move)}, which is not legal here"
    if len(set(chosen)) < len(chosen):
        return "`candidates` yielded a move twice; each comes once"
    return _left_out(context, node, chosen) if len(chosen) < len(node.legal) else None


@law("node", needs="plies")
def plies_hold(context: CheckContext, node: CheckNode) -> str | None:
    """`plies` gives two ints, fewest and most: no game ends sooner, and a win or loss played at its best ends no later."""
    if node.over.value or node.chance:
        return None
    answer = ask_knowledge(context, "plies", node.state)
    if answer.error:
        return f"`plies` failed: {answer.error}"
    if not is_pair(answer.value):
        return f"`plies` gave {answer.text}; it must give a tuple of two ints, (fewest, most)"
    fewest, most = answer.value
    if not 1 <= fewest <= most:
        return f"`plies` gave ({fewest}, {most}); fewest is 1 or more, and not above most"
    worth = context.worth(node)
    if worth is not None and worth[1] and not fewest <= worth[1] <= most:
        return f"`plies` gave ({fewest}, {most}), but best play leads to {format_worth(worth)}"
    names = _early_end(context, node, fewest)
    return f"`plies` gave ({fewest}, {most}), but the game can end in {len(names)}: {' '.join(names)}" if names else None


@law("node", needs="finish")
def finish_is_right(context: CheckContext, node: CheckNode) -> str | None:
    """`finish` gives how many positions it took, or 0, and a result that is exact within the window and a limit beyond it."""
    if node.chance:
        return None
    worth = context.worth(node)
    result, describe_excess = (0, 1) if worth is None else (worth[0], abs(worth[0]) + 1)
    for low, high in ((result - 1, result), (result, result + 1), (-describe_excess, describe_excess)):
        answer = ask_knowledge(context, "finish", node.state, low, high)
        if answer.error:
            return f"`finish` failed: {answer.error}"
        if not is_pair(answer.value):
            return f"`finish` gave {answer.text}; it must give a tuple of two ints, (positions, result)"
        nodes, found = answer.value
        if nodes < 0 or (nodes == 0 and found != 0):
            return f"`finish` gave ({nodes}, {found}); it must give (0, 0) or the number of positions it took and the result"
        if worth is None or nodes == 0:
            continue
        true = result >= found if found >= high else result <= found if found <= low else result == found
        if not true:
            return f"`finish` gave {found} between {low} and {high}, but best play leads to {result} for the side to move"
    return None


def _bounds_of_moves(context: CheckContext, node: CheckNode) -> tuple[int, int] | None:
    """The limits of the best move's result by what is known after each move; None if an answer is missing."""
    found = []
    for move in node.legal:
        child = node.child(move)
        answer = child.ending if child.over.value else ask_knowledge(context, "bounds", child.state)
        low_high = (answer.value, answer.value) if child.over.value else answer.value
        if answer.error or not is_pair(low_high) or child.mover.error:
            return None
        low, high = low_high
        reward = ask(reward_of, context.game, node.state, move).value or 0
        found.append((reward + low, reward + high) if child.mover == node.mover else (reward - high, reward - low))
    return max(low for low, _ in found), max(high for _, high in found)


def _left_out(context: CheckContext, node: CheckNode, chosen: list[int]) -> str | None:
    """A move better than all candidates, if there is one; None also where none is found quickly."""
    if context.worth(node) is None:
        return None
    worths: dict[int, Worth] = {}
    for move in node.legal:
        worth = context.worth_of_move(node, move)
        if worth is None:
            return None
        worths[move] = worth
    best = max(node.legal, key=lambda move: worth_order(worths[move]))
    kept = max(chosen, key=lambda move: worth_order(worths[move]))
    if worth_order(worths[kept]) == worth_order(worths[best]):
        return None
    return (
        f"`candidates` left out {node.name(best)}, which leads to {format_worth(worths[best])}; "
        f"the best it yielded is {node.name(kept)} with {format_worth(worths[kept])}"
    )


def _early_end(context: CheckContext, node: CheckNode, fewest: int) -> list[str]:
    """Moves by name that end the game in fewer plies, each worth a try for the knowledge; none if none are quickly found."""
    waiting: list[tuple[CheckNode, list[str]]] = [(node, [])]
    for here, names in waiting:
        if here.over.error or here.over.value:
            return [] if here.over.error else names
        tried = (
            ask_knowledge_list(context, "candidates", here.state)
            if says(context.knowledge, "candidates") and not here.chance
            else here.yielded
        )
        if tried.error or len(waiting) > MAX_NODES_AHEAD:
            return []
        if len(names) < fewest - 1:
            moves = [move for move in tried.value if move in here.legal and not here.after(move).error]
            waiting += [(here.child(move), [*names, here.name(move)]) for move in moves]
    return []
