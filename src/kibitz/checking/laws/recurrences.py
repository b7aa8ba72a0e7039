"""Laws of games in which positions can recur: the rules say what a repetition means, and it is true."""

from collections.abc import Iterator
from typing import Any

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, ask, format_value
from kibitz.core.laws import is_int
from kibitz.core.recurrence import FORBIDDEN, MEANINGS
from kibitz.core.rules import PROOFS, Game, first_return_draws, says

GAMES, PLIES = 12, 300  # that are played at random to see what comes back
SHARE = 0.25  # of the time that is left for it
AHEAD = 40  # plies that two states of one key are played on side by side


@law("state", needs="recurrence")
def recurrence_is_known(context: CheckContext, node: CheckNode) -> str | None:
    """`recurrence` is "draw", "loss" or "forbidden", in a game of two without dice or cards, after two times or more."""
    game = context.game
    if game.recurrence not in MEANINGS:
        known = ", ".join(repr(meaning) for meaning in MEANINGS[1:])
        return f"`recurrence` is {format_value(game.recurrence)}; it must be one of {known}, or left out"
    if not is_int(game.recurrence_count) or game.recurrence_count < 2:
        return f"`recurrence_count` is {format_value(game.recurrence_count)}; it must be an int from 2 on"
    if game.recurrence and (not says(game, "result") or says(game, "chances")):
        return "`recurrence` needs a zero-sum game of two players without dice or cards"
    return None


@law("state", needs="recurrence_key")
def recurrence_key_is_a_state(context: CheckContext, node: CheckNode) -> str | None:
    """`recurrence_key` gives a state of the game, and of that state the same one."""
    game = context.game
    if not game.recurrence:
        return "the rules define `recurrence_key`, but no `recurrence` that would ask for it"
    key = ask(game.recurrence_key, node.state)
    if key.error or type(key.value) is not type(node.state):
        return (
            f"`recurrence_key` {'failed: ' + key.error if key.error else 'gave ' + key.text}; it must give a state of the game"
        )
    again = ask(game.recurrence_key, key.value)
    if again.error or again.value != key.value:
        return f"`recurrence_key` gave {key.text}, and of that {again.error or again.text}; it must give the same"
    return None


@law("game", needs="recurrence_key")
def what_the_key_leaves_out_only_draws(context: CheckContext) -> Breach | None:
    """Where `clock_only_draws` promises it, states with one `recurrence_key` have the same moves, wins and losses, and of two
    in one game the later is drawn no later.
    """
    game = context.game
    if not game.clock_only_draws:
        return None
    for nodes, keys, _ in _walks(context):
        node, key = nodes[-1], keys[-1]
        if key == node.state:
            continue
        wrong = _differ(context, key, node.state, in_one_game=False)
        if wrong is None and key in keys[:-1]:
            wrong = _differ(context, nodes[keys.index(key)].state, node.state, in_one_game=True)
        if wrong is not None:
            return Breach(f"{wrong}; `clock_only_draws` must be False here", line=node.line)
    return None


@law("node", needs="recurrence_result", most=200)
def recurrence_result_is_a_result(context: CheckContext, node: CheckNode) -> str | None:
    """`recurrence_result` gives an int, as `result` does, of any state that is not over; nothing is forbidden then."""
    if not context.game.recurrence or context.game.recurrence == FORBIDDEN:
        return 'the rules define `recurrence_result`, which is for games whose `recurrence` is "draw" or "loss"'
    if node.over.value:
        return None
    worth = ask(context.game.recurrence_result, node.state)
    if worth.error or not is_int(worth.value):
        answer = f"failed: {worth.error}" if worth.error else f"gave {worth.text}"
        return f"`recurrence_result` {answer}; it must give an int"
    if context.best is not None and abs(worth.value) > context.best:
        return f"`recurrence_result` gave {worth.value}, but no result is larger than {context.best}"
    return None


@law("node", needs="irreversible", most=400)
def irreversible_answers(context: CheckContext, node: CheckNode) -> Breach | None:
    """`irreversible` says True or False of each legal move."""
    for move in node.legal:
        found = ask(context.game.irreversible, node.state, move)
        if found.error or not isinstance(found.value, (bool, int)):
            answer = f"failed: {found.error}" if found.error else f"gave {found.text}"
            return Breach(f"`irreversible` {answer} for {node.name(move)}; it must give True or False", move)
    return None


