"""Thinking times and kinds of faults in the store, by game and player: a table that older stores get with the next game."""

from collections.abc import Sequence

from kibitz.arena.fixture import Played, ThinkingTime
from kibitz.arena.store._connection import DatabaseConnection
from kibitz.arena.store._schema import add_table, list_tables
from kibitz.arena.store.records import Conduct

TIMES = "kibitz_times"
NO_TIME = ThinkingTime(0, 0.0, 0.0)


def list_times(connection: DatabaseConnection) -> tuple[str, ...]:
    """The table, if this store has it."""
    return (TIMES,) if TIMES in list_tables(connection) else ()


def insert_times(connection: DatabaseConnection, match: int, games: Sequence[tuple[Played, tuple[int, ...]]]) -> None:
    """Keep what these games say, each with its seats; a game that has been kept stays as it is."""
    rows = [
        {
            "match": match,
            "pair": one.pair,
            "side": one.side,
            "player": player,
            "moves": spent.moves,
            "seconds": spent.seconds,
            "longest": spent.longest,
            "fault": one.fault if seat == one.forfeit else "",
        }
        for one, seats in games
        for seat, (player, spent) in enumerate(zip(seats, one.times or [NO_TIME] * len(seats), strict=True))
    ]
    if rows:
        add_table(connection, TIMES)
        connection.insert_new(TIMES, rows)


def read_conduct(connection: DatabaseConnection, where: str, values: Sequence[int]) -> dict[int, Conduct]:
    """The sums of each player over the games that fit the condition `where`, with these values."""
    found = dict[int, Conduct]()
    for table in list_times(connection):
        sums = "sum(moves), sum(seconds), max(longest), count(*)"
        query = f"SELECT player, fault, {sums} FROM {table} WHERE {where} GROUP BY player, fault"
        for player, fault, moves, seconds, longest, games in connection.run(query, *values):
            had = found.get(player, Conduct(NO_TIME, {}))
            spent = ThinkingTime(had.time.moves + moves, had.time.seconds + seconds, max(had.time.longest, longest))
            found[player] = Conduct(spent, {**had.faults, fault: games} if fault else had.faults)
    return found
