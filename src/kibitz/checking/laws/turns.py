"""Laws of the turn: whose it is, which moves there are, and what a move does."""

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, format_value
from kibitz.core import laws
from kibitz.core.laws import is_int
from kibitz.core.rules import CHANCE, says

LONG_ENOUGH = 20  # moves for each player to have had a turn, in a game that has not ended
SEEN_ENOUGH = 10  # positions that say something
SIDES = ("turn", "player", "side", "mover", "current", "current_player", "to_play", "who")  # fields that say who is to move
MINE, THEIRS = ("mine", "my", "own", "me"), ("theirs", "their", "other", "opponent")


@law("turn")
def rules_answer(context: CheckContext, node: CheckNode) -> str | None:
    """`is_over`, `to_move` and, while the game goes on, `moves` or `chances` answer in every state without an error."""
    if node.over.error:
        return node.over.failed("`is_over`")
    if node.mover.error:
        return node.mover.failed("`to_move`")
    if not node.over.value and node.yielded.error:
        return node.options.failed(node.source)
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
        after = node.after(move)
        if after.error:
            return Breach(f"{node.source} yielded {node.name(move)}, but {after.failed('`play`')}", move)
    return None


@law("game", needs="to_move")
def every_player_has_a_turn(context: CheckContext) -> str | None:
    """Each player is to move at some time, and so is chance in a game with `chances`."""
    game, played = context.game, context.nodes + context.wandered + context.playouts
    has_ended = any(len(node.line) >= 2 * game.players for node in context.playouts)
    if not has_ended and not any(len(node.line) >= LONG_ENOUGH for node in context.wandered):
        return None
    seen = {node.mover.value for node in played}
    missing = [str(player) for player in range(game.players) if player not in seen]
    if missing:
        return f"in {len(context.nodes):,} positions `to_move` never gave {' or '.join(missing)}; the turn must go round"
    if says(game, "chances") and CHANCE not in seen:
        return f"in {len(context.nodes):,} positions `to_move` never gave CHANCE; where dice or cards decide it must"
    return None


@law("game", compiles=True)
def turn_goes_round(context: CheckContext) -> Breach | str | None:
    """A field of the state that says who is to move says it: without `to_move` it is another player after each move."""
    game, nodes = context.game, [node for node in context.nodes + context.wandered if node.line]
    if says(game, "to_move") or not is_int(game.players) or game.players < 2 or len(nodes) < SEEN_ENOUGH:
        return None
    for name in [name for name in nodes[0].state._fields if name in SIDES]:
        if len({getattr(node.state, name) for node in nodes}) == 1:
            value = format_value(getattr(nodes[0].state, name))
            return f"{name!r} is {value} after each move that was seen; `play` must give the next state another {name!r}"
        for node in context.nodes:
            stays = [move for move in node.legal if getattr(node.after(move).value, name, None) == getattr(node.state, name)]
            if stays:
                value = format_value(getattr(node.state, name))
                message = f"{name!r} is {value} before this move and after it, and without `to_move` the turn passes"
                return Breach(f"{message}; define to_move(state)", stays[0], node.line)
    return None


@law("game", compiles=True)
def sides_change_places(context: CheckContext) -> Breach | None:
    """If a state has `mine` and `theirs`, they change places with each move: the next player sees them."""
    start, nodes = context.start(), [node for node in context.nodes + context.wandered if node.line]
    if start is None or len(nodes) < SEEN_ENOUGH or context.game.players != 2:
        return None
    for mine, theirs in zip(MINE, THEIRS, strict=True):
        if not {mine, theirs} <= set(start.state._fields):
            continue
        moved = {getattr(node.state, mine) for node in nodes}
        if len(moved) > 2 and {getattr(node.state, theirs) for node in nodes} == {getattr(start.state, theirs)}:
            return Breach(
                f"{theirs!r} is as at the start in all {len(nodes):,} positions that were seen, while {mine!r} changes; `play` "
                f"gives the state as the next player sees it, with the two exchanged: State({mine}=state.{theirs}, ...)",
                line=nodes[0].line,
            )
    return None
