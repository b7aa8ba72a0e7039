"""kibitz: write a board game's rules once; it plays them, explains them and draws them.

import kibitz
game = kibitz.load("connect_four:width=6,height=5")
thought = kibitz.think(game, limit=kibitz.Limit(depth=10))
"""

TYPE_CHECKING = False  # `typing` itself is one of the things that take a while
if TYPE_CHECKING:
    from typing import Any

    from kibitz.arena.api import choose as choose
    from kibitz.arena.api import levels as levels
    from kibitz.arena.api import match as match
    from kibitz.arena.api import stored_games as stored_games
    from kibitz.arena.api import tune as tune
    from kibitz.arena.play import play_out as play_out
    from kibitz.arena.stats.figures import elo as elo
    from kibitz.arena.stats.sprt import sprt as sprt
    from kibitz.checking import check as check
    from kibitz.core.board import Board as Board
    from kibitz.core.board import Board64 as Board64
    from kibitz.core.board import Board128 as Board128
    from kibitz.core.board import Board256 as Board256
    from kibitz.core.board import Board384 as Board384
    from kibitz.core.board import square as square
    from kibitz.core.data import Floats as Floats
    from kibitz.core.data import Ints as Ints
    from kibitz.core.data import changed as changed
    from kibitz.core.layout import board as board
    from kibitz.core.layout import grid as grid
    from kibitz.core.on_grid import NUMBER as NUMBER
    from kibitz.core.registry import load as load
    from kibitz.core.rows import ACROSS as ACROSS
    from kibitz.core.rows import DIAGONAL as DIAGONAL
    from kibitz.core.rows import DOWN as DOWN
    from kibitz.core.rows import EVERY_WAY as EVERY_WAY
    from kibitz.core.rows import FALLING as FALLING
    from kibitz.core.rows import RISING as RISING
    from kibitz.core.rows import SIX_WAYS as SIX_WAYS
    from kibitz.core.rows import STRAIGHT as STRAIGHT
    from kibitz.core.rows import around as around
    from kibitz.core.rows import behind as behind
    from kibitz.core.rows import connected as connected
    from kibitz.core.rows import enclosed as enclosed
    from kibitz.core.rows import rays as rays
    from kibitz.core.rules import CHANCE as CHANCE
    from kibitz.core.rules import Game as Game
    from kibitz.core.rules import Knowledge as Knowledge
    from kibitz.core.scene import Action as Action
    from kibitz.core.scene import Cell as Cell
    from kibitz.core.scene import Piece as Piece
    from kibitz.core.scene import Scene as Scene
    from kibitz.core.thought import GameRecord as GameRecord
    from kibitz.core.thought import Limit as Limit
    from kibitz.core.thought import MoveValue as MoveValue
    from kibitz.core.thought import Thought as Thought
    from kibitz.core.thought import Value as Value
    from kibitz.errors import KibitzError as KibitzError
    from kibitz.explain.report.gathering import report as report
    from kibitz.explain.review.reviewing import Review as Review
    from kibitz.explain.review.reviewing import Reviewing as Reviewing
    from kibitz.explain.review.reviewing import review as review
    from kibitz.explain.tree.tree import Tree as Tree
    from kibitz.explain.tree.tree import tree as tree
    from kibitz.formats.files import read_games as read_games
    from kibitz.learning.api import learn as learn
    from kibitz.notebook.play import play as play
    from kibitz.patterns.library import load_knowledge as load_knowledge
    from kibitz.players import player as player
    from kibitz.players.trap_finder import traps as traps
    from kibitz.position import Position as Position
    from kibitz.present.film import picture as picture
    from kibitz.search.drivers.handle import Thinking as Thinking
    from kibitz.search.drivers.playouts import playouts as playouts
    from kibitz.search.entry import begin as begin
    from kibitz.search.entry import solve as solve
    from kibitz.search.entry import solver as solver
    from kibitz.search.entry import think as think
    from kibitz.search.perft import perft as perft

# Imported when first asked for: some bring Numba along, and the command wants to say first what Ctrl-C does meanwhile.
_LATER = {
    "ACROSS": "kibitz.core.rows",
    "CHANCE": "kibitz.core.rules",
    "DIAGONAL": "kibitz.core.rows",
    "DOWN": "kibitz.core.rows",
    "EVERY_WAY": "kibitz.core.rows",
    "FALLING": "kibitz.core.rows",
    "NUMBER": "kibitz.core.on_grid",
    "RISING": "kibitz.core.rows",
    "SIX_WAYS": "kibitz.core.rows",
    "STRAIGHT": "kibitz.core.rows",
    "Action": "kibitz.core.scene",
    "Board": "kibitz.core.board",
    "Board64": "kibitz.core.board",
    "Board128": "kibitz.core.board",
    "Board256": "kibitz.core.board",
    "Board384": "kibitz.core.board",
    "Cell": "kibitz.core.scene",
    "Floats": "kibitz.core.data",
    "Game": "kibitz.core.rules",
    "GameRecord": "kibitz.core.thought",
    "Ints": "kibitz.core.data",
    "KibitzError": "kibitz.errors",
    "Knowledge": "kibitz.core.rules",
    "Limit": "kibitz.core.thought",
    "MoveValue": "kibitz.core.thought",
    "Piece": "kibitz.core.scene",
    "Position": "kibitz.position",
    "Review": "kibitz.explain.review.reviewing",
    "Reviewing": "kibitz.explain.review.reviewing",
    "Scene": "kibitz.core.scene",
    "Thinking": "kibitz.search.drivers.handle",
    "Thought": "kibitz.core.thought",
    "Tree": "kibitz.explain.tree.tree",
    "Value": "kibitz.core.thought",
    "around": "kibitz.core.rows",
    "begin": "kibitz.search.entry",
    "behind": "kibitz.core.rows",
    "board": "kibitz.core.layout",
    "changed": "kibitz.core.data",
    "check": "kibitz.checking",
    "choose": "kibitz.arena.api",
    "connected": "kibitz.core.rows",
    "elo": "kibitz.arena.stats.figures",
    "enclosed": "kibitz.core.rows",
    "grid": "kibitz.core.layout",
    "learn": "kibitz.learning.api",
    "levels": "kibitz.arena.api",
    "load": "kibitz.core.registry",
    "load_knowledge": "kibitz.patterns.library",
    "match": "kibitz.arena.api",
    "perft": "kibitz.search.perft",
    "picture": "kibitz.present.film",
    "play": "kibitz.notebook.play",
    "play_out": "kibitz.arena.play",
    "player": "kibitz.players",
    "playouts": "kibitz.search.drivers.playouts",
    "rays": "kibitz.core.rows",
    "read_games": "kibitz.formats.files",
    "report": "kibitz.explain.report.gathering",
    "review": "kibitz.explain.review.reviewing",
    "solve": "kibitz.search.entry",
    "solver": "kibitz.search.entry",
    "sprt": "kibitz.arena.stats.sprt",
    "square": "kibitz.core.board",
    "stored_games": "kibitz.arena.api",
    "think": "kibitz.search.entry",
    "traps": "kibitz.players.trap_finder",
    "tree": "kibitz.explain.tree.tree",
    "tune": "kibitz.arena.api",
}

__all__ = list(_LATER)


def __getattr__(name: str) -> "Any":
    if name not in _LATER:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return __all__
