"""A player's use of its clock for a whole game: how long a move may take, and when to stop."""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise

from kibitz.core.rules import Knowledge, says
from kibitz.core.thought import Thought
from kibitz.players.game_clock import ClockReading, GameClock
from kibitz.position import Position

RESERVE, RESERVE_SHARE = 0.1, 0.05  # seconds of a game that are never planned: the share of the base if that is less
INSTANT = 0.005  # seconds: for a move when nothing is left
HARDEST = 3.0  # times the soft limit
SEEN = 6.0  # last turns of a game that cost next to nothing: the search sees the end; at most half of those to come
EAGER = 1.2  # times an equal share of the others: easy moves leave something
PROMPT = 0.9  # of the overtime of a move is used: the rest covers delays on the way to the clock
LARGEST_SHARE = 0.25  # of all that is left, for one move, while several are to come

# How long a move may take.


@dataclass(frozen=True)
class MovePlan:
    """Seconds for one move: `soft`, as long as an ordinary one is worth; `hard`, as long as any may take."""

    soft: float
    hard: float


def plan_move(
    left: float, increment: float, turns: float, reserve: float = 0.0, longest: float = math.inf, overtime: float = 0.0
) -> MovePlan:
    """A share of the time that is left, so that it lasts for `turns` more moves, this one among them.

    `reserve` is never planned for a move: so a player loses on time only if the machine is so busy that the reserve runs out. A
    move may use its increment, except for a part kept for moves that need longer. `longest`: the most for one move. `overtime`:
    what each move has once `left` is used up (byo-yomi), and may take as well.
    """
    usable, more = left - reserve, PROMPT * overtime
    if usable <= INSTANT:
        return MovePlan(min(INSTANT + more, longest), min(INSTANT + more, longest))
    costly = max(1.0, turns / 2, turns - SEEN)
    share = max(LARGEST_SHARE, 1 / costly)
    soft = min(usable * share, EAGER * usable / costly + 0.9 * increment, longest)
    hard = min(usable * share, HARDEST * soft, longest)
    return MovePlan(min(soft + more, longest), min(hard + more, longest))


USUAL_TURNS = 25.0  # of one player, where nobody knows better
SAMPLES, LONGEST = 4, 300  # random games that are played, and plies of one
LEAST_SHARE = 0.15  # of the turns expected at the start that are still expected when they have all been made


def count_turns(position: Position, knowledge: Knowledge | None, until: Callable[[], bool]) -> float | None:
    """How often the player to move has a choice from here to the end, on average in random games; None if there was no time.

    What knowledge has proved of the length counts for more. `until`: whether the time for looking is over.
    """
    dice, mine, found = random.Random(len(position.moves)), position.to_move, list[int]()
    for _ in range(SAMPLES):
        here, turns = position, 0
        for _ in range(LONGEST):
            legal = here.legal()
            if not legal:
                break
            if until():
                return sum(found) / len(found) if found else None
            turns += here.to_move == mine and len(legal) > 1
            here = here.play(dice.choice(legal))
        found.append(turns)
    most = math.inf
    if knowledge is not None and says(knowledge, "plies"):
        most = math.ceil(knowledge.plies(position.state)[1] / position.game.players)
    return min(sum(found) / len(found), most)


# When enough has been thought about one move.

STEADY, STEADIER = 4, 7  # depths in a row with the same best move, after which a move is thought to be easy
EASY, EASIER, UNSETTLED, FALLEN = 0.75, 0.5, 1.5, 1.5  # what the soft limit is multiplied with
MARKED = 3.0  # times as much as values usually change: a fall, and a lead
FEWEST_DEPTHS = 3  # nothing is concluded from fewer
PART = 0.5  # of a depth that must fit in, for it to be begun: most is known of it by then
GROWTH, LEAST_GROWTH, MOST_GROWTH = 2.5, 1.3, 8.0  # of the time from one depth to the next, as a rule; and what is believed


