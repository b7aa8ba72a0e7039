"""A knockout: the winner of a meeting goes on, the loser is out."""

from math import ceil, log2

from kibitz.arena.tournaments.tournament import Couple, TableRow, Tournament
from kibitz.errors import MatchError

TIE_BREAKS = 4  # further pairs of games at most
TITLES = ("Final", "Semi-finals", "Quarter-finals")


class Knockout(Tournament):
    """The players are seeded in the order in which they were named: the first meets the last, and could meet the second in the
    final. Where they are not a power of two, the highest seeds have a bye in the first round.

    After a tie there are further pairs of games, four at most, until one of them is won; then the higher seed goes on.
    """

    def __init__(self, players: int, pairs: int, rounds: int | None = None) -> None:
        """`rounds`: None, for the number of players says how many there are; else MatchError."""
        if rounds is not None:
            raise MatchError("the number of players says how many rounds a knockout has: rounds are for the form swiss")
        super().__init__(players, ceil(log2(players)), pairs, TIE_BREAKS)

    def boards(self, number: int) -> int:
        """Half of those left; in the first round so many that a power of two is left."""
        left = 1 << (self.length - number - 1)
        return self.players - left if number == 0 else left

    def title(self, number: int) -> str:
        """Its name."""
        left = self.length - number - 1
        return TITLES[left] if left < len(TITLES) else f"Round of {2 << left}"

    def break_tie(self, first: int, second: int) -> int | None:
        """The higher seed."""
        return min(first, second)

    def pair_round(self) -> list[Couple]:
        """The bracket: in the first round by seeds, then the winners of neighbouring meetings."""
        if self.rounds:
            left = [one.winner for one in self.rounds[-1]]
        else:
            seeds = [0]
            while len(seeds) < self.players:
                seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) - 1 - seed)]
            left = [seed if seed < self.players else None for seed in seeds]
        couples = [sorted(one for one in couple if one is not None) for couple in zip(left[::2], left[1::2], strict=True)]
        return [(couple[0], couple[1] if len(couple) == 2 else None) for couple in couples]

    def table(self) -> list[TableRow]:
        """By the round in which they lost; those who lost in the same one share a place, and so do those still in."""
        out = {}
        for number, found in enumerate(self.rounds):
            for one in found:
                if one.winner is not None and one.second is not None:
                    out[one.second if one.winner == one.first else one.first] = number
        rows = []
        for player in range(self.players):
            lost_in = out.get(player, self.length)
            place = 1 + sum(out.get(other, self.length) > lost_in for other in range(self.players))
            won = sum(one.winner == player and one.second is not None for found in self.rounds for one in found)
            rows.append(TableRow(place, player, won, None, *self._points_of(player)))
        return sorted(rows, key=lambda row: row.place)
