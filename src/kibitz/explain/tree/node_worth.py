"""The value of a node, and how far it is to be trusted."""

from dataclasses import dataclass
from typing import Literal

from kibitz.present.values import amount

Says = Literal["exact", "at_least", "at_most"]
NINE = 9  # decimals; a limit may differ from a number by less than rounding would
SIGNS: dict[Says, str] = {"exact": "", "at_least": "at least ", "at_most": "at most "}


@dataclass(frozen=True)
class NodeWorth:
    """The value of a node for MAX, the player to move at the root.

    `result` is in the game's units. `says`: the value is this number, at least, or at most it, at the depth searched. `proved`:
    true of the game; else estimates are part of it. `plies`: to the end of a win or loss, where distances count. `payoffs`:
    where each player has a number, first player first; `result` is MAX's. `about`: the one player whose payoff a limit bounds.
    """

    result: float
    says: Says = "exact"
    proved: bool = True
    plies: int | None = None
    payoffs: tuple[float, ...] | None = None
    about: int | None = None

    @property
    def number(self) -> str:
        """The bare number: "1", "-0.31", "(1, 2, 6)"."""
        if self.payoffs is not None and self.about is not None:
            known = f"{SIGNS[self.says]}{amount(round(self.payoffs[self.about], NINE))}"
            return f"({', '.join(known if player == self.about else '?' for player in range(len(self.payoffs)))})"
        if self.payoffs is not None:
            return f"({', '.join(amount(round(paid, NINE)) for paid in self.payoffs)})"
        return amount(round(self.result, NINE))

    def __str__(self) -> str:
        """ "1", "at most 0", "about 0.31", "at least about 0.3", "1 in 5"."""
        within = "" if self.plies is None else f" in {self.plies}"
        limit = SIGNS[self.says] if self.about is None else ""
        return f"{limit}{'' if self.proved else 'about '}{self.number}{within}"
