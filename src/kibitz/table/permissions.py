"""Permissions at a table with remote people; at any other table a visitor may do everything."""

from dataclasses import dataclass, replace

from kibitz.core.rules import says
from kibitz.errors import IllegalMove, KibitzError
from kibitz.table.game_table import GameTable
from kibitz.table.remote_seats import DRAW, UNDO, RemoteSeats
from kibitz.table.table_seat import TableSeat

QUESTIONS = {UNDO: "{} asks to take the last move back.", DRAW: "{} offers a draw."}

WATCHING = "you are watching: two others play here"


@dataclass(frozen=True)
class SeatView:
    """A visitor at a table with remote people: `seat` is None for a spectator."""

    seat: int | None
    name: str
    invites: tuple[tuple[str, str], ...]  # of the seats that are free, each with its address: for those who play
    asks: str  # the other one's offer to the visitor
    waits: str  # what who looks has asked, and has no answer to
    can_ask_undo: bool
    can_offer_draw: bool
    next_table: str

    @property
    def plays(self) -> bool:
        """Whether the visitor has a seat."""
        return self.seat is not None


def may_move(table: GameTable, visitor: str) -> bool:
    """Whether the visitor may move: it is their turn, or they move for everybody."""
    apart = table.settings.apart
    return table.waits and (apart is None or apart.seat_of(visitor) == table.position.to_move)


def check_mover(table: GameTable, visitor: str) -> None:
    """Raise IllegalMove if it is another player's turn."""
    if table.waits and not may_move(table, visitor):
        raise IllegalMove(
            "it is not your move" if _seat(table, visitor) is not None else "you are watching: two others play here"
        )


def check_seat(table: GameTable, visitor: str) -> None:
    """Raise IllegalMove for a spectator."""
    if table.settings.apart is not None:
        _own_seat(table, visitor)


def check_helped(table: GameTable) -> None:
    """Raise KibitzError if the computer must not help."""
    if not table.is_helped:
        raise KibitzError("two people play here, and the computer keeps what it knows until the game is over")


def resign(table: GameTable, visitor: str, version: int) -> GameTable:
    """Resign for the visitor. Stale, IllegalMove."""
    return table.resign(version) if table.settings.apart is None else table.resign(version, _own_seat(table, visitor))


def undo(table: GameTable, visitor: str, version: int) -> GameTable:
    """Take the last move back, or ask the opponent to agree. Stale, IllegalMove."""
    return table.undo(version) if table.settings.apart is None else ask(table, visitor, UNDO, version)


def exchange(table: GameTable, visitor: str, spec: str, version: int, side: int | None = None) -> GameTable:
    """Put another computer player in that seat, or in the seat to move.

    Stale, IllegalMove; KibitzError for a person.
    """
    check_seat(table, visitor)
    if table.settings.apart is not None and TableSeat(spec).is_person:
        raise KibitzError("nobody holds that seat: choose a player of the program")
    return table.exchange(spec, version, side)


def ask(table: GameTable, visitor: str, what: str, version: int) -> GameTable:
    """Ask the opponent something. Stale, IllegalMove."""
    apart, seat = table.settings.apart, _own_seat(table, visitor)
    standing = standing_of(table, visitor)
    may = standing is not None and {UNDO: standing.can_ask_undo, DRAW: standing.can_offer_draw}.get(what, False)
    if apart is None or not may:
        raise IllegalMove("that cannot be asked here")
    asking = replace(apart, question=what, asker=seat, asked_at=table.ply)
    return table.arranged(asking, version, QUESTIONS[what].format(table.called(seat)))


def answer(table: GameTable, visitor: str, agrees: bool, version: int) -> GameTable:
    """Answer the opponent's question. Stale; IllegalMove without one."""
    apart, standing = table.settings.apart, standing_of(table, visitor)
    if apart is None or standing is None or not standing.asks:
        raise IllegalMove("nothing is asked of you now")
    answered = replace(apart, question="")
    if not agrees:
        return table.arranged(answered, version, f"{table.called(standing.seat or 0)} would rather not.")
    settled = replace(table, settings=replace(table.settings, apart=answered))
    return settled.agree(version) if apart.question == DRAW else settled.undo(version, apart.asker)


def followed_by(table: GameTable, visitor: str, key: str) -> GameTable:
    """The table with a link to the next game; unchanged if the opponent has started one already."""
    apart = table.settings.apart
    if apart is None or apart.next_table:
        return table
    sentence = f"{table.called(_own_seat(table, visitor))} has begun another game."
    return table.arranged(replace(apart, next_table=key), table.version, sentence)


def next_table(table: GameTable) -> str:
    """The key of the next game of the same two people; "" for none."""
    return table.settings.apart.next_table if table.settings.apart is not None else ""


def standing_of(table: GameTable, visitor: str) -> SeatView | None:
    """The visitor's view of their seat; None at a table without remote people."""
    apart = table.settings.apart
    if apart is None:
        return None
    seat, names = apart.seat_of(visitor), table.words.names
    open_question = QUESTIONS[apart.question] if apart.question and apart.asked_at == table.ply and not table.ended else ""
    question = open_question.format(table.called(apart.asker)) if open_question else ""
    is_repeated = table.clock is not None and seat == apart.asker and apart.asked_at == table.ply  # who answers has to read it
    free = seat is not None and not table.ended and not question and not is_repeated
    return SeatView(
        seat,
        "" if seat is None else names[seat],
        _invitations(table, apart) if seat is not None and not table.ended else (),
        question if seat not in (None, apart.asker) else "",
        question if seat == apart.asker else "",
        free and table.last_choice(seat) is not None,
        free and says(table.game, "result") and not any(apart.invites),
        apart.next_table,
    )


def _invitations(table: GameTable, apart: RemoteSeats) -> tuple[tuple[str, str], ...]:
    return tuple(
        (table.words.names[seat], f"/play/{table.key}/join/{secret}") for seat, secret in enumerate(apart.invites) if secret
    )


def _seat(table: GameTable, visitor: str) -> int | None:
    return None if table.settings.apart is None else table.settings.apart.seat_of(visitor)


def _own_seat(table: GameTable, visitor: str) -> int:
    seat = _seat(table, visitor)
    if seat is None:
        raise IllegalMove(WATCHING)
    return seat
