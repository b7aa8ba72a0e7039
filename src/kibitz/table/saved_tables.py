"""Tables as the store keeps them, and back: the moves by their names, played again by the rules as they are now."""

import dataclasses
from collections.abc import Sequence
from dataclasses import replace

from kibitz.arena.store.records import Sitting
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import IllegalMove
from kibitz.position import Position
from kibitz.proofs import Entry
from kibitz.runtime.user_code import blame_rules
from kibitz.table.clocks import TableClock
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.remote_seats import RemoteSeats
from kibitz.table.score import ExamTally, RunningScore
from kibitz.table.table_seat import TableSeat


def sitting_of(table: GameTable, proofs: Sequence[Entry] = ()) -> Sitting:
    """A table as it is kept in the store; `proofs`: what is proved of its positions, as `Proofs.as_json` has it."""
    chosen = table.settings
    worths = [[ply, one.kind, one.result, one.plies, one.payoffs] for ply, one in table.worths.items()]
    return Sitting(
        table.key,
        table.owner,
        spec_of(table.game),
        tuple(seat.spec for seat in table.seats),
        tuple(table.names()),
        table.ended,
        table.loser,
        table.position.payoffs,
        {
            **dataclasses.asdict(chosen),
            "people": [seat.person for seat in table.seats],
            "mover": None if table.ended else table.position.to_move,
            "worths": worths,
            "proofs": [list(table.position.moves), list(proofs)],
            "clocks": table.clock and table.clock.as_json(),
        },
        table.created,
        table.changed,
        table.version,
    )


def table_of(kept: Sitting, game: Game) -> GameTable:
    """A table as it was when it was kept. IllegalMove or RulesError where the rules have changed since."""
    with blame_rules(game):
        positions = [Position.after(game)]
        for name in kept.moves:
            legal = {positions[-1].name(move): move for move in positions[-1].legal()}
            if name not in legal:
                raise IllegalMove(f"the rules have changed since: {name} is not allowed any more as move {len(positions)}")
            positions.append(positions[-1].play(legal[name]))
        if positions[-1].is_over != (kept.ended == "over"):
            raise IllegalMove("the rules have changed since: the game does not end any more where it ended")
    given = kept.settings
    seed, seconds = int(given.get("seed", 0)), float(given.get("seconds", 1.0))
    ponders, follows = (bool(given.get(name, False)) for name in ("ponders", "follows"))
    apart = RemoteSeats.read(given["apart"]) if given.get("apart") else None
    settings = Settings(seed, seconds, given.get("values", "off"), ponders, follows, apart, given.get("clock", ""))
    settings = replace(settings, exam=ExamTally.read(given.get("exam", {})), score=RunningScore.read(given.get("score", {})))
    clock = TableClock.read(settings.clock, given["clocks"]) if settings.clock else None
    worths = {
        int(ply): Value(kind, result, plies, None if payoffs is None else tuple(payoffs))
        for ply, kind, result, plies, payoffs in given.get("worths", ())
    }
    seats = tuple(TableSeat(spec, person) for spec, person in zip(kept.seats, kept.people, strict=True))
    table = GameTable(kept.key, kept.owner, tuple(positions), seats, settings, kept.version, kept.version, worths=worths)
    return replace(
        table,
        resigned=kept.loser if kept.ended == "resigned" else None,
        late=kept.loser if kept.ended == "timeout" else None,
        agreed=kept.ended == "agreed",
        clock=clock,
        created=kept.created,
        changed=kept.changed,
    )
