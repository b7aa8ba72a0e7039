"""Laws of the turn: whose it is, which moves there are, and what a move does."""

import math

from kibitz.board import Board64
from kibitz.check.ask import Answer, ask, shown
from kibitz.check.ground import Ground
from kibitz.check.law import Breach, law
from kibitz.check.place import MOST_MOVES, Place
from kibitz.rules import says


@law("turn")
def rules_answer(ground: Ground, place: Place) -> str | None:
    """`is_over`, `to_move` and, while the game goes on, `moves` answer in every state without an error."""
    if place.over.error:
        return f"`is_over` failed: {place.over.error}"
    if place.mover.error:
        return f"`to_move` failed: {place.mover.error}"
    if not place.over.value and place.yielded.error:
        return f"`moves` failed: {place.yielded.error}"
    return None


@law("turn")
def over_is_true_or_false(ground: Ground, place: Place) -> str | None:
    """`is_over` says True or False."""
    if isinstance(place.over.value, (bool, int, Board64)):
        return None
    return f"`is_over` gave {place.over.said}; it must give True or False in every case"


@law("turn", needs="to_move")
def to_move_is_a_player(ground: Ground, place: Place) -> str | None:
    """`to_move` is the number of a player, from 0 for the first one."""
    mover, players = place.mover.value, place.game.players
    if isinstance(mover, int) and 0 <= mover < players:
        return None
    return f"`to_move` gave {place.mover.said}; with {players} players it must give an int from 0 to {players - 1}"


@law("turn")
def moves_are_ints(ground: Ground, place: Place) -> str | None:
    """Every legal move is an int, 0 or more."""
    for move in () if place.over.value else place.yielded.value:
        if isinstance(move, bool) or not isinstance(move, int):
            return f"`moves` yielded {shown(move)}, which is of type {type(move).__name__}; a move is an int"
        if not 0 <= move < 1 << 63:
            return f"`moves` yielded {move}; a move is an int from 0 to 2**63 - 1"
    return None


@law("turn")
def moves_come_once(ground: Ground, place: Place) -> str | None:
    """`moves` yields each legal move once, and comes to an end."""
    moves = [] if place.over.value else place.yielded.value
    if len(moves) > MOST_MOVES:
        return f"`moves` yielded more than {MOST_MOVES:,} moves; it must come to an end"
    if len(set(moves)) < len(moves):
        return f"`moves` yielded {place.name(moves[-1])} twice; each legal move comes once"
    return None


@law("turn")
def a_move_exists(ground: Ground, place: Place) -> str | None:
    """While the game is not over there is a legal move (a pass, if the rules know one, is a move)."""
    if place.over.value or place.yielded.value:
        return None
    return "`is_over` says no, but `moves` yields nothing; either the game is over here, or there is a move, such as a pass"


@law("turn")
def moves_can_be_played(ground: Ground, place: Place) -> Breach | None:
    """`play` answers for every move that `moves` yields."""
    for move in place.legal:
        if error := place.after(move).error:
            return Breach(f"`moves` yielded {place.name(move)}, but `play` failed: {error}", move)
    return None


@law("place", needs="chances")
def chances_have_weights(ground: Ground, place: Place) -> str | None:
    """`chances` yields pairs of a move and a weight above 0, or nothing where a player decides."""
    told = ask(lambda: [] if place.over.value else list(place.game.chances(place.state)))
    if told.error:
        return f"`chances` failed: {told.error}"
    for pair in told.value:
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], int) and isinstance(pair[1], (int, float))):
            return f"`chances` yielded {shown(pair)}; it must yield tuples of a move and its weight"
        if not 0 < pair[1] < math.inf:
            return f"`chances` gave {place.name(pair[0])} the weight {pair[1]}; a weight is a finite number above 0"
    return None


@law("place", most=300, alone=True)
def rules_answer_alike(ground: Ground, place: Place) -> Breach | None:
    """Asked twice in a row, the rules answer the same."""
    return _other_answer(*(Place(place.game, place.state, place.line) for _ in range(2)))


@law("game", alone=True)
def rules_remember_nothing(ground: Ground) -> Breach | None:
    """What the rules say of a state does not depend on which other states they were asked about in between."""
    seen = ground.places[:: max(1, len(ground.places) // 200)] + ground.playouts[:100]
    for place in seen:
        breach = _other_answer(place, Place(place.game, place.state, place.line))
        if breach:
            return Breach(f"after other games were played, {breach.message}", breach.move, place.line)
    return None


@law("game", needs="to_move")
def every_player_has_a_turn(ground: Ground) -> str | None:
    """Each player is to move at some time."""
    long = [place for place in ground.playouts if len(place.line) >= 4]
    seen = {place.mover.value for place in ground.places + ground.playouts + ground.wandered}
    missing = [str(player) for player in range(ground.game.players) if player not in seen]
    if not long or not missing:
        return None
    return f"in {len(ground.places):,} positions `to_move` never gave {' or '.join(missing)}; the turn must go round"


def _other_answer(place: Place, again: Place) -> Breach | None:
    """Where the second answers differ from the first, if they do."""

    def told(what: str, first: Answer, second: Answer, move: int | None = None) -> Breach | None:
        if first == second:
            return None
        said = (answer.said for answer in (first, second))
        return Breach(f"{what} gave {' and then '.join(said)}; it must give the same each time", move)

    breach = told("`is_over`", place.over, again.over)
    if not breach and says(place.game, "to_move"):
        breach = told("`to_move`", place.mover, again.mover)
    if breach or place.over.value:
        return breach or told("the result", place.ending, again.ending)
    breach = told("`moves`", place.yielded, again.yielded)
    return breach or next(
        (wrong for move in place.legal if (wrong := told("`play`", place.after(move), again.after(move), move))), None
    )
