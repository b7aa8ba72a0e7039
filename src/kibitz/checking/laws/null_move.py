"""The law of the turn that goes by: the same board, seen by the other side."""

from kibitz.checking.ask import ask, format_value
from kibitz.checking.context import CheckContext
from kibitz.checking.law import law
from kibitz.checking.node import CheckNode
from kibitz.rules import says


@law("node", needs="null", most=200)
def null_turns_back(context: CheckContext, node: CheckNode) -> str | None:
    """`null` gives the same board with the other side to move, so that twice `null` is the state itself."""
    if node.over.value:
        return None
    game, state = context.game, node.state
    if game.players != 2:
        return f"`null` is for two players, and here are {game.players}; leave it out"
    other = ask(game.null, state)
    if other.error:
        return f"`null` failed: {other.error}"
    if type(other.value) is not type(state):
        return f"`null` gave {other.text}; it must give a state of the game"
    if says(game, "to_move") and ask(game.to_move, other.value).value != 1 - node.mover.value:
        return f"`null` gave {format_value(other.value)}, where the other side is not to move"
    back = ask(game.null, other.value)
    if back.error or back.value != state:
        end = back.error or format_value(back.value)
        return f"twice `null` makes {format_value(state)} into {end}; it must lead back to the same state"
    return None
