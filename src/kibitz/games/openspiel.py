"""The games of the library OpenSpiel (Lanctot et al. 2019), each by its name there: `chess`, `go(board_size=5)`.

They are C++ objects that cannot be compiled, so the searches run as plain Python. A move costs one copy of the state, made by
the library as it plays the move.
"""

import math
import os
import re
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.core.parameters import near_names
from kibitz.core.rules import CHANCE, Game
from kibitz.errors import GameError, RulesError, RulesWarning


class State:
    """The moves of a game so far: states are equal when the same moves from the same beginning led to them.

    Nothing less tells them apart in every game: what a board looks like may leave out whose turn it is, or what came before.
    """

    __slots__ = ("beginning", "held", "key", "names")

    def __init__(self, held: Any, key: int, beginning: str = "") -> None:
        self.held = held  # the `pyspiel.State`, which is never changed
        self.key = key  # stands for all moves so far
        self.beginning = beginning  # as the library writes a state; empty for the start of the game
        self.names: dict[int, str] = {}  # of the moves, once they are asked for

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or self.key != other.key or self.beginning != other.beginning:
            return False
        return bool(self.held.history() == other.held.history())

    def __hash__(self) -> int:
        return self.key

    def __deepcopy__(self, memo: object) -> "State":
        return State(self.held.clone(), self.key, self.beginning)

    def __repr__(self) -> str:
        return f"State({self.held.history()})"


@dataclass(frozen=True)
class OpenSpiel(Game):
    """Chess, go, backgammon, checkers and all other games of the library OpenSpiel (pip install 'kibitz[openspiel]').

    Parameter: `game` is OpenSpiel's own name for it, with its parameters in brackets: `chess`, `go(board_size=5)`. Players must
    see everything and move in turn; dice may decide, where the library gives the chance of each outcome. The player who begins
    is the first player here, whatever its number there.
    """

    compiles = False
    text_field = "game"

    game: str

    def __post_init__(self) -> None:
        _ = self.library  # what cannot be played is refused at once

    @cached_property
    def library(self) -> Any:
        """The `pyspiel.Game`."""
        return load(self.game)

    @cached_property
    def own_title(self) -> str:
        """This game in a sentence."""
        return f"{self.library.get_type().long_name}, by the rules of the library OpenSpiel."

    @cached_property
    def players(self) -> int:  # type: ignore[override]  # as many as this game has
        """How many play."""
        return int(self.library.num_players())

    @cached_property
    def beginner(self) -> int:
        """The first player by the library's numbers, here player 0. In its chess White is 1."""
        return max(0, int(self.library.new_initial_state().current_player()))

    @cached_property
    def is_duel(self) -> bool:
        """Whether two play, and what one wins the other loses, in whole numbers."""
        whole = self.library.min_utility().is_integer() and self.library.max_utility().is_integer()
        return whole and self.players == 2 and self.library.utility_sum() == 0

    @cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # what does not belong to this game
        """The methods that say nothing about this game."""
        left_out = {"payoffs"} if self.is_duel else {"result", "best_result"}
        if self.is_duel or self.library.utility_sum() is None:
            left_out.add("payoff_limits")
        if self.library.max_chance_outcomes() == 0:
            left_out.add("chances")
        return frozenset(left_out)

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # as many as this game has
        """The library's number of actions."""
        return int(self.library.num_distinct_actions())

    def start(self) -> State:
        return State(self.library.new_initial_state(), 0)

    def adopt(self, held: Any) -> State | None:
        """A state of the library that its moves do not lead to from the start; None where they do.

        It was made from a FEN, or from a struct, and its history does not hold what came before.
        """
        if self._replays(self.start(), held) is not None:
            return None
        text, moves = held.serialize(), len(held.history())
        beginning = "\n".join(text.rstrip("\n").split("\n")[: -moves or None]) + "\n"  # the moves have a line each
        with overheard(), suppress(RuntimeError):  # of a state that the library does not read
            replayed = self._replays(State(self.library.deserialize_state(beginning), hash(beginning), beginning), held)
            if replayed is not None:
                return replayed
        return State(held.clone(), hash(text), text)

    def _replays(self, state: State, held: Any) -> State | None:
        """The state to which the moves of `held` lead from another; None where it is not the same."""
        for move in held.history():
            if state.held.is_terminal() or move not in state.held.legal_actions():
                return None
            state = self.play(state, move)
        is_same = state.held.serialize() == held.serialize() and str(state.held) == str(held)
        return state if is_same else None

    def to_move(self, state: State) -> int:
        """The end of a game belongs to the first player."""
        mover = int(state.held.current_player())
        if mover < 0:
            return CHANCE if mover == CHANCE else 0  # the library's number for chance is ours; for an end it has another
        return (mover - self.beginner) % self.players

    def moves(self, state: State) -> Iterable[int]:
        return state.held.legal_actions()  # type: ignore[no-any-return]  # the library has no types

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        return state.held.chance_outcomes() if state.held.is_chance_node() else ()

    def play(self, state: State, move: int) -> State:
        return State(state.held.child(move), hash((state.key, move)), state.beginning)

    def is_over(self, state: State) -> bool:
        return bool(state.held.is_terminal())

    def result(self, state: State) -> int:
        """The return of the first player."""
        won = self.payoffs(state)[0]
        if not won.is_integer():
            raise RulesError(
                f"openspiel:{self.game} ended with {won:g}, though its limits are whole numbers: no search can count it"
            )
        return int(won)

    def best_result(self) -> int:
        """The largest number that either player may get."""
        return int(max(self.library.max_utility(), -self.library.min_utility()))

    def payoffs(self, state: State) -> tuple[float, ...]:
        returns = state.held.returns()
        return (*returns[self.beginner :], *returns[: self.beginner])

    def payoff_limits(self) -> tuple[int, int]:
        """Of games whose payoffs always add up to the same."""
        return math.floor(self.library.min_utility()), math.ceil(self.library.utility_sum())

    def move_name(self, state: State, move: int) -> str:
        """The library's name of a move, with `_` for spaces; a second move of the same name gets its number."""
        if not state.names:
            owners: dict[str, int] = {}
            names: dict[int, str] = {}
            for each in state.held.legal_actions():
                name = _word(state.held.action_to_string(each), each)
                names[each] = name if owners.setdefault(name, each) == each else f"{name}#{each}"
            state.names = names  # whole: another thread may ask at the same time
        return state.names[move]

    def show(self, state: State) -> str:
        lines = str(state.held).expandtabs().rstrip().split("\n")
        width = max(map(len, lines))
        return "\n".join(line.ljust(width) for line in lines)


