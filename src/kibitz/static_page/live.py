"""A game that a page plays by itself: how its positions are drawn, beside the kernels and levels of its bundle."""

from collections.abc import Callable
from typing import Any

from kibitz.browser.bundle import Bundle, bundle
from kibitz.core.board import Board
from kibitz.core.layout import BoardLayout
from kibitz.core.on_grid import COUNT, NOBODY, owners_of
from kibitz.core.rules import Game, can_be_proved, is_over, name_move, offered, play_move, says, start_of
from kibitz.core.scene import Action, Cell, Piece, Scene, turned
from kibitz.drawing.forms import SEEDS
from kibitz.explain.tree.page_data import listing
from kibitz.kernel.states import field_words, kinds_of, words_of_fields
from kibitz.patterns.library import describe_estimate, knowledge_for
from kibitz.position import Position
from kibitz.static_page.album import Album, value_words
from kibitz.web.board.orientation import facing_of
from kibitz.web.board.player_panels import is_counted

LARGEST_GAUGE = 300  # a whole beyond which its share is only a number: each number is a drawing
MOST_DIGITS = 5  # of a number in a piece
SAMPLES, LONGEST = 12, 200  # random games in which names of moves are met
MOST_STATES = 2_000  # of a game whose names are listed for each of them


def live_game(game: Game, searches: tuple[str, ...], progress: Callable[[str], None], traced: tuple[str, ...] = ()) -> Bundle:
    """The bundle of a game with all that scripts need to draw it. PageError as for a bundle."""
    layout = game.grid.sized(game) if game.grid is not None and type(game).scene is Game.scene else None
    whole = bundle(game, searches, layout is not None, progress, traced)
    if layout is not None and not whole.is_drawn:
        layout = None
    face = _plain_face(game) if layout is None else _face(game, layout)
    facing = facing_of(game)
    trees = {name: declared | _described(name) for name, declared in whole.data["traced"].items()}
    about = value_words(game) | {
        "canBeProved": can_be_proved(game),
        "isCounted": is_counted(game),
        "hasHands": "hands" in whole.codes,
        "bottom": facing.bottom,
        "canTurn": facing.can_turn and layout is not None,
        "face": face,
        "traced": trees,
        "estimate": describe_estimate(knowledge_for(game)),
    }
    return Bundle(whole.data | about, whole.codes, whole.numbers, whole.is_drawn)


def _described(search: str) -> dict[str, Any]:
    """The name and the pseudocode of a search, for its tree."""
    code = listing(search)
    return {"title": search.replace("_", " ") if code is None else code["name"], "code": code}


def _face(game: Game, layout: BoardLayout) -> dict[str, Any]:
    """How a position becomes a picture: the fields with pieces, the kinds of these, and what of a picture never changes."""
    state = start_of(game)
    fields = words_of_fields(state)
    owners = () if says(game, "stands") else layout.owners or owners_of(state)
    cells = (*layout.cells, *layout.edges) if layout.sides else layout.cells
    names = layout.cell_names
    places = {cell.name: number for number, cell in enumerate(cells)}
    kinds = _kinds(game, layout)
    classes = list(dict.fromkeys((cell.shape, cell.size) for cell in cells))
    album = Album(game)
    return {
        "names": list(names),
        "cellOf": [places[name] for name in names],
        "classOf": [classes.index((cell.shape, cell.size)) for cell in cells],
        "fixed": [
            [places[cell.name], 1 + kinds.index(Piece(layout.marks[side], side, "side"))] for cell, side in layout.edges.items()
        ]
        if layout.sides
        else [],
        "turned": [layout.seen(place, 1) for place in range(len(names))] if layout.turned else None,
        "owners": [[fields[name].start, len(fields[name])] for name in owners],
        "isMine": bool(owners) and owners[0] == "mine",
        "nobody": [fields[layout.nobody].start, len(fields[layout.nobody])] if layout.nobody else None,
        "knowsTurn": says(game, "to_move") or hasattr(state, "turn"),
        "turnWord": fields["turn"].start if "turn" in fields else None,
        "stands": says(game, "stands"),
        "spells": says(game, "spells"),
        "words": list(layout.words),
        "notes": list(layout.notes),
        "beyond": layout.beyond,
        "pieces": [[_draw_kind(album, piece, cell) for cell in _examples(cells, classes)] for piece in kinds],
        **_boards(game, album),
    }


