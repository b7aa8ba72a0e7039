"""A kernel's view of a game: one object with every method present, in plain Python.

A kernel calls `rules.moves(state)`, `rules.sign(before, after)`, `rules.estimate(state)` ... and never asks what the game or
its knowledge leave out. `compiled/rules_type.py` is the same for Numba.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from kibitz.core.recurrence import DRAW, FORBIDDEN
from kibitz.core.rules import CHANCE, Game, Knowledge, believes, first_return_draws, says
from kibitz.kernel.hashes import mixed, spread
from kibitz.kernel.states import hash_fields, state_reader, store_payoffs, store_zero_sum
from kibitz.kernel.words import read, write_number

FAR = 1 << 40  # beyond any result: the bounds of a game that states none


class Rules:
    """A game and its knowledge, with a default for everything left out."""

    has_chances: bool
    has_payoffs: bool
    has_evaluate: bool
    has_estimates: bool
    has_priority: bool
    has_weight: bool
    has_policy: bool
    has_drops: bool
    has_noisy: bool
    has_passes: bool
    has_deviation: bool
    has_bounds: bool
    has_symmetries: bool
    has_candidates: bool
    has_plies: bool
    has_finish: bool
    has_prospects: bool
    has_reward: bool
    has_numbered_moves = False
    has_recurrence: bool
    first_return_draws: bool
    recurrence_forbids: bool
    recurrence_count: int
    moves: Callable[[Any], Iterable[int]]
    candidates: Callable[[Any], Iterable[int]]
    prospects: Callable[[Any], Iterable[int]]
    play: Callable[[Any, int], Any]
    is_over: Callable[[Any], bool]
    result: Callable[[Any], int]

    def __init__(self, game: Game, knowledge: Knowledge | None = None, traces: bool = False) -> None:
        """`traces`: searches write down every node they visit."""
        self.game, self.traces = game, traces
        self.knowledge = knowledge or Knowledge(game)
        self.state_class = type(game.start())
        self.has_noisy, self.has_deviation = says(knowledge, "noisy"), says(knowledge, "deviation")
        self.has_passes = says(knowledge, "passes")
        self.has_policy = hasattr(knowledge, "weigh_moves")
        self.has_drops = hasattr(knowledge, "weigh_drops")
        self.has_weight = self.has_policy or says(knowledge, "weight")
        self.has_priority, self.has_bounds, self.has_symmetries, self.has_plies, self.has_finish, self.has_candidates = (
            believes(game, knowledge, method)
            for method in ("priority", "bounds", "symmetries", "plies", "finish", "candidates")
        )
        self.players, self.has_chances = game.players, says(game, "chances")
        self.moves, self.play, self.is_over, self.result = game.moves, game.play, game.is_over, game.result
        self.candidates = self.knowledge.candidates if self.has_candidates else game.moves
        self.has_prospects = says(knowledge, "prospects")
        self.prospects = self.knowledge.prospects if self.has_prospects else game.moves
        self._alternates, self.has_reward = not says(game, "to_move"), says(game, "reward")
        self.has_recurrence, self.recurrence_count = bool(game.recurrence), game.recurrence_count
        self.recurrence_forbids = game.recurrence == FORBIDDEN
        self.first_return_draws = first_return_draws(game)
        self._has_recurrence_key, self._judges = says(game, "recurrence_key"), says(game, "recurrence_result")
        self._has_irreversible = says(game, "irreversible")
        self.has_payoffs = says(game, "payoffs")
        self.has_evaluate, self.has_estimates = says(knowledge, "evaluate"), says(knowledge, "estimates")
        self._keyed = says(knowledge, "key")
        self.has_find_written = hasattr(game, "find_written")

    def fields(self, state: Any) -> tuple[Any, ...]:
        """The arguments from which `enter` makes the state: its fields, or the state itself if the rules are not compiled."""
        return tuple(state) if self.game.compiles else (state,)

    def enter(self, fields: tuple[Any, ...]) -> Any:
        """The state whose fields these are."""
        return self.state_class(*fields) if self.game.compiles else fields[0]

    def sign(self, before: Any, after: Any) -> int:
        """1 if the same side is to move after the move as before (an extra turn), else -1."""
        if self._alternates:
            return -1
        return 1 if self.game.to_move(before) == self.game.to_move(after) else -1

    def count_moves(self, state: Any) -> int:
        """How many moves there are: for machine code that need not list them."""
        return sum(1 for _ in self.moves(state))

    def nth_move(self, state: Any, number: int) -> int:
        """The move with this number in the list of all, from 0."""
        return next(move for at, move in enumerate(self.moves(state)) if at == number)

    def reward(self, state: Any, move: int) -> int:
        """The reward of a move for the player who makes it."""
        return int(self.game.reward(state, move)) if self.has_reward else 0

    @cached_property
    def _reader(self) -> Callable[[Any, int], Any]:
        return state_reader(self.game.start())

    def mover(self, before: int, after: Any) -> int:
        """The player to move in the state after a move of `before`, or CHANCE."""
        return (before + 1) % self.players if self._alternates else int(self.game.to_move(after))

    def is_chance(self, state: Any) -> bool:
        """Whether dice or cards decide in a state that is not over."""
        return self.has_chances and self.game.to_move(state) == CHANCE

    def chances(self, state: Any) -> Iterable[tuple[int, float]]:
        """The outcomes of dice or cards, each with its weight."""
        return self.game.chances(state) if self.has_chances else ()

    def pay(self, state: Any, mover: int, words: Any, at: int) -> int:
        """Write the payoffs of a state that is over into the words from `at` on; return the next index."""
        if self.has_payoffs:
            return store_payoffs(words, at, at + self.players, self.game.payoffs(state))
        return store_zero_sum(words, at, float(self.game.result(state)), mover)

    def guess(self, state: Any, mover: int, words: Any, at: int) -> int:
        """Write the knowledge's estimate of each player's payoff, 0 without one; return the next index."""
        if self.has_estimates:
            return store_payoffs(words, at, at + self.players, self.knowledge.estimates(state))
        if self.has_evaluate and self.players == 2:
            return store_zero_sum(words, at, float(self.knowledge.evaluate(state)), max(mover, 0))
        return store_payoffs(words, at, at + self.players, (0.0,) * self.players)

    def find_written(self, state: Any, written: int) -> int:
        """The legal move that a text means, in a game that reads more in it than a name; below 0 for none, or several."""
        return int(self.game.find_written(state, written)) if self.has_find_written else -1  # type: ignore[attr-defined]

    def name_facts(self, state: Any, move: int) -> int:
        """The facts that the name of a legal move needs beyond the move itself, in such a game."""
        return int(self.game.name_facts(state, move)) if self.has_find_written else 0  # type: ignore[attr-defined]

    def stands(self, state: Any, place: int) -> int:
        """The number of the kind of piece on a square of the game's `grid`, from 1; 0 where it is empty, or does not say so."""
        found: Any = self.game.stands(state, place) if says(self.game, "stands") else 0
        return int(found)

    def counts(self, state: Any, place: int) -> int:
        """The number in the text of what stands there."""
        return int(self.game.counts(state, place))

    def noted(self, state: Any) -> int:
        """The number of the note for the player to move, from 1, or 0."""
        return int(self.game.noted(state))

    def marked(self, state: Any) -> Iterable[int]:
        """The squares to stress."""
        return self.game.marked(state)

    def write_hands(self, state: Any, words: Any, at: int) -> int:
        """Write how many pieces each player has still to place into the words from `at` on; return the next index."""
        return store_payoffs(words, at, at + self.players, self.game.in_hand(state))

    def spells(self, state: Any, move: int) -> Iterable[int]:
        """The parts of a move's name; none where the game does not say so."""
        return self.game.spells(state, move)

    def from_to(self, state: Any, move: int) -> tuple[int, int]:
        """The squares where a move begins and ends; -1 and -1 for a move that is made on none."""
        if says(self.game, "from_to"):
            return self.game.from_to(state, move) or (-1, -1)
        grid = self.game.grid
        return (move, move) if grid is not None and 0 <= move < len(grid.sized(self.game).places) else (-1, -1)

    def recurrence_key(self, state: Any) -> Any:
        """The state without what does not matter to whether it is the same position."""
        return self.game.recurrence_key(state) if self._has_recurrence_key else state

    def recurrence_mark(self, state: Any) -> int:
        """A number that is the same for the same positions, as `recurrence` sees them."""
        return self._absorbed(self.recurrence_key(state))

    def load(self, words: Any, at: int) -> Any:
        """The state that `store_fields` has written into the words from `at` on."""
        return self._reader(words, at)

    def recurrence_worth(self, state: Any, sign: int) -> int:
        """The result of a game that is over by a recurrence, for the side to move; `sign` as for the move that led here."""
        if self._judges:
            return int(self.game.recurrence_result(state))
        return 0 if self.game.recurrence == DRAW else -sign

    def irreversible(self, state: Any, move: int) -> bool:
        """Whether no position from before this move can come back after it."""
        return bool(self.game.irreversible(state, move)) if self._has_irreversible else False

    def estimate(self, state: Any) -> float:
        """The knowledge's estimate of a state at the horizon, for the side to move; 0 without one."""
        return float(self.knowledge.evaluate(state)) if self.has_evaluate else 0.0

    def priority(self, state: Any, move: int) -> int:
        """How early to try a move, the highest first."""
        return int(self.knowledge.priority(state, move)) if self.has_priority else 0

    def weight(self, state: Any, move: int) -> float:
        """How likely a good player makes this move, beside the others; 1 for each where nobody says."""
        return float(self.knowledge.weight(state, move)) if self.has_weight else 1.0

    def noisy(self, state: Any, move: int) -> bool:
        """Whether no estimate holds before this move is played out."""
        return bool(self.knowledge.noisy(state, move)) if self.has_noisy else False

    def passes(self, state: Any) -> Iterable[Any]:
        """The state after a pass, where having to move hurts nobody."""
        return self.knowledge.passes(state) if self.has_passes else ()

    def deviation(self, state: Any, deep: int, shallow: int) -> float:
        """How far a deep value lies from a shallow one, as a standard deviation; 0 where that is not known."""
        return float(self.knowledge.deviation(state, deep, shallow)) if self.has_deviation else 0.0

    def bounds(self, state: Any) -> tuple[int, int]:
        """Proved limits of the result for the side to move."""
        if not self.has_bounds:
            return -FAR, FAR
        low, high = self.knowledge.bounds(state)
        return int(low), int(high)

    def plies(self, state: Any) -> tuple[int, int]:
        """Proved limits of how many plies the game still lasts."""
        if not self.has_plies:
            return 1, FAR
        fewest, most = self.knowledge.plies(state)
        return int(fewest), int(most)

    def finish(self, state: Any, low: int, high: int) -> tuple[int, int]:
        """How many positions it took to find the result, as far as the window asks, and the result; no positions: not found."""
        if not self.has_finish:
            return 0, 0
        nodes, result = self.knowledge.finish(state, low, high)
        return int(nodes), int(result)

    def reading(self, state: Any) -> Any:
        """A state as an estimate by patterns reads it."""
        return self.knowledge.reading(state)  # type: ignore[attr-defined]  # asked by the learner of such knowledge only

    def side_to_move(self, state: Any) -> int:
        """The point of view of such an estimate: 0 the first player's, 1 the second's; 0 where the state does not say."""
        return self.knowledge.side_to_move(state)  # type: ignore[attr-defined, no-any-return]  # likewise

    def differing(self, reading: Any, other: Any, place: int) -> int:
        """The squares, as bits of one word of the board, on which a learned estimate reads something else in another state."""
        return self.knowledge.differing(reading, other, place)  # type: ignore[attr-defined, no-any-return]  # likewise

    def weight_at(self, reading: Any, number: int) -> int:
        """Where the weight lies of what stands on one of the patterns."""
        return self.knowledge.weight_at(reading, number)  # type: ignore[attr-defined, no-any-return]  # likewise

    def weigh_moves(
        self,
        last: Any,
        before: int,
        state: Any,
        mover: int,
        room: int,
        count: int,
        space: int,
        memory: Any,
        target: Any,
        first: int,
    ) -> None:
        """Write how likely each of the moves listed from `room` on is into the words of `target` from `first` on.

        `last`: the state before, where `before` moved. `space`: where a learned policy has its work space in `memory`.
        """
        if self.has_policy:
            policy: Any = self.knowledge
            policy.weigh_moves(self, last, before, state, mover, room, count, space, memory, target, first)
            return
        for number in range(count):
            write_number(target, first + number, self.weight(state, read(memory, room + number)))

    def read_position(self, last: Any, state: Any, same: bool, at: int, memory: Any) -> None:
        """Write the symbols of a state, as a learned policy sees them, and what is new since `last`, into its work space."""
        self.knowledge.read_position(last, state, same, at, memory)  # type: ignore[attr-defined]  # asked where there is one

    def list_keys(self, after: Any, mover: int, same: bool, at: int, memory: Any) -> int:
        """Write the keys of a move of the position that was read; how many there are."""
        return self.knowledge.list_keys(after, mover, same, at, memory)  # type: ignore[attr-defined, no-any-return]  # likewise

    def begin_drops(self, state: Any, mover: int, at: int, memory: Any) -> None:
        """Begin a playout by a learned policy: write what stands around each place into its work space."""
        self.knowledge.begin_drops(state, mover, at, memory)  # type: ignore[attr-defined]  # likewise

    def follow_drop(self, state: Any, mover: int, ply: int, at: int, memory: Any) -> None:
        """Go on to the state after a move of such a playout, where `mover` is to move at `ply`."""
        self.knowledge.follow_drop(state, mover, ply, at, memory)  # type: ignore[attr-defined]  # likewise

    def drop_key(self, move: int, mover: int, ply: int, at: int, memory: Any) -> int:
        """The key by which a learned policy knows a move of such a playout."""
        return self.knowledge.drop_key(move, mover, ply, at, memory)  # type: ignore[attr-defined, no-any-return]  # likewise

    def weigh_drops(self, mover: int, many: int, room: int, ply: int, at: int, memory: Any) -> float:
        """Write the weight of each move listed from `room` on into the work space; their sum."""
        return self.knowledge.weigh_drops(mover, many, room, ply, at, memory)  # type: ignore[attr-defined, no-any-return]  # likewise

    def policy_plan(self, number: int) -> int:
        """One of the numbers that say how a learned policy looks at states."""
        return self.knowledge.policy_plan[number]  # type: ignore[attr-defined, no-any-return]  # likewise

    def mark(self, state: Any) -> int:
        """A hash of 64 bits whose highest bits depend on all of the state; an exact table tells keys apart by them."""
        return spread(int(self.knowledge.key(state))) if self._keyed else self._absorbed(state)

    def merged_mark(self, state: Any) -> int:
        """The least mark of the states that are symmetric to this one, itself among them."""
        found = self.mark(state)
        if self.has_symmetries:
            for other in self.knowledge.symmetries(state):
                found = min(found, self.mark(other))
        return found

    def hash(self, state: Any) -> int:
        """64 bits that stand for the state; exact when the knowledge's `key` identifies it in 64."""
        return mixed(0, int(self.knowledge.key(state))) if self._keyed else self._absorbed(state)

    def canonical(self, state: Any) -> int:
        """The least hash of the states that are symmetric to this one, itself among them."""
        found = self.hash(state)
        if self.has_symmetries:
            for other in self.knowledge.symmetries(state):
                found = min(found, self.hash(other))
        return found

    def _absorbed(self, state: Any) -> int:
        if not self.game.compiles:
            return hash_fields(0, hash(state))
        try:
            return hash_fields(0, tuple(state))
        except TypeError:  # it holds what machine words cannot: these rules run plain
            return hash_fields(0, hash(state))
