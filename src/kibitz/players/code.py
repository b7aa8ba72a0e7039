"""The machine code of a game: the kernels that its players, levels, hints and analyses run, and which of them are there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.core.rules import Game, can_be_proved
from kibitz.kernel.machine import Machine, machine_of
from kibitz.patterns.library import knowledge_for
from kibitz.players.choice import choice_for
from kibitz.search.descriptor import fitting, may_fit, search_for


@dataclass(frozen=True)
class NeededCode:
    """One kernel that a game needs; `name` is what people call it: a search, or "playouts"."""

    name: str
    machine: Machine
    kernel: Any

    @property
    def is_there(self) -> bool:
        """Whether it runs without compiling."""
        return self.machine.is_at_hand(self.kernel)


def needed_code(game: Game) -> list[NeededCode]:
    """All kernels of a game, each with the machine it is compiled for; none for rules that do not compile."""
    return [one for one in _needed(game) if one.machine.compiled]


def _needed(game: Game) -> Iterator[NeededCode]:
    from kibitz.search.monte_carlo.game_path import note_last, note_played
    from kibitz.search.monte_carlo.random_games import play_games
    from kibitz.search.parts.path import note_past
    from kibitz.search.perft import count_leaves

    machine = machine_of(game, knowledge_for(game))
    for name in _searches(game):
        yield NeededCode(name, machine, search_for(game, name).enter)
    if game.recurrence:
        yield NeededCode("repetition", machine, note_past)
        yield NeededCode("repetition in playouts", machine, note_played)
    if machine.rules.has_policy:
        yield NeededCode("position before", machine, note_last)
    bare = machine_of(game)
    yield NeededCode("playouts", bare, play_games)
    yield NeededCode("perft", bare, count_leaves)


def _searches(game: Game) -> list[str]:
    """The searches that play a game: the strong one, what was chosen for it, the proof, and playouts."""
    chosen = choice_for(game)
    names = [fitting(game), chosen.search if chosen else ""]
    names += ["solve"] if can_be_proved(game) else []
    names += [name for name in ("selective", "mcts") if may_fit(game, name)]
    return list(dict.fromkeys(filter(None, names)))
