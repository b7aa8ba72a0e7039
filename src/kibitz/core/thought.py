"""Frozen data that travels between the floors: limits, values, thoughts, records of games."""

from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from kibitz.core.laws import CHANCE, is_int, is_number, short_repr
from kibitz.core.notation import line_names, read_move
from kibitz.core.notebook_table import NotebookTable
from kibitz.core.registry import load
from kibitz.core.rules import Game, mover_of, name_move, play_move, start_of
from kibitz.errors import SearchError

Kind = Literal["exact", "at_least", "at_most", "estimate"]
Stopped = Literal["depth", "time", "nodes", "solved", "interrupted"]
MIRRORED: dict[Kind, Kind] = {"exact": "exact", "at_least": "at_most", "at_most": "at_least", "estimate": "estimate"}
RESIGNED = "resigned"  # the reason why a game ended that a player gave up
TIMEOUT = "lost on time"  # the same of a player whose clock ran out
# Reasons of games from files, which may end without the rules having ended them, and without a fault.
AGREED, SCORED = "drawn by agreement", "scored by the players"
UNFINISHED, BROKEN_OFF = "unfinished", "broken off"  # a game without a result; moves that could not be read on
RESULTLESS = (UNFINISHED, BROKEN_OFF)
SETTLED = (RESIGNED, AGREED, SCORED, *RESULTLESS)


class InGame(Protocol):
    """A game and a state of it, as a `Position` has them."""

    @property
    def game(self) -> Game:
        """The rules."""

    @property
    def state(self) -> Any:
        """The state."""


@dataclass(frozen=True)
class Limit:
    """When a search stops: at whichever comes first. None means without end.

    `depth` in plies from the root, `time` in seconds, `nodes` in positions visited; `table` is the memory for the
    transposition table in bytes. SearchError for what no search can keep.
    """

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    table: int = 64 * 2**20

    def __post_init__(self) -> None:
        for name in ("depth", "time", "nodes", "table"):
            amount = getattr(self, name)
            if amount is None and name != "table":
                continue
            if not (is_number(amount) if name == "time" else is_int(amount)):
                wanted = "a number of seconds" if name == "time" else "a whole number"
                raise SearchError(f"a search cannot be limited to {name} {short_repr(amount)}: give {wanted}")
            if amount <= 0 and name != "table":
                raise SearchError(f"a search limited to {name} {amount} finds nothing: give a {name} above 0")


@dataclass(frozen=True)
class Value:
    """The value of a state for the side to move.

    `kind` says how far to trust it: "exact" is proved, "at_least" and "at_most" are proved limits, "estimate" is a guess from
    the horizon. `result` is in the game's own units. `plies` counts the moves to the end of a proved win or loss with best
    play; None for draws and estimates. A value with a number for each player has `payoffs`, first player first, and `result` is
    the number of the player to move (of the first, where chance decides).

    Where moves bring rewards, `result` covers the whole game: rewards so far, as far as known (a `Position` knows them, a bare
    state does not), and those to come. `plies` is None there.
    """

    kind: Kind
    result: float
    plies: int | None = None
    payoffs: tuple[float, ...] | None = None

    def __neg__(self) -> "Value":
        """The same value from the point of view of the other of two players."""
        return Value(MIRRORED[self.kind], -self.result or 0, self.plies)

    @property
    def order(self) -> tuple[float, int]:
        """Sorts values: the better result first counts, then the quicker win and the later loss."""
        plies = self.plies or 0
        return self.result, -plies if self.result > 0 else plies

    def later(self, plies: int = 1) -> "Value":
        """The same value seen `plies` moves before."""
        return self if self.plies is None else replace(self, plies=self.plies + plies)


@dataclass(frozen=True)
class MoveValue:
    """A legal move, what it is worth to the one who makes it, and the line that shows it, the move itself first.

    `likely`: how likely a policy thought it before the search, from 0 to 1; None without one.
    """

    move: int
    value: Value
    line: tuple[int, ...]
    likely: float | None = None


