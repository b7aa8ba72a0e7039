"""One fixture, played between players, with time limits and losses by a fault."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.arena.adjudication import Adjudication, EarlyEnd, Verdict
from kibitz.arena.clocks import Clocks, MoveClocks
from kibitz.arena.fixture import FaultKind, Fixture, Played, ThinkingTime
from kibitz.arena.play import check_count, choose_thought, play_to_end
from kibitz.core.rules import Game
from kibitz.core.thought import AGREED, RESIGNED, Thought
from kibitz.errors import EngineResigned, PlayerError, PlayerFailed, RulesError
from kibitz.players import Player, admit, prepare
from kibitz.players.answers import is_of_rules
from kibitz.position import Position
from kibitz.runtime.deadlines import Overdue, run_within
from kibitz.runtime.orders import Listening
from kibitz.runtime.user_code import describe_error

Announce = Callable[[int | None, float | None], None]
MAX_PLIES = 10_000  # many times what any game of the house lasts, and an end for rules that know none


class Fault(Exception):
    """A player has lost in this position by a `kind` of fault; `str` is the sentence that says by what."""

    def __init__(self, seat: int, position: Position, sentence: str, kind: FaultKind) -> None:
        super().__init__(sentence)
        self.seat, self.position, self.kind = seat, position, kind


class Decided(Exception):
    """The players end the game in this position: one resigns, or they agree on a draw."""

    def __init__(self, verdict: Verdict, position: Position) -> None:
        super().__init__(verdict)
        self.verdict, self.position = verdict, position


def referee(
    game: Game,
    fixture: Fixture,
    players: Sequence[Player],
    clock: Clocks | float | None = None,
    seed: int | None = None,
    announce: Announce | None = None,
    early: Adjudication | None = None,
) -> Played:
    """Play a game between `players`, first player first, and return its record as `play_out` does; `game` has its start.

    A player that raises an exception, returns an illegal move, changes the position it gets, or exceeds its time loses the
    game, and the record gives the reason; so does a user's own player (`PlayerFailed`) that fails while getting ready. Players
    think about copies.

    `clock`: seconds for each move, or the clocks of the game. It forgives 0.05 seconds or 5 % of a move, whichever is more, and
    0.1 seconds of a game; `prepare` does not count. A player with a method `hear_clock` gets the clocks before each move
    (`kibitz.players.game_clock.ClockReading`). A player that thinks on past its time is stopped, or abandoned where Python
    cannot stop it (see `deadlines.left_behind`); make a new one for the next game. With a clock players think in a helper
    thread. A game is stopped and drawn after `MAX_PLIES` plies.

    `seed`: for dice and cards. `announce`: called with the seat and its seconds before a player thinks and with None
    afterwards, so that a process can note which player was thinking when it died. `early`: when players resign, or agree on a
    draw; the reason is then RESIGNED or AGREED. Raises errors that are not a player's fault:
    SearchError for players that cannot play such a game (see `admit`), illegal openings, and errors of the rules (see
    `is_of_rules`). Ctrl-C passes as KeyboardInterrupt; one that a player raises does not.
    """
    check_count(game, players)
    for seat, player in enumerate(players):
        try:
            admit([player], game)
            prepare([player], game)
        except PlayerFailed as problem:
            return Played(fixture.pair, fixture.side, fixture.moves, None, seat, str(problem), fault="error")
    began = time.perf_counter()
    start = Position.after(game, fixture.moves)
    early_end = None if early is None else EarlyEnd(early)
    table = _Table(players, MoveClocks(clock) if isinstance(clock, int | float) else clock, announce, early_end)
    try:
        end = table.play(start, seed)
    except Fault as fault:
        moves, seconds = fault.position.names(), time.perf_counter() - began
        return Played(fixture.pair, fixture.side, moves, None, fault.seat, str(fault), seconds, fault.kind, table.times())
    except Decided as decided:
        moves, seconds = decided.position.names(), time.perf_counter() - began
        loser = {"first": 1, "second": 0}.get(decided.verdict)
        reason = AGREED if loser is None else RESIGNED
        return Played(fixture.pair, fixture.side, moves, None, loser, reason, seconds, times=table.times())
    reason = "" if end.is_over else f"stopped after {MAX_PLIES:,} plies, and counted as a draw"
    seconds = time.perf_counter() - began
    return Played(fixture.pair, fixture.side, end.names(), end.payoffs, None, reason, seconds, times=table.times())


@dataclass(frozen=True)
class _Turn:
    seat: int
    position: Position
    began: float


class _Table:
    """The players of one game, and whose turn it is."""

    def __init__(
        self, players: Sequence[Player], clocks: Clocks | None, announce: Announce | None, early_end: EarlyEnd | None
    ) -> None:
        self._players, self._clocks, self._announce, self._early_end = players, clocks, announce, early_end
        self._names = [_safe_name(player, seat) for seat, player in enumerate(players)]
        self._turn: _Turn | None = None
        self._missed: _Turn | None = None
        self._moves, self._seconds, self._longest = ([0] * len(players), [0.0] * len(players), [0.0] * len(players))

    def times(self) -> tuple[ThinkingTime, ...]:
        """How long each seat has thought about the moves that it has made."""
        return tuple(map(ThinkingTime, self._moves, self._seconds, self._longest))

    def play(self, start: Position, seed: int | None) -> Position:
        """The end of the game. Raises Fault, and Decided."""
        clocks = self._clocks
        if clocks is None:
            return play_to_end(start, seed, self._choose, MAX_PLIES)
        try:
            return run_within(lambda: play_to_end(start, seed, self._choose, MAX_PLIES), lambda: self._seconds_left(clocks))
        except Overdue:
            assert self._missed is not None
            raise self._late(self._missed) from None
        finally:
            announce, self._announce = self._announce, None  # an abandoned player has no say any more
            if announce is not None and self._missed is not None:
                announce(None, None)

    def _choose(self, position: Position) -> int:
        position.legal()  # before it is noted who thinks: should the rules end this process, that was nobody else
        seat, clocks = position.to_move, self._clocks
        if clocks is not None:
            clocks.show(seat, self._players[seat])
        if self._announce is not None:
            self._announce(seat, None if clocks is None else clocks.allowed(seat))
        turn = self._turn = _Turn(seat, position, time.monotonic())
        try:
            move, thought = self._ask_player(seat, position)
        finally:
            self._turn, announce = None, self._announce
            if announce is not None:
                announce(None, None)
        took = time.monotonic() - turn.began
        self._moves[seat] += 1
        self._seconds[seat] += took
        self._longest[seat] = max(self._longest[seat], took)
        if clocks is not None:
            if took > clocks.allowed(seat):
                raise self._late(turn)
            clocks.press(seat, took)
        if self._early_end is not None:
            after = position.play(move)
            verdict = self._early_end.hear(seat, thought, len(after.moves))
            if verdict is not None and not after.is_over:
                raise Decided(verdict, after)
        return move

    def _ask_player(self, seat: int, position: Position) -> tuple[int, Thought]:
        """The move that a player plays, and what it thought.

        Raises Decided where it resigns, Fault for any other error of the player; errors of the machine pass through.
        """
        with Listening() as listening:
            try:
                return choose_thought(self._players[seat], position)
            except BaseException as problem:
                listening.obey()
                if isinstance(problem, RulesError) and is_of_rules(problem, position):
                    raise
                if isinstance(problem, EngineResigned):
                    raise Decided("first" if seat else "second", position) from problem
                reason = (
                    str(problem)
                    if isinstance(problem, PlayerError)
                    else f"{self._names[seat]} failed: {describe_error(problem)}"
                )
                kind: FaultKind = "illegal move" if isinstance(problem, PlayerError) and problem.is_illegal_move else "error"
                raise Fault(seat, position, reason, kind) from problem

    def _seconds_left(self, clocks: Clocks) -> float:
        """Seconds until the thinking player is overdue; if nobody is thinking, until a player could be at the earliest."""
        turn = self._turn
        if turn is None:
            return clocks.soonest
        left = turn.began + clocks.allowed(turn.seat) - time.monotonic()
        if left <= 0:
            self._missed = turn
        return left

    def _late(self, turn: _Turn) -> Fault:
        assert self._clocks is not None
        return Fault(turn.seat, turn.position, self._clocks.late(turn.seat, self._names[turn.seat]), "time")


def _safe_name(player: Player, seat: int) -> str:
    try:
        return str.__str__(str(player.name))
    except Exception:
        return f"player {seat + 1}"
