"""Games from files in the store: matches of games that were played elsewhere, with all their results."""

from collections.abc import Sequence

from kibitz.arena.fixture import IMPORTED, Fixture, Plan, Played
from kibitz.arena.store.store import Store
from kibitz.core.thought import GameRecord
from kibitz.errors import StoreError

MOST_GAMES = 20_000  # in one match: so many are in memory at once


def import_games(store: Store, records: Sequence[GameRecord], origin: str) -> int:
    """Stores games of one kind as a match, each as a pair of its own; the number of the match.

    `origin`: where they come from, such as the name of a file. Either all are stored or none.
    """
    game = records[0].game
    if any(record.game != game for record in records):
        raise StoreError("a match is of one game: store the games of each kind by themselves")
    places: dict[tuple[str, int], int] = {}  # who sits there twice, such as somebody unknown, stands twice among the players
    fixtures, games = [], []
    for pair, record in enumerate(records):
        named = [(name, record.players[:seat].count(name)) for seat, name in enumerate(record.players)]
        seats = tuple(places.setdefault(one, len(places)) for one in named)
        fixtures.append(Fixture(pair, 0, seats, " ".join(record.moves[: record.opening])))
        games.append(Played(pair, 0, record.moves, record.payoffs, record.forfeit, record.reason))
    plan = Plan(game, tuple(name for name, _ in places), seed=0, form=IMPORTED, openings=f"from {origin}")
    return store.add_played(plan, fixtures, games)
