"""A visitor's games on the front page: those in progress, and finished ones, each a click from its review."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.arena.store.records import Sitting
from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.table.served_games import Catalog, name_game
from kibitz.table.table_seat import TableSeat

A_DRAW = "drawn"


@dataclass(frozen=True)
class OwnGame:
    """One game: its key, the name of the game, the rest in words, and the board to draw."""

    key: str
    name: str
    words: str
    game: Game
    moves: tuple[str, ...]
    is_own_turn: bool = False


def unfinished(catalog: Catalog, kept: Iterable[Sitting], visitor: str) -> list[OwnGame]:
    """The games in progress, if they are still served: which, against whom, whose turn it is, and since when."""
    return [
        OwnGame(
            one.key,
            name_game(game),
            f"{_moves(one)}{_against(one, visitor)}{_turn(one, visitor)}, {_when(one.changed)}",
            game,
            one.moves,
            is_own_turn=one.settings.get("apart") is not None and one.settings.get("mover") == one.seat_of(visitor),
        )
        for one, game in _served(catalog, kept)
        if one.seat_of(visitor) is not None or one.owner == visitor
    ]


def _turn(one: Sitting, visitor: str) -> str:
    """The side to move, in a game of people at devices of their own; elsewhere it is the visitor's turn, or the computer's."""
    mover = one.settings.get("mover")
    if not one.settings.get("apart") or not isinstance(mover, int) or not 0 <= mover < len(one.seats):
        return ""
    return ", your move" if mover == one.seat_of(visitor) else f", {one.people[mover] or 'the other'} to move"


def _when(seconds: float) -> str:
    """ "14:05" for today, "28 Nov" for another day of this year, "28 Nov 2025"."""
    then, now = datetime.datetime.fromtimestamp(seconds), datetime.datetime.now()
    if then.date() == now.date():
        return f"{then:%H:%M}"
    return f"{then.day} {then:%b}" + (f" {then.year}" if then.year != now.year else "")


def finished(catalog: Catalog, kept: Iterable[Sitting], visitor: str) -> list[OwnGame]:
    """The finished games: when, against whom, and the result for the only person at the board."""
    found = []
    for one, game in _served(catalog, kept):
        day = datetime.date.fromtimestamp(one.changed)
        words = f"{day.day} {day:%b %Y}, {_moves(one)}{_against(one, visitor)}{_outcome(one)}"
        found.append(OwnGame(one.key, name_game(game), words, game, one.moves))
    return found


def _served(catalog: Catalog, kept: Iterable[Sitting]) -> Iterable[tuple[Sitting, Game]]:
    for one in kept:
        try:
            yield one, catalog.load(one.game)
        except KibitzError:
            continue


def _moves(one: Sitting) -> str:
    return f"{len(one.moves)} move{'' if len(one.moves) == 1 else 's'}"


def _against(one: Sitting, visitor: str) -> str:
    seats = [TableSeat(spec, person) for spec, person in zip(one.seats, one.people, strict=True)]
    own = one.seat_of(visitor)
    others = [seat.person if seat.is_person else seat.name for side, seat in enumerate(seats) if side != own]
    return f" against {' and '.join(dict.fromkeys(filter(None, others)))}" if any(others) else ""


def _outcome(one: Sitting) -> str:
    """How a game between a person and a player of the program went; nothing where that would be two stories."""
    people = [seat for seat, spec in enumerate(one.seats) if TableSeat(spec).is_person]
    if one.ended == "agreed":
        return f": {A_DRAW}"
    if len(one.seats) != 2 or len(people) != 1:
        return ""
    if one.ended == "resigned":
        return ": given up" if one.loser == people[0] else ": won"
    if one.payoffs is None:
        return ""
    return f": {('lost', A_DRAW, 'won')[1 + GameOutcome(one.payoffs).compare(people[0], 1 - people[0])]}"
