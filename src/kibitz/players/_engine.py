"""A search as a player: `deepening:depth=6`, `alphabeta:time=0.2`, `maxn:level=4`."""

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kibitz.book import Book
from kibitz.errors import PlayerError
from kibitz.players._level import LEVELS, TIME
from kibitz.players._opponent import WARM, opponent
from kibitz.players._settings import Setting, above, read_settings, seconds, size, whole
from kibitz.players._traps import Trapper, check_traps
from kibitz.players._wisdom import SETTINGS as WISE
from kibitz.players._wisdom import Wisdom
from kibitz.position import Position
from kibitz.rules import Game, says
from kibitz.search._fit import search_for
from kibitz.thought import Limit, Thought

if TYPE_CHECKING:
    from kibitz.search._solving import Solving

# How much of its time it may take to prove something, in times of the limit: where a book says how a game begins, all that
# comes later is solved in a second or two; elsewhere a proof may be far, and the search must have its time.
PATIENT, HASTY = 5.0, 0.3

SETTINGS = {
    "depth": Setting(whole(1, 10**6), "a whole number of plies from 1 up, such as depth=6"),
    "time": Setting(seconds, "seconds above 0, such as time=0.5"),
    "nodes": Setting(whole(1, 10**18), "a whole number of positions from 1 up, such as nodes=100000"),
    "level": Setting(whole(min(LEVELS), max(LEVELS)), f"a whole number from {min(LEVELS)}, weak, to {max(LEVELS)}, all it can"),
    "threads": Setting(whole(1, 64), "a whole number from 1 to 64"),
    "table": Setting(size, "an amount of memory, such as table=64MB"),
    "traps": Setting(str, "a model of the opponent: uniform, soft, or a player such as greedy"),
    "temperature": Setting(above(0), "a number above 0, such as temperature=0.5"),
    "margin": Setting(above(-1e-9), "how much of the result may be risked, a number from 0 up, such as margin=0.1"),
    **WISE,
}


@dataclass
class Engine:
    """Plays what a search finds within its limit; with the chance `slip` it takes the second best move instead.

    `search`: None for the one that fits the game. `exact`: before that it looks into the book which comes with the game, and
    tries to prove what the position is worth, where two play and nothing is left to chance. `trapper`: it chooses among moves
    of equal value. `wisdom`: where its knowledge and its weights come from.
    """

    name: str
    search: str | None
    limit: Limit
    threads: int = 1
    slip: float = 0.0
    dice: random.Random = field(default_factory=random.Random)
    exact: bool = False
    trapper: Trapper | None = None
    wisdom: Wisdom = field(default_factory=Wisdom)
    _solving: "Solving | None" = None  # about the position before: its proofs serve again

    def admit(self, game: Game) -> None:
        """Raises SearchError, which names a search that fits, when its own does not fit the game; PlayerError for weights."""
        if self.search is not None:
            search_for(game, self.search)
        self.wisdom.of(game)
        if self.trapper is not None:
            check_traps(game)

    def prepare(self, game: Game) -> None:
        """Brings the compiler, and lets it do what it has to: that takes seconds, and is no part of thinking."""
        from kibitz.kernel import machine_of
        from kibitz.search import solve

        machine = machine_of(game, self.wisdom.of(game))
        machine.ready(search_for(game, self.search).enter)
        if self.exact and can_be_proved(game):
            machine.ready(solve.enter)

    def think(self, position: Position) -> Thought:
        """What the book says, or a proof, or the search; on a slip, what it thinks of the second best move."""
        if self.trapper is not None:
            return self.trapper.think(position)
        known = self._proved(position) if self.exact and can_be_proved(position.game) else None
        if known is not None:
            return known
        from kibitz.search._think import think  # here and no sooner: it brings the compiler, which takes a second to import

        slips = self.slip > 0 and self.dice.random() < self.slip
        wise = self.wisdom.of(position.game)
        thought = think(position, search=self.search, limit=self.limit, knowledge=wise, all_moves=slips, threads=self.threads)
        if not slips or len(thought.moves) < 2:
            return thought
        second = thought.moves[1]
        return replace(thought, best=second.move, value=second.value, line=second.line)

    def _proved(self, position: Position) -> Thought | None:
        """The exact value and a move that keeps it, quickest win and slowest loss; None where that takes too long."""
        book = Book.shipped(position.game)
        known = book.lookup(position) if book else None
        if known is not None:
            return known
        from kibitz.search._request import Request
        from kibitz.search._solving import Solving

        time = (self.limit.time or TIME) * (PATIENT if book else HASTY)
        proofs = self._solving.solver if self._solving and self._solving.game == position.game else None
        limit = Limit(time=time, table=max(self.limit.table, Limit().table))
        asked = Request(limit=limit, knowledge=self.wisdom.of(position.game), threads=self.threads, solver=proofs)
        self._solving = Solving(position, None, asked)
        try:
            thought = self._solving.result()
        except BaseException:
            self._solving.stop()
            raise
        return thought if thought.value.kind == "exact" else None


def can_be_proved(game: Game) -> bool:
    """Whether two play, one wins what the other loses, and nothing is left to chance: the solver is for such games."""
    return says(game, "result") and not says(game, "chances")


def make(spec: str, seed: int | None, search: str | None) -> Engine:
    """The engine with the settings of a spec; without limits it takes two seconds a move. `search`: None for what fits."""
    given = read_settings(spec, SETTINGS)
    limits = [name for name in ("depth", "time", "nodes") if name in given]
    if "level" in given and limits:
        raise PlayerError(f"level and {limits[0]} in {spec} both say how far to look: leave one out")
    slip, exact = 0.0, False
    if "level" in given:
        level = LEVELS[given["level"]]
        limit, slip, exact = level.limit, level.slip, level.exact
    elif limits:
        limit = Limit(given.get("depth"), given.get("time"), given.get("nodes"))
    else:
        limit = Limit(time=TIME)
    if "table" in given:
        limit = replace(limit, table=given["table"])
    wisdom, trapper = Wisdom.told(given), None
    if "traps" in given:
        model = opponent(given["traps"], given.get("temperature", WARM), seed or 0)
        trapper = Trapper(model, limit, given.get("margin", 0.0), wisdom=wisdom)
    elif "margin" in given or "temperature" in given:
        raise PlayerError(f"margin and temperature in {spec} are for setting traps: add traps=uniform, or leave them out")
    return Engine(spec, search, limit, given.get("threads", 1), slip, random.Random(seed), exact, trapper, wisdom)