@law("game", needs="irreversible")
def irreversible_is_so(context: CheckContext) -> Breach | None:
    """No position from before an irreversible move comes back after it."""
    for nodes, keys, since in _walks(context):
        line = nodes[-1].line
        before = keys[: since[-1]]
        if keys[-1] in before:
            last = since[-1]
            return Breach(
                f"move {last} is declared irreversible, yet the position after move {len(line)} is the one after move "
                f"{before.index(keys[-1])}; `irreversible` must be False of it",
                line=line,
            )
    return None


@law("game", needs="recurrence")
def a_move_is_left(context: CheckContext) -> Breach | None:
    """Where positions may not come back, there is always a legal move that leads to none of them."""
    game = context.game
    if game.recurrence != FORBIDDEN:
        return None
    for nodes, keys, _ in _walks(context):
        node = nodes[-1]
        if node.legal and all(_is_barred(game, node, move, keys) for move in node.legal):
            return Breach("every move leads back to a position that is forbidden; the rules must leave one", line=node.line)
    return None


def _walks(context: CheckContext) -> Iterator[tuple[list[CheckNode], list[Any], list[int]]]:
    """Random games, move by move: the nodes so far, their keys, and of each from where on older ones count."""
    game = context.game
    for _ in range(GAMES):
        node = context.start()
        if node is None:
            return
        nodes, keys, since = [node], [_key(game, node.state)], [0]
        while node.legal and len(node.line) < PLIES and context.time_left(SHARE):
            open_ = [move for move in node.legal if not _is_barred(game, node, move, keys)]
            if not open_:
                break
            move = context.random.choice(open_)
            final = says(game, "irreversible") and ask(game.irreversible, node.state, move).value == 1
            node = node.child(move)
            nodes.append(node)
            keys.append(_key(game, node.state))
            since.append(len(node.line) if final else since[-1])
            yield nodes, keys, since


def _differ(context: CheckContext, one: Any, other: Any, in_one_game: bool) -> str | None:
    """How two states with one key part, played on side by side at random; `in_one_game`: `other` is the later of the two."""
    game, plies = context.game, 0
    while plies < AHEAD:
        over, also = ask(game.is_over, one), ask(game.is_over, other)
        if over.error or also.error:
            return None
        result = ask(game.result, one).value if over.value else None
        results = result, ask(game.result, other).value if also.value else None
        after = f" after {plies} more move{'s' if plies > 1 else ''}" if plies else ""
        if results[0] != results[1] and (results[1] or (results[0] and results[1] is None)):
            outcomes = [f"ends with {one}" if one is not None else "goes on" for one in results]
            return f"two states with the same `recurrence_key` part{after}: one {outcomes[0]}, the other {outcomes[1]}"
        if in_one_game and over.value and not also.value:
            return f"the earlier of two states with the same `recurrence_key` is drawn{after}, and the later goes on"
        if over.value or also.value:
            return None
        moves, others = (ask(lambda state: list(game.moves(state)), state) for state in (one, other))
        if moves.error or others.error or not moves.value:
            return None
        if sorted(moves.value) != sorted(others.value):
            return f"two states with the same `recurrence_key` have different moves{after}"
        move = context.random.choice(moves.value)
        one, other, plies = ask(game.play, one, move).value, ask(game.play, other, move).value, plies + 1
        if one is None or other is None:
            return None
        if _key(game, one) != _key(game, other):
            return f"two states with the same `recurrence_key` have different keys{after}"
    return None


def _is_barred(game: Game, node: CheckNode, move: int, keys: list[Any]) -> bool:
    if game.recurrence != FORBIDDEN or node.after(move).error:
        return bool(node.after(move).error)
    return keys.count(_key(game, node.after(move).value)) + 1 >= game.recurrence_count


def _key(game: Game, state: Any) -> Any:
    return ask(game.recurrence_key, state).value if says(game, "recurrence_key") else state


def advice_on_recurrence(context: CheckContext) -> list[str]:
    """Advice on what the rules could declare so that searches need less care, and on what they declare in vain."""
    game, advice = context.game, []
    if not first_return_draws(game) and first_return_draws(game, clock_only_draws=True):
        advice.append(
            "Searches count each return to a position, because `recurrence_key` may leave out what decides the game. If it "
            "leaves out a clock that can only draw, say `clock_only_draws = True`: searches then prove more, and sooner."
        )
    unasked = [f"`{method}`" for method in PROOFS if says(context.knowledge, method)]
    if unasked and game.recurrence:
        advice.append(
            f"Searches do not ask {' and '.join(unasked)} in a game whose positions come back: what is proved of a state by "
            "itself may be false after what was on the board before."
        )
    return advice
