"""A visitor's games on the front page: those in progress, and finished ones, each a click from its review."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.arena.store.records import Sitting
from kibitz.core.outcome import GameOutcome
from kibitz.core.rules import Game
from kibitz.errors import KibitzError
from kibitz.table.game_table import TableSeat
from kibitz.table.served_games import Catalog, name_game

A_DRAW = "drawn"


@dataclass(frozen=True)
class OwnGame:
    """One game: its key, the name of the game, the rest in words, and the board to draw."""

    key: str
    name: str
    words: str
    game: Game
    moves: tuple[str, ...]


def unfinished(catalog: Catalog, kept: Iterable[Sitting]) -> list[OwnGame]:
    """The games in progress, if they are still served: which, against whom, how far."""
    return [
        OwnGame(one.key, name_game(game), f"{_moves(one)}{_against(one)}", game, one.moves)
        for one, game in _served(catalog, kept)
    ]


def finished(catalog: Catalog, kept: Iterable[Sitting]) -> list[OwnGame]:
    """The finished games: when, against whom, and the result for the only person at the board."""
    found = []
    for one, game in _served(catalog, kept):
        day = datetime.date.fromtimestamp(one.changed)
        words = f"{day.day} {day:%b %Y}, {_moves(one)}{_against(one)}{_outcome(one)}"
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


def _against(one: Sitting) -> str:
    seats = [TableSeat(spec, person) for spec, person in zip(one.seats, one.people, strict=True)]
    own = next((side for side, seat in enumerate(seats) if seat.is_person), 0)
    if one.settings.get("apart"):
        own = one.settings["apart"]["holders"].index(one.owner)
    others = [seat.person if seat.is_person else seat.name for side, seat in enumerate(seats) if side != own]
    others = [name for name in others if name]
    return f" against {' and '.join(dict.fromkeys(others))}" if others else ""


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
