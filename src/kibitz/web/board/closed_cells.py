"""The owners of the closed cells of a board, which a state need not say: the side that closed each."""

from dataclasses import replace

from kibitz.core.rules import CHANCE
from kibitz.core.scene import Scene
from kibitz.position import Position
from kibitz.present.values import side_names

CLOSED = "fill"  # the form of a closed cell


def with_owners(position: Position, scene: Scene) -> Scene:
    """The scene with each closed cell in the colour of the side that closed it, and the first letter of its name."""
    nobodys = {name for name, piece in scene.pieces.items() if piece.form == CLOSED and piece.owner is None}
    if not nobodys:
        return scene
    pieces, names = dict(scene.pieces), side_names(position.game)
    here = Position.after(position.game)
    for move in position.moves:
        mover, here = here.to_move, here.play(move)
        seen = position.game.scene(here.state)
        closed = {name for name in nobodys if seen is not None and name in seen.pieces}
        nobodys -= closed
        for name in closed if mover != CHANCE else ():
            pieces[name] = replace(pieces[name], owner=mover, text=names[mover][:1])
    return replace(scene, pieces=pieces)
