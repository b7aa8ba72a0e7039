"""Questions and advice without a law: things a check has seen that the user may not have meant."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from kibitz.checking.context import CheckContext
from kibitz.checking.node import CheckNode, ask, ask_within
from kibitz.checking.report import GameSample
from kibitz.core.registry import misnamed
from kibitz.core.rules import Game, says

LOOKED_AT = 60  # positions
QUESTION_SECONDS = 1.0


def questions_of_class(game: type[Game]) -> Iterator[str]:
    """The questions that the source alone raises, in a sentence each."""
    for name, meant, line in misnamed(game):
        yield f"Nobody calls {name} (line {line}): is {meant} meant? Only a method of that name is asked."
    for name in _untyped(game):
        yield f"{name} = {vars(game)[name]!r} is a constant, for it has no type: as a parameter it is {name}: int = ..."


def questions(context: CheckContext, sample: GameSample | None) -> list[str]:
    """The questions and advice for rules that break no law, in a sentence each."""
    nodes = [node for node in [*context.nodes[:LOOKED_AT], *context.playouts[:LOOKED_AT]] if not node.over.error]
    found: list[str] = (
        ask_within(QUESTION_SECONDS, lambda: [*_ragged(context, nodes), *_named_alike(context, nodes)]).value or []
    )
    if sample is not None and sample.duel and context.best is None and sample.largest > 1:
        found.append(
            f"`best_result` is left out, and results here go up to {sample.largest:g}: declare the largest possible one, "
            "and `kibitz solve` has closer limits than the default of 127."
        )
    return found


def _untyped(game: type[Game]) -> list[str]:
    """Numbers in a class without any parameter, in small letters, which may have been meant to be some."""
    if not is_dataclass(game) or fields(game) or game.__module__.startswith("kibitz."):
        return []
    return [name for name, value in vars(game).items() if type(value) is int and name.islower() and not hasattr(Game, name)]


def _ragged(context: CheckContext, nodes: list[CheckNode]) -> Iterator[str]:
    """The lines of `show` have one width, but for spaces at their ends."""
    if type(context.game).show is Game.show:
        return
    for node in nodes:
        text = ask(context.game.show, node.state).value
        lines = text.rstrip("\n").split("\n") if isinstance(text, str) else []
        widths = sorted({len(line) for line in lines})
        if len(widths) > 1 and len(lines) > 2:
            yield (
                f"`show` gives lines of {widths[0]} to {widths[-1]} signs: lines of one width keep the columns of a board "
                "below each other."
            )
            return


def _named_alike(context: CheckContext, nodes: list[CheckNode]) -> Iterator[str]:
    """The two parts of one turn, which change different things, have different names for the same place."""
    if not says(context.game, "to_move"):
        return
    example: tuple[CheckNode, str] | None = None
    for node in nodes:
        for move in node.legal[:5]:
            child = node.child(move)
            if node.chance or child.mover.value != node.mover.value or child.over.value or not child.legal:
                continue
            names = {node.name(one) for one in node.legal}
            same = next((one for one in child.legal if child.name(one) in names), None)
            if same is None:
                continue
            if _changed(node, move) & _changed(child, same):
                return  # two moves of one kind, as where who closes a box moves again
            example = example or (child, child.name(same))
    if example is not None:
        node, name = example
        yield (
            f"Both parts of a turn have a move called {name}, as after {' '.join(_line(context, node))}: let `move_name` tell "
            f"them apart, such as x{name}, or say from_to(state, move) of the one that is a step."
        )


def _changed(node: CheckNode, move: int) -> set[str]:
    """The fields that a move changes, without single numbers, which say whose turn it is and which part of the turn."""
    after = node.after(move).value
    return {
        name
        for name in getattr(node.state, "_fields", ())
        if getattr(node.state, name) != getattr(after, name, None) and type(getattr(node.state, name)) not in (int, bool)
    }


def _line(context: CheckContext, node: CheckNode) -> list[str]:
    here, names = context.start(), []
    for move in node.line:
        if here is None:
            break
        names.append(here.name(move))
        here = here.child(move)
    return names
