"""A tournament in lines for people: its rounds, meeting by meeting, and its table."""

from collections.abc import Sequence

from kibitz.arena.tournaments import Pairing, TableRow, Tournament
from kibitz.cli.terminal import aligned
from kibitz.present.sentences import format_points


def lines(tournament: Tournament, players: Sequence[str]) -> list[str]:
    """The rounds that have begun, and the table by what is over."""
    meetings = iter(aligned([_meeting(one, players) for found in tournament.rounds for one in found], left=4))
    rounds = list[str]()
    for number, found in enumerate(tournament.rounds):
        rounds += [tournament.title(number), *(f"  {next(meetings)}" for _ in found), ""]
    table = tournament.table()
    is_swiss = table[0].tie_break is not None
    head = ("", "", "score", "Buchholz", "games") if is_swiss else ("", "", "won", "games")
    return [*rounds, *aligned([head, *(_row(one, players) for one in table)], left=2)]


def _meeting(one: Pairing, players: Sequence[str]) -> tuple[str, ...]:
    if one.second is None:
        return players[one.first], "bye", "", ""
    ours, theirs = map(format_points, one.points)
    words = []
    if one.tie_breaks:
        words.append(f"after {one.tie_breaks} further pair{'s' if one.tie_breaks > 1 else ''} of games")
    if one.by_seed and one.winner is not None:
        words.append(f"still a tie: {players[one.winner]} goes on as the higher seed")
    if not one.is_over:
        words.append("being played")
    return players[one.first], f"{ours} - {theirs}", players[one.second], ", ".join(words)


def _row(one: TableRow, players: Sequence[str]) -> tuple[str, ...]:
    scores = [format_points(score) for score in (one.score, one.tie_break) if score is not None]
    return f"{one.place}.", players[one.player], *scores, f"{format_points(one.points)} of {one.games:,}"
