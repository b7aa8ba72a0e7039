"""What is said of odd games, held against the oracle: by the referee, and by whoever has a thought."""

from collections.abc import Callable

from history_oracle import Lived, Oracle, Worth, order
from kibitz.core.rules import legal as legal_to_rules
from kibitz.core.thought import Thought, Value
from kibitz.position import Position
from odd_games import Design

LOW, HIGH = ("exact", "at_least"), ("exact", "at_most")


class Failure(AssertionError):
    """What was said is not so."""


def sure(holds: bool, sentence: str) -> None:
    """Raises Failure."""
    if not holds:
        raise Failure(sentence)


def judge_referee(oracle: Oracle, here: Lived, position: Position) -> None:
    """That the referee says of a position what the oracle says."""
    result, legal = oracle.result(here), oracle.legal(here)
    sure(tuple(position.state) == here[:3], f"the state is {here[:3]}, and not {position.state}")
    sure(position.is_over == (result is not None), f"{position.is_over=}, and {result=}")
    sure(list(position.legal()) == legal, f"legal to the referee {position.legal()}, and to the oracle {legal}")
    sure(list(legal_to_rules(position.game, position.state)) == legal, "two faces of the rules differ in what is legal")
    sure(position.to_move == here.mover, f"{position.to_move} is to move, and not {here.mover}")
    if result is not None:
        mine = result + here.lead
        wanted = (mine, -mine) if here.mover == 0 else (-mine, mine)
        sure(position.payoffs == wanted, f"{position.payoffs} are paid, and not {wanted}")


REFUSALS: tuple[tuple[str, Callable[[Design], bool]], ...] = (
    ("larger unit", lambda design: design.is_large),
    ("does not see that a position has come back", lambda design: bool(design.recurrence)),
    ("does not add up what moves bring", lambda design: design.pays),
    ("a position can come back, and what that means depends", lambda design: bool(design.recurrence)),
    ("no promise that this can only draw", lambda design: design.names_key and not design.promises),
    ("does not say whose turn it is: give a Position", lambda design: design.alternates),
)
"""Parts of sentences in which a search, a player or a table may refuse a game, and where it may."""


def may_refuse(design: Design, sentence: str) -> bool:
    """Whether it is true of a game of this design what a refusal says of it."""
    return any(part in sentence and holds(design) for part, holds in REFUSALS)


class Judge:
    """Holds thoughts about one history against the truth."""

    def __init__(self, oracle: Oracle, here: Lived, plies: bool, weak: bool = False) -> None:
        self._oracle, self._here, self._weak = oracle, here, weak
        self._plies = plies and not weak and not oracle.design.pays

    def thought(self, thought: Thought, is_whole: bool) -> None:
        """Raises Failure. `is_whole`: the search came to the end of what was asked."""
        truth, legal = self._total(self._oracle.worth(self._here)), self._oracle.legal(self._here)
        self._value(thought.value, truth, "the value")
        sure(thought.best in legal, f"{thought.best} is not legal")
        assert thought.best is not None
        sure(bool(thought.line) and thought.line[0] == thought.best, "the line is not that of the best move")
        best = self._after(thought.best)
        if thought.value.kind in LOW:
            sure(reaches(best, thought.value), f"{thought.best} is worth {best}, and does not keep {thought.value}")
        self._line(thought.line, thought.value)
        if thought.stopped == "solved":
            sure(thought.value.kind == "exact", f"solved, and {thought.value.kind}")
            if thought.value.plies is not None or truth[0] == 0:
                sure(order(best) == order(truth), f"solved: {thought.best} is worth {best}, and the position {truth}")
            sure(best[0] == truth[0], f"solved: {thought.best} is worth {best}, and the position {truth}")
        if thought.bounds is not None:
            low, high = thought.bounds
            sure(low is None or (low.kind in LOW and reaches(truth, low)), f"{truth} is not at least {low}")
            sure(low is None or reaches(best, low), f"{thought.best} is worth {best}, and does not keep {low}")
            sure(high is None or (high.kind in HIGH and stays(truth, high)), f"{truth} is not at most {high}")
        for one in thought.moves:
            sure(one.move in legal, f"{one.move} is valued, and not legal")
            self._value(one.value, self._after(one.move), f"move {one.move}")
            sure(one.line[0] == one.move, f"the line of move {one.move} begins with {one.line[0]}")
            self._line(one.line, one.value)
        if thought.moves and is_whole:
            sure(sorted(one.move for one in thought.moves) == sorted(legal), "not all moves are valued")
            sure(thought.moves[0].move == thought.best, f"{thought.best} is named, and {thought.moves[0].move} listed first")

    def value(self, value: Value, move: int | None, what: str) -> None:
        """That a value of the position, or of one of its moves, is so."""
        sure(move is None or move in self._oracle.legal(self._here), f"{what}: {move} is not legal")
        truth = self._total(self._oracle.worth(self._here)) if move is None else self._after(move)
        self._value(value, truth, what)

    def line(self, line: tuple[int, ...], value: Value | None) -> None:
        """That a line can be played, and shows the value it stands for."""
        self._line(line, value or Value("estimate", 0))

    def _value(self, value: Value, truth: Worth, what: str) -> None:
        sure(value.kind not in LOW or reaches(truth, value), f"{what} is {truth}, and not {value}")
        sure(value.kind not in HIGH or stays(truth, value), f"{what} is {truth}, and not {value}")

    def _line(self, line: tuple[int, ...], value: Value) -> None:
        """Played out, a line shows what is claimed as far as it goes."""
        here = self._here
        for number, move in enumerate(line, 1):
            sure(move in self._oracle.legal(here), f"{line}: {move} is not legal")
            here = self._oracle.after(here, move)
            result, plies = self._oracle.worth(here)
            result += here.lead
            worth = self._seen((result if here.mover == self._here.mover else -result, plies + number if result else 0))
            if value.kind in LOW:
                sure(reaches(worth, value), f"{line[:number]} leads to {worth}, which does not keep {value}")
            if value.kind in HIGH:
                sure(stays(worth, value), f"{line[:number]} leads to {worth}, which is more than {value}")

    def _after(self, move: int) -> Worth:
        """What a move is worth to the one who makes it."""
        return self._total(self._oracle.move_worth(self._here, move))

    def _total(self, worth: Worth) -> Worth:
        return self._seen((worth[0] + self._here.lead, worth[1]))

    def _seen(self, worth: Worth) -> Worth:
        """A worth as far as it was asked for."""
        result, plies = worth
        return ((result > 0) - (result < 0), 0) if self._weak else (result, plies if self._plies else 0)


def reaches(worth: Worth, value: Value) -> bool:
    """Whether a worth is at least so much."""
    return order(_compared(worth, value)) >= order((value.result, value.plies or 0))  # type: ignore[arg-type]  # an int, if proved


def stays(worth: Worth, value: Value) -> bool:
    """Whether a worth is at most so much."""
    return order(_compared(worth, value)) <= order((value.result, value.plies or 0))  # type: ignore[arg-type]  # likewise


def _compared(worth: Worth, value: Value) -> Worth:
    """A value without plies says nothing of the distance."""
    return (worth[0], 0) if value.plies is None else worth
