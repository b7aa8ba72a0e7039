"""Values and sides in words: a value on a face says whose it is, and how far it is to be trusted."""

from typing import Any

import click

from kibitz.best_result import best_result
from kibitz.rules import Game, legal
from kibitz.thought import Value

ORDINALS = ("First", "Second", "Third", "Fourth")


def side_names(game: Game) -> tuple[str, ...]:
    """What the players are called: as the pieces they put down first (X and O), or else First, Second, ..."""
    owned: dict[int, set[str]] = {}
    state = game.start()
    for _ in range(game.players + 1):
        scene = game.scene(state)
        for piece in scene.pieces.values() if scene else ():
            if piece.owner is not None:
                owned.setdefault(piece.owner, set()).add(piece.text)
        if game.is_over(state):
            break
        state = game.play(state, legal(game, state)[0])
    texts = [next(iter(texts)) for texts in owned.values() if len(texts) == 1]
    if len(texts) == len(set(texts)) == game.players and not any(text.isdigit() for text in texts):
        return tuple(next(iter(owned[player])) for player in range(game.players))
    return tuple(ORDINALS[player] if player < len(ORDINALS) else f"Player {player + 1}" for player in range(game.players))


class ValueWords:
    """Says what a value means for the players of one game."""

    def __init__(self, game: Game, weak: bool = False) -> None:
        """`weak`: values say who wins, and not by how much."""
        self.names = side_names(game)
        self.by_margin = best_result(game) != 1 and not weak

    def say(self, value: Value, mover: int) -> str:
        """The value, which is `mover`'s, in words: "X wins in 5", "at least a draw for X", "estimate +0.31 for X"."""
        name = self.names[mover]
        if value.kind == "estimate":
            return f"estimate {value.result:+.2f} for {name}"
        if value.kind == "exact":
            if value.result == 0:
                return "draw"
            winner = name if value.result > 0 else self.names[1 - mover]
            return f"{winner} wins{self._by(value)}{_within(value)}"
        return f"{'at least' if value.kind == 'at_least' else 'at most'} {self._outcome(value)} for {name}"

    def between(self, low: Value, high: Value, mover: int) -> str:
        """The two proved limits of `mover`'s value: "at least a draw, at most a win in 41 for X"."""
        if low == high:
            return self.say(low, mover)
        return f"at least {self._outcome(low)}, at most {self._outcome(high)} for {self.names[mover]}"

    def painted(self, value: Value, mover: int) -> str:
        """The same in colours: proved values are bold, guesses faint."""
        return click.style(self.say(value, mover), **_style(value))

    def _outcome(self, value: Value) -> str:
        outcome = "a draw" if value.result == 0 else ("a win" if value.result > 0 else "a loss") + self._by(value)
        return outcome + _within(value)

    def _by(self, value: Value) -> str:
        return f" by {abs(value.result):g}" if self.by_margin else ""


def _within(value: Value) -> str:
    return "" if value.plies is None else f" in {value.plies}"


def _style(value: Value) -> dict[str, Any]:
    if value.kind == "estimate":
        return {"dim": True}
    colour = "green" if value.result > 0 else "red" if value.result < 0 else "yellow"
    return {"fg": colour, "bold": value.kind == "exact"}
