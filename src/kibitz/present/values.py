"""Values in words, and the names of the players."""

import string
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from kibitz.core.best_result import best_result, is_decisive
from kibitz.core.layout import STONES
from kibitz.core.once import once_for_each_game
from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game, legal, says
from kibitz.core.scene import Form
from kibitz.core.thought import Value

LIMITS = {"at_least": "at least", "at_most": "at most"}
UNKNOWN = "unknown"
COLOURS = ("Black", "White")  # of stones
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


@once_for_each_game  # a page asks several times, and to find them by pieces takes as long as to draw five boards
def side_names(game: Game) -> tuple[str, ...]:
    """The game's names for its sides, or their first pieces (X and O, Black and White), or First, Second ..."""
    try:
        named = tuple(game.player_names()) if says(game, "player_names") else _by_pieces(game)
    except Exception:  # playing on will raise it again
        named = ()
    if len(named) == len(set(named)) == game.players:
        return named
    return tuple(ORDINALS[player] if player < len(ORDINALS) else f"Player {player + 1}" for player in range(game.players))


def _by_pieces(game: Game) -> tuple[str, ...]:
    """The text on each player's pieces soon after the start, if each has one of their own.

    Stones with the texts B and W are called Black and White.
    """
    owned: dict[int, set[str]] = {}
    forms: set[Form] = set()
    state = game.start()
    for _ in range(game.players + 1):
        scene = game.scene(state)
        for piece in scene.pieces.values() if scene else ():
            if piece.owner is not None:
                owned.setdefault(piece.owner, set()).add(piece.text.rstrip(string.digits) or piece.text)  # counters change
                forms.add(piece.form)
        if game.is_over(state):
            break
        state = game.play(state, legal(game, state)[0])
    texts = [next(iter(texts)) for texts in owned.values() if len(texts) == 1]
    if len(texts) != game.players or any(text.isdigit() for text in texts):
        return ()
    named = tuple(next(iter(owned[player])) for player in range(game.players))
    return COLOURS if named == STONES and forms <= {"stone", "crown"} else named


