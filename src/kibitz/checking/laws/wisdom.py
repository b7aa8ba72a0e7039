"""Laws of knowledge: estimates that are fair, keys that tell states apart, symmetries that are the same game."""

from math import inf
from typing import Any

from kibitz.checking.context import (
    CheckContext,
    ask_knowledge,
    ask_knowledge_list,
    describe_excess,
    format_worth,
    payoff_limits_of,
)
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, format_value
from kibitz.core.laws import is_int, is_number, is_row
from kibitz.core.rules import says


@law("node", needs="evaluate")
def estimate_is_fair(context: CheckContext, node: CheckNode) -> str | None:
    """`evaluate` gives a finite number for two players, and one strictly between -1 and 1 where results are -1, 0 and 1."""
    if node.over.value:
        return None
    if context.game.players != 2:
        return f"`evaluate` tells of two players, and here are {context.game.players}; define `estimates` instead"
    answer = ask_knowledge(context, "evaluate", node.state)
    if answer.error:
        return f"`evaluate` failed: {answer.error}"
    if not is_number(answer.value):
        return f"`evaluate` gave {answer.text}; it must give a finite number"
    if context.best == 1 and abs(answer.value) >= 1:
        return f"`evaluate` gave {answer.value}; where results are -1, 0 and 1 an estimate lies strictly between -1 and 1"
    wrong = None if says(context.game, "result") else describe_excess(payoff_limits_of(context), (answer.value, -answer.value))
    return f"`evaluate` gave {answer.value}, that is {wrong}, says `payoff_limits`" if wrong else None


@law("node", needs="estimates")
def estimates_are_numbers(context: CheckContext, node: CheckNode) -> str | None:
    """`estimates` gives each player a finite number, and all of them keep to the limits of what there is to get."""
    if node.over.value:
        return None
    answer, players = ask_knowledge_list(context, "estimates", node.state), context.game.players
    if answer.error:
        return f"`estimates` failed: {answer.error}"
    row = tuple(answer.value)
    if not is_row(row, players):
        wanted = f"a finite number for each of {players} players" if players > 1 else "one finite number"
        return f"`estimates` gave {format_value(row)}; it must give {wanted}, as a tuple or one yielded after the other"
    wrong = describe_excess(payoff_limits_of(context), row)  # a search leaves out what cannot be within them
    source = "`best_result`" if says(context.game, "result") else "`payoff_limits`"
    return f"`estimates` gave {wrong}, says {source}" if wrong else None


@law("node", needs="priority")
def priority_is_an_int(context: CheckContext, node: CheckNode) -> Breach | None:
    """`priority` gives an int for every legal move."""
    for move in () if node.chance else node.legal:
        answer = ask_knowledge(context, "priority", node.state, move)
        if answer.error:
            return Breach(f"`priority` failed for {node.name(move)}: {answer.error}", move)
        if not is_int(answer.value) or abs(answer.value) >= 1 << 63:
            return Breach(f"`priority` gave {answer.text} for {node.name(move)}; it must give an int of 64 bits", move)
    return None


@law("node", needs="weight")
def weight_is_a_number(context: CheckContext, node: CheckNode) -> Breach | None:
    """`weight` gives a finite number from 0 up for every legal move, and more than 0 for one of them."""
    total = 0.0
    for move in () if node.chance else node.legal:
        answer = ask_knowledge(context, "weight", node.state, move)
        if answer.error:
            return Breach(f"`weight` failed for {node.name(move)}: {answer.error}", move)
        if not is_number(answer.value) or not 0 <= answer.value < inf:
            return Breach(f"`weight` gave {answer.text} for {node.name(move)}; it must give a finite number from 0 up", move)
        total += answer.value
    if node.legal and not node.chance and total == 0:
        return Breach("`weight` gave 0 for every move; one of them must be likely")
    return None


@law("node", needs="prospects")
def prospects_are_moves(context: CheckContext, node: CheckNode) -> str | None:
    """`prospects` yields legal moves, each once, and at least one."""
    if node.over.value or node.chance:
        return None
    answer = ask_knowledge_list(context, "prospects", node.state)
    if answer.error:
        return f"`prospects` failed: {answer.error}"
    chosen = answer.value
    if not chosen:
        return "`prospects` yielded nothing; it must yield at least one legal move"
    for move in chosen:
        if not is_int(move) or move not in node.legal:
            return f"`prospects` yielded {node.name(move)}, which is not legal here"
    return "`prospects` yielded a move twice; each comes once" if len(set(chosen)) < len(chosen) else None