@dataclass(frozen=True)
class Thought(NotebookTable):
    """The answer of a search, or of any player, about a state.

    `value` and `line` belong to `best`, seen from the side to move. `moves` values the root's moves, best first (only those a
    search was asked to value, or values anyway). `depth` is the last one searched to the end; `hits` is the share of table
    look-ups that found the position, and `table_used` the bytes of it that are in use, None where the search does not say.
    `stopped` says what ended the search. `bounds` are the proved limits of the value, at least and at most, from a search
    that closes in on it; equal when it is solved, None on a side where nothing is proved, not even by how large results get.
    `informed` is False where no knowledge estimates anything: an "estimate" is then no opinion, but says that no end was
    reached. `learned` says where learned estimates come from, such as "learned, 10 minutes, 22 Nov 2026".

    The invariant, of every search, whatever ends it, with any number of threads and a table of any size: `best` and `line`
    keep `value`.

    - Where `value` is exact, or at least x, `best` is worth at least x against any play; so is the lower of the `bounds`.
    - Playing `line` out, as far as it goes, never leads to less than the claimed lower limit, or more than the upper one. The
      same holds for the line of each of the `moves`.
    - Of moves of equal number, one that is proved to be worth at least so much is named before one that is not. (`maxn` has its
      own rules for ties, for what the others get depends on them.)
    - `stopped` is "solved" only where the value is exact, and `best` is worth just that.

    `tests/support/trouble.py` looks for exceptions.
    """

    best: int | None
    value: Value
    line: tuple[int, ...] = ()
    moves: tuple[MoveValue, ...] = ()
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    hits: float | None = None
    threads: int = 1
    stopped: Stopped = "depth"
    bounds: tuple[Value | None, Value | None] | None = None
    informed: bool = True
    learned: str | None = None
    table_used: int | None = None

    @property
    def nodes_per_second(self) -> float:
        """Positions visited in a second; 0 where no time has passed."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def rows(self, position: InGame | None = None) -> list[dict[str, Any]]:
        """A row for each valued move, best first, or for the best alone; plain, for `pandas.DataFrame`.

        `kind`, `result` and `plies` are those of its `Value`, `line` has the moves that show it. With the `position` that the
        search was about, `name` is the name of the move, and the line has names.
        """
        moves = self.moves or (() if self.best is None else (MoveValue(self.best, self.value, self.line or (self.best,)),))
        return [self._row(one, position) for one in moves]

    def _row(self, one: MoveValue, position: InGame | None) -> dict[str, Any]:
        line: tuple[int | str, ...] = one.line
        if position is not None:
            line = line_names(position.game, position.state, one.line)
        named = {} if position is None else {"name": name_move(position.game, position.state, one.move)}
        worth = {"kind": one.value.kind, "result": one.value.result, "plies": one.value.plies}
        worth |= {f"payoff_{player}": paid for player, paid in enumerate(one.value.payoffs or ())}
        return {"move": one.move} | named | worth | {"is_best": one.move == self.best, "likely": one.likely, "line": list(line)}


@dataclass(frozen=True)
class GameRecord(NotebookTable):
    """A game as it was played: the game's spec, the moves by their names, the players, and how it ended.

    `payoffs` has one number per player, first player first, or is None for an unfinished game. `forfeit` is the player (0 the
    first) who lost by a fault or gave up, and `reason` says why: RESIGNED, or a sentence. None if the rules ended the game. For
    a game from a file `reason` may be another of SETTLED: its result did not come from the rules. The first `opening` moves
    were set before the game began; no player chose them.
    """

    game: str
    moves: tuple[str, ...]
    players: tuple[str, ...]
    payoffs: tuple[float, ...] | None
    forfeit: int | None = None
    reason: str = ""
    opening: int = 0

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move, for `pandas.DataFrame`: its number, the seat of its player (None for chance), and its name.

        GameError or MoveError where the rules are not here, or do not allow a move.
        """
        game = load(self.game)
        state, found = start_of(game), list[dict[str, Any]]()
        for ply, name in enumerate(self.moves):
            mover = mover_of(game, state, ply)
            seat = None if mover == CHANCE else mover
            player = self.players[seat] if seat is not None and seat < len(self.players) else None
            found.append({"ply": ply + 1, "seat": seat, "player": player, "move": name, "is_opening": ply < self.opening})
            state = play_move(game, state, read_move(game, state, name))
        return found
