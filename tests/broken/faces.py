"""Games whose names, pictures or scenes are wrong."""

from dataclasses import dataclass, replace

from kibitz.core.scene import Action, Piece, Scene
from kibitz.games.checkers import Checkers
from kibitz.games.checkers import State as Draughts
from kibitz.games.tic_tac_toe import State, TicTacToe


def drawn(game: TicTacToe, state: State) -> Scene:
    """What the grid of the game shows, whatever the game itself does."""
    scene = TicTacToe(game.width, game.height, game.line).scene(state)
    assert scene is not None
    return scene


class Renamed(TicTacToe):
    """Tic-tac-toe, drawn with the names it had."""

    def scene(self, state: State) -> Scene:
        return drawn(self, state)


class Wordy(Renamed):
    """Breaks `names_are_words` after row 1 column 1: a name is two words."""

    def move_name(self, state: State, place: int) -> str:
        return f"row {place // 3 + 1} column {place % 3 + 1}"


class Columns(Renamed):
    """Breaks `names_differ` after 1: the squares of a column share a name."""

    def move_name(self, state: State, place: int) -> str:
        return str(place % 3 + 1)


class Commas(Renamed):
    """Breaks `names_read_back` after 1,: a name ends with the comma that stands between moves."""

    def move_name(self, state: State, place: int) -> str:
        return f"{place + 1},"


class Shy(TicTacToe):
    """Breaks `show_draws_every_state` after 1,1: there is a picture of the empty board alone."""

    def show(self, state: State) -> str:
        return {0: ". . .\n. . .\n. . ."}[len(state.theirs)]


@dataclass(frozen=True)
class StaysOpen(TicTacToe):
    """Breaks `scene_offers_the_legal_moves` after 1,1 1,2: the last of two squares stays open when the game is over."""

    width: int = 2
    height: int = 1
    line: int = 2

    def scene(self, state: State) -> Scene:
        open_squares = self.empty(state).squares() if self.empty(state) else (1,)
        actions = tuple(Action(place, self.move_name(state, place)) for place in open_squares)
        return replace(drawn(self, state), actions=actions)


class OffBoard(TicTacToe):
    """Breaks `scene_knows_its_cells` after 1,1: marks are drawn in cells counted from 0."""

    def scene(self, state: State) -> Scene:
        pieces = {f"{place // 3},{place % 3}": Piece("X") for place in (state.mine | state.theirs).squares()}
        return replace(drawn(self, state), pieces=pieces)


class Blurred(TicTacToe):
    """Breaks `scene_tells_its_actions_apart` at the start: all marks are called the same, and made in the same place."""

    def scene(self, state: State) -> Scene:
        scene = drawn(self, state)
        return replace(scene, actions=tuple(replace(action, label="here", cell="1,1") for action in scene.actions))


class Lifted(Checkers):
    """Breaks `scene_tells_its_actions_apart` at the start: a piece is picked up and put down nowhere."""

    def scene(self, state: Draughts) -> Scene:
        scene = super().scene(state)
        assert scene is not None
        return replace(scene, actions=tuple(replace(action, cell=None) for action in scene.actions))
