"""Games of a match in which all players throw dice: many at once, compiled, and each the very game that Python plays.

Only what comes out of it is made in Python: the names of the moves, and what is stored. The first game that ends with new
payoffs is played in Python, too, which must find the same; and where anything is not as it should be nothing is given, so that
Python plays the games and says what it is.
"""

import dis
import functools
import gc
import hashlib
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from types import FunctionType
from typing import Any

from kibitz.arena import referee
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.play import TABLE_SEED
from kibitz.core.rules import Game, name_move, says
from kibitz.errors import RulesWarning
from kibitz.kernel import Machine, state_reader, words_of_fields
from kibitz.players import player
from kibitz.players.kinds.random import RandomPlayer
from kibitz.position import Position
from kibitz.search.monte_carlo.seeded_games import SeededGames, Wanted, fits, payoffs_in

InPython = Callable[[Fixture], Played]
OPENINGS, NAMES = 10_000, 100_000  # that are kept
MORE = 0x04 | 0x08  # flags of a function that takes any number of arguments
TURN = "turn"  # the field by which a board is turned
LOOKS_ROUND = {"locals", "eval", "exec", "vars", "dir", "super"}  # what may read a name without naming it


def play_random(
    game: Game, specs: Sequence[str], plan: Plan, fixtures: Sequence[Fixture], in_python: InPython
) -> list[Played] | None:
    """The games of players whose kind is `random`; or None: then they are for Python, one by one, by `in_python`."""
    if game.recurrence or not all(isinstance(player(spec, 0), RandomPlayer) for spec in specs):
        return None
    try:
        match = _match_of(game, plan)
        return None if match is None else match.play(fixtures, in_python)
    except Exception:  # whatever the rules raise: Python says where
        return None


_last: list[tuple[Plan, int, "RandomMatch | None"]] = []  # the match whose games came last; None: it cannot be made


def _match_of(game: Game, plan: Plan) -> "RandomMatch | None":
    """The match, made when its first games come."""
    wanted = plan, referee.MAX_PLIES
    if not _last or _last[0][:2] != wanted:
        _last[:] = [(*wanted, None)]
        _last[:] = [(*wanted, RandomMatch(game, plan))]
    return _last[0][2]


class RandomMatch:
    """The games of one match, or none: where its rules do not compile, or its seeds are not those of this loop."""

    def __init__(self, game: Game, plan: Plan, plain: bool = False) -> None:
        """Compiles; `plain`: plays in Python, by the same loop."""
        self.plan, self.longest = plan, referee.MAX_PLIES
        self._game = game
        self._guard = threading.Lock()
        self._alike: dict[tuple[Any, ...], Played] = {}  # by how they ended: games that Python played
        self._fields = fields_in_names(game)
        self._named = _MoveNames(game) if self._fields == frozenset() else None
        start = game.start()
        self._read, places = state_reader(start), words_of_fields(start)
        self._known: dict[tuple[int, ...], str] = {}  # names by their moves, and the words of the fields that they depend on
        self._places = None if self._fields is None else [1 + word for name in self._fields for word in places[name]]
        self._throws = says(game, "chances")
        self._games = self._compile(plain)
        self._opening = functools.lru_cache(OPENINGS)(self._opened)

    def _compile(self, plain: bool) -> SeededGames | None:
        prefix = f"{self.plan.seed}/"
        if not fits(prefix):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulesWarning)  # rules that do not compile are no worse off than before
            machine = Machine(self._game, plain=plain)
            games = SeededGames(self._game, prefix, self.longest, machine, states=self._named is None)
        gc.freeze()  # what compiling leaves stays to the end: nobody need look through it for garbage
        return games if machine.compiled or plain else None

    def play(self, fixtures: Sequence[Fixture], in_python: InPython) -> list[Played] | None:
        """The games, or None: then they are to be played in Python."""
        if self._games is None:
            return None
        with self._guard, _uncollected():
            return self._play(self._games, fixtures, in_python)

    def _play(self, games: SeededGames, fixtures: Sequence[Fixture], in_python: InPython) -> list[Played] | None:
        began = time.perf_counter()
        name = None if self._named is None else self._named.__getitem__
        named, ends, head, ply_words = list[tuple[str, ...]](), list[tuple[Any, ...]](), games.head, games.ply_words
        for words in games.play(self._wanted(fixtures)):
            place, end = 0, len(words)
            while place < end:
                first = place + head
                behind = first + words[place] * ply_words
                plies = words[first:behind]
                named.append(tuple(map(name, plies)) if name is not None else self._names(plies, ply_words))
                ends.append(tuple(words[place + 1 : first]))
                place = behind
        if len(ends) < len(fixtures):
            return None
        seconds, played = (time.perf_counter() - began) / len(fixtures), list[Played]()
        for fixture, names, ended in zip(fixtures, named, ends, strict=True):
            alike = self._alike.get(ended)
            if alike is None:
                alike = in_python(fixture)
                if (alike.moves, alike.payoffs) != (names, payoffs_in(ended)):
                    self._games = None
                    return None
                self._alike[ended] = alike
            played.append(Played(fixture.pair, fixture.side, names, alike.payoffs, None, alike.reason, seconds))
        return played

    def _wanted(self, fixtures: Sequence[Fixture]) -> list[Wanted]:
        opened, key = self._opening, _table_key
        if self._throws:
            return [(one.pair, one.side, opened(one.opening), key(one.seed(self.plan.seed))) for one in fixtures]
        return [(one.pair, one.side, opened(one.opening), ()) for one in fixtures]

    def _opened(self, opening: str) -> tuple[int, ...]:
        """The moves of an opening. One that the rules do not allow there the loop will not play."""
        names = opening.split()
        if self._named is not None and self._named.moves.keys() >= {*names}:
            return tuple(map(self._named.moves.__getitem__, names))
        return Position.after(self._game, names).moves

    def _names(self, plies: Sequence[int], words: int) -> tuple[str, ...]:
        """The names of a game's moves, which depend on the state; `words`: of each ply."""
        return tuple([self._name(plies, at) for at in range(0, len(plies), words)])

    def _name(self, plies: Sequence[int], at: int) -> str:
        """The name of the move in the ply whose words begin here."""
        if self._places is None:
            return name_move(self._game, self._read(plies, at + 1), plies[at])
        key = plies[at], *[plies[at + place] for place in self._places]
        name = self._known.get(key)
        if name is None:
            if len(self._known) >= NAMES:
                self._known.clear()
            name = self._known[key] = name_move(self._game, self._read(plies, at + 1), plies[at])
        return name