@law("node", needs="key")
def key_tells_states_apart(context: CheckContext, node: CheckNode) -> str | None:
    """`key` gives an int from 0 to 2**63 - 1, and another one for each other state."""
    if node.over.value:
        return None
    answer = ask_knowledge(context, "key", node.state)
    if answer.error:
        return f"`key` failed: {answer.error}"
    if not is_int(answer.value) or not 0 <= answer.value < 1 << 63:
        return f"`key` gave {answer.text}; it must give an int from 0 to 2**63 - 1"
    first = context.keys.setdefault(answer.value, node)
    if first.state != node.state:
        other = " ".join(_names(context, first)) or "no move"
        return f"`key` gave {answer.value}, as it does after {other}, but the states differ: {first.state} and {node.state}"
    return None


@law("node", needs="symmetries", most=200)
def symmetries_are_the_same_game(context: CheckContext, node: CheckNode) -> str | None:
    """`symmetries` yields states with as many moves that lead as far, with the same value, and with the same symmetries."""
    if node.over.value:
        return None
    answer = ask_knowledge_list(context, "symmetries", node.state)
    if answer.error:
        return f"`symmetries` failed: {answer.error}"
    family = {node.state, *answer.value}
    shape = _shape(context, node)
    for state in answer.value:
        if type(state) is not type(node.state):
            return f"`symmetries` yielded {format_value(state)}; it must yield states of the game"
        twin = CheckNode(context.game, state, node.line)
        if says(context.game, "to_move") and twin.mover != node.mover:
            return f"`symmetries` yielded {state}, where another player is to move"
        if _shape(context, twin) != shape:
            return f"`symmetries` yielded {state}, with moves that do not match those of {node.state}; it must be the same game"
        back = ask_knowledge_list(context, "symmetries", state)
        if back.error or {state, *back.value} != family:
            return (
                f"`symmetries` of {node.state} and of {state}, which it yields, do not name the same states; "
                "each state of a family must lead to all the others"
            )
        worth = context.worth(node)
        other = None if worth is None else context.worth(twin)
        if worth is not None and other is not None and other != worth:
            return f"`symmetries` yielded {state}, which is worth {other[0]} in {other[1]} plies, not {format_worth(worth)}"
    return None


@law("node", needs="symmetries", most=200)
def estimates_are_symmetric(context: CheckContext, node: CheckNode) -> str | None:
    """Where `symmetries` says two states are the same game, `evaluate` and `estimates` say the same of both."""
    answer = ask_knowledge_list(context, "symmetries", node.state)
    if node.over.value or answer.error:
        return None
    for method in ("evaluate", "estimates"):
        here = _read_estimates(context, method, node.state)
        for state in answer.value if here else ():
            there = _read_estimates(context, method, state)
            # The table merges the two: with unlike estimates the value would depend on which of them came first.
            if len(there) == len(here) and any(abs(one - other) > 1e-6 for one, other in zip(here, there, strict=True)):
                first, second = (" ".join(f"{number:.4g}" for number in numbers) for numbers in (here, there))
                return f"`{method}` gave {first}, but {second} for {state}, the same game for `symmetries`"
    return None


def _read_estimates(context: CheckContext, method: str, state: Any) -> list[Any]:
    """The numbers that a method of the knowledge gives for a state; none where it gives something else."""
    if not says(context.knowledge, method):
        return []
    answer = ask_knowledge_list(context, method, state) if method == "estimates" else ask_knowledge(context, method, state)
    numbers = answer.value if method == "estimates" else [answer.value]
    return [] if answer.error or not all(map(is_number, numbers)) else numbers


def _shape(context: CheckContext, node: CheckNode) -> Any:
    """The properties that symmetric states share: how the game stands here, and after each move, with the weights of chance."""

    def stands(at: CheckNode) -> tuple[bool, Any, int]:
        over = bool(at.over.value)
        return over, at.ending.text if over else "", len(at.legal)

    weights = dict(node.options.value) if node.chance else {}
    moves = [move for move in node.legal if not node.after(move).error]
    return stands(node), sorted((*stands(node.child(move)), weights.get(move, 0)) for move in moves)


def _names(context: CheckContext, node: CheckNode) -> list[str]:
    """The moves of a node's line by name."""
    return [(context.replay(node.line[:done]) or node).name(move) for done, move in enumerate(node.line)]
