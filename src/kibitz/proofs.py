"""Proofs about the positions of a game, by the moves that lead there: a proof bounds the values around it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.bounds import Bounds
from kibitz.core.rules import CHANCE, Game, can_be_proved, says
from kibitz.core.thought import Thought, Value
from kibitz.position import Position

# What is proved of one position, the same for both players: seen by the first, with either to move.

Bound = tuple[float, float]  # a result, and its tempo: a quicker win has the larger one, and so has a later loss
DIGITS = 9  # of a result: what comes of dice on average is the same number if these are


@dataclass(frozen=True)
class Proved:
    """The proved limits of a value: at least `low` and at most `high`; without arguments nothing is proved."""

    low: Bound = (-inf, 0.0)
    high: Bound = (inf, 0.0)

    @classmethod
    def of(cls, value: Value, mover: int, counted: bool) -> "Proved":
        """The limits that a value proves for the `mover`. `counted`: whether plies to the end are part of it."""
        if value.kind == "estimate":
            return cls()
        result, plies = round(value.result if value.payoffs is None else value.payoffs[0], DIGITS) + 0.0, value.plies
        win = (result > 0) - (result < 0) if counted else 0
        quick, slow = (0.0, inf) if plies is None else (float(plies), float(plies))
        worst, best = (result, -slow if win > 0 else quick * -win), (result, -quick if win > 0 else slow if win else 0.0)
        found = cls(worst if value.kind != "at_most" else cls.low, best if value.kind != "at_least" else cls.high)
        return found.turned if mover == 1 and value.payoffs is None else found

    @property
    def turned(self) -> "Proved":
        """From the point of view of the other player."""
        return Proved((-self.high[0], -self.high[1]), (-self.low[0], -self.low[1]))

    def met(self, other: "Proved") -> "Proved":
        """Both proofs together. One that contradicts the earlier one is dropped: it cannot be a proof."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return self if low > high else Proved(low, high)

    def seen(self, plies: int) -> "Proved":
        """The interval seen this many plies earlier; later if negative."""
        return Proved(_moved(self.low, plies), _moved(self.high, plies))

    def bounds(self, mover: int, counted: bool) -> Bounds:
        """The limits as a search says them to the `mover`; None on a side without a limit.

        Where plies are `counted` but their number is unknown, a sure win is at most `FAR` plies away, and so is a loss.
        """
        one = self.turned if mover == 1 else self
        return Bounds(_limit(one.low, counted, late=1), _limit(one.high, counted, late=-1))

    def value(self, mover: int, guess: float | None) -> Value | None:
        """The value for the `mover`; None if nothing is known. It has plies only where they are exact.

        `guess`: an estimate from the first player's point of view, or None. It counts only within the limits.
        """
        one = self.turned if mover == 1 else self
        return one._mine(guess if guess is None or mover != 1 else -guess)

    def _mine(self, guess: float | None) -> Value | None:
        (low, slow), (high, quick) = self.low, self.high
        if low == high:
            return Value("exact", low, _plies(slow) if slow == quick else None)
        if guess is not None and low <= guess <= high:
            return Value("estimate", guess + 0.0)
        if low > -inf and (low >= 0 if guess is None else guess < low):
            return Value("at_least", low, _plies(slow))
        if high < inf and (high <= 0 if guess is None else guess > high):
            return Value("at_most", high, _plies(quick))
        return None


NOTHING = Proved()


FAR = 1_000_000  # plies: later than any game ends


def _limit(bound: Bound, counted: bool, late: int) -> Value | None:
    """`late`: 1 if a win, -1 if a loss may be as far away as possible, when the distance is unknown."""
    result, tempo = bound
    if abs(result) == inf:
        return None
    number = int(result) if result == int(result) else result
    if not counted or not number:
        return Value("exact", number)
    return Value("exact", number, FAR if abs(tempo) == inf and number * late > 0 else _plies(tempo))


def without_far(value: Value) -> Value:
    """A value for display: without a distance of `FAR`."""
    return value if value.plies is None or value.plies < FAR / 2 else replace(value, plies=None)


def _plies(tempo: float) -> int | None:
    return int(abs(tempo)) if tempo and abs(tempo) != inf else None


def _moved(bound: Bound, plies: int) -> Bound:
    result, tempo = bound
    return result, tempo - plies if 0 < result < inf else tempo + plies if -inf < result < 0 else tempo


# What the rules say of a position, asked once: whose turn it is, and what may happen.

Line = tuple[int, ...]  # the moves since the start


