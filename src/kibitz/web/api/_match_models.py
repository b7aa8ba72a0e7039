"""The shapes in which the JSON interface tells of matches."""

from typing import Annotated, Any

from msgspec import Meta, Struct


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
    """A player's Elo, the mean of all being 0, its points and games; `elo_error` is null where it has no limit."""

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


class ConductModel(Struct):
    """How many moves a player has made, how long they took, and how many games it lost by each kind of fault."""

    moves: int
    mean_seconds: float
    longest_seconds: float
    faults: dict[str, int]


class MeetingModel(Struct):
    """Two who meet in a round, by their places in `players`, from 0; `second` is null for a bye.

    `points` of each in `games`; `tie_breaks`: further pairs of games. `winner`: the one with more points, or who goes on; null
    while they play, and in a draw. `by_seed`: the winner is the higher seed, since all games left a tie.
    """

    first: int
    second: int | None
    points: Annotated[list[float], Meta(min_length=2, max_length=2)]
    games: int
    tie_breaks: int
    winner: int | None
    by_seed: bool
    over: bool


class RoundModel(Struct):
    """A round of a tournament."""

    title: str
    meetings: list[MeetingModel]


class TableRowModel(Struct):
    """A row of a tournament's table, the best first; `number`: the place of the player in `players`, from 0."""

    place: int
    player: str
    number: int
    score: float
    tie_break: float | None
    points: float
    games: int


class MatchModel(Struct):
    """A match's standing: the object of `kibitz match --json`, and whether it is `running` here, or `why` it ended early.

    Figures about two players, first named first, are present when there are two; infinite ones are null. More players have
    `ratings`, the strongest first, and the `advantage` of moving first with its error, both in Elo. They are null while they
    are not known: ask again. In a running match they may be a few games old. `conduct` is null for players without times. A
    Swiss tournament or a knockout has its `form`, the `rounds` so far and a `table`, and whether it is `over`; a gauntlet with
    a test the `tests` of all but the first player, and the `best`, null while none has passed.
    """

    match: int
    game: str
    players: list[str]
    games: int
    scheduled: int
    distinct: int
    forfeits: list[int]
    stopped: int
    unfinished: int
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
    conduct: list[ConductModel | None] | None = None
    resigned: int = 0
    agreed: int = 0
    time_control: str | None = None
    form: str | None = None
    rounds: list[RoundModel] | None = None
    table: list[TableRowModel] | None = None
    over: bool | None = None
    tests: list[dict[str, Any]] | None = None
    best: str | None = None


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