def _word(name: str, move: int) -> str:
    """A name in one word, without the number that some games write in front of it."""
    name, dice = re.subn(r"^chance outcome -?[0-9]+ *", "", name.strip())
    name = re.sub(r"[()]", "", name).replace(": ", ":") if dice else name
    bare = re.sub(r"\s*[,;]\s*", ",", name.strip().removeprefix(f"{move} - ")).strip(", ")
    return re.sub(r"\s+", "_", bare) or str(move)


# The library OpenSpiel: loads a game by the name it has there, or says in a sentence why kibitz cannot play it.

INSTALL = "the games of OpenSpiel need its library: pip install 'kibitz[openspiel]'"
LENT = "kibitz_"  # begins the names of games that kibitz has lent to the library: they are ours already
UNSOUND = {"morpion_solitaire"}  # 2.0.2: to ask a copy of a state for its moves, or their names, may end the process


def load(text: str) -> Any:
    """The `pyspiel.Game` that a text such as `chess` or `go(board_size=5)` names; GameError says why there is none for us."""
    try:
        import pyspiel
    except ImportError as problem:
        raise GameError(INSTALL) from problem
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games() if not kind.short_name.startswith(LENT)}
    name = text.partition("(")[0]
    if not name:
        raise GameError(f"openspiel is not one game but {len(kinds)}: write which, such as openspiel:chess")
    if name not in kinds:
        advice = near_names(name, kinds, f"it has {len(kinds)}, such as chess, go or backgammon")
        raise GameError(f"there is no game called {name!r} in OpenSpiel; {advice}")
    _admit(name, kinds[name], kinds[name].is_concrete)
    if not kinds[name].default_loadable and text == name:
        wanted = ",".join(f"{parameter}=..." for parameter in sorted(kinds[name].parameter_specification))
        raise GameError(f"openspiel:{name} is not a game without its parameters: write openspiel:{name}({wanted})")
    game = _loaded(text)
    _admit(text, game.get_type(), True)
    return game


def _loaded(text: str) -> Any:
    import pyspiel

    with overheard() as messages:
        try:
            game = pyspiel.load_game(text)
            game.new_initial_state()  # some parameters are looked at no sooner
        except Exception as problem:
            raise GameError(f"openspiel:{text} cannot be set up: {str(problem).partition(chr(10))[0]}") from problem
    if messages:
        warnings.warn(f"OpenSpiel says of {text}: {' '.join(messages)}", RulesWarning, stacklevel=2)
    return game


def _admit(name: str, kind: Any, whole: bool) -> None:
    """Raises GameError for a game that kibitz cannot play; one made of another game is not `whole` until it is loaded."""
    import pyspiel

    sort = pyspiel.GameType
    reasons = {
        "its players move at the same time": kind.dynamics == sort.Dynamics.SIMULTANEOUS,
        "it is a game of whole populations, not of players who move in turn": kind.dynamics == sort.Dynamics.MEAN_FIELD,
        "it hides something from its players": whole and kind.information != sort.Information.PERFECT_INFORMATION,
        "its chances come without saying how likely each is": whole and kind.chance_mode == sort.ChanceMode.SAMPLED_STOCHASTIC,
        "OpenSpiel's own copies of its states are damaged": kind.short_name in UNSOUND,
    }
    for reason, holds in reasons.items():
        if holds:
            raise GameError(f"kibitz cannot play openspiel:{name}: {reason}")


@contextmanager
def overheard() -> Iterator[list[str]]:
    """Collects the lines that the library writes to standard error while the body runs: it says there what it also raises."""
    messages: list[str] = []
    with tempfile.TemporaryFile() as kept:
        error = os.dup(2)
        os.dup2(kept.fileno(), 2)
        try:
            yield messages
        finally:
            os.dup2(error, 2)
            os.close(error)
            kept.seek(0)
            messages += kept.read().decode(errors="replace").splitlines()
