"""What happens at a table with nobody choosing: dice fall, and who has no move passes."""

import random
from collections.abc import Iterator

from kibitz.arena.dice import fallen
from kibitz.errors import RulesError
from kibitz.notation import PASS
from kibitz.position import Position
from kibitz.web.limits import Limits
from kibitz.web.sight import named

PLIES = Limits().plies


def by_itself(position: Position, seed: int) -> Iterator[tuple[Position, Position, bool]]:
    """Each position, the next one, and whether dice were thrown, until somebody has the choice or the game is over.

    The same `seed` throws the same dice at the same ply. RulesError where there is no way on, or a game does not end.
    """
    while not position.is_over:
        ply = len(position.moves)
        passed = None if position.is_chance else forced_pass(position)
        if ply >= PLIES:
            raise RulesError(f"a game on the page has at most {PLIES} moves, and this one does not end")
        if position.is_chance:
            dice = random.Random(f"the dice of the table {seed}, ply {ply}")
            after = position.play(fallen(position.chances(), dice))
        elif passed is not None:
            after = position.play(passed)
        else:
            return
        yield position, after, position.is_chance
        position = after


def forced_pass(position: Position) -> int | None:
    """The pass that is all there is to play; None elsewhere, and where the move has no name."""
    legal = position.legal()
    return legal[0] if len(legal) == 1 and named(position, []).get(legal[0], "").casefold() == PASS else None
