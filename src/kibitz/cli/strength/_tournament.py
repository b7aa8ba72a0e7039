"""A tournament in lines for people: its rounds, meeting by meeting, and its table."""

from collections.abc import Sequence

from kibitz.arena.tournaments import Pairing, Tournament
from kibitz.arena.tournaments.words import describe_pairing, table_cells, table_head
from kibitz.cli.terminal import aligned
from kibitz.present.sentences import format_points


def lines(tournament: Tournament, players: Sequence[str]) -> list[str]:
    """The rounds that have begun, and the table by what is over."""
    meetings = iter(aligned([_meeting(one, players) for found in tournament.rounds for one in found], left=4))
    rounds = list[str]()
    for number, found in enumerate(tournament.rounds):
        rounds += [tournament.title(number), *(f"  {next(meetings)}" for _ in found), ""]
    table = tournament.table()
    rows = [(f"{row.place}.", players[row.player], *table_cells(row)) for row in table]
    return [*rounds, *aligned([("", "", *table_head(table)), *rows], left=2)]


def _meeting(one: Pairing, players: Sequence[str]) -> tuple[str, ...]:
    if one.second is None:
        return players[one.first], "bye", "", ""
    ours, theirs = map(format_points, one.points)
    return players[one.first], f"{ours} - {theirs}", players[one.second], describe_pairing(one, players)
