"""What programs are told of matches: the shapes of the answers."""

from typing import Annotated, Any

from msgspec import Meta, Struct

LARGEST = 10**9
PAGE = 100  # matches or games in one answer


class MatchNumber(Struct):
    """The number of a match."""

    match: int


class SummaryModel(Struct):
    """A match in the list of all; `created` in seconds since 1970."""

    match: int
    game: str
    players: list[str]
    form: str
    created: float
    games: int
    scheduled: int
    kibitz: str


class Matches(Struct):
    """Some matches, the oldest first; `total`: how many the store has."""

    matches: list[SummaryModel]
    total: int


class Rating(Struct):
    """A player's Elo, the mean of all being 0, and its points of so many games; `elo_error` is null where it has no limit."""

    player: str
    elo: float | None
    elo_error: float | None
    points: float
    games: int


class Single(Struct):
    """Figures of all games, as if none resembled another."""

    elo: float | None
    elo_error: float | None
    los: float | None


class MatchModel(Struct):
    """How a match stands: the object of `kibitz match --json`, and whether it is `running` here, or `why` it ended early.

    What is about two players, first named first, is there when there are two; what is infinite is null. Of more players there
    are `ratings`, the strongest first, and the `advantage` of moving first with its error, both in Elo. They are null while
    they are not known: ask again. Of a match that is running they may be a few games behind.
    """

    match: int
    game: str
    players: list[str]
    games: int
    scheduled: int
    distinct: int
    forfeits: list[int]
    stopped: int
    openings: str
    seed: int
    seconds: float
    running: bool
    why: str
    a: str = ""
    b: str = ""
    a_wins: int = 0
    b_wins: int = 0
    draws: int = 0
    pairs: list[int] | None = None
    score: float | None = None
    elo: float | None = None
    elo_error: float | None = None
    nelo: float | None = None
    nelo_error: float | None = None
    los: float | None = None
    sprt: dict[str, Any] | None = None
    single: Single | None = None
    ratings: list[Rating] | None = None
    advantage: Annotated[list[float | None], Meta(min_length=2, max_length=2)] | None = None


class MatchGame(Struct):
    """One game of a match; `payoffs` is null where it came to no end, and `forfeit` the seat that lost it by a fault."""

    match: int
    pair: int
    side: int
    game: str
    players: list[str]
    opening: str
    moves: list[str]
    payoffs: list[float | None] | None
    forfeit: int | None
    reason: str
    seconds: float


class MatchGames(Struct):
    """Some games of a match, in the order of its schedule."""

    games: list[MatchGame]


class Some(Struct):
    """Which of a list: without the first `skip`, and so many."""

    skip: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    most: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE
