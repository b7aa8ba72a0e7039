"""A search as a player: the book and a proof before it, a slip after it; its thoughts may be heard as they come."""

import math
import random
import time
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from kibitz.core.parameters import Setting, split_spec
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, can_be_proved
from kibitz.core.thought import Limit, Thought, Value
from kibitz.errors import PlayerError
from kibitz.patterns.library import has_policy
from kibitz.players.choice import PLAYOUTS as MCTS
from kibitz.players.choice import choice_for, rule_of_thumb
from kibitz.players.game_clock import ClockReading, GameClock
from kibitz.players.ladder import Alarm, Halt, ProofLadder, Thoughts, final_of, keep_proved
from kibitz.players.levels import LEVELS, TIME
from kibitz.players.settings import (
    KNOWLEDGE_SETTINGS,
    Wisdom,
    above,
    from_zero,
    one_of,
    read_settings,
    seconds,
    share,
    size,
    whole,
)
from kibitz.players.time_control import MoveTimer, TimeAccount
from kibitz.players.trap_finder import WARM, Trapper, check_traps, opponent
from kibitz.position import Position
from kibitz.runtime.background import is_beside
from kibitz.search.descriptor import declared_by, search_for, search_of, takes_no_depth
from kibitz.search.monte_carlo.extent import prepare_playouts
from kibitz.search.monte_carlo.options import PLAYOUTS, PlayoutOptions

if TYPE_CHECKING:
    from kibitz.search.drivers.continuation import Continuation

SEEDS = 1 << 30  # of searches that throw dice
NOTHING = Value("estimate", 0)  # what it makes of a random move
FIRST = 0.4  # seconds for an answer while machine code is being made
MOMENT = 0.1  # seconds: the least that a search gets when a proof has taken all the time, or was stopped


