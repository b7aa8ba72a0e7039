"""Laws of how a game shows itself: the names of its moves, its text and its picture."""

import re
from typing import Any, get_args

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode, RuleAnswer, ask, format_value
from kibitz.core.board import Board
from kibitz.core.laws import is_row
from kibitz.core.notation import read_moves
from kibitz.core.on_grid import owners_of
from kibitz.core.rules import FACES, Game, says
from kibitz.core.scene import Form, Look, Scene, Shape

MAX_NAMES_READ = 100  # names of a node: reading one looks at all of them


ENOUGH_PICTURES = 10  # positions that a picture was asked of
MEN = re.compile("[KQRBNPkqrbnp]")


@law("node", most=400, of_faces=True)
def grid_fits_the_game(context: CheckContext, node: CheckNode) -> str | None:
    """The `grid` of a game fits its parameters and its states, and so does what `from_to` and `stands` say of it."""
    if context.game.grid is None:
        return None
    for face in FACES:
        for arguments in [(node.state, move) for move in node.legal] if face == "move_name" else [(node.state,)]:
            answer = ask(getattr(node.game, face), *arguments)
            if _is_of_grid(node, answer):
                return answer.error
    return None


def _is_of_grid(node: CheckNode, answer: RuleAnswer) -> bool:
    """Whether no face can be drawn because of the grid: one law speaks of that for all of them."""
    return node.game.grid is not None and answer.is_sentence


@law("node", of_faces=True)
def names_are_words(context: CheckContext, node: CheckNode) -> Breach | None:
    """`move_name` gives every legal move a name without spaces and semicolons, which stand between moves."""
    for move in node.legal:
        named = ask(node.game.move_name, node.state, move)
        if named.error:
            if _is_of_grid(node, named):
                return None
            return Breach(named.failed("`move_name`", f" for {move}"), move)
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
            if _is_of_grid(node, read):
                return None
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
        return None if _is_of_grid(node, picture) else picture.failed("`show`")
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
        return scene.failed("`scene`") if scene.error and not _is_of_grid(node, scene) else None
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


@law("node", needs="scene", most=100, of_faces=True)
def scene_can_be_drawn(context: CheckContext, node: CheckNode) -> str | None:
    """The look of a `scene`, the shapes of its cells and the forms of its pieces are those that can be drawn."""
    scene = ask(node.game.scene, node.state).value
    if not isinstance(scene, Scene):
        return None
    for what, names, known in (
        ("look", [scene.look], get_args(Look)),
        ("shape", [cell.shape for cell in scene.cells], get_args(Shape)),
        ("form", [piece.form for piece in scene.pieces.values()], get_args(Form)),
    ):
        stranger = next((name for name in names if name not in known), None)
        if stranger is not None:
            return f"`scene` has the {what} {format_value(stranger)}; there are {', '.join(known)}"
    for piece in scene.pieces.values():
        if piece.form == "chessman" and not MEN.fullmatch(piece.text):
            return (
                f"a chessman has the text {piece.text!r}, and is drawn from a letter of K Q R B N P; write marks='Pp' for a "
                "grid of pawns, define stands(state, square) for pieces of several kinds, or take another form"
            )
    return None


@law("node", most=200, needs="tally", of_faces=True)
def tally_counts_every_player(context: CheckContext, node: CheckNode) -> str | None:
    """`tally` gives a number for each player, or nothing."""
    answer = ask(lambda state: tuple(node.game.tally(state)), node.state)
    if answer.error:
        return answer.failed("`tally`")
    if answer.value and not is_row(answer.value, node.game.players):
        return f"`tally` gave {answer.text}; it must give the points of each of the {node.game.players} players, or none"
    return None


@law("node", most=200, needs="in_hand", of_faces=True)
def hands_count_the_pieces_of_every_player(context: CheckContext, node: CheckNode) -> str | None:
    """`in_hand` gives a number for each player, or nothing."""
    answer = ask(lambda state: tuple(node.game.in_hand(state)), node.state)
    if answer.error:
        return answer.failed("`in_hand`")
    if answer.value and not is_row(answer.value, node.game.players):
        return f"`in_hand` gave {answer.text}; it must give the pieces in the hands of the {node.game.players} players, or none"
    return None


@law("node", most=200, alone=True, of_faces=True)
def squares_hold_one_piece(context: CheckContext, node: CheckNode) -> str | None:
    """On a `grid` no square holds pieces of two players."""
    game = node.game
    if game.grid is None or says(game, "stands"):
        return None
    owners: dict[int, str] = {}
    for name in game.grid.owners or owners_of(node.state):
        board = getattr(node.state, name, None)
        for square in board.squares() if isinstance(board, Board) else ():
            other = owners.setdefault(square, name)
            if other != name:
                return (
                    f"the square {square} is in {other!r} and in {name!r}; either `moves` lets a piece be put where one "
                    "stands, or `play` does not take that one off"
                )
    return None


@law("game", of_faces=True)
def pieces_are_shown(context: CheckContext) -> str | None:
    """The picture of a `grid` shows pieces, at some time."""
    game = context.game
    if game.grid is None or type(game).scene is not Game.scene:
        return None
    states = [node.state for node in context.nodes + context.wandered[-100:]]
    scenes = [scene for state in states if isinstance(scene := ask(game.scene, state).value, Scene)]
    if len(set(states)) < ENOUGH_PICTURES or len(scenes) < len(states):
        return None
    pieces = [name for scene in scenes for name, piece in scene.pieces.items()]
    edges = len(game.grid.sized(game).edges) if game.grid.sides else 0
    if len(pieces) > edges * len(scenes):
        return None
    if says(game, "stands"):
        return "`stands` gave None for every square of every position, so that no picture shows a piece"
    boards = [name for name in states[0]._fields if isinstance(getattr(states[0], name), Board)]
    takes = f"the grid takes its pieces from {' and '.join(game.grid.owners) or 'mine and theirs, or first and second'}"
    if len(boards) < 2:
        return f"no picture shows a piece: {takes}, and the state has no such boards; define stands(state, square)"
    if _change_places(context, boards):
        remedy = f"call {boards[0]!r} mine and {boards[1]!r} theirs, for they change places with each move"
    else:
        remedy = f"write grid(..., owners=({', '.join(repr(name) for name in boards[:2])})), first player first"
    return f"no picture shows a piece: {takes}, and the boards of the state are {', '.join(boards)}; {remedy}"


def _change_places(context: CheckContext, boards: list[str]) -> bool:
    """Whether what the first player puts down is in the second of the boards after the first move."""
    second = boards[1]
    for node in context.nodes:
        if len(node.line) == 1 and (start := context.start()) is not None:
            return bool(getattr(node.state, second) != getattr(start.state, second))
    return False
