"""Laws of the turn: whose it is, which moves there are, and what a move does."""

from kibitz import laws
from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, format_value
from kibitz.laws import is_int
from kibitz.rules import CHANCE, says


@law("turn")
def rules_answer(context: CheckContext, node: CheckNode) -> str | None:
    """`is_over`, `to_move` and, while the game goes on, `moves` or `chances` answer in every state without an error."""
    if node.over.error:
        return f"`is_over` failed: {node.over.error}"
    if node.mover.error:
        return f"`to_move` failed: {node.mover.error}"
    if not node.over.value and node.yielded.error:
        return f"{node.source} failed: {node.yielded.error}"
    return None


@law("turn")
def over_is_true_or_false(context: CheckContext, node: CheckNode) -> str | None:
    """`is_over` says True or False."""
    return laws.wrong_over(node.over.value, format_value)


@law("turn", needs="to_move")
def to_move_is_a_player(context: CheckContext, node: CheckNode) -> str | None:
    """`to_move` is the number of a player, from 0 for the first one, or CHANCE in a game with `chances`."""
    return laws.wrong_mover(node.mover.value, node.game.players, says(node.game, "chances"), format_value)


@law("turn", needs="result")
def result_has_a_side(context: CheckContext, node: CheckNode) -> str | None:
    """A player is to move in a state that is over: `result` is seen by that side."""
    return laws.NO_SIDE if node.over.value and is_int(node.mover.value) and node.mover.value == CHANCE else None


@law("turn", needs="chances")
def chances_have_weights(context: CheckContext, node: CheckNode) -> str | None:
    """`chances` yields pairs of an outcome and its weight, a finite number above 0."""
    return laws.wrong_chances(node.options.value, node.name, format_value) if node.chance else None


@law("turn")
def moves_are_ints(context: CheckContext, node: CheckNode) -> str | None:
    """Every legal move is an int, 0 or more.

    What dice or cards may bring is played like a move.
    """
    for move in () if node.over.value else node.yielded.value:
        wrong = laws.wrong_move(node.source, move, format_value)
        if wrong:
            return wrong
    return None


@law("turn")
def moves_keep_the_limit(context: CheckContext, node: CheckNode) -> str | None:
    """Every legal move is below the `move_limit`, an int, if the rules name one."""
    moves = () if node.over.value or node.chance else node.yielded.value
    return laws.beyond_limit(moves, context.game.move_limit, format_value)


@law("turn")
def moves_come_once(context: CheckContext, node: CheckNode) -> str | None:
    """`moves` yields each legal move once, `chances` all that may come once, and both come to an end."""
    moves = [] if node.over.value else node.yielded.value
    return laws.wrong_count(node.source, moves, node.chance, node.name)


@law("turn")
def a_move_exists(context: CheckContext, node: CheckNode) -> str | None:
    """While the game is not over something can happen: there is a legal move (a pass, too, is a move), or an outcome."""
    if node.over.value or node.yielded.value:
        return None
    if node.chance:
        return "`to_move` gives CHANCE, but `chances` yields nothing; there must be an outcome, or a player to move"
    return "`is_over` says no, but `moves` yields nothing; either the game is over here, or there is a move, such as a pass"


@law("turn")
def moves_can_be_played(context: CheckContext, node: CheckNode) -> Breach | None:
    """`play` answers for every move that `moves` yields, and for all that `chances` yields."""
    for move in node.legal:
        if error := node.after(move).error:
            return Breach(f"{node.source} yielded {node.name(move)}, but `play` failed: {error}", move)
    return None


@law("game", needs="to_move")
def every_player_has_a_turn(context: CheckContext) -> str | None:
    """Each player is to move at some time, and so is chance in a game with `chances`."""
    game, played = context.game, context.nodes + context.wandered + context.playouts
    if not any(len(node.line) >= 2 * game.players for node in context.playouts):
        return None
    seen = {node.mover.value for node in played}
    missing = [str(player) for player in range(game.players) if player not in seen]
    if missing:
        return f"in {len(context.nodes):,} positions `to_move` never gave {' or '.join(missing)}; the turn must go round"
    if says(game, "chances") and CHANCE not in seen:
        return f"in {len(context.nodes):,} positions `to_move` never gave CHANCE; where dice or cards decide it must"
    return None
