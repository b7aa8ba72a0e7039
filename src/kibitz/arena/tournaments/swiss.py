"""A Swiss tournament: in each round players of equal or nearest score meet who have not met before."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil, log2

from kibitz.arena.tournaments.matching import Matching
from kibitz.arena.tournaments.tournament import Couple, TableRow, Tournament
from kibitz.errors import MatchError


class Swiss(Tournament):
    """A meeting is worth one point: to the player who makes more of its games, or half each.

    In a group of equal scores the upper half meets the lower half, in the order in which the players were named; a player left
    over meets one of the next score. Two meet again only where a round cannot be paired otherwise, and as few as can be. Of an
    odd number the last player who has not had a bye gets one, which is worth a point.
    """

    def __init__(self, players: int, pairs: int, rounds: int | None = None) -> None:
        """`rounds`: None for as many as a knockout would have. MatchError for more than there are players to meet."""
        most = players - 1 + players % 2
        rounds = ceil(log2(players)) if rounds is None else rounds
        if not 1 <= rounds <= most:
            raise MatchError(
                f"{rounds} rounds are too many for {players} players: after {most} each has met each, as in a round-robin"
                if rounds > most
                else f"{rounds} is not a number of rounds: a Swiss tournament has at least 1"
            )
        super().__init__(players, rounds, pairs)

    def boards(self, number: int) -> int:
        """Half as many as there are players."""
        return self.players // 2

    def title(self, number: int) -> str:
        """Its number from 1."""
        return f"Round {number + 1}"

    def pair_round(self) -> list[Couple]:
        """Pair from the top: each player meets the best choice that leaves the others a pairing."""
        scores, met = self._scores(), self._meetings()
        order = sorted(range(self.players), key=lambda one: -scores[one])
        graph = Matching({one: [other for other in order if other != one and not met[one][other]] for one in order})
        byes = list[Couple]()
        if self.players % 2:
            graph, rests = self._give_bye(graph, order)
            byes.append((rests, None))
            order.remove(rests)
        couples = list[Couple]()
        while order:
            one = order.pop(0)
            choices = sorted(_rank_opponents(one, order, scores), key=lambda other: met[one][other])
            for other in choices:
                rest = graph.without(one, other)
                if rest.size >= graph.size - (not met[one][other]):
                    break
            couples.append((one, other))
            order.remove(other)
            graph = rest
        return couples + byes

    def _give_bye(self, graph: Matching, order: Sequence[int]) -> tuple[Matching, int]:
        """The lowest player without a bye who leaves the others most who have not met; and the matching of the others."""
        had = {one.first for found in self.rounds for one in found if one.second is None}
        choices = [(graph.without(one), one) for one in reversed(order) if one not in had]
        return max(choices, key=lambda choice: choice[0].size)

    def _scores(self) -> list[float]:
        """The points of each player so far: 1 for a meeting won and for a bye, 1/2 for a drawn one."""
        scores = [0.0] * self.players
        for one in (one for found in self.rounds for one in found if one.is_over):
            if one.winner is not None:
                scores[one.winner] += 1
            elif one.second is not None:
                scores[one.first] += 0.5
                scores[one.second] += 0.5
        return scores

    def _meetings(self) -> dict[int, Counter[int]]:
        """How often each player has met each other, in the rounds so far."""
        met = defaultdict[int, Counter[int]](Counter)
        for one in (one for found in self.rounds for one in found):
            if one.second is not None:
                met[one.first][one.second] += 1
                met[one.second][one.first] += 1
        return met

    def table(self) -> list[TableRow]:
        """By score; then by Buchholz, the sum of the opponents' scores (a bye adds nothing); then by points in games."""
        scores, met = self._scores(), self._meetings()
        rows = []
        for player in range(self.players):
            buchholz = sum(scores[other] * times for other, times in met[player].items())
            rows.append(TableRow(0, player, scores[player], buchholz, *self._points_of(player)))
        keys = {row.player: (row.score, row.tie_break, row.points) for row in rows}
        better = {one: 1 + sum(key > keys[one] for key in keys.values()) for one in keys}
        placed = [TableRow(better[row.player], row.player, row.score, row.tie_break, row.points, row.games) for row in rows]
        return sorted(placed, key=lambda row: row.place)


def _rank_opponents(one: int, others: Sequence[int], scores: Sequence[float]) -> list[int]:
    """The opponents of a player who stands above these, the best choice first: those of equal score from their middle on."""
    equal = [other for other in others if scores[other] == scores[one]]
    middle = (len(equal) - 1) // 2
    return [*equal[middle:], *reversed(equal[:middle]), *others[len(equal) :]]