@dataclass(frozen=True)
class Turn:
    """The moves of the `mover`; where chance decides what it may bring, and the share of each; where it is over the payoffs."""

    line: Line
    mover: int
    moves: tuple[int, ...]
    shares: Mapping[int, float] = field(default_factory=dict)
    payoffs: tuple[float, ...] | None = None

    @classmethod
    def of(cls, position: Position) -> "Turn":
        """The turn at a position, from the rules."""
        weights = {int(move): weight for move, weight in position.game.chances(position.state)} if position.is_chance else {}
        shares = {move: weight / sum(weights.values()) for move, weight in weights.items()}
        return cls(position.moves, position.to_move, position.legal(), shares, position.payoffs)


# The proofs themselves.

Entry = list[list[Any]]  # a line and its limits, as JSON holds them: [moves, low, high], null for a number without limit


@dataclass
class ProvedPlace:
    """A position: what is proved of it, and the side to move, if it is known."""

    proved: Proved
    turn: Turn | None = None


class Proofs:
    """Proofs about the positions of one game, added in any order, and all that follows from them.

    A position is worth its best move, so a proof bounds the positions before it and those after it. Moves name positions: where
    repetition matters, the same board after other moves is another position.
    """

    def __init__(self, game: Game) -> None:
        """Asks the rules only for the best result."""
        most = best_result(game)
        self._single = says(game, "result") or game.players == 1
        self._counted = most == 1 and can_be_proved(game)  # by margin, only the margin counts
        self._ply = int(self._counted)
        self._most = inf if most is None or not says(game, "result") else float(most)
        self._open = NOTHING if self._most == inf else Proved((-self._most, 0.0), (self._most, 0.0))
        self._places: dict[Line, ProvedPlace] = {}

    def __contains__(self, line: Line) -> bool:
        """Whether the turn at a position is known."""
        return line in self._places and self._places[line].turn is not None

    def enter(self, turns: Iterable[Turn]) -> None:
        """Learns whose turn it is."""
        for turn in turns:
            place = self._at(turn.line)
            if place.turn is None:
                place.turn = turn
                if turn.payoffs is not None:
                    self._take(turn.line, Value("exact", turn.payoffs[0], 0, turn.payoffs), 0)
                self._spread([turn.line])

    def learn(self, position: Position, thought: Thought) -> set[Line]:
        """Add what a thought proves of a position and of its moves; return the lines with new knowledge."""
        if position.is_over or position.is_chance:
            return set()
        self.enter([Turn.of(position)])
        least = [replace(thought.value, kind="at_least")] if thought.value.kind in ("exact", "at_least") else []
        moves = [(one.move, one.value) for one in thought.moves]
        moves += [(thought.best, value) for value in least if thought.best is not None]
        return self.prove(position.moves, position.to_move, [thought.value, *filter(None, thought.bounds or ())], moves)

    def prove(self, line: Line, mover: int, values: Iterable[Value], moves: Iterable[tuple[int, Value]] = ()) -> set[Line]:
        """Add what a search proved for the `mover` of a position and about its moves, ignoring estimates.

        Return the lines with new knowledge.
        """
        lines = {line}
        for move, value in moves:
            self._take((*line, move), value, mover, 1)
            lines.add((*line, move))
        for value in values:
            self._take(line, value, mover)
        return self._spread(list(lines))

    def merge(self, other: "Proofs") -> None:
        """Takes in all that another has proved of the same game."""
        self.enter(place.turn for place in other._places.values() if place.turn is not None)
        self.meet((line, place.proved) for line, place in other._places.items())

    def of(self, line: Line) -> Proved:
        """The proof about the position after these moves, without the limit of the largest result."""
        place = self._places.get(line)
        if place is None:
            return NOTHING
        low, high = place.proved.low, place.proved.high
        if low == high:
            return place.proved
        return Proved(low if low > self._open.low else NOTHING.low, high if high < self._open.high else NOTHING.high)

    def bounds(self, line: Line, mover: int) -> Bounds:
        """The limits that are proved of a position, see `Proved.bounds`."""
        return self.of(line).bounds(mover, self._counted)

    def bounds_of_move(self, line: Line, mover: int, move: int) -> Bounds:
        """The limits that are proved of a move, seen by the `mover` before it is made."""
        return self.of((*line, move)).seen(self._ply).bounds(mover, self._counted)

    def as_json(self) -> list[Entry]:
        """All that is proved, for `recall` to read, without what follows for a move from the position before it."""
        return [
            [list(line), *([None if abs(one) == inf else one for one in bound] for bound in (proved.low, proved.high))]
            for line, place in self._places.items()
            if (proved := self.of(line)) != NOTHING and not (place.turn is None and self._follows(line))
        ]

    def recall(self, entries: Iterable[Entry]) -> None:
        """Takes in what `as_json` has written, of the same game."""
        self.meet((tuple(line), Proved(_bound(low, -inf), _bound(high, inf))) for line, low, high in entries)

    def meet(self, proved: Iterable[tuple[Line, Proved]]) -> None:
        """Take in the proofs of positions, by their lines."""
        for line, one in proved:
            self._meet(line, one)
            self._spread([line])

    def _follows(self, line: Line) -> bool:
        """Whether all that is proved of a position is that no move is worth more than the position in which it is made."""
        before = self._places.get(line[:-1]) if line else None
        if before is None or before.turn is None or before.turn.mover == CHANCE:
            return False
        seen, whole = self._limits(line).seen(self._ply), before.proved
        if before.turn.mover == 1:
            seen, whole = seen.turned, whole.turned
        return seen.high >= whole.high and seen.low <= self._open.low

    def _at(self, line: Line) -> ProvedPlace:
        if line not in self._places:
            self._places[line] = ProvedPlace(self._open)
        return self._places[line]

    def _take(self, line: Line, value: Value, mover: int, plies: int = 0) -> None:
        """A value of the position of that line, seen by `mover` `plies` plies before."""
        if self._single and value.kind != "estimate":
            self._meet(line, Proved.of(value, mover, self._counted).seen(-plies * self._ply))

    def _meet(self, line: Line, proved: Proved) -> None:
        if not self._counted:
            proved = Proved((proved.low[0], 0.0), (proved.high[0], 0.0))
        place = self._at(line)
        place.proved = place.proved.met(proved)

    def _spread(self, lines: list[Line]) -> set[Line]:
        """Propagate from these positions; return them and all with new knowledge."""
        changed = set(lines)
        waiting = _with_parents(lines) if self._single else {}
        while waiting:
            found = self._settle(waiting.popitem()[0])
            changed.update(found)
            waiting |= _with_parents(found)
        return changed

    def _settle(self, line: Line) -> list[Line]:
        """Make the limits of a position and of its moves agree; return where they are narrower now."""
        place = self._places.get(line)
        if place is None or place.turn is None or not place.turn.moves:
            return []
        turn = place.turn
        limits = {move: self._limits((*line, move)).seen(self._ply) for move in turn.moves}
        if turn.mover == CHANCE:
            whole, parts = self._thrown(place.proved, limits, turn.shares)
        elif turn.mover == 1:
            mine, parts = _chosen(place.proved.turned, {move: one.turned for move, one in limits.items()})
            whole, parts = mine.turned, {move: one.turned for move, one in parts.items()}
        else:
            whole, parts = _chosen(place.proved, limits)
        changed = [line] if whole != place.proved else []
        place.proved = whole
        for move, part in parts.items():
            if part != limits[move]:
                self._at((*line, move)).proved = part.seen(-self._ply)
                changed.append((*line, move))
        return changed

    def _limits(self, line: Line) -> Proved:
        place = self._places.get(line)
        return self._open if place is None else place.proved

    def _thrown(
        self, whole: Proved, limits: Mapping[int, Proved], shares: Mapping[int, float]
    ) -> tuple[Proved, dict[int, Proved]]:
        """The consequences where chance decides: only the best and the worst result are sure of every outcome."""
        low = whole.low if whole.low[0] >= self._most else Proved.low
        high = whole.high if whole.high[0] <= -self._most else Proved.high
        return whole.met(_average(limits, shares)), {move: one.met(Proved(low, high)) for move, one in limits.items()}


