"""The value of every legal move: {game, moves, time}, `time` in seconds (2).

Exact where the game's book or a proof within the time says so, else estimated. A short look at all moves comes first, then
proofs, the most promising move first; the rest of the time improves estimates. For games of chance or of several players,
values come from the search that fits.
"""

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.bounds import Bounds, to_parent
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, can_be_proved
from kibitz.core.thought import Limit, MoveValue, Thought, Value
from kibitz.errors import RulesError
from kibitz.jobs.kinds import answer, compile_ahead, position
from kibitz.jobs.worker import Stop
from kibitz.players.ladder import LOOK_SHARE, PROOF_SHARE, ProofLadder
from kibitz.position import Position
from kibitz.present.answer import final
from kibitz.search.drivers.handle import Thinking
from kibitz.search.entry import begin

TIME = 2.0


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """The answer is the JSON of `kibitz analyze`, with `words`, and with all moves valued."""
    here = position(args)
    if here.is_over:
        return answer(here, final(here))
    ladder = _ladders.get(spec_of(here.game)) or open_ladder(here.game, stop)
    proves, known = ladder.proves, ladder.look_up(here)
    if known is not None:
        return answer(here, known)
    survey = Survey(here, ladder, float(args.get("time", TIME)), stop, lambda thought: tell(answer(here, thought)))
    return answer(here, survey.thought(proves))


def open_ladder(game: Game, stop: Stop) -> ProofLadder:
    """The ladder that proves positions of the game, with the game's book."""
    with stop.preparing("opening the book") if can_be_proved(game) else nullcontext():
        return ProofLadder(game)


def prepare(ladder: ProofLadder, game: Game, stop: Stop) -> None:
    """Has the searches ready that value moves."""
    compile_ahead(game, stop, None, *(["solve"] if ladder.proves else []))


# All moves of a position, looked at within a time: what is proved of each, and estimates of the rest.

LEAST = 0.01  # seconds of a search

_ladders: dict[str, ProofLadder] = {}  # that of the last game of which something was proved: it serves at its other positions


class Survey:
    """Looks at the moves of one position that is not over."""

    def __init__(
        self, position: Position, ladder: ProofLadder, seconds: float, stop: Stop, tell: Callable[[Thought], None]
    ) -> None:
        """`tell` gets the values so far, whenever there are more."""
        self._position, self._ladder, self._stop, self._tell = position, ladder, stop, tell
        self._began, self._seconds = time.monotonic(), seconds
        self._distance = best_result(position.game) == 1  # where results are margins, only the margin counts
        self._exact: dict[int, MoveValue] = {}
        self._limits: dict[int, Bounds] = {}
        self._guess: Thought | None = None
        self._nodes = 0

    def thought(self, proves: bool) -> Thought:
        """The thought when the time is over, or every move is proved; `proves`: whether proofs are tried."""
        self._estimate(LOOK_SHARE if proves else 1.0, proves)
        if proves:
            if self._goes_on:
                self._prove()
            if self._goes_on:
                self._estimate(1.0, proves)
        found = self._so_far(proves)
        return replace(found, stopped="interrupted") if self._stop.is_requested and found.stopped != "solved" else found

    @property
    def _goes_on(self) -> bool:
        return not self._stop.is_requested and self._left > LEAST and self._is_open

    @property
    def _left(self) -> float:
        return self._began + self._seconds - time.monotonic()

    @property
    def _is_open(self) -> bool:
        return any(move not in self._exact for move in self._position.legal())

    def _estimate(self, share: float, proves: bool) -> None:
        """Search all moves, deeper and deeper, until that share of the time is over, or each is decided."""
        thinking = self._start_search(self._position, min(share * self._seconds, self._left), all_moves=True)
        for thought in thinking:
            if self._guess is None or thought.depth >= self._guess.depth:
                self._guess = thought
                self._exact |= {one.move: one for one in thought.moves if one.value.kind == "exact"}
                self._tell(self._so_far(proves, thought.nodes))
            if proves and not self._is_open:
                thinking.stop()
        self._nodes += thinking.result().nodes

    def _prove(self) -> None:
        """Prove what one move after the other is worth, the most promising first, for its share of the time."""
        assert self._guess is not None
        end, self._ladder.failed = time.monotonic() + PROOF_SHARE * self._seconds, 0
        for move in [one.move for one in self._guess.moves if one.move not in self._exact]:
            seconds = (end - time.monotonic()) / 2
            if self._ladder.is_hopeless or seconds < LEAST or self._stop.is_requested:
                return
            try:
                self._ladder.failed += not self._proved(move, seconds)
            except RulesError:  # too long a game, or one that goes in circles; what else is wrong a search with estimates tells
                _ladders.clear()
                return
            self._tell(self._so_far(True))

    def _proved(self, move: int, seconds: float) -> bool:
        after = self._position.play(move)
        same = after.to_move == self._position.to_move
        found = self._start_search(after, seconds, self._ladder.begin_proof).result()
        self._nodes += found.nodes
        _ladders.clear()
        _ladders[spec_of(self._position.game)] = self._ladder
        for bound in filter(None, found.bounds or ()):
            self._limits[move] = self._bounds(move).intersect(Bounds.of(to_parent(bound, same)))
        if found.value.kind != "exact":
            return False
        self._exact[move] = MoveValue(move, to_parent(found.value, same), (move, *found.line))
        return True

    def _start_search(self, position: Position, seconds: float, begin: Callable[..., Thinking] = begin, **how: Any) -> Thinking:
        thinking = begin(position, limit=Limit(time=max(LEAST, seconds)), distance=self._distance, **how)
        self._stop.call(thinking.stop)
        return thinking

    def _so_far(self, proves: bool, nodes: int = 0) -> Thought:
        """The thought so far; `nodes`: the nodes of the search under way."""
        assert self._guess is not None
        seconds = time.monotonic() - self._began
        guess = replace(self._guess, nodes=self._nodes + nodes, seconds=seconds)
        if not proves:
            return guess
        moves = [self._exact.get(one.move) or self._within(one) for one in guess.moves]
        moves.sort(key=lambda one: one.value.order, reverse=True)
        best = moves[0]
        decided = not self._is_open
        return replace(
            guess,
            best=best.move,
            value=self._worth(best, moves),
            line=best.line,
            moves=tuple(moves),
            stopped="solved" if decided else guess.stopped,
        )

    def _bounds(self, move: int) -> Bounds:
        return self._limits.get(move, Bounds())

    def _within(self, guessed: MoveValue) -> MoveValue:
        return replace(guessed, value=self._bounds(guessed.move).clamp(guessed.value))

    def _worth(self, best: MoveValue, moves: list[MoveValue]) -> Value:
        """The position's worth: exact only if no other move can be better, or win more quickly."""
        if best.value.kind != "exact":
            return best.value
        highest = [self._bounds(one.move).high for one in moves if one.move not in self._exact]
        sure = all(high is not None and high.order <= best.value.order for high in highest)
        return best.value if sure else replace(best.value, kind="at_least")
