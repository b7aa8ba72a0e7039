"""How the board of a game lies before a visitor: who sits at its bottom, and whether it can be turned round."""

from contextlib import suppress
from dataclasses import dataclass
from statistics import fmean

from kibitz.core.once import once_for_each_game
from kibitz.core.rules import Game
from kibitz.core.scene import Scene
from kibitz.web.board.buttons import drops_into_columns

APART = 0.5  # cell widths between the middles of both sides' pieces, where one side is at the bottom


@dataclass(frozen=True)
class Facing:
    """`bottom`: whose pieces stand at the bottom of the picture at the start; None where the board has no such direction.

    `falls`: pieces fall to the bottom. `can_turn`: the board is as good from the other side.
    """

    bottom: int | None = None
    falls: bool = False
    can_turn: bool = False

    def is_turned(self, people: list[int], chosen: bool | None) -> bool:
        """Whether the board is seen from its other side: as `chosen`, or else with the only person at the bottom."""
        if not self.can_turn:
            return False
        if chosen is not None:
            return chosen
        return self.bottom is not None and len(people) == 1 and people[0] != self.bottom

    def lower(self, people: list[int], is_turned: bool) -> int:
        """The side at the bottom, of two."""
        if self.bottom is None:
            return people[0] if len(people) == 1 else 0
        return 1 - self.bottom if is_turned else self.bottom


@once_for_each_game
def facing_of(game: Game) -> Facing:
    """How the boards of a game lie; they cannot be turned where the rules draw none, or fail."""
    with suppress(Exception):  # the page of the game says what is wrong with it
        scene = game.scene(game.start())
        if scene is not None and scene.cells:
            falls = drops_into_columns(scene, scene.actions)
            bottom = _lower_side(_usual(game) or scene) if game.players == 2 and not falls else None
            return Facing(bottom, falls, not falls)
    return Facing()


def _usual(game: Game) -> Scene | None:
    """The start of the game as it is usually played: another may begin in the middle of a game."""
    with suppress(Exception):
        usual = type(game)()
        return usual.scene(usual.start())
    return None


def _lower_side(scene: Scene) -> int | None:
    heights: tuple[list[float], list[float]] = ([], [])
    for cell in scene.cells:
        piece = scene.pieces.get(cell.name)
        if piece is not None and piece.owner in (0, 1):
            heights[piece.owner].append(cell.y)
    if not all(heights):
        return None
    first, second = map(fmean, heights)
    return None if abs(first - second) < APART else int(second > first)
