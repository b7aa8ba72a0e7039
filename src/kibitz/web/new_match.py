"""Plans a match that a form or a program asks for, within the limits of the server."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kibitz.arena.match_form import MEETINGS, plan_form
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import KibitzError, MatchError
from kibitz.table.limits import Limits

GAMES = 20  # a number where none is given, but in tournaments
MOST_PLAYERS = 16


class WrongField(MatchError):
    """A value that does not fit; `field`: its name in the form, or in the request."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(problem)
        self.field = field


@contextmanager
def at_field(field: str) -> Iterator[None]:
    """Errors in this block are about a field."""
    try:
        yield
    except KibitzError as problem:
        raise WrongField(field, str(problem)) from None


def plan_for_worker(
    game: Game,
    players: Sequence[str],
    limits: Limits,
    *,
    form: str | None,
    games: int | None,
    rounds: int | None,
    openings: str,
    seed: int | None,
) -> dict[str, Any]:
    """The plan of a match, see `jobs.kinds.series`. None: the `form` that fits, and the usual `games` and `rounds`.

    Raises WrongField for what does not fit together, or is more than `limits` allow.
    """
    with at_field("form"):
        form = plan_form(game, len(players), form, games)[0]
    with at_field("rounds"):
        tournament = plan_form(game, len(players), form, games, rounds)[2]
    if tournament is None:
        games = games or GAMES
        scheduled = games * len(MEETINGS[form](len(players)))
    else:
        scheduled = tournament.scheduled
    if scheduled > limits.games:
        raise WrongField("games", f"that is {scheduled:,} games in all, and a match here has at most {limits.games:,}")
    return {
        "game": spec_of(game),
        "players": [*players],
        "games": games,
        "openings": openings,
        "seed": seed,
        "form": form,
        "rounds": rounds,
    }
