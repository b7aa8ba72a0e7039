"""Which games a match has: who meets whom, from which opening, and who begins.

Games come in pairs: from one opening each player sits in each seat once, so that neither the opening nor the first move
favours anybody. (With three players a "pair" has three games, and one of somebody alone.) The games of a pair stand together,
and each opening is played by all who meet before the next one is: a match that is stopped early is as balanced as can be.
"""

from collections.abc import Callable, Iterable, Sequence

from kibitz.arena.fixture import Fixture
from kibitz.errors import MatchError

Meeting = tuple[int, ...]  # places in `Plan.players`


def fixtures(form: str, players: int, seats: int, openings: Iterable[str]) -> list[Fixture]:
    """The games of so many players who meet in this form, at a game with so many seats; form: a key of `MEETINGS`.

    Raises MatchError when these do not fit together.
    """
    if form not in MEETINGS:
        raise MatchError(f"players do not meet as {form!r}: there are {', '.join(MEETINGS)}")
    if form == "pairs" and players != seats:
        raise MatchError(f"a match at this game is between {seats} players, but {players} came")
    if form != "pairs" and (seats != 2 or players < 2):
        raise MatchError(f"{form} is for two players or more at a game of two; {players} came to a game of {seats}")
    return _scheduled(MEETINGS[form](players), openings)


def pairs(openings: Iterable[str], players: int = 2) -> list[Fixture]:
    """All players at one board, from each opening so many games as there are seats: each moves up one seat after a game."""
    return fixtures("pairs", players, players, openings)


def round_robin(players: int, openings: Iterable[str]) -> list[Fixture]:
    """Each against each from every opening, in rounds in which nobody plays twice."""
    return fixtures("round_robin", players, 2, openings)


def gauntlet(players: int, openings: Iterable[str]) -> list[Fixture]:
    """The first against each of the others from every opening."""
    return fixtures("gauntlet", players, 2, openings)


def whole_pairs(games: int, seats: int = 2) -> int:
    """How many pairs, each with a game for every seat, make at least so many games: as many openings does a meeting need."""
    return -(-games // seats)


def _each_against_each(players: int) -> list[Meeting]:
    """The circle method: one stays, the others move on by a place after each round."""
    ring = [*range(players + players % 2)]  # of an odd number, whoever meets the last place sits out
    half, meetings = len(ring) // 2, list[Meeting]()
    for _ in ring[1:]:
        couples = zip(ring[:half], ring[: -half - 1 : -1], strict=True)
        meetings += [(min(couple), max(couple)) for couple in couples if max(couple) < players]
        ring[1:] = [ring[-1], *ring[1:-1]]
    return meetings


MEETINGS: dict[str, Callable[[int], list[Meeting]]] = {
    "pairs": lambda players: [tuple(range(players))],
    "round_robin": _each_against_each,
    "gauntlet": lambda players: [(0, other) for other in range(1, players)],
}


def _scheduled(meetings: Sequence[Meeting], openings: Iterable[str]) -> list[Fixture]:
    games = [(opening, meeting) for opening in openings for meeting in meetings]
    return [
        Fixture(pair, side, (*meeting[side:], *meeting[:side]), opening)
        for pair, (opening, meeting) in enumerate(games)
        for side in range(len(meeting))
    ]