@dataclass
class MoveTimer:
    """Follows the thoughts about one move and says when to stop. The caller passes the time.

    `choices`: legal moves. `swing`: how much values usually change from a depth to the next but one in this game; None if
    unknown. `before`: the position's value at this player's last move.
    """

    plan: MovePlan
    choices: int
    swing: float | None = None
    before: float | None = None
    depths: list[Thought] = field(default_factory=list)

    def hear(self, thought: Thought) -> None:
        """Takes in one thought."""
        if thought.depth < 1:
            return
        if self.depths and thought.depth < self.depths[-1].depth:
            self.depths.clear()  # those before were of another search, such as a proof
        if self.depths and thought.depth == self.depths[-1].depth:
            if thought.best == self.depths[-1].best:
                return  # the same again, a little later
            self.depths.pop()
        self.depths.append(thought)

    def is_enough(self, elapsed: float) -> bool:
        """Whether to stop now, `elapsed` seconds after the move was asked for, since going on would hardly pay."""
        if not self.depths:
            return False
        if self.choices == 1:
            return True
        wanted = self.seconds_wanted()
        return elapsed >= wanted or (elapsed >= self.plan.soft / 10 and elapsed + PART * self.next_depth() > wanted)

    def seconds_wanted(self) -> float:
        """The seconds to spend on the move: fewer for an easy one, more for an unsettled one."""
        factor, steady = 1.0, self._steady_depths()
        if len(self.depths) >= FEWEST_DEPTHS:
            if steady == 1:
                factor *= UNSETTLED
            elif steady >= STEADIER or (steady >= STEADY and self._leads()):
                factor *= EASIER
            elif steady >= STEADY:
                factor *= EASY
            if self._has_fallen():
                factor *= FALLEN
        return min(self.plan.hard, factor * self.plan.soft)

    def next_depth(self) -> float:
        """Seconds that the next depth will take, as far as the last ones show."""
        seconds = [0.0, *(thought.seconds for thought in self.depths)]
        costs = [max(1e-4, after - before) for before, after in pairwise(seconds)]
        growth = math.sqrt(costs[-1] / costs[-3]) if len(costs) >= FEWEST_DEPTHS else GROWTH  # even depths beside even ones
        return costs[-1] * min(MOST_GROWTH, max(LEAST_GROWTH, growth))

    def swings(self) -> list[float]:
        """The difference of each value from the one two depths before."""
        values = [thought.value.result for thought in self.depths[FEWEST_DEPTHS - 1 :] if thought.value.kind != "exact"]
        return [abs(after - before) for before, after in zip(values, values[2:], strict=False)]

    def _steady_depths(self) -> int:
        last = self.depths[-1].best
        return next((count for count, one in enumerate(reversed(self.depths)) if one.best != last), len(self.depths))

    def _has_fallen(self) -> bool:
        """Whether the value is much lower than it was two depths, or a move, before."""
        if self.swing is None:
            return False
        known = [self.depths[-3].value.result, *([] if self.before is None else [self.before])]
        return max(known) - self.depths[-1].value.result > MARKED * self.swing

    def _leads(self) -> bool:
        """Whether the best move is worth much more than any other, where a search says so of each."""
        moves = self.depths[-1].moves
        lead = moves[0].value.result - moves[1].value.result if len(moves) > 1 else 0.0
        return self.swing is not None and lead > MARKED * self.swing


# The account of one player.

COUNTING, COUNTING_SHARE = 0.02, 0.02  # seconds for counting turns, at most: the share of a usual move if that is less
CHARGE = 0.001  # seconds that a move costs beside the thinking: it is handed to and fro


