"""open_spiel's Monte Carlo tree search, in C++ as its games are, as a player of matches.

It rolls out uniformly at random, once from each leaf, and proves what it can (`solve`); the rest is as in its own examples.

    kibitz match mcts:time=0.1 benchmarks/peers/open_spiel_mcts.py:Bot:seconds=0.1 --game connect_four --openings random:4
"""

from collections.abc import Callable

import pyspiel

import kibitz
from kibitz import Game, Position

EXPLORING, MOST, MEGABYTES = 2.0, 1_000_000_000, 500
Action = Callable[[int, str, int], int | str]


def _same(move: int, name: str, player: int) -> int | str:
    """The number that a move has here."""
    return move


def _pit(move: int, name: str, player: int) -> int | str:
    """A pit of Kalah: there the two stores have numbers, too."""
    return 1 + move + 7 * player


def _line(move: int, name: str, player: int) -> int | str:
    """A line of dots and boxes: 1,2- lies below the first row of dots' second one."""
    row, column = (int(part) - 1 for part in name[:-1].split(","))
    return f"P{player + 1}({'h' if name[-1] == '-' else 'v'},{row},{column})"


def _name(move: int, name: str, player: int) -> int | str:
    """A move that has the same name there."""
    return name


def _step(move: int, name: str, player: int) -> int | str:
    """A step of Breakthrough, whose first player goes down there."""
    return "".join(f"{square[0]}{9 - int(square[1])}" for square in name.replace("x", "-").split("-"))


# Our games: what theirs are called, and how the number, name and player of a move become an action's number or text there.
GAMES: dict[str, tuple[str, Action]] = {
    "tic_tac_toe": ("tic_tac_toe", _same),
    "connect_four": ("connect_four", _same),
    "othello": ("othello", _same),
    "hex": ("hex(board_size=7)", _same),
    "hex:size=11": ("hex(board_size=11)", _same),
    "go": ("go(board_size=9)", _same),
    "kalah": ("mancala", _pit),
    "dots_and_boxes": ("dots_and_boxes(num_rows=3,num_cols=3)", _line),
    "breakthrough": ("breakthrough", _step),
    "chess": ("chess", _name),
}


class Table:
    """A game there, move by move beside a position here."""

    def __init__(self, game: Game) -> None:
        """ValueError for a game that is not one of GAMES."""
        known = {kibitz.load(spec): names for spec, names in GAMES.items()}
        if game not in known:
            raise ValueError(f"it plays {', '.join(GAMES)}, as large as they are there")
        name, self._action = known[game]
        self.game = pyspiel.load_game(name)

    def state(self, position: Position) -> pyspiel.State:
        """Their state of a position."""
        state, here = self.game.new_initial_state(), Position.after(position.game, [])
        for move in position.moves:
            state.apply_action(self.actions(here, state)[move])
            here = here.play(move)
        return state

    def actions(self, position: Position, state: pyspiel.State) -> dict[int, int]:
        """Their action for each legal move."""
        player = state.current_player()
        texts = {state.action_to_string(player, action).rstrip("*"): action for action in state.legal_actions()}
        found = {}
        for move in position.legal():
            action = self._action(move, position.game.move_name(position.state, move), player)
            found[move] = texts[action] if isinstance(action, str) else action
        return found


class Bot:
    """A search from nothing for each move, as long as it is told by the clock."""

    def __init__(self, seed: int, seconds: float = 0.1) -> None:
        self.seed, self.seconds = seed % 2**31, seconds

    def admit(self, game: Game) -> None:
        """Boards of other sizes have other names there."""
        Table(game)

    def think(self, position: Position) -> int:
        """Its move."""
        table = Table(position.game)
        state = table.state(position)
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(
            table.game, evaluator, EXPLORING, MOST, MEGABYTES, True, self.seed, False, max_wall_clock_time=self.seconds
        )
        action = int(bot.step(state))
        return next(move for move, other in table.actions(position, state).items() if other == action)
