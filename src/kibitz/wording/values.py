"""Values in words: a value says whose it is, and how far it is to be trusted."""

from collections.abc import Sequence

from kibitz.best_result import best_result, is_decisive
from kibitz.rules import Game, says
from kibitz.thought import Value
from kibitz.wording.names import side_names

LIMITS = {"at_least": "at least", "at_most": "at most"}


class ValueWords:
    """Says what a value means for the players of one game."""

    def __init__(self, game: Game, weak: bool = False) -> None:
        """`weak`: values say who wins, and not by how much."""
        self.names = side_names(game)
        self.by_margin = best_result(game) != 1 and not weak
        self.duel = says(game, "result")  # what one wins the other loses
        self.chance = says(game, "chances")  # a value is what comes of it on average
        self._decisive = self.chance and is_decisive(game)

    def say(self, value: Value, mover: int) -> str:
        """The value in words: "X wins in 5", "at least a draw for X", "estimate +0.31 for X", "A 1, B 2, C 6".

        It is `mover`'s, or the first player's where chance decides. Where dice or cards are in the game, a value is what
        comes of it on average: "X wins 57.3 % of games" where there are no draws, or "2.1 on average for X".
        """
        name = self.names[max(mover, 0)]
        if not self.duel:
            return self._paid(value, name)
        if self.chance:
            return self._expected(value, name)
        if value.kind == "estimate":
            return f"estimate {value.result:+.2f} for {name}"
        if value.kind == "exact":
            if value.result == 0:
                return "draw"
            winner = name if value.result > 0 else self.names[1 - mover]
            return f"{winner} wins{self._by(value.result)}{_within(value)}"
        return f"{self._limit(value.kind, value)} for {name}"

    def between(self, low: Value, high: Value, mover: int) -> str:
        """The two proved limits of `mover`'s value: "at least a draw, at most a win in 41 for X"."""
        if low == high:
            return self.say(low, mover)
        return f"{self._limit('at_least', low)}, {self._limit('at_most', high)} for {self.names[mover]}"

    def ending(self, payoffs: Sequence[float], names: Sequence[str] | None = None) -> str:
        """How a game ended: "X wins by 4", "it is a draw", "A 2, B -1, C -1; A does best"; `names`: None for the players'."""
        names = self.names if names is None else names
        best = [name for name, paid in zip(names, payoffs, strict=True) if paid == max(payoffs)]
        if self.duel:
            return f"{best[0]} wins{self._by(max(payoffs))}" if any(payoffs) else "it is a draw"
        told = ", ".join(f"{name} {amount(paid)}" for name, paid in zip(names, payoffs, strict=True))
        if len(best) == len(names):
            return told if len(names) == 1 else f"{told}; {'both' if len(names) == 2 else 'all'} do equally well"
        return f"{told}; {' and '.join(best)} {'does' if len(best) == 1 else 'do'} best"

    def _paid(self, value: Value, name: str) -> str:
        """What each player gets, or one of them."""
        said = _guessed if value.kind == "estimate" else amount
        if value.payoffs is None:
            told = f"{said(value.result)}{{}} for {name}"
        else:
            told = ", ".join(f"{player} {said(paid)}" for player, paid in zip(self.names, value.payoffs, strict=True)) + "{}"
        if value.kind == "estimate":
            return f"estimate {told.format('')}"
        told = told.format(" on average" if self.chance else "")
        return told if value.kind == "exact" else f"{LIMITS[value.kind]} {told}"

    def _expected(self, value: Value, name: str) -> str:
        """What comes of it on average, between two of whom one wins what the other loses."""
        if value.kind in LIMITS:
            return f"{LIMITS[value.kind]} {amount(value.result)} on average for {name}"
        exact = value.kind == "exact"
        if not self._decisive:
            return f"{amount(value.result)} on average for {name}" if exact else f"estimate {value.result:+.2f} for {name}"
        if exact and abs(value.result) == 1:
            other = self.names[1 - self.names.index(name)]
            return f"{name if value.result > 0 else other} wins"
        share = (1 + value.result) / 2
        return f"{name} wins {_percent(share)} % of games" if exact else f"estimate {name} wins {100 * share:.0f} % of games"

    def _limit(self, kind: str, value: Value) -> str:
        """A limit in words: "at least a loss by 4" would be heard as one by 4 or more."""
        words = LIMITS if value.result >= 0 else {"at_least": "at worst", "at_most": "at best"}
        return f"{words[kind]} {self._outcome(value)}"

    def _outcome(self, value: Value) -> str:
        outcome = "a draw" if value.result == 0 else ("a win" if value.result > 0 else "a loss") + self._by(value.result)
        return outcome + _within(value)

    def _by(self, result: float) -> str:
        return f" by {amount(abs(result))}" if self.by_margin else ""


def amount(number: float) -> str:
    """A payoff: whole as it is, else with two decimals, or two figures where it is small."""
    if number == int(number):
        return str(int(number))
    if abs(number) < 0.1:
        return f"{number:.2g}"
    told = f"{round(number, 2):.10g}"
    return told if "." in told else f"{number:.2f}"  # nearly whole is not whole


def _guessed(number: float) -> str:
    return f"{number:.2f}"


def _percent(share: float) -> str:
    """A share of all games that is neither none nor all."""
    told = f"{100 * share:.1f}"
    return {"0.0": "under 0.1", "100.0": "over 99.9"}.get(told, told)


def _within(value: Value) -> str:
    return "" if value.plies is None else f" in {value.plies}"
