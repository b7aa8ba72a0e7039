"""Knowledge about the positions of a game, by the moves that lead there: proofs bound the values after them."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kibitz.core.rules import CHANCE, Game
from kibitz.core.thought import Thought, Value
from kibitz.present.values import is_unknown
from kibitz.proofs import Line, Proofs, Turn

KEPT = 64  # positions of which the moves are remembered


@dataclass
class Guess:
    """Searches' opinion of one position. `number`: an estimate, and its depth in plies.

    `number` is the first player's. In games that are not zero-sum, `paid` is the value for each player asked about, or for all
    of them (None), and the depth in plies.
    """

    number: tuple[float, int] | None = None
    best: int | None = None  # the move of the deepest search
    paid: dict[int | None, tuple[Value, int]] = field(default_factory=dict)


class Findings(Proofs):
    """Takes in what searches find, proofs and estimates, in any order, and says what follows from all of it.

    A proof is never replaced by an estimate, nor an estimate by one that looked less far ahead. What was proved of a position
    bounds what any of its moves can be worth, and what was proved of its moves bounds what it is worth itself.
    """

    def __init__(self, game: Game) -> None:
        """From the rules it needs only the best result."""
        super().__init__(game)
        self._guesses: dict[Line, Guess] = {}
        self._looked: OrderedDict[Line, None] = OrderedDict()

    def enter(self, turns: Iterable[Turn]) -> None:
        """Learns whose turn it is."""
        turns = list(turns)
        super().enter(turns)
        for turn in turns:
            if turn.payoffs is not None and not self._single:
                _pay(self._guess(turn.line), Value("exact", turn.payoffs[0], 0, turn.payoffs), 0, 0)

    def hear(self, line: Line, thought: Thought, whole: bool = True) -> None:
        """Add a search's thought at an entered position.

        `whole`: the value is the position's. Otherwise it belongs to the chosen move, which may be a slip.
        """
        turn = self._at(line).turn
        if turn is None or turn.mover == CHANCE:
            return
        guess = self._guess(line)
        depth = thought.depth if thought.nodes else -1  # what is not looked at is not estimated
        found = {one.move: one.value for one in thought.moves if not is_unknown(one.value, thought.informed)}
        is_known = not is_unknown(thought.value, thought.informed)
        if thought.best is not None and thought.best not in found and is_known:
            found[thought.best] = thought.value
        for move, value in found.items():
            if move in turn.moves:
                self._find((*line, move), value, turn.mover, depth - 1, 1)
        if whole and is_known:
            if guess.number is None or depth >= guess.number[1]:
                guess.best = thought.best
            self._find(line, thought.value, turn.mover, depth, 0)
        for bound in filter(None, thought.bounds or ()):
            self._find(line, bound, turn.mover, depth, 0)
        self._spread([line, *((*line, move) for move in turn.moves)])
        self._remember(line)

    def remember(self, line: Line, mover: int, value: Value) -> None:
        """Add a position's value from an earlier sitting."""
        self._find(line, value, mover, 0, 0)
        self._spread([line])

    def value(self, line: Line, mover: int) -> Value | None:
        """The value of a position for its `mover`; None if nothing is known."""
        guess = self._guesses.get(line, Guess())
        if not self._single:
            return _of_several(guess, mover)
        place = self._places.get(line)
        if place is None:
            return None
        found, number = self.moves(line), None if guess.number is None else guess.number[0]
        if place.turn is not None and 0 < len(found) == len(place.turn.moves):
            best = next(iter(found.values()))
            number = number if best.kind != "estimate" else -best.result if mover == 1 else best.result
        return place.proved.value(mover, number)

    def moves(self, line: Line) -> dict[int, Value]:
        """The values of the moves of a position, as its mover sees them, best first."""
        place = self._places.get(line)
        if place is None or place.turn is None or place.turn.mover == CHANCE:
            return {}
        mover, found, guess = place.turn.mover, dict[int, Value](), self._guesses.get(line, Guess())
        for move in place.turn.moves:
            value = self._of_move(guess, (*line, move), mover)
            if value is not None:
                found[move] = value
        mine = {move: value.result if value.payoffs is None else value.payoffs[mover] for move, value in found.items()}
        order = sorted(found, key=lambda move: (mine[move], found[move].order, move == guess.best), reverse=True)
        return {move: found[move] for move in order}

    def _of_move(self, here: Guess, line: Line, mover: int) -> Value | None:
        """The value of a move. A deeper search of the position than of the move bounds it by the best."""
        guess = self._guesses.get(line, Guess())
        if not self._single:
            return _of_several(guess, mover)
        place, number = self._places.get(line), guess.number
        if place is None:
            return None
        if number is not None and here.number is not None and here.number[1] - 1 > number[1]:
            number = (max if mover == 1 else min)(number[0], here.number[0]), number[1]
        return place.proved.seen(self._ply).value(mover, None if number is None else number[0])

    def _guess(self, line: Line) -> Guess:
        return self._guesses.setdefault(line, Guess())

    def _find(self, line: Line, value: Value, mover: int, depth: int, plies: int) -> None:
        """A value of the position of that line, seen by `mover` `plies` plies before."""
        guess = self._guess(line)
        if not self._single:
            _pay(guess, value, mover, depth)
        elif value.kind != "estimate":
            self._take(line, value, mover, plies)
        elif depth >= 0 and (guess.number is None or depth >= guess.number[1]):
            self._at(line)
            number = value.result if value.payoffs is None else value.payoffs[0]
            number = min(max(number, -self._most), self._most)
            guess.number = (-number if mover == 1 and value.payoffs is None else number), depth

    def _remember(self, line: Line) -> None:
        self._looked[line] = None
        self._looked.move_to_end(line)
        while len(self._looked) > KEPT:
            old, _ = self._looked.popitem(last=False)
            turn = self._places[old].turn
            for move in turn.moves if turn else ():
                if (child := self._places.get((*old, move))) is not None and child.turn is None:
                    del self._places[(*old, move)]
                    self._guesses.pop((*old, move), None)


def _pay(known: Guess, value: Value, mover: int, depth: int) -> None:
    """Keep proofs, and the values that were searched deeper."""
    who = None if value.payoffs is not None else mover
    had = known.paid.get(who)
    if value.kind == "estimate" and depth < 0:
        return
    if had is None or (had[0].kind != "exact" and (value.kind == "exact" or depth >= had[1])):
        known.paid[who] = replace(value, plies=None), depth


def _of_several(known: Guess, mover: int) -> Value | None:
    """The value for all, with the result of the mover; or for that one."""
    found = known.paid.get(None) or known.paid.get(mover)
    if found is None:
        return None
    value = found[0]
    return value if value.payoffs is None else replace(value, result=value.payoffs[max(mover, 0)])
