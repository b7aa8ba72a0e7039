"""What is known of the positions of a game, by the moves that lead there: proofs bound all that is said of what follows."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf

from kibitz.best_result import best_result
from kibitz.position import Position
from kibitz.present.values import is_unknown
from kibitz.rules import CHANCE, Game, can_be_proved, says
from kibitz.thought import Thought, Value

# The proved limits of a value, as an interval that is the same for both players: from the first player's point of view.

Bound = tuple[float, float]  # a result, and its tempo: a quicker win has the larger one, and so has a later loss
DIGITS = 9  # of a result: what comes of dice on average is the same number if these are


@dataclass(frozen=True)
class Interval:
    """What is proved of a value: it is at least `low` and at most `high`; without arguments nothing is."""

    low: Bound = (-inf, 0.0)
    high: Bound = (inf, 0.0)

    @classmethod
    def of(cls, value: Value, mover: int, counted: bool) -> "Interval":
        """What a value proves, seen from the `mover` who has it. `counted`: whether plies to the end are part of it."""
        if value.kind == "estimate":
            return cls()
        result, plies = round(value.result if value.payoffs is None else value.payoffs[0], DIGITS) + 0.0, value.plies
        win = (result > 0) - (result < 0) if counted else 0
        quick, slow = (0.0, inf) if plies is None else (float(plies), float(plies))
        worst, best = (result, -slow if win > 0 else quick * -win), (result, -quick if win > 0 else slow if win else 0.0)
        found = cls(worst if value.kind != "at_most" else cls.low, best if value.kind != "at_least" else cls.high)
        return found.turned if mover == 1 and value.payoffs is None else found

    @property
    def turned(self) -> "Interval":
        """From the point of view of the other player."""
        return Interval((-self.high[0], -self.high[1]), (-self.low[0], -self.low[1]))

    def met(self, other: "Interval") -> "Interval":
        """What both prove. One that contradicts what was proved before is left out: it cannot be a proof."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return self if low > high else Interval(low, high)

    def seen(self, plies: int) -> "Interval":
        """The interval seen so many plies before, or after where that is below 0."""
        return Interval(_moved(self.low, plies), _moved(self.high, plies))

    def value(self, mover: int, guess: float | None) -> Value | None:
        """What may be said of it to the `mover`; None where nothing can be. Plies are said where they are known exactly.

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


NOTHING = Interval()


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
        """The turn at a position; the rules are asked."""
        weights = {int(move): weight for move, weight in position.game.chances(position.state)} if position.is_chance else {}
        shares = {move: weight / sum(weights.values()) for move, weight in weights.items()}
        return cls(position.moves, position.to_move, position.legal(), shares, position.payoffs)


KEPT = 64  # positions of which the moves are remembered


@dataclass
class Known:
    """What is known of one position. `guess`: an estimate, and the plies that were looked ahead for it.

    `interval` and `guess` are the first player's. Where one does not lose what the other wins, `paid` is the value for each
    player that was asked about, or for all of them (None), and the plies looked ahead.
    """

    interval: Interval
    turn: Turn | None = None
    guess: tuple[float, int] | None = None
    best: int | None = None  # the move of the deepest search
    paid: dict[int | None, tuple[Value, int]] = field(default_factory=dict)


class Findings:
    """Takes in what searches find, in any order, and says what follows from all of it.

    A proof is never replaced by an estimate, nor an estimate by one that looked less far ahead. What was proved of a position
    bounds what any of its moves can be worth, and what was proved of its moves bounds what it is worth itself.
    """

    def __init__(self, game: Game) -> None:
        """Of the rules only the best result is asked."""
        most = best_result(game)
        self._single = says(game, "result") or game.players == 1
        counted = most == 1 and can_be_proved(game)  # by margin, only the margin counts
        self._counted, self._ply = counted, int(counted)
        self._most = inf if most is None or not says(game, "result") else float(most)
        self._open = NOTHING if self._most == inf else Interval((-self._most, 0.0), (self._most, 0.0))
        self._known: dict[Line, Known] = {}
        self._looked: OrderedDict[Line, None] = OrderedDict()

    def __contains__(self, line: Line) -> bool:
        """Whether the turn at that position is known."""
        return line in self._known and self._known[line].turn is not None

    def enter(self, turns: Iterable[Turn]) -> None:
        """Learns whose turn it is."""
        for turn in turns:
            known = self._at(turn.line)
            if known.turn is None:
                known.turn = turn
                if turn.payoffs is not None:
                    self._take(turn.line, Value("exact", turn.payoffs[0], 0, turn.payoffs), 0, 0, 0)
                self._spread([turn.line])

    def learn(self, line: Line, thought: Thought, whole: bool = True) -> None:
        """Takes in what a search has found at a position that was entered.

        `whole`: the value is what the position is worth. Otherwise it is only that of the move which a player has chosen, and
        that may be a slip.
        """
        known = self._at(line)
        turn = known.turn
        if turn is None or turn.mover == CHANCE:
            return
        depth = thought.depth if thought.nodes else -1  # what is not looked at is not estimated
        found = {one.move: one.value for one in thought.moves if not is_unknown(one.value, thought.informed)}
        is_known = not is_unknown(thought.value, thought.informed)
        if thought.best is not None and thought.best not in found and is_known:
            found[thought.best] = thought.value
        for move, value in found.items():
            if move in turn.moves:
                self._take((*line, move), value, turn.mover, depth - 1, 1)
        if whole and is_known:
            if known.guess is None or depth >= known.guess[1]:
                known.best = thought.best
            self._take(line, thought.value, turn.mover, depth, 0)
        for bound in filter(None, thought.bounds or ()):
            self._take(line, bound, turn.mover, depth, 0)
        self._spread([line, *((*line, move) for move in turn.moves)])
        self._remember(line)

    def recall(self, line: Line, mover: int, value: Value) -> None:
        """Takes in what a position was said to be worth in an earlier sitting."""
        self._take(line, value, mover, 0, 0)
        self._spread([line])

    def value(self, line: Line, mover: int) -> Value | None:
        """What may be said of a position to its `mover`; None where nothing is known."""
        known = self._known.get(line)
        if known is None:
            return None
        if not self._single:
            return _of_several(known, mover)
        found, guess = self.moves(line), None if known.guess is None else known.guess[0]
        if known.turn is not None and 0 < len(found) == len(known.turn.moves):
            best = next(iter(found.values()))
            guess = guess if best.kind != "estimate" else -best.result if mover == 1 else best.result
        return known.interval.value(mover, guess)

    def moves(self, line: Line) -> dict[int, Value]:
        """The values of the moves of a position, as its mover sees them, best first."""
        known = self._known.get(line)
        if known is None or known.turn is None or known.turn.mover == CHANCE:
            return {}
        mover, found = known.turn.mover, {}
        for move in known.turn.moves:
            child = self._known.get((*line, move))
            value = None if child is None else self._of_move(known, child, mover)
            if value is not None:
                found[move] = value
        mine = {move: value.result if value.payoffs is None else value.payoffs[mover] for move, value in found.items()}
        order = sorted(found, key=lambda move: (mine[move], found[move].order, move == known.best), reverse=True)
        return {move: found[move] for move in order}

    def _of_move(self, known: Known, child: Known, mover: int) -> Value | None:
        """What a move is worth. A deeper look at the position than at the move says that it is no better than the best."""
        if not self._single:
            return _of_several(child, mover)
        guess = child.guess
        if guess is not None and known.guess is not None and known.guess[1] - 1 > guess[1]:
            guess = (max if mover == 1 else min)(guess[0], known.guess[0]), guess[1]
        return child.interval.seen(self._ply).value(mover, None if guess is None else guess[0])

    def _at(self, line: Line) -> Known:
        if line not in self._known:
            self._known[line] = Known(self._open)
        return self._known[line]

    def _take(self, line: Line, value: Value, mover: int, depth: int, plies: int) -> None:
        """A value of the position of that line, seen by `mover` so many `plies` before."""
        known = self._at(line)
        if not self._single:
            _pay(known, value, mover, depth)
        elif value.kind != "estimate":
            known.interval = known.interval.met(Interval.of(value, mover, self._counted).seen(-plies * self._ply))
        elif depth >= 0 and (known.guess is None or depth >= known.guess[1]):
            number = value.result if value.payoffs is None else value.payoffs[0]
            number = min(max(number, -self._most), self._most)
            known.guess = (-number if mover == 1 and value.payoffs is None else number), depth

    def _spread(self, lines: list[Line]) -> None:
        while lines and self._single:
            line = lines.pop()
            lines += self._settle(line[:-1]) if line else []
            lines += self._settle(line)

    def _settle(self, line: Line) -> list[Line]:
        """Makes the limits of a position and those of its moves agree; where they are narrower now."""
        known = self._known.get(line)
        if known is None or known.turn is None or not known.turn.moves:
            return []
        turn = known.turn
        limits = {move: self._limits((*line, move)).seen(self._ply) for move in turn.moves}
        if turn.mover == CHANCE:
            whole, parts = self._thrown(known.interval, limits, turn.shares)
        elif turn.mover == 1:
            mine, parts = _chosen(known.interval.turned, {move: one.turned for move, one in limits.items()})
            whole, parts = mine.turned, {move: one.turned for move, one in parts.items()}
        else:
            whole, parts = _chosen(known.interval, limits)
        changed = [line] if whole != known.interval else []
        known.interval = whole
        for move, part in parts.items():
            if part != limits[move]:
                self._at((*line, move)).interval = part.seen(-self._ply)
                changed.append((*line, move))
        return changed

    def _limits(self, line: Line) -> Interval:
        known = self._known.get(line)
        return self._open if known is None else known.interval

    def _thrown(
        self, whole: Interval, limits: Mapping[int, Interval], shares: Mapping[int, float]
    ) -> tuple[Interval, dict[int, Interval]]:
        """What follows where chance decides: only of the best and the worst result it is sure that each throw brings it."""
        low = whole.low if whole.low[0] >= self._most else Interval.low
        high = whole.high if whole.high[0] <= -self._most else Interval.high
        return whole.met(_average(limits, shares)), {move: one.met(Interval(low, high)) for move, one in limits.items()}

    def _remember(self, line: Line) -> None:
        self._looked[line] = None
        self._looked.move_to_end(line)
        while len(self._looked) > KEPT:
            old, _ = self._looked.popitem(last=False)
            turn = self._known[old].turn
            for move in turn.moves if turn else ():
                if (child := self._known.get((*old, move))) is not None and child.turn is None:
                    del self._known[(*old, move)]


def _chosen(whole: Interval, limits: Mapping[int, Interval]) -> tuple[Interval, dict[int, Interval]]:
    """What follows of a position, and of its moves, where the first player chooses: it is worth what its best move is."""
    whole = whole.met(Interval(max(one.low for one in limits.values()), max(one.high for one in limits.values())))
    able = [move for move, one in limits.items() if one.high >= whole.low]  # who alone can be as good as that is as good
    bounds = {move: Interval(whole.low if able == [move] else Interval.low, whole.high) for move in limits}
    return whole, {move: one.met(bounds[move]) for move, one in limits.items()}


def _average(limits: Mapping[int, Interval], shares: Mapping[int, float]) -> Interval:
    """What comes of dice on average, where something is proved of all that they may bring."""
    low = sum(share * limits[move].low[0] for move, share in shares.items())
    high = sum(share * limits[move].high[0] for move, share in shares.items())
    sides = [Value("at_least", low)] if low > -inf else []
    sides += [Value("at_most", high)] if high < inf else []
    found = NOTHING
    for side in sides:
        found = found.met(Interval.of(side, 0, counted=False))
    return found


def _pay(known: Known, value: Value, mover: int, depth: int) -> None:
    """What is proved stays, and so does what was seen from further ahead."""
    who = None if value.payoffs is not None else mover
    had = known.paid.get(who)
    if value.kind == "estimate" and depth < 0:
        return
    if had is None or (had[0].kind != "exact" and (value.kind == "exact" or depth >= had[1])):
        known.paid[who] = replace(value, plies=None), depth


def _of_several(known: Known, mover: int) -> Value | None:
    """The value for all, with the result of the mover; or for that one."""
    found = known.paid.get(None) or known.paid.get(mover)
    if found is None:
        return None
    value = found[0]
    return value if value.payoffs is None else replace(value, result=value.payoffs[max(mover, 0)])