@dataclass
class TimeAccount:
    """A player's use of its clock in its game.

    As long as each position continues the one before, it is the same game; any other begins a new one with a full clock.
    With an outside clock, `reading` is its time before this move. `longest`: seconds, the most for one move. `now`: the time,
    in seconds.
    """

    clock: GameClock
    longest: float = math.inf
    now: Callable[[], float] = time.perf_counter
    used: float = 0.0
    turns: int = 0  # that were made
    expected: float = USUAL_TURNS  # turns from here, as they were counted last; ...
    first_expected: float | None = None  # ... and at the start
    most_turns: float = math.inf  # until more time comes
    overtime: float = 0.0  # seconds that each move has when the clock has run out
    overhead: float = 0.0  # seconds that a move took longer than its search, at most
    reading: ClockReading | None = None
    _before: Position | None = None
    _timer: MoveTimer | None = None
    _began: float = 0.0
    _charged_from: float = 0.0
    _charged: float = 0.0  # seconds, for the last move that was made
    _swings: list[float] = field(default_factory=list)

    def synchronize(
        self, position: Position, left: float, increment: float, most_turns: float = math.inf, overtime: float = 0.0
    ) -> None:
        """Take over the time left on an outside clock before the move in `position`.

        `most_turns`: this player's moves until more time comes, this one among them; infinite if none will. `overtime`: seconds
        for each move when no time is left.
        """
        base = self.clock.base if self._continues(position) else left
        self.clock = GameClock(base, increment)
        self.used = base + self.turns * increment - left
        self.most_turns, self.overtime = max(1, most_turns), overtime

    @property
    def left(self) -> float:
        """Seconds on the clock, before the increment of the move that is to be made."""
        return self.clock.given(self.turns) - self.used

    @property
    def elapsed(self) -> float:
        """Seconds since the move was asked for."""
        return self.now() - self._began

    def begin_move(self, position: Position, knowledge: Knowledge | None = None) -> MoveTimer:
        """Starts the clock, and plans how long to think."""
        self._began = self._charged_from = self.now()
        self._charged = 0.0
        if self.reading is not None:
            seat, clock = position.to_move, self.reading.clock
            self.synchronize(position, self.reading.left[seat], clock.increment, clock.turns_to_go(self.reading.turns[seat]))
        if not self._continues(position):
            self._reset()
        self._before = position
        self._count_turns(position, knowledge)
        reserve = min(RESERVE, RESERVE_SHARE * self.clock.base) + self.overhead
        turns = min(self.expected, self.most_turns, self.clock.turns_to_go(self.turns))
        plan = plan_move(self.left - self.elapsed, self.clock.increment, turns, reserve, self.longest, self.overtime)
        before = self._timer.depths[-1].value.result if self._timer is not None and self._timer.depths else None
        swing = sum(self._swings) / len(self._swings) if self._swings else None
        self._timer = MoveTimer(plan, len(position.legal()), swing, before)
        return self._timer

    def charge_from_now(self) -> None:
        """Restart the charge for the move: thinking so far was on the opponent's time."""
        self.used -= self._charged
        self._charged, self._charged_from = 0.0, self.now()

    def end_move(self, thought: Thought | None) -> None:
        """Stops the clock; `thought`: the last one."""
        elapsed = self.elapsed
        self._charged = self.now() - self._charged_from + CHARGE
        self.used += self._charged
        self.turns += 1
        if self._timer is not None:
            self._swings += self._timer.swings()
            if thought is not None and elapsed > self._timer.plan.hard:
                self.overhead = max(self.overhead, elapsed - self._timer.plan.hard)

    def copy(self) -> "TimeAccount":
        """A copy of the clock, which then runs on its own."""
        return replace(self, _swings=list(self._swings))

    def _continues(self, position: Position) -> bool:
        before = self._before
        if before is None or before.game != position.game or len(position.moves) <= len(before.moves):
            return False
        return position.moves[: len(before.moves)] == before.moves

    def _reset(self) -> None:
        self.used, self.turns, self.expected, self.first_expected = 0.0, 0, USUAL_TURNS, None
        self._timer, self._swings = None, []

    def _count_turns(self, position: Position, knowledge: Knowledge | None) -> None:
        """How many turns are to come, this one among them; where all that was expected has been made, still a few."""
        allowed = min(COUNTING, COUNTING_SHARE * (self.left / self.expected + self.clock.increment))
        counted = count_turns(position, knowledge, lambda: self.elapsed > allowed)
        if self.first_expected is None:
            self.first_expected = counted or USUAL_TURNS
        if counted is None:
            counted = self.first_expected - self.turns
        self.expected = max(1.0, counted, LEAST_SHARE * self.first_expected * 0.9**self.turns)