def _kinds(game: Game, layout: BoardLayout) -> list[Piece]:
    """The pieces that may stand on the board, in the order of their numbers."""
    if says(game, "stands"):
        found = [one for one in layout.kinds if isinstance(one, Piece)]
    else:
        count = len(layout.owners or owners_of(start_of(game)))
        found = [Piece(layout.marks[owner], owner, layout.form) for owner in range(count)]
        found += [Piece(NOBODY)] if layout.nobody else []
    return found + [Piece(layout.marks[side], side, "side") for side in range(2)] if layout.sides else found


def _examples(cells: tuple[Cell, ...], classes: list[tuple[Any, float]]) -> list[Cell]:
    return [next(cell for cell in cells if (cell.shape, cell.size) == one) for one in classes]


def _draw_kind(album: Album, piece: Piece, cell: Cell) -> dict[str, Any]:
    """A piece in a cell; one with a number as a drawing for each count of digits, with eights in the place of the number."""
    if COUNT not in piece.text:
        return album.draw_piece(piece, cell.shape, cell.size)
    whole = int(piece.text.partition("/")[2]) if piece.form == "gauge" else 0
    if whole > LARGEST_GAUGE:
        piece = Piece(COUNT, piece.owner)

    def with_number(number: str) -> dict[str, Any]:
        return album.draw_piece(Piece(piece.text.replace(COUNT, number), piece.owner, piece.form), cell.shape, cell.size)

    each = {"seeds": SEEDS, "gauge": whole}.get(piece.form, -1)  # the largest number whose drawing is more than the number
    few = [with_number(str(number)) for number in range(each + 1)]
    return {"few": few, "digits": [with_number("8" * count) for count in range(1, MOST_DIGITS + 1)], "text": piece.text}


def _boards(game: Game, album: Album) -> dict[str, Any]:
    """The board as it lies, and turned round, each with a place for every move."""
    scene = game.scene(game.start())
    assert scene is not None
    for one in (scene, turned(scene)):
        used = tuple(Action(number, "", cell.name) for number, cell in enumerate(one.cells))
        album.keep_board(Scene(one.cells, {}, used, (), one.columns, one.rows, one.look, one.lines))
    pictures = album.data()
    return {name: pictures[name] for name in ("boards", "kits", "letter", "rise", "heap", "unit")}


def _plain_face(game: Game) -> dict[str, Any]:
    """The fields of a state, for a game whose board is not declared; and the names that moves had in random games."""
    state = start_of(game)
    kinds = {name: kind for name, kind, _ in kinds_of(state)}
    fields = [
        {
            "name": name,
            "first": words.start,
            "count": len(words),
            "kind": "board" if isinstance(kinds[name], type) and issubclass(kinds[name], Board) else "number",
        }
        for name, words in words_of_fields(state).items()
    ]
    names, are_all = _names(game)
    return {"isPlain": True, "fields": fields, "names": names, "namesAt": {} if are_all else _names_by_state(game)}


def _names(game: Game) -> tuple[dict[int, str], bool]:
    """The names of moves whose name never changes, as far as random games met them; and whether those are all that were met."""
    import random

    dice, found, changing = random.Random(0), dict[int, str](), set[int]()
    for _ in range(SAMPLES):
        position = Position.after(game)
        while not position.is_over and len(position.moves) < LONGEST:
            legal = position.legal()
            for move in legal:
                name = position.name(move)
                if found.setdefault(move, name) != name:
                    changing.add(move)
            position = position.play(dice.choice(legal))
    return {move: name for move, name in found.items() if move not in changing}, not changing


def _names_by_state(game: Game) -> dict[str, dict[int, str]]:
    """The names of all moves in each state, by its words as scripts write them; none for a game of many states."""
    start = start_of(game)
    ahead, found = [start], dict[str, dict[int, str]]()
    for state in ahead:  # which grows meanwhile
        words = " ".join(str((int(word) + (1 << 63)) % (1 << 64) - (1 << 63)) for word in field_words(state, start))
        if words in found:
            continue
        if len(found) == MOST_STATES:
            return {}
        moves = () if is_over(game, state) else offered(game, state)
        found[words] = {move: name_move(game, state, move) for move in moves}
        ahead += [play_move(game, state, move) for move in moves]
    return found