@dataclass
class Engine:
    """Plays the move that a search finds within its limit; with the chance `slip` it takes the second best move instead.

    `dice`: for slips and, in games without knowledge, for the choice among moves that seem equal. `search`: None for the one
    that fits the game, or that a learned estimate names. `exact`: first it looks into the game's book and tries to prove the
    value, in games of two without chance; proved bounds then limit the search's value. `together`: the limit's time is for that
    and the search together; otherwise it is the search's, and a proof has its own. `trapper`: it chooses among moves of equal
    value. `wisdom`: the source of its knowledge and weights. `account`: time for a whole game, from which each move gets its
    limit; None where every move has the same. `is_free`: it has neither a time nor a depth, so it uses the clock of a game that
    has one. `playouts`: the options of a search by playouts. `randomness`: the chance of a random legal move, without a
    thought. `is_level`: its limits are those of a level alone. `is_hurried`: it answers after half a second
    while its machine code is being made. `chosen`: the search chosen for the game, as a player, "" for none; None where it is
    looked for.
    """

    name: str
    search: str | None
    limit: Limit
    threads: int = 1
    slip: float = 0.0
    dice: random.Random = field(default_factory=random.Random)
    exact: bool = False
    together: bool = False
    trapper: Trapper | None = None
    wisdom: Wisdom = field(default_factory=Wisdom)
    account: TimeAccount | None = None
    is_free: bool = False
    playouts: PlayoutOptions = PlayoutOptions()
    randomness: float = 0.0
    is_level: bool = False
    is_hurried: bool = False
    chosen: str | None = None
    _timer: MoveTimer | None = None  # of the move that is thought about
    _ladder: ProofLadder | None = None  # of the game of the position before
    _halt: Halt = field(default_factory=Halt)
    _continuation: "Continuation | None" = None  # what its searches in the game of ...
    _before: Position | None = None  # ... the position before have left

    def admit(self, game: Game) -> None:
        """Raises SearchError if its search (it names one that fits) or options do not fit the game; PlayerError for weights."""
        if self.search is not None:
            search_for(game, self.search)
        self.wisdom.check(game)
        if self.playouts != PlayoutOptions():
            self.playouts.check_game(game, self.wisdom.of(game))
        if self.trapper is not None:
            check_traps(game)

    def prepare(self, game: Game) -> None:
        """Have the machine code before the first thought: compiling takes seconds, which are not for thinking."""
        if self.trapper is not None:
            self.trapper.prepare(game)
            return
        machine, kernels = self._code(game)
        for kernel in kernels:
            machine.ready(kernel)
        if search_of(search_for(game, self.search_name(game))).has_playouts:
            prepare_playouts(game)

    def warm(self, game: Game) -> None:
        """Begin to make the machine code of a game that is likely to be played; do not wait for it."""
        from kibitz.kernel import ahead

        if self.trapper is not None or not is_beside():
            self.prepare(game)
            return
        machine, kernels = self._code(game)
        if not all(map(machine.is_at_hand, kernels)):
            ahead.prepare(machine, kernels)

    def _code(self, game: Game) -> tuple[Any, list[Any]]:
        """The machine for a game, and the kernels that its searches need."""
        from kibitz.kernel import machine_of
        from kibitz.search.kernels import kernels_of

        machine, search = machine_of(game, self.wisdom.of(game)), search_for(game, self.search_name(game))
        proves = (self.exact and can_be_proved(game)) or (search_of(search).is_selective and self.limit.time is not None)
        return machine, kernels_of(search, game, machine, proves)

    def hear_clock(self, reading: ClockReading) -> None:
        """Read the game's clock before a move: an engine without limits takes its time from it."""
        if self.is_free:
            if self.account is None:
                self.account, self.limit = TimeAccount(reading.clock), replace(self.limit, time=reading.clock.base)
                self.together = True
            self.account.reading = reading

    def think(self, position: Position) -> Thought:
        """The thought of the book, of a proof, or of the search; on a slip, about the second best move."""
        return final_of(self.thoughts(position))

    def thoughts(self, position: Position) -> Thoughts:
        """Yield better and better thoughts, the last of them as from `think`; closing the generator ends the search.

        Thoughts of a proof carry the limits proved so far, `Thought.bounds`. A slip shows in the last one only. `stop` ends the
        thoughts asked for last.
        """
        self._halt = Halt()
        if self.account is not None:
            return self._timed_thoughts(position, self._halt, self.account)
        return self._thoughts(position, self._halt)

    def stop(self) -> None:
        """End the thinking under way, from any thread: the last thought is the best so far, and is marked as interrupted.

        It takes milliseconds; during a proof the search still gets a tenth of a second, for open bounds say little about moves.
        A book's answer stays as it is. Without thinking nothing happens.
        """
        self._halt.ask()

    def _timed_thoughts(self, position: Position, halt: Halt, account: TimeAccount) -> Thoughts:
        """Yield from `_thoughts` until the game's time account ends the move."""
        timer, thought = account.begin_move(position, self.wisdom.of(position.game)), None
        self._timer, self.limit = timer, replace(self.limit, time=timer.plan.hard)
        alarm = Alarm(halt.end_running)
        try:
            for thought in self._thoughts(position, halt):
                timer.hear(thought)
                if thought.depth > 0:
                    alarm.set(0.0 if timer.is_enough(account.elapsed) else timer.seconds_wanted() - account.elapsed)
                if alarm.has_rung and thought.stopped == "interrupted" and not halt.requested:
                    thought = replace(thought, stopped="time")
                yield thought
        finally:
            alarm.cancel()
            account.end_move(thought)

    def _thoughts(self, position: Position, halt: Halt) -> Thoughts:
        """Yield the thoughts of each source in turn: dice; traps; or the book and a proof, then the search."""
        if self.randomness and self.dice.random() < self.randomness:
            move = self.dice.choice(position.legal())
            yield Thought(move, NOTHING, (move,), informed=False)
            return
        if self.trapper is not None:
            yield from self.trapper.thoughts(position, halt)
            return
        usual = self.limit
        self.limit = hurried = self._limit_now(position)
        try:
            yield from self._found(position, halt)
        finally:
            self.limit = usual
            if hurried is not usual:
                self.warm(position.game)  # and no sooner: the answer needs the processor

    def _found(self, position: Position, halt: Halt) -> Thoughts:
        """Yield the thoughts of the book and a proof, then of the search."""
        began, known = time.perf_counter(), None
        if self.exact and can_be_proved(position.game):
            for known in self._proof(position, halt):
                yield known
            if known is not None and known.value.kind == "exact":
                return
        for found in self._search(position, halt, time.perf_counter() - began):
            yield found if known is None else keep_proved(found, known)

    def _limit_now(self, position: Position) -> Limit:
        """Its limit, or less in a hurry, while plain Python stands in for machine code."""
        if not self.is_hurried:
            return self.limit
        machine, kernels = self._code(position.game)
        if not machine.compiled or all(map(machine.is_at_hand, kernels)):
            return self.limit
        before = Position.after(position.game, position.moves[:-1]) if position.moves else None
        most = FIRST if before is None or before.to_move != position.to_move else FIRST / 2  # for another move in a row
        return replace(self.limit, time=min(self.limit.time or most, most))

    def _proof(self, position: Position, halt: Halt) -> Thoughts:
        """The exact value and a move that keeps it, quickest win and slowest loss; not exact if that takes too long."""
        if self._ladder is None or self._ladder.game != position.game:
            self._ladder = ProofLadder(position.game)
        ladder = self._ladder
        known = ladder.look_up(position)
        if known is not None:
            yield known
        elif not halt.requested:
            most = self.limit.time or TIME if self._timer is None else self._timer.plan.soft
            seconds = most * ladder.patience / (1 + ladder.patience if self.together else 1)
            limit = Limit(time=seconds, table=max(self.limit.table, Limit().table))
            knowledge = self.wisdom.of(position.game)
            yield from halt.heard(ladder.begin_proof(position, limit, knowledge=knowledge, threads=self.threads))

    def _search(self, position: Position, halt: Halt, spent: float) -> Thoughts:
        """Yield the search's thoughts, in the end with the slip; `spent`: seconds used before."""
        from kibitz.search.drivers.request import SearchRequest
        from kibitz.search.entry import start_search  # here and no sooner: it brings the compiler, a second of importing

        slips, limit, late = self.slip > 0 and self.dice.random() < self.slip, self.limit, halt.requested
        if self.together and limit.time is not None:
            limit = replace(limit, time=max(min(MOMENT, limit.time), limit.time - spent))
        if late:
            halt, limit = Halt(), replace(limit, time=min(limit.time or MOMENT, MOMENT))
        wise = self.wisdom.of(position.game)
        # Where nothing is known of the game most moves are equal as far as is seen: then the dice say which one is named.
        first = None if self.wisdom.estimates(position.game) else self.dice.choice(position.legal())
        how: dict[str, Any] = {
            "search": self.search_name(position.game),
            "limit": limit,
            "knowledge": wise,
            "all_moves": slips,
        }
        how |= {"threads": self.threads, "first": first}
        if search_of(search_for(position.game, how["search"])).is_anytime:
            how |= {"seed": self.dice.randrange(SEEDS), "playouts": self.way(position.game)[1]}
        kept = self._continued(position)
        for thought in halt.heard(start_search(position, None, SearchRequest(**how, continuation=kept))):
            yield thought
        if slips and len(thought.moves) > 1:
            second = thought.moves[1]
            thought = replace(thought, best=second.move, value=second.value, line=second.line, bounds=None)
        yield replace(thought, stopped="interrupted") if late and thought.stopped != "solved" else thought

    def search_name(self, game: Game) -> str | None:
        """Its search; if none is named and time alone counts, the one that is known to play the game best."""
        return self.way(game)[0]

    def way(self, game: Game) -> tuple[str | None, PlayoutOptions]:
        """Its search with options: the one named, chosen for the game, or that was learned for."""
        if self.search is not None or self.limit.time is None or self.limit.depth is not None:
            return self.search, self.playouts
        if self.wisdom.is_auto and self.chosen is not None:
            if self.chosen:
                return _read_choice(self.chosen)
        elif self.wisdom.is_auto and (choice := choice_for(game)) is not None:
            return choice.search, choice.options
        known = self.wisdom.of(game)
        if self.wisdom.estimates(game):
            return getattr(known, "search", "") or None, self.playouts
        return MCTS if has_policy(known) else rule_of_thumb(game) or None, self.playouts

    def describe_search(self, game: Game) -> str:
        """Where its search comes from, in a sentence, when it was chosen for the game, or by a rule of thumb; else ""."""
        search, _ = self.way(game)
        if self.search is not None or search is None or getattr(self.wisdom.of(game), "search", "") == search:
            return ""
        choice = choice_for(game) if self.wisdom.is_auto else None
        if choice is not None:
            return f"{self.name} takes {choice.player}, which won the matches of `kibitz choose` ({choice.date})."
        if has_policy(self.wisdom.of(game)):
            return f"{self.name} takes {search}, for `kibitz learn` found which moves of {spec_of(game)} are likely."
        return f"{self.name} takes {search} by a rule of thumb; `kibitz choose {spec_of(game)}` finds out what plays it best."

    def _continued(self, position: Position) -> "Continuation | None":
        """The state that earlier searches of the same game left; None where a move depends on the position alone."""
        from kibitz.search.drivers.continuation import Continuation

        if self.limit.time is None or self.limit.depth is not None or self.limit.nodes is not None:
            return None
        declared = search_of(search_for(position.game, self.search_name(position.game)))
        if not declared.is_selective and not declared.is_anytime:
            return None
        before, self._before = self._before, position
        if before is None or before.game != position.game or position.moves[: len(before.moves)] != before.moves:
            self._continuation = Continuation()
        return self._continuation


