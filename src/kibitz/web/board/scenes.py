"""Scenes as pages show them, with what a state need not say: who closed a cell, the way here, what a move takes or took."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any

from kibitz.core.once import once_for_each_game
from kibitz.core.rules import CHANCE, Game, mover_of, play_move
from kibitz.core.scene import Action, Piece, Scene
from kibitz.drawing.board import MEN
from kibitz.position import Position
from kibitz.present.values import side_names

CLOSED = "fill"  # the form of a closed cell


def with_history(position: Position, scene: Scene) -> Scene:
    """The scene with the owners of closed cells, and the whole of a tree whose scenes show only what is still ahead."""
    return _with_way(position, _with_owners(position, scene))


def _with_owners(position: Position, scene: Scene) -> Scene:
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


def _with_way(position: Position, scene: Scene) -> Scene:
    """The scene of the start, with the moves of this one, where the cells here are some of those; the way here is marked."""
    whole = _at_start(position.game)
    cells = {cell.name for cell in scene.cells}
    if whole is None or not whole.lines or not set(scene.lines) <= set(whole.lines):
        return scene
    if not cells < {cell.name for cell in whole.cells}:
        return scene
    above = {low: high for high, low in whole.lines}
    here = next((name for name in cells if above.get(name) not in cells), None)
    way = [] if here is None else [here]
    while way and way[-1] in above and len(way) <= len(above):
        way.append(above[way[-1]])
    return replace(whole, actions=scene.actions, marked=(*scene.marked, *reversed(way)))


@once_for_each_game
def _at_start(game: Game) -> Scene | None:
    return game.scene(game.start())


def with_captures(position: Position, scene: Scene, picked: str) -> Scene:
    """The scene with the men that moves of the picked piece take elsewhere than where they end, as jumps do."""
    theirs = {cell for cell, piece in scene.pieces.items() if piece.owner not in (None, position.to_move)}
    found = list[Action]()
    for action in scene.actions:
        with suppress(Exception):  # of rules that fail at this move: then it has no ring
            if action.source == picked and (after := position.game.scene(position.play(action.move).state)) is not None:
                gone = sorted(theirs - set(after.pieces) - {action.cell})
                found += [Action(action.move, "", cell, picked) for cell in gone]
    return replace(scene, actions=(*scene.actions, *found))


def _is_turned_over(before: Piece, now: Piece) -> bool:
    """Whether a man has come into the hands of another player where it stands."""
    return before.form == now.form and None not in (before.owner, now.owner) and before.owner != now.owner


def way_of_turn(position: Position) -> frozenset[str]:
    """The cells where moves of the last turn began and ended before its last one: an amazon's, before it shot its arrow."""
    game, state, plies = position.game, position.game.start(), list[tuple[Any, int, int]]()
    with suppress(Exception):  # of rules that fail there: then nothing is marked
        for move in position.moves:
            plies.append((state, mover_of(game, state, len(plies)), move))
            state = play_move(game, state, move)
        while plies and plies[-1][1] == CHANCE:
            plies.pop()
        turn = list(takewhile(lambda one: one[1] == plies[-1][1], reversed(plies)))[1:]
        actions = [one for before, _, move in turn for one in _scene_actions(game, before) if one.move == move]
        return frozenset(cell for one in actions if one.source for cell in (one.source, one.cell) if cell)
    return frozenset()


def _scene_actions(game: Game, state: Any) -> tuple[Action, ...]:
    scene = game.scene(state)
    return scene.actions if scene is not None else ()


def last_change(position: Position, scene: Scene, last: Action | None) -> tuple[str | None, frozenset[str]]:
    """The cell of the last move, and others that it changed: men taken away or turned over, and seeds that were sown.

    The first is None where the move put nothing down: where it only takes men off, their cells are enough.
    """
    if last is None:
        return None, frozenset()
    with suppress(Exception):  # of rules that fail there: then nothing is marked
        before = None if position.before is None else position.game.scene(position.before[0])
        pieces = {} if before is None else before.pieces
        men = {cell for cell, piece in pieces.items() if piece.form in MEN} & {cell.name for cell in scene.cells}
        fewer = Counter(pieces.values()) - Counter(scene.pieces.values())  # a rook that castles is still there
        sown = {cell for cell, piece in pieces.items() if piece.form == "seeds" and scene.pieces.get(cell, piece) != piece}
        if sown:
            return last.cell, frozenset(sown - {last.cell})
        gone = frozenset(cell for cell in men - set(scene.pieces) - {last.source} if pieces[cell] in fewer)
        gone |= {cell for cell in men & set(scene.pieces) - {last.cell} if _is_turned_over(pieces[cell], scene.pieces[cell])}
        is_still = last.cell in men and scene.pieces.get(last.cell or "") == pieces.get(last.cell or "")
        return None if gone and (is_still or last.cell in gone) else last.cell, gone
    return last.cell, frozenset()
