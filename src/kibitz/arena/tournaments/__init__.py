"""Tournaments in rounds: each file is one form, by the name of its class in small letters."""

from kibitz.arena.fixture import Plan
from kibitz.arena.tournaments.knockout import Knockout
from kibitz.arena.tournaments.swiss import Swiss
from kibitz.arena.tournaments.tournament import Pairing, TableRow, Tournament

__all__ = ["FORMS", "Pairing", "TableRow", "Tournament", "tournament_of"]

FORMS: dict[str, type[Swiss] | type[Knockout]] = {"swiss": Swiss, "knockout": Knockout}


def tournament_of(plan: Plan) -> Tournament | None:
    """The tournament of a match, before its first game; None where the match has another form."""
    if plan.form not in FORMS:
        return None
    return FORMS[plan.form](len(plan.players), plan.pairs_each, plan.rounds)
