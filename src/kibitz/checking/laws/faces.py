"""Laws of how a game shows itself: the names of its moves, its text and its picture."""

from typing import Any

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, ask, format_value
from kibitz.notation import read_moves
from kibitz.scene import Scene

MAX_NAMES_READ = 100  # names of a node: reading one looks at all of them


@law("node", of_faces=True)
def names_are_words(context: CheckContext, node: CheckNode) -> Breach | None:
    """`move_name` gives every legal move a name without spaces and semicolons, which stand between moves."""
    for move in node.legal:
        named = ask(node.game.move_name, node.state, move)
        if named.error:
            return Breach(f"`move_name` failed for {move}: {named.error}", move)
        if not isinstance(named.value, str) or not named.value:
            return Breach(f"`move_name` gave {named.text} for {move}; it must give a text", move)
        if ";" in named.value or any(sign.isspace() for sign in named.value):
            return Breach(f"`move_name` gave {named.text} for {move}; a name has no space and no semicolon", move)
    return None


@law("node", of_faces=True)
def names_differ(context: CheckContext, node: CheckNode) -> Breach | None:
    """No two legal moves of a state share a name."""
    owners: dict[Any, int] = {}
    for move in node.legal:
        name = ask(node.game.move_name, node.state, move).value
        if isinstance(name, str) and owners.setdefault(name, move) != move:
            return Breach(f"`move_name` calls both {owners[name]} and {move} {name!r}; each legal move has its own name", move)
    return None


@law("node", most=200, of_faces=True)
def names_read_back(context: CheckContext, node: CheckNode) -> Breach | None:
    """The name of a legal move, typed in, is read as that move."""
    names = [ask(node.game.move_name, node.state, move).value for move in node.legal]
    if not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        return None  # other laws speak of that
    step = max(1, len(names) // MAX_NAMES_READ)
    for move, name in list(zip(node.legal, names, strict=True))[::step]:
        if ";" in name or any(sign.isspace() for sign in name):
            continue
        read = ask(read_moves, node.game, name, node.state)
        if read.error:
            return Breach(f"{name!r}, the name of {move}, is not read back: {read.error}", move)
        if read.value != [move]:
            return Breach(
                f"{name!r}, the name of {move}, is read as {read.value}; choose names that do not look like others", move
            )
    return None


@law("node", of_faces=True)
def show_draws_every_state(context: CheckContext, node: CheckNode) -> str | None:
    """`show` gives a text for every state."""
    picture = ask(node.game.show, node.state)
    if picture.error:
        return f"`show` failed: {picture.error}"
    if not isinstance(picture.value, str) or not picture.value.strip():
        return f"`show` gave {picture.text}; it must give the state as text"
    return None


@law("node", needs="scene", most=400, of_faces=True)
def scene_offers_the_legal_moves(context: CheckContext, node: CheckNode) -> str | None:
    """`scene` offers each legal move, and nothing else, as an action, and none when the game is over.

    Where dice or cards decide it may offer what they bring, or nothing.
    """
    scene = ask(node.game.scene, node.state)
    if scene.error or scene.value is None:
        return f"`scene` failed: {scene.error}" if scene.error else None
    if not isinstance(scene.value, Scene):
        return f"`scene` gave a {type(scene.value).__name__}; it must give a Scene, or None"
    offered = [action.move for action in scene.value.actions]
    lacking = [node.name(move) for move in node.legal if move not in offered]
    describe_excess = [node.name(move) for move in offered if move not in node.legal]
    if describe_excess:
        return f"`scene` offers {', '.join(describe_excess)}, which is not legal here; its actions are the legal moves"
    if lacking and (offered or not node.chance):
        return f"`scene` does not offer {', '.join(lacking)}; its actions are the legal moves"
    return None


@law("node", needs="scene", most=400, of_faces=True)
def scene_knows_its_cells(context: CheckContext, node: CheckNode) -> str | None:
    """The cells of a `scene` have different names, and its pieces, marks and actions stand in cells that are there."""
    scene = ask(node.game.scene, node.state).value
    if not isinstance(scene, Scene):
        return None
    cells = [cell.name for cell in scene.cells]
    nameless = [name for name in cells if not isinstance(name, str)]
    if nameless:
        return f"`scene` calls a cell {format_value(nameless[0])}; the name of a cell is a text"
    twice = {name for name in cells if cells.count(name) > 1} if len(set(cells)) < len(cells) else set()
    if twice:
        return f"`scene` has two cells called {', '.join(sorted(twice))}; each cell has its own name"
    touched = {cell for action in scene.actions for cell in (action.cell, action.source)} - {None}
    used = {*scene.pieces, *scene.marked, *touched}
    strangers = sorted(map(str, used - set(cells)))
    if strangers:
        return f"`scene` puts something into {', '.join(strangers)}, but has no such cell"
    return None


@law("node", needs="scene", most=400, of_faces=True)
def scene_tells_its_actions_apart(context: CheckContext, node: CheckNode) -> str | None:
    """No two actions of a `scene` have the same cells and the same label, and what an action picks up it puts down."""
    scene = ask(node.game.scene, node.state).value
    if not isinstance(scene, Scene):
        return None
    seen = set()
    for action in scene.actions:
        if action.source is not None and action.cell is None:
            return f"`scene` picks a piece up for {action.label!r}, but puts it down nowhere; its action needs a `cell`"
        where = action.source, action.cell, action.label
        if where in seen:
            return f"`scene` has two actions {action.label!r} that nothing tells apart; in the same cells labels differ"
        seen.add(where)
    return None