class ValueWords:
    """The words for values of one game."""

    def __init__(self, game: Game, weak: bool = False) -> None:
        """`weak`: values say who wins, not by how much."""
        self.names = side_names(game)
        best = best_result(game)
        self.by_margin = best != 1 and not weak
        self._most = 1 if weak else inf if best is None else best
        self.duel = says(game, "result")  # two opponents
        self.chance = says(game, "chances")  # values are averages
        self._decisive = self.chance and is_decisive(game)

    def say(self, value: Value, mover: int, informed: bool = True) -> str:
        """The value in words: "X wins in 5", "X wins in 9 or sooner", "at least a draw for X", "estimate +0.31 for X".

        It is `mover`'s, or the first player's where chance decides. In games of chance it is an average: "X wins 57.3 % of
        games" where nothing is drawn, or "2.1 on average for X". Without `informed`, an estimate that saw no end of the game is
        "unknown".
        """
        if is_unknown(value, informed):
            return UNKNOWN
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
        return self.between(value, None, mover) if value.kind == "at_least" else self.between(None, value, mover)

    def between(self, low: Value | None, high: Value | None, mover: int) -> str:
        """Proved limits for `mover`: "X wins in 7 to 11", "at least a draw for X, perhaps a win in 41 or later".

        A single limit stands alone: "X wins in 11 or sooner"; with neither, "nothing is proved yet".
        """
        if low is not None and high is not None and low.order == high.order:
            return self.say(replace(low, kind="exact"), mover)
        name, other = self.names[mover], self.names[1 - mover]
        low = None if low is None or self._is_utmost(-low) else low
        high = None if high is None or self._is_utmost(high) else high
        if low is not None and low.result > 0:
            return f"{name} wins{self._span(low, high)}"
        if high is not None and high.result < 0:
            return f"{other} wins{self._span(-high, None if low is None else -low)}"
        if low is None or high is None:
            return "nothing is proved yet" if low is high else f"{self._limit(low, high)} for {name}"
        if low.result == 0:
            return f"at least a draw for {name}, perhaps a win{self._far(high)}"
        if high.result == 0:
            return f"at most a draw for {name}, perhaps a loss{self._far(low)}"
        return f"anything from {self._outcome(low)} to {self._outcome(high)} for {name}"

    def ending(self, payoffs: Sequence[float], names: Sequence[str] | None = None) -> str:
        """How a game ended: "X wins by 4", "it is a draw", "A 2, B -1, C -1; A does best"; `names`: None for the players'."""
        names = self.names if names is None else names
        best = [names[seat] for seat in GameOutcome(tuple(payoffs)).winners]
        if self.duel:
            return f"{best[0]} wins{self._by(max(payoffs))}" if any(payoffs) else "it is a draw"
        text = ", ".join(f"{name} {amount(paid)}" for name, paid in zip(names, payoffs, strict=True))
        if len(best) == len(names):
            return text if len(names) == 1 else f"{text}; {'both' if len(names) == 2 else 'all'} do equally well"
        return f"{text}; {' and '.join(best)} {'does' if len(best) == 1 else 'do'} best"

    def _paid(self, value: Value, name: str) -> str:
        """All payoffs in words, or the payoff of `name`."""
        is_guess = value.kind == "estimate"
        write = "{:.2f}".format if is_guess else amount
        average = " on average" if self.chance and not is_guess else ""
        if value.payoffs is None:
            text = f"{write(value.result)}{average} for {name}"
        else:
            paid = zip(self.names, value.payoffs, strict=True)
            text = ", ".join(f"{player} {write(number)}" for player, number in paid) + average
        return text if value.kind == "exact" else f"{LIMITS.get(value.kind, 'estimate')} {text}"

    def _expected(self, value: Value, name: str) -> str:
        """An average in a game of two opponents."""
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

    def limited(self, low: Value | None, high: Value | None) -> bool:
        """Whether two limits say anything of an unfinished game."""
        return not ((low is None or self._is_utmost(-low)) and (high is None or self._is_utmost(high)))

    def _is_utmost(self, high: Value) -> bool:
        """Whether "at most that" says nothing of an unfinished game."""
        return high.result >= self._most and (high.plies is None or high.plies <= 1)

    def _span(self, least: Value, most: Value | None) -> str:
        """The margin or the plies of a win between two limits (None: unknown)."""
        if most is None or (least.plies is None) != (most.plies is None):
            most = replace(least, result=self._most, plies=None)
        by = ""
        if self.by_margin:
            is_open = least.result < most.result == self._most
            by = f" by {amount(least.result)} or more" if is_open else _range(" by ", least.result, most.result)
        if least.result < most.result:
            return by
        if least.plies is None:
            return by or " sooner or later"
        return by + (f" in {least.plies} or sooner" if most.plies is None else _range(" in ", most.plies, least.plies))

    def _limit(self, low: Value | None, high: Value | None) -> str:
        """One limit that is not a sure win: "at least a loss by 4" would sound like 4 or more."""
        if low is not None:
            return "at least a draw" if low.result == 0 else f"at worst {self._outcome(low)}"
        assert high is not None
        return "at most a draw" if high.result == 0 else f"at best {self._outcome(high)}"

    def _far(self, value: Value) -> str:
        """The limit of a win or loss: " by 6 at most", " in 41 or later"."""
        if self.by_margin:
            return f"{self._by(value.result)} at most"
        return "" if value.plies is None else f" in {value.plies} or later"

    def _outcome(self, value: Value) -> str:
        outcome = "a draw" if value.result == 0 else ("a win" if value.result > 0 else "a loss") + self._by(value.result)
        return outcome + _within(value)

    def _by(self, result: float) -> str:
        return f" by {amount(abs(result))}" if self.by_margin else ""


def is_unknown(value: Value, informed: bool) -> bool:
    """Whether a value is not an opinion: an estimate of an unknown game that saw no end of it.

    Only chance or several players make it other than 0: then it averages the ends that were seen, with 0 for the rest.
    """
    return not informed and value.kind == "estimate" and not any(value.payoffs or (value.result,))


def percent(share: float) -> str:
    """A share, from 0 to 1: "31 %", "under 1 %"."""
    return f"{100 * share:.0f} %" if share >= 0.005 else "under 1 %"


def amount(number: float) -> str:
    """A payoff: whole, or with two decimals, or two figures if small."""
    if number == int(number):
        return str(int(number))
    if abs(number) < 0.1:
        return f"{number:.2g}"
    text = f"{round(number, 2):.10g}"
    return text if "." in text else f"{number:.2f}"  # nearly whole is not whole


def _range(what: str, one: float, other: float) -> str:
    """ " by 2 to 6", " in 10 or 11", " by 4"."""
    if one == other:
        return f"{what}{amount(one)}"
    return f"{what}{amount(one)} {'or' if other - one == 1 else 'to'} {amount(other)}"


def _percent(share: float) -> str:
    """A share of all games that is neither none nor all."""
    text = f"{100 * share:.1f}"
    return {"0.0": "under 0.1", "100.0": "over 99.9"}.get(text, text)


def _within(value: Value) -> str:
    return "" if value.plies is None else f" in {value.plies}"
