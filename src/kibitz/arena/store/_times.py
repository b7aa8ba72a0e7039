"""Thinking times and kinds of faults in the store, by game and player: a table that older stores get with the next game."""

from collections.abc import Sequence

from sqlalchemy import Connection, Table, func, select

from kibitz.arena.fixture import Played, ThinkingTime
from kibitz.arena.store._database import insert_new
from kibitz.arena.store._schema import add_table, has_table, times
from kibitz.arena.store.records import Conduct

NO_TIME = ThinkingTime(0, 0.0, 0.0)


def list_times(connection: Connection) -> tuple[Table, ...]:
    """The table, if this store has it."""
    return (times,) if has_table(connection, times) else ()


def insert_times(connection: Connection, match: int, games: Sequence[tuple[Played, tuple[int, ...]]]) -> None:
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
        add_table(connection, times)
        insert_new(connection, times, rows)


def read_conduct(connection: Connection, match: int, last: int | None) -> dict[int, Conduct]:
    """The sums of each player; `last`: only of the pairs up to this one."""
    if not list_times(connection):
        return {}
    table, found = times.c, dict[int, Conduct]()
    sums = func.sum(table.moves), func.sum(table.seconds), func.max(table.longest), func.count()
    query = select(table.player, table.fault, *sums).where(table.match == match).group_by(table.player, table.fault)
    rows = connection.execute(query if last is None else query.where(table.pair <= last))
    for player, fault, moves, seconds, longest, games in rows:
        had = found.get(player, Conduct(NO_TIME, {}))
        spent = ThinkingTime(had.time.moves + moves, had.time.seconds + seconds, max(had.time.longest, longest))
        found[player] = Conduct(spent, {**had.faults, fault: games} if fault else had.faults)
    return found
