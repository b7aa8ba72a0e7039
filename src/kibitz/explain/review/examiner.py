"""Evaluates the positions of one game: by book, by proof, or by a search that estimates."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz.core.best_result import best_result
from kibitz.core.bounds import Bounds
from kibitz.core.recurrence import history_of, score_of, with_past
from kibitz.core.rules import Game, says
from kibitz.core.thought import Limit, MoveValue, Thought, Value
from kibitz.errors import PlayerError, RulesError
from kibitz.explain.review.finding import DEPTH, Finding, Threat, no_threat, threat_in
from kibitz.patterns.library import NONE
from kibitz.players import Player, admit, ask, is_external, player
from kibitz.players.ladder import LOOK_SHARE, PROOF_SHARE, ProofLadder
from kibitz.position import Position
from kibitz.search.descriptor import is_anytime, usual_search
from kibitz.search.drivers.handle import Thinking
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.entry import begin

PATIENCE = 1.0  # seconds for a move, when no limit is given
EASY = 20_000  # positions of a proof, if only a depth is given


def _key_of(position: Position) -> Any:
    """The key of a finding: the history before a state is part of its worth."""
    return position.state, history_of(position.state), position.to_move


class Examiner:
    """The findings on one game's positions. Proofs are reused from one to the next, so begin near the end."""

    def __init__(self, game: Game, request: SearchRequest) -> None:
        """`request`: how to search; without a named search, try proofs as well as estimates.

        The search may be an external engine, which is asked about each move within its own limits. Raises PlayerError for an
        engine that does not fit, and for limits beside it.
        """
        self.game, self._limit = game, request.limit
        self._engine: Player | None = None
        is_open = self._limit.depth is self._limit.time is self._limit.nodes is None
        if request.search is not None and is_external(request.search):
            if not is_open:
                raise PlayerError("an engine's limits belong in its settings: leave the review's out")
            self._engine = player(request.search)
            if not getattr(self._engine, "has_values", True):
                raise PlayerError(
                    f"{request.search} does not say what moves are worth, so it cannot review: take another engine"
                )
            admit([self._engine], game)
        if is_open:
            self._limit = replace(self._limit, time=PATIENCE)
        name = request.search or usual_search(game, request.knowledge_for(game), self._limit.depth)
        self.averages = self._engine is None and is_anytime(name)  # estimates are averages of playouts
        self._most = best_result(game)
        self._request = replace(request, distance=request.distance is not False and self._most == 1)
        opens_book = isinstance(request.knowledge, str) and request.knowledge != NONE and self._request.distance is True
        self._ladder = ProofLadder(game, proves=request.search is None, opens_book=opens_book)
        self._findings: dict[Any, Finding] = {}
        self._threats: dict[Any, Threat] = {}
        self._nodes = 0
        self.learned: str | None = None  # where the estimates so far come from

    def booked(self, position: Position) -> Bounds:
        """The bounds the book gives for a position."""
        return Bounds.of(self._ladder.book.value(self.game, position.state) if self._ladder.book else None)

    def of(self, position: Position) -> Finding:
        """The finding on a position where a player is to move. Ctrl-C stops the search and is passed on."""
        key = _key_of(position)
        if key not in self._findings:
            self._nodes = 0
            self._findings[key] = replace(self._found(position), nodes=self._nodes)
        return self._findings[key]

    def threats(self, position: Position) -> Threat:
        """The moves with which the side not to move would win, if it could move now."""
        if not says(self.game, "null") or position.is_over:
            return no_threat(position)
        key = _key_of(position)
        if key not in self._threats:
            limit = replace(self._share(LOOK_SHARE), depth=min(DEPTH, self._limit.depth or DEPTH))
            self._threats[key] = threat_in(position, lambda state: self._think(position, state, limit))
        return self._threats[key]

    def _found(self, position: Position) -> Finding:
        tries = self._ladder.proves and not self._ladder.is_hopeless
        proof = self._ladder.look_up(position) or (self._proof(position) if tries else None)
        if proof is not None and proof.moves:
            return self._finding(proof)
        whole = self._share(1.0 - LOOK_SHARE if proof is None else 1.0 - LOOK_SHARE - PROOF_SHARE)
        if self._engine is not None:
            guess = value_moves(self._engine, position)
            self._nodes += guess.nodes
        else:
            how = {"search": self._request.search, "all_moves": True}
            # A few playouts in plain Python would say nothing: it waits for the machine code.
            guess = self._run(begin, position, whole, compile_first=self.averages, **how)
        if proof is None:
            return self._finding(guess)
        assert proof.best is not None  # a player is to move
        proved = self._finding(proof)
        if proof.value.kind == "exact":
            return replace(proved, moves=guess.moves, searched=guess.value)
        worth = Bounds(proved.bounds.low)  # a solver names a move that keeps its lower limit
        return self._finding(guess).with_move_bounds(proved.bounds, proof.best, worth, proof.line, len(position.legal()))

    def _proof(self, position: Position) -> Thought | None:
        """The proved value with the proved values of moves, if there is time; or the bounds so far. None: not provable."""
        began, limit = time.monotonic(), replace(self._share(PROOF_SHARE), depth=None)
        try:
            first = self._run(self._ladder.begin_proof, position, limit, all_moves=False)
            # In a row: before positions that could not be proved the game is longer still.
            self._ladder.failed = 0 if first.value.kind == "exact" else self._ladder.failed + 1
            if first.value.kind != "exact":
                return first
            seconds = limit.time and max(limit.time / 4, limit.time - (time.monotonic() - began))
            each = self._run(self._ladder.begin_proof, position, replace(limit, time=seconds), all_moves=True)
        except RulesError:  # the game is too long or circular; the next search reports anything else
            self._ladder.proves = False
            return None
        return each if each.stopped == "solved" else first

    def _run(self, begin: Callable[..., Thinking], position: Position, limit: Limit, **how: Any) -> Thought:
        request = self._request
        how |= {"knowledge": request.knowledge, "threads": request.threads, "distance": request.distance, "ties": request.ties}
        return self._heard(begin(position, limit=limit, **how))

    def _think(self, position: Position, state: Any, limit: Limit) -> Thought:
        """A short search of an unreachable state: without knowledge, which may rely on what is reachable."""
        state = with_past(state, (), False, -score_of(position.state)) if says(self.game, "reward") else state
        turned = Position(self.game, state, position.moves, 1 - position.to_move)
        return self._heard(begin(turned, search="alphabeta", limit=limit, knowledge=None, all_moves=True))

    def _heard(self, thinking: Thinking) -> Thought:
        try:
            thought = thinking.result()
        except BaseException:
            thinking.stop()
            raise
        self._nodes += thought.nodes
        if thought.value.kind == "estimate" and thought.learned is not None:
            self.learned = thought.learned
        return thought

    def _share(self, part: float) -> Limit:
        """A part of the limit for one move."""
        seconds, nodes = self._limit.time, self._limit.nodes
        if seconds is None and nodes is None and part < 0.5:
            nodes = EASY
        elif nodes is not None:
            nodes = max(1, round(nodes * part))
        return replace(self._limit, time=seconds and seconds * part, nodes=nodes)

    def _finding(self, thought: Thought) -> Finding:
        assert thought.best is not None  # a player is to move
        bounds = Bounds(*(thought.bounds or ())).intersect(Bounds.of(thought.value))
        return Finding(thought.value, thought.best, thought.line, thought.moves, thought.value, self._telling(bounds))

    def _telling(self, bounds: Bounds) -> Bounds:
        """Bounds that say something: below a win at once, above a loss at once."""
        low, high = bounds.low, bounds.high
        if low == high:
            return bounds
        no_less, no_more = low is not None and self._is_utmost(-low), high is not None and self._is_utmost(high)
        return Bounds(None if no_less else low, None if no_more else high)

    def _is_utmost(self, high: Value) -> bool:
        return high.result == self._most and (high.plies is None or high.plies <= 1)


