"""The form of a match: who meets whom, how often, and from which seats."""

from collections.abc import Callable, Iterable, Sequence

from kibitz.arena.fixture import Fixture
from kibitz.arena.tournaments import FORMS, Tournament
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import MatchError
from kibitz.runtime.user_code import format_value

GAMES, MEETING_GAMES, MOST_GAMES = 100, 2, 10**7  # of a match; of a meeting in a tournament; of either at most
Seats = tuple[int, ...]  # places in `Plan.players`


def plan_form(
    game: Game, count: int, form: str | None, games: int | None = None, rounds: int | None = None
) -> tuple[str, int, Tournament | None]:
    """The form of a match between so many players, the pairs of games of each meeting, and its tournament, if it is one.

    MatchError where these do not fit together.
    """
    form = _check_form(game, count, form)
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise MatchError(f"{format_value(games)} games cannot be played: give a whole number from 1 to {MOST_GAMES:,}")
    pairs = count_pairs(count_games(form, games), game.players)
    if form in FORMS:
        return form, pairs, FORMS[form](count, pairs, rounds)
    if rounds is not None:
        raise MatchError("rounds are for a Swiss tournament: say the form swiss, or leave them out")
    return form, pairs, None


def _check_form(game: Game, count: int, form: str | None) -> str:
    """The form of the match; MatchError if it does not fit the number of players."""
    needed = game.players
    if needed < 2:
        raise MatchError(f"{spec_of(game)} is played alone: a match is for games of two or more")
    if count < needed or (count > needed > 2):
        raise MatchError(f"{spec_of(game)} is for {needed} players, but {count} came: name {needed}")
    if form is None:
        return "pairs" if count == needed else "round_robin"
    if form in FORMS and needed != 2:
        raise MatchError(f"{form} is for two players or more at a game of two; {count} came to a game of {needed}")
    if form == "pairs" and count > needed:
        raise MatchError(f"{count} players are too many for pairs: take round_robin, each against each, or gauntlet")
    return form


# Games come in pairs: from one opening each player sits in each seat once, so that neither the opening nor the first move
# favours anybody. (With three players a "pair" has three games, and one of somebody alone.) The games of a pair stand together,
# and each opening is played by all who meet before the next one is: a match that is stopped early is as balanced as can be.


def schedule_games(form: str, players: int, seats: int, openings: Iterable[str]) -> list[Fixture]:
    """The games of a match of this form for a number of players and seats; form: a key of `MEETINGS`.

    Raises MatchError when these do not fit together.
    """
    if form not in MEETINGS:
        raise MatchError(f"players do not meet as {form!r}: there are {', '.join([*MEETINGS, *FORMS])}")
    if form == "pairs" and players != seats:
        raise MatchError(f"a match at this game is between {seats} players, but {players} came")
    if form != "pairs" and (seats != 2 or players < 2):
        raise MatchError(f"{form} is for two players or more at a game of two; {players} came to a game of {seats}")
    return _list_fixtures(MEETINGS[form](players), openings)


def count_games(form: str | None, games: int | None) -> int:
    """The games of a match, or of each meeting, where none are named."""
    return games if games is not None else MEETING_GAMES if form in FORMS else GAMES


def describe_rounding(games: int, seats: int) -> str:
    """A sentence if more games are played than requested, so that everybody moves first equally often; else ""."""
    played = seats * count_pairs(games, seats)
    if played == games:
        return ""
    times = "twice, with the sides changed" if seats == 2 else f"{seats} times, with another player in each seat"
    return f"{played} games are played instead of {games}: each opening {times}"


def count_pairs(games: int, seats: int = 2) -> int:
    """The number of pairs (one opening, a game for every seat) that make at least this many games."""
    return -(-games // seats)


def _meet_in_rounds(players: int) -> list[Seats]:
    """The circle method: one stays, the others move on by a place after each round."""
    ring = [*range(players + players % 2)]  # of an odd number, the opponent of the last place sits out
    half, meetings = len(ring) // 2, list[Seats]()
    for _ in ring[1:]:
        couples = zip(ring[:half], ring[: -half - 1 : -1], strict=True)
        meetings += [(min(couple), max(couple)) for couple in couples if max(couple) < players]
        ring[1:] = [ring[-1], *ring[1:-1]]
    return meetings


MEETINGS: dict[str, Callable[[int], list[Seats]]] = {
    "pairs": lambda players: [tuple(range(players))],
    "round_robin": _meet_in_rounds,
    "gauntlet": lambda players: [(0, other) for other in range(1, players)],
}


def _list_fixtures(meetings: Sequence[Seats], openings: Iterable[str]) -> list[Fixture]:
    games = [(opening, meeting) for opening in openings for meeting in meetings]
    return [
        Fixture(pair, side, (*meeting[side:], *meeting[:side]), opening)
        for pair, (opening, meeting) in enumerate(games)
        for side in range(len(meeting))
    ]
