"""Breaks `scene_tells_its_actions_apart`: a piece is picked up and put down nowhere. Smallest line: none."""

from dataclasses import dataclass, replace

from kibitz.games.checkers import Checkers, State
from kibitz.scene import Scene


@dataclass(frozen=True)
class Lifted(Checkers):
    """Checkers whose picture forgets where moves lead."""

    def scene(self, state: State) -> Scene:
        scene = super().scene(state)
        return replace(scene, actions=tuple(replace(action, cell=None) for action in scene.actions))
