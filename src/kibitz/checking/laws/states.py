"""Laws of states: what they are made of, and that they never change."""

import re
import typing
from typing import Any

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, ask, format_value
from kibitz.core.board import BOARDS, Board
from kibitz.core.laws import is_int

LARGEST = (1 << 63) - 1
MUTABLE = (list, dict, set, bytearray)
OTHERWISE = "; or say `compiles = False`, and a state may hold anything"
KIND_NAMES = {int: "an int", bool: "a bool"} | {kind: f"a {kind.__name__}" for kind in BOARDS}


@law("state", compiles=True)
def state_is_a_named_tuple(context: CheckContext, node: CheckNode) -> str | None:
    """Every state is an instance of one NamedTuple class."""
    state = node.state
    maker = "`start`" if not node.line else "`play`"
    if not (isinstance(state, tuple) and hasattr(state, "_fields")):
        found = f"{format_value(state)}, {_kind(state)}"
        missing = ": is a `return` missing?" if state is None else ""
        return f"{maker} gave {found}; a state is an instance of a class that derives from NamedTuple{missing}"
    first = context.start()
    if first is not None and type(state) is not type(first.state):
        return (
            f"{maker} gave {_kind(state)} called {type(state).__name__}, but the game starts with {type(first.state).__name__}"
        )
    return None


@law("state", compiles=True)
def state_never_changes(context: CheckContext, node: CheckNode) -> Breach | None:
    """Asking the rules about a state, or playing from it, leaves that state as it was."""
    if not any(_is_mutable(value) for value in node.state):
        return None
    before = ask(repr, node.state)
    legal = node.legal
    if ask(repr, node.state) != before:
        change = f"from {before.text} to {format_value(node.state)}"
        return Breach(f"`is_over` or `moves` changed the state it was given {change}; it must only look")
    for move in legal:
        ask(node.game.play, node.state, move)
        if ask(repr, node.state) != before:
            change = f"from {before.text} to {format_value(node.state)}"
            return Breach(f"`play` changed the state it was given {change}; it must make a new one", move)
    return None


@law("state", compiles=True)
def state_fields_fit(context: CheckContext, node: CheckNode) -> str | None:
    """Every field of a state holds what its class declares: an int from 0 to 2**63 - 1, a bool, a board (declared
    `Board`: of the kind that it is at the start), or a tuple of one of these that keeps its length."""
    hints = ask(typing.get_type_hints, type(node.state))
    if hints.error:
        return f"the types of the state's fields cannot be read: {hints.error}"
    first = context.start()
    for index, (name, value) in enumerate(zip(node.state._fields, node.state, strict=True)):
        if name not in hints.value:
            return f"field {name!r} of the state declares no type; declare int, bool, a board or tuple[int, ...]"
        hint = hints.value[name]
        if hint is Board and first is not None and isinstance(first.state[index], Board):
            hint = type(first.state[index])
        wrong = _misfit(name, hint, value)
        if wrong:
            return wrong
        if isinstance(value, tuple) and first is not None and len(value) != len(first.state[index]):
            return (
                f"field {name!r} is a tuple of {len(value)}, but of {len(first.state[index])} at the start; a tuple keeps its "
                "length: let the cells that are empty hold 0"
            )
    return None


@law("state", compiles=True)
def states_are_their_fields(context: CheckContext, node: CheckNode) -> str | None:
    """Two states are equal if all their fields are: that is what tables, proofs and machine code go by."""
    kind = type(node.state)
    own = [name for name in ("__eq__", "__hash__") if getattr(kind, name) is not getattr(tuple, name)]
    if not own:
        return None
    return f"{kind.__name__} defines {' and '.join(own)}; leave that out, and what does not matter out of the fields"


@law("state", compiles=True)
def bitboards_are_ints(context: CheckContext, node: CheckNode) -> str | None:
    """The fields that `bitboards` names are fields of the state that hold ints."""
    for name in context.game.bitboards:
        held = getattr(node.state, name, None)
        if name not in node.state._fields or not is_int(held):
            what = f"holds {format_value(held)}" if name in node.state._fields else "is not a field of the state"
            return f"`bitboards` names {name!r}, which {what}; it is for ints that hold squares as bits"
    return None


