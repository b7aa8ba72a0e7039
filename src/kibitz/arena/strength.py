"""How strong a player is against another, by the counts of their games: what `kibitz.elo` and `kibitz.sprt` say."""

from collections.abc import Sequence

from kibitz.arena import statistics
from kibitz.arena.statistics import Counts, Figures, Model, Pentanomial, Sprt, Trinomial
from kibitz.errors import StatisticsError


def elo(counts: Sequence[int]) -> Figures:
    """The score, the Elo with its error, and who is likely the stronger, by what one player made against another.

    Five `counts` are pairs of games from one opening with the seats changed, which made 0, 0.5, 1, 1.5 and 2 points; three are
    single games won, lost and drawn, taken as if none resembled another. Raises StatisticsError for other counts.
    """
    return statistics.figures(_counts(counts))


def sprt(
    counts: Sequence[int], elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05, model: Model = "normalized"
) -> Sprt:
    """Whether these counts decide that the difference in strength is `elo1` rather than `elo0`, or the other way round.

    `counts`: see `kibitz.elo`. `alpha` is how often `elo1` may be taken where `elo0` is true, `beta` the opposite. `model`:
    what Elo the two are, "normalized" or "logistic". Raises StatisticsError when there is nothing to decide.
    """
    return statistics.sprt(_counts(counts), elo0, elo1, alpha, beta, model)


def _counts(counts: Sequence[int]) -> Counts:
    if any(not isinstance(count, int) or isinstance(count, bool) for count in counts):
        raise StatisticsError(f"counts of results are whole numbers from 0 up, not {', '.join(map(repr, counts))}")
    match tuple(counts):
        case (wins, losses, draws):
            return Trinomial(wins, losses, draws)
        case (lost, less, even, more, won):
            return Pentanomial((lost, less, even, more, won))
    kinds = "three of games won, lost and drawn, or five of pairs that made 0, 0.5, 1, 1.5 and 2 points"
    raise StatisticsError(f"counts are {kinds}, and these are {len(counts)}")
