"""A game that is played: who sits where, what has happened, what may happen next. It knows no server."""

import functools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kibitz.arena.play import draw_outcome
from kibitz.arena.store.records import Ended
from kibitz.core.outcome import GameOutcome
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import IllegalMove, KibitzError, RulesError
from kibitz.players.game_clock import ClockReading, GameClock
from kibitz.position import Position
from kibitz.present.marks import ExamVerdict, signed
from kibitz.present.sentences import GameSentences, automatic_moves, describe_scores, forced_pass
from kibitz.present.values import ValueWords
from kibitz.runtime.user_code import blame_rules
from kibitz.table.clocks import TableClock, now
from kibitz.table.legal_moves import name_legal
from kibitz.table.limits import Limits
from kibitz.table.remote_seats import RemoteSeats
from kibitz.table.score import ExamTally, RunningScore
from kibitz.table.served_games import name_player
from kibitz.table.table_seat import TableSeat, people

AGREED_DRAW = "The game is drawn by agreement."

ValueDisplay = Literal["off", "on", "exam"]
PLIES = Limits().plies
VALUE_DISPLAYS: tuple[ValueDisplay, ...] = ("off", "on", "exam")


class Stale(KibitzError):
    """The request belongs to a position that is gone."""


@dataclass(frozen=True)
class Settings:
    """The settings of a table.

    `seed`: for dice. `seconds`: the time a move of players who think by the clock. `values`: whether moves show their values;
    in an exam only after a move has been made. `ponders`: the computer thinks while a person does. `follows`: its level goes up
    after a game that a person has won, and down after a loss. `apart`: the seats of people at devices of their own; None if
    anybody with the address may play. `clock`: the time that each of them has, as `GameClock.read` takes it; "" without limit.
    `exam`: people's results there. `score`: the results of the games before this one.
    """

    seed: int
    seconds: float = 1.0
    values: ValueDisplay = "off"
    ponders: bool = False
    follows: bool = False
    apart: RemoteSeats | None = None
    clock: str = ""
    exam: ExamTally = field(default_factory=ExamTally)
    score: RunningScore = field(default_factory=RunningScore)