def _with_parents(lines: Iterable[Line]) -> dict[Line, None]:
    """Lists these positions and those before them, each once."""
    return dict.fromkeys(one for line in lines for one in (line, line[:-1]))


def _bound(numbers: list[float | None], end: float) -> Bound:
    result, tempo = (end if one is None else one for one in numbers)
    return result, tempo


def _chosen(whole: Proved, limits: Mapping[int, Proved]) -> tuple[Proved, dict[int, Proved]]:
    """The consequences for a position and its moves where the first player chooses: it is worth its best move."""
    whole = whole.met(Proved(max(one.low for one in limits.values()), max(one.high for one in limits.values())))
    able = [move for move, one in limits.items() if one.high >= whole.low]  # who alone can be as good as that is as good
    bounds = {move: Proved(whole.low if able == [move] else Proved.low, whole.high) for move in limits}
    return whole, {move: one.met(bounds[move]) for move, one in limits.items()}


def _average(limits: Mapping[int, Proved], shares: Mapping[int, float]) -> Proved:
    """The average over dice, if something is proved of every outcome."""
    low = sum(share * limits[move].low[0] for move, share in shares.items())
    high = sum(share * limits[move].high[0] for move, share in shares.items())
    sides = [Value("at_least", low)] if low > -inf else []
    sides += [Value("at_most", high)] if high < inf else []
    found = NOTHING
    for side in sides:
        found = found.met(Proved.of(side, 0, counted=False))
    return found
