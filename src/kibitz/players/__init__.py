"""Players: `player` makes one from a spec such as `random`, `greedy`, `minimax:depth=3` or `computer:level=4`.

A kind of player is a file in the folder `kinds` (or a module under the entry point "kibitz.players") with a function
`make(spec, seed)` that returns a `Player`. Every search is a player too, under its own name; `computer` is the search that fits
the game. `my_player.py:function` is a function of yours (see `players/user_file.py`). A player that cannot play every game has
a method `admit(game)`, which raises a KibitzError; work before a game that is not thinking, such as compiling, goes into
`prepare(game)`; `close()` releases what the player holds until its game is over, such as a process. A kind that starts other
programs sets `EXTERNAL = True` in its file.
"""

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, cast

from kibitz.core import registry
from kibitz.core.arguments import checked
from kibitz.core.board import Board
from kibitz.core.laws import short_repr
from kibitz.core.parameters import near_names, split_spec
from kibitz.core.rules import Game
from kibitz.core.thought import Thought
from kibitz.errors import PlayerError
from kibitz.position import Position
from kibitz.runtime.orders import Listening
from kibitz.runtime.user_code import describe_error
from kibitz.search.descriptor import declared_by

HUMAN = "human"
OWN = ".py"  # the end of a file that holds a player

__all__ = [
    "HUMAN",
    "OWN",
    "Player",
    "admit",
    "as_player",
    "ask",
    "close",
    "is_external",
    "is_known",
    "player",
    "prepare",
    "thoughts",
]


class Player(Protocol):
    """Anything with a name and a method `think`; it plays the `best` move of its thought."""

    name: str

    def think(self, position: Position) -> Thought:
        """Choose a move in a position that is not over, with reasons; the value is the mover's."""
        ...


@checked("spec")
def player(spec: str, seed: int | None = None) -> Player:
    """The player that a spec names: a kind, or a search with settings, as in `alphabeta:time=0.2`.

    With a `seed` a player that throws dice throws them the same way each time it is made; without one, as it happens.
    Raises PlayerError, in one sentence, for an unknown kind, a setting that it does not take, or a file that does not serve.
    """
    if not isinstance(spec, str):
        raise PlayerError(f"{short_repr(spec)} names no player: give a text, such as 'random' or 'computer:level=3'")
    kind = split_spec(spec)[0]
    if kind.endswith(OWN) and declared_by(kind) is not None:
        from kibitz.players.engine import make_engine

        return make_engine(spec, seed, kind)
    if kind.endswith(OWN):
        from kibitz.players.user_file import make as own

        return own(spec, seed)
    if kind == HUMAN:
        raise PlayerError("a human plays at a terminal only: start `kibitz play`, or name another player here")
    if kind in registry.names("players"):
        built: Player = registry.member("players", kind, PlayerError, "player").make(spec, seed)
        return built
    if kind in registry.names("search"):
        from kibitz.players.engine import make_engine

        return make_engine(spec, seed, kind)
    raise PlayerError(f"there is no player called {kind!r}; {_offer(kind)}")


def as_player(someone: Player | str | Callable[..., Any], seed: int | None = None) -> Player:
    """A player from a player, a spec, or a function that returns moves, as in a user's file."""
    if isinstance(someone, str):
        return player(someone, seed)
    if callable(getattr(someone, "think", None)):
        return cast(Player, someone)
    if not callable(someone):
        raise PlayerError(
            f"{short_repr(someone)} is not a player: give a spec such as 'random', a function of a position, or a Player"
        )
    from kibitz.players.user_file import of_function

    return of_function(someone, seed)


def is_known(spec: str) -> bool:
    """Whether a spec begins with the name of a kind of player, or with a file; a human is none."""
    kind = split_spec(spec)[0]
    return kind.endswith(OWN) or kind in registry.names("players") or kind in registry.names("search")


def is_external(spec: str) -> bool:
    """Whether a spec names another program, which the player would start."""
    kind = split_spec(spec)[0]
    return kind in registry.names("players") and hasattr(registry.member("players", kind, PlayerError, "player"), "EXTERNAL")


def admit(players: Iterable[Player], game: Game) -> None:
    """Ask each player whether it can play this game; raise the KibitzError, one sentence, of the first that cannot."""
    for someone in players:
        admits = getattr(someone, "admit", None)
        if admits is not None:
            admits(game)


def prepare(players: Iterable[Player], game: Game) -> None:
    """Let each player prepare before any clock runs, for instance compile."""
    for someone in players:
        prepares = getattr(someone, "prepare", None)
        if prepares is not None:
            prepares(game)


def close(players: Iterable[Player]) -> None:
    """Let each player release its resources after the game. Never raises."""
    for someone in players:
        closes = getattr(someone, "close", None)
        if closes is not None:
            closes()


