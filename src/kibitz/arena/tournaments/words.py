"""A tournament in words, the same in the terminal and on the page: its meetings, and the columns of its table."""

from collections.abc import Sequence

from kibitz.arena.tournaments.tournament import Pairing, TableRow
from kibitz.present.sentences import format_points


def describe_pairing(one: Pairing, players: Sequence[str]) -> str:
    """How a meeting went on after its first games; "" for a bye, and where the points say it all."""
    words = []
    if one.tie_breaks:
        words.append(f"after {one.tie_breaks} further pair{'s' if one.tie_breaks > 1 else ''} of games")
    if one.by_seed and one.winner is not None:
        words.append(f"still a tie: {players[one.winner]} goes on as the higher seed")
    if not one.is_over:
        words.append("being played")
    return ", ".join(words)


def table_head(table: Sequence[TableRow]) -> tuple[str, ...]:
    """The names of the columns of `table_cells`."""
    return ("won", "games") if table[0].tie_break is None else ("score", "Buchholz", "games")


def table_cells(row: TableRow) -> tuple[str, ...]:
    """The score of a player, what decides among equal scores, and points in games."""
    scores = [format_points(score) for score in (row.score, row.tie_break) if score is not None]
    return (*scores, f"{format_points(row.points)} of {row.games:,}")