# An engine from its spec: `deepening:depth=6`, `alphabeta:time=0.2`, `maxn:level=4`, `computer:level=8,time=1`.

SETTINGS = {
    "depth": Setting(whole(1, 10**6), "a whole number of plies from 1 up, such as depth=6"),
    "time": Setting(seconds, "seconds above 0, such as time=0.5"),
    "nodes": Setting(whole(1, 10**18), "a whole number of positions from 1 up, such as nodes=100000"),
    "clock": Setting(
        GameClock.read, "seconds for a whole game and, after a +, those that each move adds, such as clock=60+0.5"
    ),
    "level": Setting(
        whole(min(LEVELS), max(LEVELS)), f"a whole number from {min(LEVELS)}, weak, to {max(LEVELS)}, full strength"
    ),
    "random": Setting(share, "a number from 0 to 1, such as random=0.2"),
    "threads": Setting(whole(1, 64), "a whole number from 1 to 64"),
    "table": Setting(size, "an amount of memory, such as table=64MB"),
    "exploration": Setting(from_zero, "a number from 0 up, such as exploration=1.4"),
    "playout": Setting(one_of(PLAYOUTS), f"{', '.join(PLAYOUTS[:-1])} or {PLAYOUTS[-1]}"),
    "random_plies": Setting(whole(0, 10**6), "a whole number of plies from 0 up, such as random_plies=4"),
    "rave": Setting(from_zero, "a number of visits from 0 up, such as rave=500"),
    "implicit": Setting(share, "a number from 0 to 1, such as implicit=0.4"),
    "prior": Setting(from_zero, "a number from 0 up, such as prior=0.5"),
    "traps": Setting(str, "a model of the opponent: uniform, soft, or a player such as greedy"),
    "temperature": Setting(above(0), "a number above 0, such as temperature=0.5"),
    "margin": Setting(above(-1e-9), "how much of the result may be risked, a number from 0 up, such as margin=0.1"),
    **KNOWLEDGE_SETTINGS,
}

