"""The kernels that a search runs: what has to be compiled before it can begin."""

from types import ModuleType

from kibitz.core.rules import Game
from kibitz.kernel import Machine
from kibitz.kernel.ahead import Kernel
from kibitz.search.algorithms import deepening, solve
from kibitz.search.descriptor import search_of
from kibitz.search.monte_carlo.game_path import note_last, note_played
from kibitz.search.parts.path import note_past


def kernels_of(search: ModuleType, game: Game, machine: Machine, proves: bool = False) -> list[Kernel]:
    """All kernels that a search of a game runs, its own first; `proves`: it tries to prove the value beside it."""
    if not hasattr(search, "enter"):
        return []
    declared, found = search_of(search), [search.enter]
    if declared.has_playouts:
        found += [note_played] if game.recurrence else []
        found += [note_last] if machine.rules.has_policy else []
    elif game.recurrence:
        found += [deepening.enter, note_past] if declared.solves else [note_past]
    return [*found, *([solve.enter] if proves else [])]
