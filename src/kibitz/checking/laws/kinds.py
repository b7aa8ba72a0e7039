"""Laws of what kind of game it is: how many play, for what, whether dice or cards decide, and whether a turn can go by."""

from kibitz.checking.context import CheckContext
from kibitz.checking.law import law
from kibitz.checking.node import CheckNode, ask, format_value
from kibitz.core.laws import is_int
from kibitz.core.rules import Game, says

MAX_PLAYERS = 1000
NEEDED = {"start", "moves", "play", "is_over"}


@law("state")
def players_are_counted(context: CheckContext, node: CheckNode) -> str | None:
    """`players` is an int, 1 or more."""
    count = ask(lambda: context.game.players)
    if not count.error and is_int(count.value) and 1 <= count.value <= MAX_PLAYERS:
        return None
    return f"`players` is {count.text}; it must be an int from 1 to {MAX_PLAYERS}"


@law("state")
def leaves_out_names_methods(context: CheckContext, node: CheckNode) -> str | None:
    """`leaves_out` is a set of the names of methods that a game may do without."""
    names = ask(lambda: context.game.leaves_out)
    if names.error or not isinstance(names.value, (frozenset, set)):
        return f"`leaves_out` is {names.text}; it must be a frozenset of names, such as frozenset({{'chances'}})"
    known = {name for name in dir(Game) if callable(getattr(Game, name)) and not name.startswith("_")} - NEEDED
    strangers = [name for name in names.value if not isinstance(name, str) or name not in known]
    if strangers:
        return f"`leaves_out` holds {format_value(strangers[0])}; what can be left out are {', '.join(sorted(known))}"
    return None


@law("state")
def result_or_payoffs(context: CheckContext, node: CheckNode) -> str | None:
    """A game says how it ended in one way: with `result`, or with `payoffs`."""
    defined = [method for method in ("result", "payoffs") if says(context.game, method)]
    if not defined:
        return "the rules define neither `result` nor `payoffs`; define one of them"
    if len(defined) > 1:
        return "the rules define both `result` and `payoffs`; keep `result` if two play and one wins what the other loses"
    return None


@law("state", needs="result")
def result_is_for_two_players(context: CheckContext, node: CheckNode) -> str | None:
    """Only a game for two players has a `result`."""
    players = context.game.players
    if players == 2:
        return None
    return f"`players` is {players}, and `result` tells of two; define `payoffs` instead, one number for each player"


@law("state", needs="chances")
def chance_has_its_turn(context: CheckContext, node: CheckNode) -> str | None:
    """A game with `chances` defines `to_move`, which says where dice or cards decide."""
    if says(context.game, "to_move"):
        return None
    return "the rules define `chances`, but not `to_move`, which must give CHANCE where dice or cards decide"


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
