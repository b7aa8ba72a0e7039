"""kibitz: write a board game's rules once; it plays them, explains them and draws them."""

from kibitz.board import Board64, square
from kibitz.data import Floats, Ints, changed
from kibitz.registry import load
from kibitz.rules import Game, Knowledge
from kibitz.scene import Action, Cell, Piece, Scene
from kibitz.thought import GameRecord, Limit, MoveValue, Thought, Value

__all__ = ["Action", "Board64", "Cell", "Floats", "Game", "GameRecord", "Ints", "Knowledge", "Limit", "MoveValue", "Piece",
           "Scene", "Thought", "Value", "changed", "load", "square"]