@law("state", compiles=False)
def state_has_a_hash(context: CheckContext, node: CheckNode) -> str | None:
    """Where the rules are not for compiling, a state may be any value that has a hash."""
    hashed = ask(hash, node.state)
    return f"the state {format_value(node.state)} has no hash: {hashed.error}" if hashed.error else None


@law("node", most=20)
def boards_hold_every_square(context: CheckContext, node: CheckNode) -> Breach | None:
    """A state has room for every square: on a larger board, a piece on each square still makes a different state."""
    boards = [field for field in node.state if isinstance(field, Board)] if isinstance(node.state, tuple) else []
    if not boards:
        return None
    largest = max(boards, key=lambda board: board.capacity)
    beyond = [move for move in node.legal if move >= largest.capacity]
    if len(node.legal) <= largest.capacity or len(beyond) < 2:
        return None
    after = node.after(beyond[0])
    if after.error or any(node.after(move) != after for move in beyond[1:]):
        return None
    return Breach(
        f"{node.name(beyond[0])} leads to the same state as {len(beyond) - 1} other moves from {largest.capacity} on: a "
        f"{type(largest).__name__} has the squares 0 to {largest.capacity - 1}, and square(n) of any other number is empty; "
        "take a larger board, or a tuple of ints",
        beyond[0],
    )


def _misfit(name: str, hint: Any, value: Any) -> str | None:
    """The fault of a field, if it has one."""
    if hint is tuple or typing.get_origin(hint) is tuple:
        kinds = {part for part in typing.get_args(hint) if part is not Ellipsis} or {int}
        kind = kinds.pop()
        if kinds or kind not in KIND_NAMES:
            return f"field {name!r} is declared {hint}; a tuple holds ints, bools or boards, all of one kind{_instead(kind)}"
        if not isinstance(value, tuple):
            return f"field {name!r} is declared a tuple, but holds {format_value(value)}, {_kind(value)}"
        return next((wrong for part in value if (wrong := _misfit(name, kind, part))), None)
    if hint not in KIND_NAMES:
        hint_name = getattr(hint, "__name__", str(hint))
        return f"field {name!r} is declared {hint_name}; declare int, bool, a board or tuple[int, ...]{_instead(hint)}"
    if type(value) is not hint and not (hint is int and type(value) is bool):
        whole = ": // divides whole numbers" if hint is int and isinstance(value, float) else ""
        held = f"{format_value(value)}, {_kind(value)}"
        return f"field {name!r} is declared {KIND_NAMES[hint][2:].strip()}, but holds {held}{whole}"
    if hint is int and not 0 <= value <= LARGEST:
        sentence = f"field {name!r} is {value}; an int of a state is from 0 to 2**63 - 1"
        if value < 0:
            return f"{sentence}: keep it one higher, with 0 for none{OTHERWISE}"
        return f"{sentence} (a full board of 64 squares is a Board64)"
    return None


def _instead(hint: Any) -> str:
    """The type to declare instead of one that no state has."""
    kind = typing.get_origin(hint) or hint
    parts = [part for part in typing.get_args(hint) if part is not type(None)]
    if type(None) in typing.get_args(hint) and parts == [int]:
        return f": an int that is one higher, with 0 for none{OTHERWISE}"
    words = {
        str: "a number for each text, such as 0, 1 and 2",
        float: "whole numbers of a smaller unit",
        list: "a tuple, in which changed(cells, index, value) changes one cell",
        tuple: "one tuple for all rows: cells[row * width + column]",
        set: "a board, which is a set of squares",
        frozenset: "a board, which is a set of squares",
        dict: "a tuple, with a number for each key",
    }
    return f": {words[kind]}{OTHERWISE}" if kind in words else ""


def _is_mutable(value: Any) -> bool:
    """Whether the value, or a part of it, can change while it stays the same object."""
    if isinstance(value, (tuple, frozenset)):
        return any(_is_mutable(part) for part in value)
    return isinstance(value, MUTABLE) or hasattr(value, "__array__")


def _kind(value: Any) -> str:
    kind = type(value)
    is_own = kind.__module__ in ("builtins", "__main__") or re.search(r"_[0-9a-f]{8}$", kind.__module__)  # as files are named
    kind_name = kind.__name__ if is_own else f"{kind.__module__}.{kind.__name__}"
    return f"a {kind_name}" if kind_name[0] not in "aeiou" else f"an {kind_name}"
