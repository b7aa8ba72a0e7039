"""A game at the table: draws the board, lets whoever's turn it is move, and says how it ends."""

from __future__ import annotations

from dataclasses import dataclass

import click

from kibitz.cli._ask import Gone
from kibitz.cli._person import how_to_move, turn
from kibitz.cli._progress import busy
from kibitz.cli._terminal import in_colour
from kibitz.cli._words import ValueWords
from kibitz.errors import GameError
from kibitz.notation import PASS
from kibitz.players import HUMAN, Player, player
from kibitz.position import Position
from kibitz.registry import title
from kibitz.rules import says


@dataclass(frozen=True)
class Seat:
    """One side of the table: a person, when `player` is None, or a player of the program."""

    player: Player | None
    name: str = "you"

    @classmethod
    def taken(cls, spec: str, seed: int | None, name: str | None = None) -> Seat:
        """The seat of the PLAYER that `spec` names, called `name` if that is given; PlayerError when there is none."""
        return cls(None) if spec == HUMAN else cls(player(spec, seed), name or spec)


class Table:
    """A position, those who play it, and what they see of it."""

    def __init__(self, position: Position, seats: list[Seat]) -> None:
        """Raises GameError for a game that is not for two, or that needs dice or cards."""
        game = position.game
        if game.players != len(seats):
            raise GameError(f"{type(game).__name__} is for {game.players} players: play knows games for two")
        if says(game, "chances"):
            raise GameError(f"{type(game).__name__} has dice or cards: play knows games without")
        self.position = position
        self.seats = seats
        self.words = ValueWords(game)
        self._choices: list[Position] = []  # where a person had the choice

    def play(self) -> None:
        """Plays the game to its end, or until somebody gives it up; Gone when the person leaves."""
        click.echo(f"\n{title(type(self.position.game))}")
        if any(seat.player is None for seat in self.seats) and not self.position.is_over:
            click.echo(how_to_move(self.position))
        self.draw()
        try:
            while not self.position.is_over:
                if not self._turn():
                    click.echo(f"{self.who()} resigns: {self.who(1 - self.position.to_move)} wins.")
                    return
        except KeyboardInterrupt:
            click.echo()
            raise Gone("The game stops here: goodbye.") from None
        click.echo(self._outcome())

    def _turn(self) -> bool:
        """One move of whoever's turn it is; False when they give the game up."""
        position, engine = self.position, self.seats[self.position.to_move].player
        legal = position.legal()
        if len(legal) == 1 and position.name(legal[0]).casefold() == PASS:
            self._make(legal[0], "has no move and must pass")
            return True
        if engine is None:
            move = turn(self)
            self._choices.append(self.position)
        else:
            with busy(f"{self.who()} thinks"):
                thought = engine.think(position)
            if thought.stopped == "interrupted":
                raise KeyboardInterrupt
            move = thought.best
        if move is None:
            return False
        self._make(move, f"plays {self.position.name(move)}")
        return True

    def _make(self, move: int, what: str) -> None:
        mover, who = self.position.to_move, self.who()
        self.position = self.position.play(move)
        again = " and moves again" if self.position.to_move == mover and not self.position.is_over else ""
        click.echo(f"{who} {what}{again}.")
        self.draw()

    def take_back(self) -> bool:
        """Goes back to the last position where a person had the choice; False when there is none."""
        if not self._choices:
            return False
        self.position = self._choices.pop()
        click.echo("Taken back.")
        self.draw()
        return True

    def draw(self) -> None:
        """Shows the board."""
        click.echo(f"\n{self.position.draw(colour=in_colour())}\n", color=in_colour())

    def who(self, side: int | None = None) -> str:
        """Who plays a side (None: the one to move): "X (you)", "O (computer, level 10)", or "X" among people."""
        side = self.position.to_move if side is None else side
        name = self.words.names[side]
        return f"{name} ({self.seats[side].name})" if any(seat.player for seat in self.seats) else name

    def _outcome(self) -> str:
        payoffs = self.position.payoffs
        assert payoffs is not None  # it is over
        if sum(payoffs) != 0:
            return "The game is over: " + ", ".join(f"{self.who(side)} has {paid}" for side, paid in enumerate(payoffs)) + "."
        if not any(payoffs):
            return "The game is over: it is a draw."
        winner = max(range(len(payoffs)), key=payoffs.__getitem__)
        margin = f" by {payoffs[winner]}" if self.words.by_margin else ""
        return f"The game is over: {self.who(winner)} wins{margin}."
