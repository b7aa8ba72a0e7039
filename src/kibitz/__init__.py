"""kibitz: write a board game's rules once; it plays them, explains them and draws them.

import kibitz
game = kibitz.load("connect_four:width=6,height=5")
thought = kibitz.think(game, limit=kibitz.Limit(depth=10))
"""

TYPE_CHECKING = False  # `typing` itself is one of the things that take a while
if TYPE_CHECKING:
    from typing import Any

    from kibitz.arena.api import choose, levels, match, tune
    from kibitz.arena.play import play_out
    from kibitz.arena.stats.figures import elo
    from kibitz.arena.stats.sprt import sprt
    from kibitz.board import Board, Board64, Board128, Board256, Board384, square
    from kibitz.checking import check
    from kibitz.data import Floats, Ints, changed
    from kibitz.errors import KibitzError
    from kibitz.explain.report.gathering import report
    from kibitz.explain.review.reviewing import Review, Reviewing, review
    from kibitz.explain.tree.tree import Tree, tree
    from kibitz.formats.files import read_games
    from kibitz.layout import grid
    from kibitz.learning.api import learn
    from kibitz.notebook.play import play
    from kibitz.patterns.library import load_knowledge
    from kibitz.players import player
    from kibitz.players.trap_finder import traps
    from kibitz.position import Position
    from kibitz.present.film import picture
    from kibitz.registry import load
    from kibitz.rows import (
        ACROSS,
        DIAGONAL,
        DOWN,
        EVERY_WAY,
        FALLING,
        RISING,
        SIX_WAYS,
        STRAIGHT,
        around,
        behind,
        connected,
        enclosed,
        rays,
    )
    from kibitz.rules import CHANCE, Game, Knowledge
    from kibitz.scene import Action, Cell, Piece, Scene
    from kibitz.search.entry import begin, solve, solver, think
    from kibitz.search.handle import Thinking
    from kibitz.search.perft import perft
    from kibitz.search.playouts import playouts
    from kibitz.thought import GameRecord, Limit, MoveValue, Thought, Value

# Imported when first asked for: some bring Numba along, and the command wants to say first what Ctrl-C does meanwhile.
_LATER = {
    "ACROSS": "kibitz.rows",
    "CHANCE": "kibitz.rules",
    "DIAGONAL": "kibitz.rows",
    "DOWN": "kibitz.rows",
    "EVERY_WAY": "kibitz.rows",
    "FALLING": "kibitz.rows",
    "RISING": "kibitz.rows",
    "SIX_WAYS": "kibitz.rows",
    "STRAIGHT": "kibitz.rows",
    "Action": "kibitz.scene",
    "Board": "kibitz.board",
    "Board64": "kibitz.board",
    "Board128": "kibitz.board",
    "Board256": "kibitz.board",
    "Board384": "kibitz.board",
    "Cell": "kibitz.scene",
    "Floats": "kibitz.data",
    "Game": "kibitz.rules",
    "GameRecord": "kibitz.thought",
    "Ints": "kibitz.data",
    "KibitzError": "kibitz.errors",
    "Knowledge": "kibitz.rules",
    "Limit": "kibitz.thought",
    "MoveValue": "kibitz.thought",
    "Piece": "kibitz.scene",
    "Position": "kibitz.position",
    "Review": "kibitz.explain.review.reviewing",
    "Reviewing": "kibitz.explain.review.reviewing",
    "Scene": "kibitz.scene",
    "Thinking": "kibitz.search.handle",
    "Thought": "kibitz.thought",
    "Tree": "kibitz.explain.tree.tree",
    "Value": "kibitz.thought",
    "around": "kibitz.rows",
    "begin": "kibitz.search.entry",
    "behind": "kibitz.rows",
    "changed": "kibitz.data",
    "check": "kibitz.checking",
    "choose": "kibitz.arena.api",
    "connected": "kibitz.rows",
    "elo": "kibitz.arena.stats.figures",
    "enclosed": "kibitz.rows",
    "grid": "kibitz.layout",
    "learn": "kibitz.learning.api",
    "levels": "kibitz.arena.api",
    "load": "kibitz.registry",
    "load_knowledge": "kibitz.patterns.library",
    "match": "kibitz.arena.api",
    "perft": "kibitz.search.perft",
    "picture": "kibitz.present.film",
    "play": "kibitz.notebook.play",
    "play_out": "kibitz.arena.play",
    "player": "kibitz.players",
    "playouts": "kibitz.search.playouts",
    "rays": "kibitz.rows",
    "read_games": "kibitz.formats.files",
    "report": "kibitz.explain.report.gathering",
    "review": "kibitz.explain.review.reviewing",
    "solve": "kibitz.search.entry",
    "solver": "kibitz.search.entry",
    "sprt": "kibitz.arena.stats.sprt",
    "square": "kibitz.board",
    "think": "kibitz.search.entry",
    "traps": "kibitz.players.trap_finder",
    "tree": "kibitz.explain.tree.tree",
    "tune": "kibitz.arena.api",
}

__all__ = [
    "ACROSS",
    "CHANCE",
    "DIAGONAL",
    "DOWN",
    "EVERY_WAY",
    "FALLING",
    "RISING",
    "SIX_WAYS",
    "STRAIGHT",
    "Action",
    "Board",
    "Board64",
    "Board128",
    "Board256",
    "Board384",
    "Cell",
    "Floats",
    "Game",
    "GameRecord",
    "Ints",
    "KibitzError",
    "Knowledge",
    "Limit",
    "MoveValue",
    "Piece",
    "Position",
    "Review",
    "Reviewing",
    "Scene",
    "Thinking",
    "Thought",
    "Tree",
    "Value",
    "around",
    "begin",
    "behind",
    "changed",
    "check",
    "choose",
    "connected",
    "elo",
    "enclosed",
    "grid",
    "learn",
    "levels",
    "load",
    "load_knowledge",
    "match",
    "perft",
    "picture",
    "play",
    "play_out",
    "player",
    "playouts",
    "rays",
    "read_games",
    "report",
    "review",
    "solve",
    "solver",
    "sprt",
    "square",
    "think",
    "traps",
    "tree",
    "tune",
]


def __getattr__(name: str) -> "Any":
    if name not in _LATER:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return __all__