@dataclass(frozen=True)
class GameTable:
    """A game from its start to now. It never changes: each method returns the next one, or raises and all is as before.

    `positions`: all since the start, the newest last. `version` counts the changes, from 1; `moved` is the version of the last
    change other than a setting. `resigned`: the side that gave up; `late`: the one whose clock ran out. `agreed`: drawn by
    agreement. `sentences`: about the last change. `verdict`: the grade of a person's last move, in an exam. `worths`: known
    values of positions, by ply, for the side to move there (the first, where chance decides).
    """

    key: str
    owner: str
    positions: tuple[Position, ...]
    seats: tuple[TableSeat, ...]
    settings: Settings
    version: int = 1
    moved: int = 1
    resigned: int | None = None
    late: int | None = None
    agreed: bool = False
    clock: TableClock | None = None
    sentences: tuple[str, ...] = ()
    verdict: str = ""
    worths: Mapping[int, Value] = field(default_factory=dict)
    created: float = 0.0
    changed: float = 0.0

    @classmethod
    def begin(
        cls,
        key: str,
        owner: str,
        game: Game,
        seats: Sequence[TableSeat],
        settings: Settings,
        positions: tuple[Position, ...] = (),
    ) -> "GameTable":
        """A new game; dice that fall first are thrown. RulesError where the rules do not work.

        `positions`: all since the start, where the game begins with moves that have been made before.
        """
        created = time.time()
        with blame_rules(game):
            history = positions or (Position.after(game),)
            table = cls(key, owner, history, tuple(seats), settings, created=created, changed=created)._settled([])
        if not settings.clock:
            return table
        return replace(table, clock=TableClock(ClockReading.full(GameClock.read(settings.clock), len(seats)), table.ply))

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.positions[0].game

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """How many moves were made, throws of dice among them."""
        return len(self.positions) - 1

    @property
    def words(self) -> ValueWords:
        """The words for values of this game."""
        return ValueWords(self.game)

    @property
    def ended(self) -> Ended:
        """ "" while the game is in progress, "over" by its rules, "resigned", lost by a "timeout", or "agreed" to be drawn."""
        if self.loser is not None:
            return "timeout" if self.resigned is None else "resigned"
        return "agreed" if self.agreed else "over" if self.position.is_over else ""

    @property
    def loser(self) -> int | None:
        """The side that gave up, or whose clock ran out."""
        return self.late if self.resigned is None else self.resigned

    @property
    def mover(self) -> TableSeat | None:
        """The player to move; None when the game has ended."""
        return None if self.ended else self.seats[self.position.to_move]

    @property
    def waits(self) -> bool:
        """Whether a person has the move."""
        return self.mover is not None and self.mover.is_person

    @property
    def thinks(self) -> bool:
        """Whether a player of the program has the move."""
        return self.mover is not None and not self.mover.is_person

    def names(self) -> list[str]:
        """The moves made so far, as people call them."""
        return [before.name(after.moves[-1]) for before, after in zip(self.positions, self.positions[1:], strict=False)]

    def legal(self) -> dict[str, int]:
        """The legal moves by name; none when the game has ended."""
        return {} if self.ended else {name: move for move, name in name_legal(self.position, []).items()}

    def move(self, text: str, version: int) -> "GameTable":
        """A person's move, by its exact name, made where `version` was shown. Stale, IllegalMove or RulesError otherwise."""
        self._check(version)
        if not self.waits:
            raise IllegalMove("the game is over" if self.ended else f"it is not your move: {self.who()} thinks")
        return self._play_named(text)

    def answer(self, text: str) -> "GameTable":
        """Play a computer player's move. IllegalMove if it is not legal."""
        if not self.thinks:
            raise IllegalMove("no player of the program has the move here")
        return self._play_named(text)

    def undo(self, version: int, side: int | None = None) -> "GameTable":
        """Back to the last position where a person, or that side, had the choice, or to the one that was given up.

        Stale, IllegalMove.
        """
        self._check(version)
        if self.resigned is not None:
            return self._changed(resigned=None, sentences=("The game goes on.",))
        ply = self.last_choice(side)
        if ply is None:
            raise IllegalMove("there is nothing to take back: nobody has chosen a move yet")
        kept = {at: worth for at, worth in self.worths.items() if at <= ply}
        return self._changed(positions=self.positions[: ply + 1], sentences=("Taken back.",), verdict="", worths=kept)

    def exchange(self, spec: str, version: int, side: int | None = None) -> "GameTable":
        """Put another player in that seat of a program, or in the seat of the program to move. Stale, IllegalMove."""
        self._check(version)
        if self.ended or not (self.thinks if side is None else not self.seats[side].is_person):
            raise IllegalMove("no player of the program has the move here")
        side = self.position.to_move if side is None else side
        seats = (*self.seats[:side], TableSeat(spec), *self.seats[side + 1 :])
        changed = self._changed(seats=seats, verdict="")
        return replace(changed, sentences=(f"{self.words.names[side]} is now played by {name_player(spec)}.",))

    @property
    def is_helped(self) -> bool:
        """Whether the computer may say what moves are worth: not while two people play who are apart."""
        return self.settings.apart is None or bool(self.ended)

    @property
    def score(self) -> RunningScore:
        """How the games went that were played here one after the other, with this one if it has ended."""
        seats, score = len(self.seats), self.settings.score
        if not self.ended or seats == 1:
            return score
        return score.after(seats, self.winners)

    def last_choice(self, side: int | None = None) -> int | None:
        """The ply to which `undo` goes back: the last choice of a person, or of that side; None without one."""
        plies = range(self.ply - 1, -1, -1)
        chosen = (ply for ply in plies if self._chose(self.positions[ply]) and side in (None, self.positions[ply].to_move))
        return next(chosen, None)

    def resign(self, version: int, side: int | None = None) -> "GameTable":
        """Resign for that side, for the person to move, or for the only person at the table."""
        self._check(version)
        side = self.resigner() if side is None or self.ended else side
        if side is None:
            raise IllegalMove("the game is over" if self.ended else "nobody can give this game up now")
        return self._changed(resigned=side, sentences=(self.narrator.describe_resignation(side),), verdict="")

    def agree(self, version: int) -> "GameTable":
        """The game is drawn by agreement. Stale, IllegalMove."""
        self._check(version)
        if self.ended:
            raise IllegalMove("the game is over")
        return self._changed(agreed=True, sentences=(AGREED_DRAW,), verdict="")

    def kept_in_time(self, moment: float, step: Callable[["GameTable"], "GameTable"]) -> "GameTable":
        """The table that a step leads to which was asked for at that moment, and its clocks; a loss where that is too late."""
        if self.clock is None:
            return step(self)
        late = None if self.ended else self.clock.late(moment)
        if late is None:
            after = step(self)
        else:
            after = self._changed(late=late, sentences=(self.narrator.describe_timeout(late),), verdict="")
        if after.version == self.version:
            return after
        clock, has_moved = replace(self.clock, reading=self.clock.at(moment)), after.ply > self.ply
        if has_moved and self.waits:
            clock = clock.after_move(self.position.to_move, after.ply)
        mover = after.mover
        seat = after.position.to_move if mover is not None and mover.is_person else None
        return replace(after, clock=clock.run(seat, now() if has_moved else moment))  # what the rules take is nobody's time

    def resigner(self) -> int | None:
        """The side that would resign; None if no one can."""
        if self.ended:
            return None
        alone = people(self.seats)
        return self.position.to_move if self.waits else alone[0] if len(alone) == 1 else None

    def show_values(self, choice: str) -> "GameTable":
        """Set whether moves show their values: "off", "on", "exam"."""
        for one in VALUE_DISPLAYS:
            if one == choice:
                return self._changed(settings=replace(self.settings, values=one), sentences=self.sentences)
        raise KibitzError("values are off, on, or hidden until you have moved (exam)")

    def arranged(self, apart: RemoteSeats, version: int, sentence: str) -> "GameTable":
        """The table with other arrangements between its people, and a sentence about them. Stale."""
        self._check(version)
        return self._changed(settings=replace(self.settings, apart=apart), sentences=(sentence,) if sentence else ())

    def seat_person(self, side: int, person: str, apart: RemoteSeats) -> "GameTable":
        """The table with another person in that seat; `person`: their name, or ""."""
        seats = (*self.seats[:side], replace(self.seats[side], person=person), *self.seats[side + 1 :])
        joining = f"{person} has joined, and plays" if person else "Somebody has joined, and plays"
        sentence = f"{joining} {self.words.names[side]}."
        return self._changed(seats=seats, settings=replace(self.settings, apart=apart), sentences=(sentence,))

    def called(self, side: int) -> str:
        """The name of the person on that side, or else of the side."""
        return self.seats[side].person or self.words.names[side]

    def unchanged(self) -> "GameTable":
        """The same table as a new version, to be stored."""
        return self._changed(sentences=self.sentences)

    def judged(self, ply: int, verdict: ExamVerdict) -> "GameTable":
        """The table with a verdict on the move of a person at that ply."""
        tally = self.settings.exam
        tally = tally if verdict.is_good is None else tally.note(ply, verdict.is_good)
        return replace(self, verdict=verdict.words, settings=replace(self.settings, exam=tally))

    def with_worths(self, worths: Mapping[int, Value]) -> "GameTable":
        """The table with the known values of its positions, by ply."""
        return replace(self, worths=dict(worths))

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won a game that is over: all where it is a draw."""
        sides = tuple(range(len(self.seats)))
        if self.agreed:
            return sides
        if self.loser is not None:
            return (1 - self.loser,) if len(sides) == 2 else ()
        return GameOutcome.of(self.position.payoffs, None, len(sides)).winners

    def who(self, side: int | None = None) -> str:
        """A side's label (None: the one to move): "X (you)", "O (computer, level 7)", or "X" among people."""
        return self.narrator.who(self.position.to_move if side is None else side)

    def status(self) -> str:
        """The side to move, or the result; and the points so far, if moves have rewards."""
        scores = describe_scores(self.position, self.words.names)
        return f"{self.course()} {scores}." if scores else self.course()

    def course(self) -> str:
        """The side to move, or the result."""
        if self.resigned is not None:
            return self.narrator.describe_resignation(self.resigned, "resigned")
        if self.late is not None:
            return self.narrator.describe_timeout(self.late)
        if self.agreed:
            return AGREED_DRAW
        if (payoffs := self.position.payoffs) is not None:
            return signed(self.narrator.describe_end(self.position, payoffs))
        if not self.seats[self.position.to_move].is_person:
            return f"{self.who()} thinks ..."
        name = self.words.names[self.position.to_move]
        return f"Your move, {name}." if len(people(self.seats)) == 1 else f"{name} to move."

    def question(self) -> dict[str, Any]:
        """The game and its moves, as workers take them."""
        return {"game": spec_of(self.game), "moves": self.names()}

    @property
    def narrator(self) -> GameSentences:
        """Writes sentences about the game: "you" is the only person; several are called by their sides, and their names."""
        is_one = len(people(self.seats)) == 1
        return GameSentences(self.words, [seat.person if seat.is_person and not is_one else seat.name for seat in self.seats])

    def _check(self, version: int) -> None:
        if not self.moved <= version <= self.version:
            raise Stale("the game has gone on since this page was shown: look at the board, and choose again")

    def _chose(self, position: Position) -> bool:
        if position.is_over or position.is_chance or not self.seats[position.to_move].is_person:
            return False
        return forced_pass(position) is None

    def _play_named(self, text: str) -> "GameTable":
        legal = self.legal()
        if text not in legal:
            raise IllegalMove(f"{text[:64]!r} is not allowed here: choose one of the moves that the board shows")
        return self.play(legal[text])

    def play(self, move: int) -> "GameTable":
        """Play a legal move for the side to move, then dice and forced passes. RulesError if the rules fail."""
        with blame_rules(self.game):
            after = self.position.play(move)
            sentence = self.narrator.describe_move(self.position, after)
            next_one = self._changed(positions=(*self.positions, after), verdict=self.verdict if self.thinks else "")
            return next_one._settled([sentence])

    def _settled(self, sentences: list[str]) -> "GameTable":
        """Throw dice and play forced passes until a player has a choice."""
        positions = list(self.positions)
        _check_length(self.position)
        for before, after in automatic_moves(self.position, functools.partial(_throw, self.settings.seed)):
            sentences.append(self.narrator.describe_move(before, after))
            positions.append(after)
            _check_length(after)
        return replace(self, positions=tuple(positions), sentences=tuple(sentences))

    def _changed(self, **changes: Any) -> "GameTable":
        version = self.version + 1
        moved = version if {"positions", "resigned", "late", "agreed"} & changes.keys() else self.moved
        return replace(self, version=version, moved=moved, changed=time.time(), **changes)


def _throw(seed: int, position: Position) -> int:
    """The outcome of dice or cards: the same `seed` throws the same at the same ply."""
    return draw_outcome(position.chances(), random.Random(f"the dice of the table {seed}, ply {len(position.moves)}"))


def _check_length(position: Position) -> None:
    if len(position.moves) >= PLIES and not position.is_over:
        raise RulesError(f"a game at a table has at most {PLIES} moves, and this one does not end")