PLAYOUT_SETTINGS = tuple(field.name for field in fields(PlayoutOptions))


def _read_choice(spec: str) -> tuple[str, PlayoutOptions]:
    """A chosen search and its options (`SearchChoice.player`)."""
    return split_spec(spec)[0], PlayoutOptions(**read_settings(spec, SETTINGS))


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def make_engine(spec: str, seed: int | None, search: str | None) -> Engine:
    """The engine with the settings of a spec; without limits it takes two seconds a move. `search`: None for what fits.

    A level may have limits too: `level=8,time=1` is that level, but a move takes it a second at most. So it is beside a clock
    for the whole game. Raises PlayerError.
    """
    given = read_settings(spec, SETTINGS)
    clock, longest = given.get("clock"), given.get("time", math.inf)
    if clock is not None:
        given["time"] = min(clock.base, longest)
    limits = {name: given[name] for name in ("depth", "time", "nodes") if name in given}
    level = LEVELS[given["level"]] if "level" in given else None
    if level is not None:
        limit = level.within(**limits)
    else:
        limit = Limit(**limits) if limits else Limit(time=TIME)
    if limit.depth is not None and search is not None and takes_no_depth(search):
        raise PlayerError(
            f"{search} knows no depth, so it takes none, nor a level below {max(LEVELS)}: write {search}:time={TIME:g}"
        )
    declared = None if search is None else declared_by(search)
    own = [name for name in PLAYOUT_SETTINGS if name in given]
    if own and (search is None or (declared is not None and not declared.has_playouts)):
        raise PlayerError(f"{own[0]} in {spec} is for a search by playouts: write mcts:{own[0]}={_short(given[own[0]])}")
    if "table" in given:
        limit = replace(limit, table=given["table"])
    wisdom, trapper = Wisdom.from_settings(given), None
    if "traps" in given:
        if clock is not None:
            raise PlayerError(f"traps and clock in {spec} do not go together: give it time=SECONDS for each move instead")
        model = opponent(given["traps"], given.get("temperature", WARM), seed or 0)
        trapper = Trapper(model, limit, given.get("margin", 0.0), wisdom=wisdom)
    elif "margin" in given or "temperature" in given:
        raise PlayerError(f"margin and temperature in {spec} are for setting traps: add traps=uniform, or leave them out")
    is_level = level is not None and not {"time", "nodes", "clock"} & set(given)
    return Engine(
        spec,
        search,
        limit,
        given.get("threads", 1),
        slip=level.slip if level else 0.0,
        dice=random.Random(seed),
        exact=level.exact if level else False,
        together="time" in limits,
        trapper=trapper,
        wisdom=wisdom,
        account=None if clock is None else TimeAccount(clock, longest),
        is_free=trapper is None and not {"time", "depth", "nodes", "level", "clock"} & set(given),
        playouts=PlayoutOptions(**{name: given[name] for name in own}),
        randomness=given.get("random", 0.0),
        is_level=is_level,
        is_hurried=is_level and seed is None,
    )