@contextmanager
def _uncollected() -> Iterator[None]:
    """The garbage collector rests: it would look through thousands of games, of which each is kept, again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _table_key(seed: int) -> list[int]:
    """What Python's dice make of the text that the table's are seeded with: 32-bit words, the lowest first."""
    text = TABLE_SEED.format(seed).encode()
    whole = text + hashlib.sha512(text).digest()
    whole = bytes(-len(whole) % 4) + whole
    return [int.from_bytes(whole[at : at + 4]) for at in range(len(whole) - 4, -4, -4)]


class _MoveNames(dict[int, str]):
    """The names of moves that have the same name in every state."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game, self._state = game, game.start()
        self.moves: dict[str, int] = {}  # by the names that came so far

    def __missing__(self, move: int) -> str:
        name = self[move] = name_move(self._game, self._state, move)
        self.moves[name] = move
        return name


def fields_in_names(game: Game) -> frozenset[str] | None:
    """The fields of a state that the rules look at when they name a move; None where they look at it in other ways."""
    if type(game).move_name is not Game.move_name or game.grid is None:
        return _fields_looked_at(game, type(game).move_name)
    looked = _fields_looked_at(game, type(game).from_to) if says(game, "from_to") else frozenset[str]()
    if looked is None or not game.grid.turned:
        return looked
    return looked | {TURN} if TURN in _fields_of(game) and not says(game, "to_move") else None


def _fields_looked_at(game: Game, function: Any) -> frozenset[str] | None:
    """The fields of a state that a rule looks at, which takes a state and a move."""
    if not isinstance(function, FunctionType) or function.__code__.co_argcount != 3 or function.__code__.co_flags & MORE:
        return None
    code, state, fields = function.__code__, function.__code__.co_varnames[1], set[str]()
    if state in code.co_cellvars or LOOKS_ROUND & {*code.co_names}:
        return None
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "NOP")]
    for step, after in pairwise(steps):
        if isinstance(step.argval, tuple) and state in step.argval:
            return None
        if step.argval == state and step.opname.startswith(("LOAD_FAST", "STORE_FAST", "DELETE_FAST")):
            if not step.opname.startswith("LOAD_FAST") or after.opname != "LOAD_ATTR" or after.argval not in _fields_of(game):
                return None
            fields.add(after.argval)
    return frozenset(fields)


def _fields_of(game: Game) -> tuple[str, ...]:
    fields: tuple[str, ...] = getattr(type(game.start()), "_fields", ())
    return fields
