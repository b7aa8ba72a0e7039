"""A game, the moves made so far, and the state they lead to."""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.laws import short_repr
from kibitz.core.notation import legal_sentence, line_names, read_move, read_moves
from kibitz.core.registry import as_game
from kibitz.core.rules import (
    CHANCE,
    Game,
    at_chance,
    chances_of,
    has_recurred,
    is_legal,
    is_over,
    mover_of,
    moves_of,
    name_move,
    payoffs_of,
    play_move,
    reward_of,
    says,
    start_of,
)
from kibitz.core.scene import Action
from kibitz.drawing.pen import image
from kibitz.drawing.plate import svg
from kibitz.drawing.text import draw
from kibitz.errors import IllegalMove, MoveError, NotAMove, RulesError

TRIAL_GAMES, TRIAL_PLIES = 3, 300  # a game that is longer is left where it is
TRIAL_SECONDS = 0.1  # for rules that are slow


@dataclass(frozen=True, init=False)
class Position:
    """A state of a game together with the moves that led to it from the start.

    `to_move` is the player whose turn it is: 0 the first, 1 the second, CHANCE where dice or cards decide. It is what the
    rules say, or else the number of moves made says it. A position never changes: `play` returns the next one. It remembers the
    rules' answers: whether the game is over, and the legal moves. Where the rules break their contract, or raise anything, each
    method raises RulesError, one sentence.
    """

    game: Game
    state: Any
    moves: tuple[int, ...] = ()
    to_move: int = 0

    def __init__(self, game: Game | str, state: Any = None, moves: tuple[int, ...] = (), to_move: int | None = None) -> None:
        """`game` may be a spec; `state`: None for the start; `to_move`: None for the player that the rules name."""
        if to_move is None:
            game = as_game(game)
            state = start_of(game) if state is None else state
            _check_state(game, state)
            if not isinstance(moves, Sequence) or isinstance(moves, str):
                raise NotAMove(f"{short_repr(moves)} is not a tuple of moves: write Position.after(game, moves)")
            to_move = mover_of(game, state, len(moves))
        # One is made for each move that is played, and what a frozen dataclass does of itself takes three times as long.
        self.__dict__.update(game=game, state=state, moves=moves, to_move=to_move)

    @classmethod
    def after(cls, game: Game | str, moves: str | Sequence[int | str] = "") -> "Position":
        """The position after `moves` from the start: a text such as `4 4 5` or `445`, or a sequence of ints or names.

        `game`: a game, or its spec. Raises MoveError (NotAMove, IllegalMove, AmbiguousMove), which says which move is wrong and
        what is legal.
        """
        game = as_game(game)
        state = start_of(game)
        position = cls(game, state, (), mover_of(game, state, 0))
        if not isinstance(moves, Iterable):
            raise NotAMove(f"{short_repr(moves)} is not a line of moves: give a text such as '4 4 5', or a list of moves")
        for move in read_moves(game, moves) if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    def play(self, move: int | str) -> "Position":
        """The position after `move`, an int or the text a person would type; MoveError if it is not legal."""
        if isinstance(move, str):
            move = read_move(self.game, self.state, move)
        elif not hasattr(move, "__index__"):  # 1.0 equals a move, and is none
            raise NotAMove(f"{short_repr(move)} is not a move: give a whole number or a text; {self._choice()}")
        elif not self._allows(move):
            raise IllegalMove(f"{move} is not allowed as move {len(self.moves) + 1}; {self._choice()}")
        state = play_move(self.game, self.state, move)
        moves = (*self.moves, move)
        return Position(self.game, state, moves, mover_of(self.game, state, len(moves)))

    def _allows(self, move: int) -> bool:
        """Whether a move is legal; tries no other move."""
        kept: dict[str, Any] = self.__dict__
        if "_legal" in kept:
            return move in kept["_legal"]
        return not self.is_over and is_legal(self.game, self.state, move)

    def _choice(self) -> str:
        return "the game is over" if self.is_over else legal_sentence(self.game, self.state)

    def legal(self) -> tuple[int, ...]:
        """The legal moves in the order of the rules, or the outcomes of chance; none when over."""
        kept = self.__dict__  # not a cached_property: in Python 3.11 a player that hangs in one would make all others wait
        if "_legal" not in kept:
            if self.is_over:
                kept["_legal"] = ()
            elif self.to_move == CHANCE:
                kept["_legal"] = tuple(outcome for outcome, _ in self.chances())
            else:
                kept["_legal"] = moves_of(self.game, self.state)
        moves: tuple[int, ...] = kept["_legal"]
        return moves

    def chances(self) -> tuple[tuple[int, float], ...]:
        """The outcomes of dice or cards with their weights; empty if a player is to move."""
        kept = self.__dict__
        if "_chances" not in kept:
            kept["_chances"] = chances_of(self.game, self.state) if self.is_chance else ()
        weighted: tuple[tuple[int, float], ...] = kept["_chances"]
        return weighted

    @property
    def is_chance(self) -> bool:
        """Whether dice or cards decide here."""
        return self.to_move == CHANCE and not self.is_over

    def name(self, move: int) -> str:
        """The name of this legal move."""
        return name_move(self.game, self.state, move)

    def names(self) -> tuple[str, ...]:
        """The moves made so far, as people call them."""
        return line_names(self.game, start_of(self.game), self.moves)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        kept = self.__dict__
        if "_over" not in kept:
            kept["_over"] = is_over(self.game, self.state)
        over: bool = kept["_over"]
        return over

    @property
    def ends_by_recurrence(self) -> bool:
        """Whether the game has ended by repetition."""
        return self.is_over and has_recurred(self.game, self.state) and not self.game.is_over(self.state)

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoffs, first player first, in the game's own units, with all rewards of moves included.

        None while the game is not over.
        """
        return payoffs_of(self.game, self.state, self.to_move) if self.is_over else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The rewards of each player so far, first player first; None where moves have no rewards."""
        if not says(self.game, "reward"):
            return None
        state, scores = start_of(self.game), [0] * self.game.players
        for plies, move in enumerate(self.moves):
            scores[mover_of(self.game, state, plies)] += reward_of(self.game, state, move)
            state = play_move(self.game, state, move)
        return tuple(scores)

    @property
    def before(self) -> tuple[Any, int] | None:
        """The state before the last move, and the player to move there; None at the start."""
        if not self.moves:
            return None
        state = start_of(self.game)
        for move in self.moves[:-1]:
            state = play_move(self.game, state, move)
        return state, mover_of(self.game, state, len(self.moves) - 1)

    @property
    def last_cell(self) -> str | None:
        """The name of the cell where a player made the last move; None at the start, and for moves that have no cell."""
        action = self.last_action
        return None if action is None else action.cell

    @property
    def last_action(self) -> Action | None:
        """A player's last move as an action of the picture before it; None at the start, or without a picture."""
        state, before, last_move = self.game.start(), None, None
        for move in self.moves:
            if not at_chance(self.game, state):  # a throw of the dice leaves the mark where it is
                before, last_move = state, move
            state = self.game.play(state, move)
        scene = None if last_move is None else self.game.scene(before)
        return next((action for action in scene.actions if action.move == last_move), None) if scene else None

    def draw(self, colour: bool = False) -> str:
        """The board as text, the last move marked; `colour` adds ANSI colours for a terminal."""
        return draw(self.game, self.state, self.last_cell, colour)

    def svg(self) -> str:
        """The board as an SVG picture, the last move marked."""
        return svg(self.game, self.state, self.last_cell)

    def __str__(self) -> str:
        return self.draw()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The pictures and texts for a notebook."""
        picture = self.svg()
        html = image(picture, 'alt="the board" width="320"')
        return {"text/plain": self.draw(), "text/html": html, "image/svg+xml": picture}


def _check_state(game: Game, state: Any) -> None:
    """Raise RulesError for a state of another game."""
    start = game.start() if game.compiles else state
    if getattr(state, "_fields", None) != getattr(start, "_fields", None):
        title = type(game).__name__
        raise RulesError(f"{short_repr(state)} is not a state of {title}, whose states are like {short_repr(start)}")


def read_lines(start: Position, lines: Iterable[str], name: str) -> Iterator[tuple[int, Position]]:
    """The number of each line of moves, and the position after them from `start`.

    Blank lines and lines that begin with # do not count. Raises MoveError, which names the line and the file, `name`.
    """
    for number, read in read_each(start, lines, name):
        if isinstance(read, MoveError):
            raise read
        yield number, read


def read_each(start: Position, lines: Iterable[str], name: str) -> Iterator[tuple[int, Position | MoveError]]:
    """The positions of `read_lines`, with a MoveError in place of each wrong line."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            position = start
            try:
                for move in read_moves(start.game, text, start.state):
                    position = position.play(move)
            except MoveError as problem:
                yield number, type(problem)(f"line {number} of {name}: {problem}")
            else:
                yield number, position


# A few random games before rules are compiled: common errors show at once, and exactly.


def try_rules(position: Position) -> None:
    """Play from a position as plain Python, asking the rules everything on the way.

    Raises RulesError where the rules break their contract. Machine code notices less: it continues past states without a move,
    and takes a state without a player to move for the other side's turn. For rare mistakes there is `kibitz check`.
    """
    dice, end = random.Random(0), time.perf_counter() + TRIAL_SECONDS
    for _ in range(TRIAL_GAMES):
        here = position
        for _ in range(TRIAL_PLIES):
            legal = here.legal()
            if not legal or time.perf_counter() > end:
                break
            here = here.play(dice.choice(legal))
        _ = here.payoffs  # which are asked of the rules here
