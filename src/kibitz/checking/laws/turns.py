"""Laws of the turn: whose it is, which moves there are, and what a move does."""

from kibitz import laws
from kibitz.checking.ask import format_value
from kibitz.checking.ground import Ground
from kibitz.checking.law import Breach, law
from kibitz.checking.place import CheckedPlace
from kibitz.laws import is_int
from kibitz.rules import CHANCE, says


@law("turn")
def rules_answer(ground: Ground, place: CheckedPlace) -> str | None:
    """`is_over`, `to_move` and, while the game goes on, `moves` or `chances` answer in every state without an error."""
    if place.over.error:
        return f"`is_over` failed: {place.over.error}"
    if place.mover.error:
        return f"`to_move` failed: {place.mover.error}"
    if not place.over.value and place.yielded.error:
        return f"{place.source} failed: {place.yielded.error}"
    return None


@law("turn")
def over_is_true_or_false(ground: Ground, place: CheckedPlace) -> str | None:
    """`is_over` says True or False."""
    return laws.wrong_over(place.over.value, format_value)


@law("turn", needs="to_move")
def to_move_is_a_player(ground: Ground, place: CheckedPlace) -> str | None:
    """`to_move` is the number of a player, from 0 for the first one, or CHANCE in a game with `chances`."""
    return laws.wrong_mover(place.mover.value, place.game.players, says(place.game, "chances"), format_value)


@law("turn", needs="result")
def result_has_a_side(ground: Ground, place: CheckedPlace) -> str | None:
    """A player is to move in a state that is over: `result` is seen by that side."""
    return laws.NO_SIDE if place.over.value and is_int(place.mover.value) and place.mover.value == CHANCE else None


@law("turn", needs="chances")
def chances_have_weights(ground: Ground, place: CheckedPlace) -> str | None:
    """`chances` yields pairs of an outcome and its weight, a finite number above 0."""
    return laws.wrong_chances(place.options.value, place.name, format_value) if place.chance else None


@law("turn")
def moves_are_ints(ground: Ground, place: CheckedPlace) -> str | None:
    """Every legal move is an int, 0 or more.

    What dice or cards may bring is played like a move.
    """
    for move in () if place.over.value else place.yielded.value:
        wrong = laws.wrong_move(place.source, move, format_value)
        if wrong:
            return wrong
    return None


@law("turn")
def moves_come_once(ground: Ground, place: CheckedPlace) -> str | None:
    """`moves` yields each legal move once, `chances` all that may come once, and both come to an end."""
    moves = [] if place.over.value else place.yielded.value
    return laws.wrong_count(place.source, moves, place.chance, place.name)


@law("turn")
def a_move_exists(ground: Ground, place: CheckedPlace) -> str | None:
    """While the game is not over something can happen: there is a legal move (a pass, too, is a move), or an outcome."""
    if place.over.value or place.yielded.value:
        return None
    if place.chance:
        return "`to_move` gives CHANCE, but `chances` yields nothing; there must be an outcome, or a player to move"
    return "`is_over` says no, but `moves` yields nothing; either the game is over here, or there is a move, such as a pass"


@law("turn")
def moves_can_be_played(ground: Ground, place: CheckedPlace) -> Breach | None:
    """`play` answers for every move that `moves` yields, and for all that `chances` yields."""
    for move in place.legal:
        if error := place.after(move).error:
            return Breach(f"{place.source} yielded {place.name(move)}, but `play` failed: {error}", move)
    return None


@law("game", needs="to_move")
def every_player_has_a_turn(ground: Ground) -> str | None:
    """Each player is to move at some time, and so is chance in a game with `chances`."""
    game, played = ground.game, ground.places + ground.wandered + ground.playouts
    if not any(len(place.line) >= 2 * game.players for place in ground.playouts):
        return None
    seen = {place.mover.value for place in played}
    missing = [str(player) for player in range(game.players) if player not in seen]
    if missing:
        return f"in {len(ground.places):,} positions `to_move` never gave {' or '.join(missing)}; the turn must go round"
    if says(game, "chances") and CHANCE not in seen:
        return f"in {len(ground.places):,} positions `to_move` never gave CHANCE; where dice or cards decide it must"
    return None