def value_moves(player: Player, position: Position) -> Thought:
    """A thought that values all moves of a two-player position, best first.

    Moves that end the game are exact. All else is an estimate: another player's claim of a proof proves nothing here. Raises
    what the player raises.
    """
    began, nodes, moves, depth = time.perf_counter(), 0, list[MoveValue](), 0
    counts = says(position.game, "result") and not says(position.game, "reward")  # the plies to an end
    for move in position.legal():
        after = position.play(move)
        if after.payoffs is not None:
            paid = after.payoffs[position.to_move]
            moves.append(MoveValue(move, Value("exact", paid, 1 if paid and counts else None), (move,)))
            continue
        thought = ask(player, after)
        value = thought.value if after.to_move == position.to_move else -thought.value
        moves.append(MoveValue(move, Value("estimate", value.result), (move, *thought.line)))
        nodes, depth = nodes + thought.nodes, thought.depth + 1
    moves.sort(key=lambda one: one.value.order, reverse=True)
    best = moves[0]
    is_sure = best.value.result == best_result(position.game) or all(one.value.kind == "exact" for one in moves)
    value = best.value if is_sure else replace(best.value, kind="estimate", plies=None)
    seconds = time.perf_counter() - began
    return Thought(best.move, value, best.line, tuple(moves), depth, nodes, seconds)