def ask(player: Player, position: Position) -> Thought:
    """Ask a player about a position that is not over. It gets a copy, and cannot change the real one.

    Every move of a player comes through here. Raises any Exception that it raises; PlayerError when it has changed its copy, or
    raises something else, such as SystemExit; KeyboardInterrupt only if a person pressed Ctrl-C meanwhile, even if the player
    swallowed it.
    """
    position.legal()  # where the rules fail at that, no player has anything to do with it
    thought, problem = None, None
    with Listening() as listening:
        loan = Loan(position)
        try:
            thought = player.think(loan.position)
        except BaseException as raised:
            problem = raised
        changed = loan.take_back()
        listening.obey()
    _refuse(player, changed, problem)
    if isinstance(problem, Exception):
        raise problem
    if thought is None or problem is not None:
        what = f"failed: {describe_error(problem)}" if problem else "has answered with None instead of a Thought"
        raise PlayerError(f"{player.name} {what}") from problem
    return thought


def thoughts(player: Player, position: Position) -> Iterator[Thought]:
    """Yield better and better thoughts of a player about a position that is not over, the last one as `ask` returns.

    They come from the player's method `thoughts(position)`, or else from `think`. Engines have it, and `stop()`, which any
    thread may call.
    """
    live = getattr(player, "thoughts", None)
    if live is None:
        yield ask(player, position)
        return
    position.legal()
    loan, changed = Loan(position), ""
    try:
        yield from live(loan.position)
    finally:
        changed = loan.take_back()
    _refuse(player, changed, None)


def _refuse(player: Player, changed: str, problem: BaseException | None) -> None:
    if changed:
        sentence = f"{player.name} changed {changed}: a player looks at what it is given, and changes nothing of it"
        raise PlayerError(sentence) from problem


def _offer(kind: str) -> str:
    known = sorted({HUMAN, *registry.names("players"), *registry.names("search")})
    return near_names(kind, known, f"there are {', '.join(known)}, and FILE.py:FUNCTION", most=2)


# A position as a player is given it: a copy of its own, so that nothing it does to it reaches the game that is played. The
# state is copied as deep as a player could change it, boards and lists too. The game itself is one object for all, since
# compiled code hangs on it: it is looked at afterwards, and put right. (A player runs in the same Python: one that rewrites the
# classes of the rules is beyond this.)

ATOMS = frozenset({int, bool, str, float, bytes, type(None)})
KEPT = ("_legal", "_over")  # what a position has asked its rules once
_NOTHING = object()


class Loan:
    """A position lent to a player; `take_back` reports what the player changed."""

    def __init__(self, mine: Position) -> None:
        self._mine, self._game = mine, Untouched(mine.game)
        self.position = Position(mine.game, _state_of(mine), mine.moves, mine.to_move)
        kept = vars(mine)
        vars(self.position).update({name: kept[name] for name in KEPT if name in kept})
        self._state, self._lent = self.position.state, dict(vars(self.position))
        self._can_tell = self._state is not mine.state and _same(self._state, mine.state)

    def take_back(self) -> str:
        """Name the player's changes in a word or two, and undo them; "" without changes."""
        if name := self._game.restore():
            return f"the game's {name}"
        now = object.__getattribute__(self.position, "__dict__")
        changed = next((name for name, value in self._lent.items() if now.get(name, _NOTHING) is not value), None)
        if changed is None and self._can_tell and not _same(self._state, self._mine.state):
            changed = "state"
        return "" if changed is None else f"the position's {changed.removeprefix('_')}"


class Untouched:
    """A record of a game's fields; `restore` puts them back."""

    def __init__(self, game: Game) -> None:
        self._game = game
        names = getattr(type(game), "__dataclass_fields__", ())
        self._fields = {name: getattr(game, name, _NOTHING) for name in names}

    def restore(self) -> str:
        """The name of a changed field, after putting it back; "" for none."""
        changed = ""
        for name, value in self._fields.items():
            if getattr(self._game, name, _NOTHING) is not value:
                changed = name
                if value is _NOTHING:
                    object.__delattr__(self._game, name)
                else:
                    object.__setattr__(self._game, name, value)
        return changed


def _state_of(position: Position) -> Any:
    """The state of a position, copied if it is mutable; replayed by the rules if it cannot be copied."""
    try:
        return _copied(position.state)
    except Exception:
        return Position.after(position.game, position.moves).state


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind in ATOMS:
        return value
    if isinstance(value, Board):
        return kind(value.bits)
    if isinstance(value, tuple) and not hasattr(value, "__dict__"):
        return value if ATOMS.issuperset(map(type, value)) else tuple.__new__(kind, map(_copied, value))
    return copy.deepcopy(value)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal; True if they cannot be compared: the original was never lent."""
    try:
        equal = one == other
        return bool(equal.all() if hasattr(equal, "all") else equal)  # arrays are compared number by number
    except Exception:
        is_pair = isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other)
        return all(map(_same, one, other)) if is_pair else True
