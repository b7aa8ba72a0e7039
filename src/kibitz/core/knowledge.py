"""Knowledge of a game: the optional other half of the contract (kibitz.core.rules)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from kibitz.errors import RulesIncomplete

Range = tuple[float, float]  # from the least to the most that a number may be


@dataclass(frozen=True)
class Knowledge:
    """Knowledge of a game; every method is optional, and all are compiled like the rules.

    `self.game` is the game with its parameters. Further fields are constants, or data when declared `Ints` or `Floats`.
    """

    tunes: ClassVar[Mapping[str, Range | Sequence[Range]]] = MappingProxyType({})
    """What `kibitz tune` may change, and the range of each: a field that holds a number, `Ints` or `Floats` with one range for
    all their numbers or one for each, some of their numbers, `squares[3]`, or several that are to stay alike, `squares[1=4]`.
    Other numbers in `Ints` and `Floats` need no compiling; in a plain field they are another constant, and compile anew."""

    game: Any

    @classmethod
    def fits(cls, game: Any) -> bool:
        """Whether this knowledge holds for the game with these parameters."""
        return True

    def evaluate(self, state: Any) -> float:
        """An estimate of the result for the side to move, in the units of `result`, for a state that is not over.

        With `reward`: of what is still to come.
        Two players only. Where dice or cards decide, it is for the first player.
        Where results are -1, 0 and 1, stay strictly between -1 and 1: a sure win is worth more than any estimate.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves evaluate(state) out")

    def estimates(self, state: Any) -> Iterable[float]:
        """An estimate of what each player gets, first player first, in the units of `payoffs`, for a state that is not over."""
        raise RulesIncomplete(f"{type(self).__name__} leaves estimates(state) out")

    def priority(self, state: Any, move: int) -> int:
        """How early to try a move: the highest first. It changes how long a search takes, never what it finds."""
        raise RulesIncomplete(f"{type(self).__name__} leaves priority(state, move) out")

    def weight(self, state: Any, move: int) -> float:
        """How likely a good player makes a move, beside the others: a number from 0 up; only the ratios count.

        `mcts` alone asks, once for each position of its tree, and tries likely moves sooner and more often.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves weight(state, move) out")

    def noisy(self, state: Any, move: int) -> bool:
        """Whether a move changes so much (a capture, a threat) that no estimate holds before it is played out.

        `selective` alone asks, at its horizon: such moves are searched on, and nobody is forced to make one unless all are so.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves noisy(state, move) out")

    def passes(self, state: Any) -> Iterable[Any]:
        """The state after a pass, where having to move hurts nobody; nothing where it may hurt, or a pass means nothing.

        `selective` alone asks: where even a pass is good enough, it does not search the moves (null move). The pass need not
        be legal.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves passes(state) out")

    def prospects(self, state: Any) -> Iterable[int]:
        """Legal moves that are worth a look in play (at least one), each once, in the order worth trying first.

        `selective` alone asks, and leaves out all others; before it calls a win or a loss proved it looks at them, too.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves prospects(state) out")

    def deviation(self, state: Any, deep: int, shallow: int) -> float:
        """How far the value `deep` plies deep lies from that `shallow` plies deep in such positions: the standard deviation.

        In the units of `result`; 0.0: not known. `selective` alone asks, and leaves a position where the shallow value lies so
        far outside of the window that the deep one will, too.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves deviation(state, deep, shallow) out")

    def bounds(self, state: Any) -> tuple[int, int]:
        """Proved limits (low, high) of the result for the side to move, for a state that is not over."""
        raise RulesIncomplete(f"{type(self).__name__} leaves bounds(state) out")

    def candidates(self, state: Any) -> Iterable[int]:
        """Legal moves enough to find the value of the state (at least one), its distance to the end included."""
        raise RulesIncomplete(f"{type(self).__name__} leaves candidates(state) out")

    def plies(self, state: Any) -> tuple[int, int]:
        """Proved limits (fewest, most) of how many plies a game that is not over still lasts.

        With `candidates` no game ends in fewer, and one that is won or lost ends, with best play of both, in at most `most`.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves plies(state) out")

    def finish(self, state: Any, low: int, high: int) -> tuple[int, int]:
        """When little is left, how many positions it took to find the result for the side to move, and the result.

        The result is exact where it lies between low and high; at most low or at least high it is a limit from that side. While
        too much is left to do it here: (0, 0). Asked of states that are over, too.
        """
        raise RulesIncomplete(f"{type(self).__name__} leaves finish(state, low, high) out")

    def key(self, state: Any) -> int:
        """An int (0 <= key < 2**63) that identifies the state, when that is shorter than the state itself."""
        raise RulesIncomplete(f"{type(self).__name__} leaves key(state) out")

    def symmetries(self, state: Any) -> Iterable[Any]:
        """The other states that mirror or turn this one: the same game, so the same value."""
        raise RulesIncomplete(f"{type(self).__name__} leaves symmetries(state) out")
