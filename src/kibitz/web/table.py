"""A game that is played: who sits where, what has happened, what may happen next. It knows no server and no store."""

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kibitz.arena.dice import fallen
from kibitz.arena.store.sitting import Ended
from kibitz.errors import IllegalMove, KibitzError, RulesError
from kibitz.notation import PASS
from kibitz.players import HUMAN
from kibitz.position import Position
from kibitz.registry import spec_of
from kibitz.rules import Game
from kibitz.runtime.user_code import blame_rules
from kibitz.thought import Value
from kibitz.web.limits import Limits
from kibitz.web.naming import name_player
from kibitz.web.sight import named
from kibitz.web.thoughts import signed
from kibitz.wording.values import ValueWords

# Who sits at a table: people, and players of the program, each by its spec and by the name that people read.


@dataclass(frozen=True)
class TableSeat:
    """One side of a table, `spec` as the command line has it: "human", "computer:level=7"."""

    spec: str

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here who has to be waited for."""
        return self.spec == HUMAN

    @property
    def name(self) -> str:
        """What people read: "you", "computer, level 7", "alphabeta"."""
        return "you" if self.is_person else name_player(self.spec)


def people(seats: Sequence[TableSeat]) -> list[int]:
    """The sides on which people play."""
    return [side for side, one in enumerate(seats) if one.is_person]


# Those who sit at a table as sentences call them: whose move it is, who has won, who gives up.


@dataclass(frozen=True)
class Sides:
    """The sides of a game and who plays them."""

    words: ValueWords
    seats: tuple[TableSeat, ...]

    def called(self, side: int) -> str:
        """Who plays a side: "X (you)", "O (computer, level 7)", or "X" among people."""
        name, seat = self.words.names[side], self.seats[side]
        if all(one.is_person for one in self.seats) and len(self.seats) > 1:
            return name
        return name if seat.is_person and not self.has_one_person else f"{name} ({seat.name})"

    @property
    def has_one_person(self) -> bool:
        """Whether just one side is a person's: then that is "you"."""
        return len(people(self.seats)) == 1

    def turn(self, side: int) -> str:
        """Whose move it is."""
        name = self.words.names[side]
        if not self.seats[side].is_person:
            return f"{self.called(side)} thinks ..."
        return f"Your move, {name}." if self.has_one_person else f"{name} to move."

    def over(self, payoffs: Sequence[float]) -> str:
        """How a game has ended by its rules."""
        return signed(f"The game is over: {self.words.ending(payoffs, [self.called(side) for side in range(len(payoffs))])}.")

    def resigns(self, side: int) -> str:
        """A side gives the game up."""
        return f"{self.called(side)} resigns: {self._without(side)}."

    def resigned(self, side: int) -> str:
        """A side has given the game up."""
        return f"{self.called(side)} resigned: {self._without(side)}."

    def _without(self, side: int) -> str:
        """The consequence of giving up: who wins, or that the game ends."""
        return f"{self.called(1 - side)} wins" if self.words.duel else "the game ends here"


ValueDisplay = Literal["off", "on", "exam"]
VALUE_DISPLAYS: tuple[ValueDisplay, ...] = ("off", "on", "exam")


class Stale(KibitzError):
    """What was asked for belongs to a position that is gone."""


@dataclass(frozen=True)
class Settings:
    """What was chosen for a table.

    `seed`: how the dice fall. `seconds`: the time a move of those who play by the clock. `values`: whether moves show what they
    are worth; in an exam they do so only after one has been made.
    """

    seed: int
    seconds: float = 1.0
    values: ValueDisplay = "off"


@dataclass(frozen=True)
class GameTable:
    """A game from its start to now. It never changes: each method gives the next one, or raises and all is as before.

    `positions`: all since the start, the newest last. `version` counts the changes, from 1; `moved` is that of the last one
    that was no mere setting. `resigned`: the side that gave up. `sentences`: what the last change was. `verdict`: how
    good a person's last move was, in an exam. `worths`: what is known of the value of a position, by its ply, for the side to
    move there (the first, where chance decides).
    """

    key: str
    owner: str
    positions: tuple[Position, ...]
    seats: tuple[TableSeat, ...]
    settings: Settings
    version: int = 1
    moved: int = 1
    resigned: int | None = None
    sentences: tuple[str, ...] = ()
    verdict: str = ""
    worths: Mapping[int, Value] = field(default_factory=dict)
    created: float = 0.0
    changed: float = 0.0

    @classmethod
    def begin(cls, key: str, owner: str, game: Game, seats: Sequence[TableSeat], settings: Settings) -> "GameTable":
        """A new game; dice that fall first are thrown. RulesError where the rules do not work."""
        now = time.time()
        with blame_rules(game):
            table = cls(key, owner, (Position.after(game),), tuple(seats), settings, created=now, changed=now)
            return table._settled([])

    @property
    def game(self) -> Game:
        """What is played."""
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
        """How values are said in this game."""
        return ValueWords(self.game)

    @property
    def ended(self) -> Ended:
        """ "" while the game goes on, "over" by its rules, or "resigned"."""
        return "resigned" if self.resigned is not None else "over" if self.position.is_over else ""

    @property
    def mover(self) -> TableSeat | None:
        """Who has the move; None where the game has ended."""
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
        """What may be played now, by its name, as far as it has one; nothing when the game has ended."""
        return {} if self.ended else {name: move for move, name in named(self.position, []).items()}

    def move(self, text: str, version: int) -> "GameTable":
        """A person's move, by its exact name, made where `version` was shown. Stale, IllegalMove or RulesError otherwise."""
        self._check(version)
        if not self.waits:
            raise IllegalMove("the game is over" if self.ended else f"it is not your move: {self.who()} thinks")
        return self._play_named(text)

    def answer(self, text: str) -> "GameTable":
        """The move of a player of the program. IllegalMove where it plays what it may not."""
        if not self.thinks:
            raise IllegalMove("no player of the program has the move here")
        return self._play_named(text)

    def undo(self, version: int) -> "GameTable":
        """Back to the last position where a person had the choice, or to the one that was given up. Stale, IllegalMove."""
        self._check(version)
        if self.resigned is not None:
            return self._changed(resigned=None, sentences=("The game goes on.",))
        ply = self.last_choice()
        if ply is None:
            raise IllegalMove("there is nothing to take back: nobody has chosen a move yet")
        kept = {at: worth for at, worth in self.worths.items() if at <= ply}
        return self._changed(positions=self.positions[: ply + 1], sentences=("Taken back.",), verdict="", worths=kept)

    def exchange(self, spec: str, version: int) -> "GameTable":
        """Another player in the seat of the program that has the move, which may not be able to. Stale, IllegalMove."""
        self._check(version)
        if not self.thinks:
            raise IllegalMove("no player of the program has the move here")
        side = self.position.to_move
        seats = (*self.seats[:side], TableSeat(spec), *self.seats[side + 1 :])
        changed = self._changed(seats=seats, verdict="")
        return replace(changed, sentences=(f"{self.words.names[side]} is now played by {name_player(spec)}.",))

    def last_choice(self) -> int | None:
        """The ply to which `undo` goes back; None where there is none."""
        chosen = (ply for ply in range(self.ply - 1, -1, -1) if self._chose(self.positions[ply]))
        return next(chosen, None)

    def resign(self, version: int) -> "GameTable":
        """The person who has the move gives the game up, or the only person at the table."""
        self._check(version)
        side = self.resigner()
        if side is None:
            raise IllegalMove("the game is over" if self.ended else "nobody can give this game up now")
        return self._changed(resigned=side, sentences=(self._sides.resigns(side),), verdict="")

    def resigner(self) -> int | None:
        """Who would give the game up; None where nobody can."""
        if self.ended:
            return None
        alone = people(self.seats)
        return self.position.to_move if self.waits else alone[0] if len(alone) == 1 else None

    def show_values(self, choice: str) -> "GameTable":
        """Whether moves show what they are worth: "off", "on", "exam"."""
        for one in VALUE_DISPLAYS:
            if one == choice:
                return self._changed(settings=replace(self.settings, values=one), sentences=self.sentences)
        raise KibitzError("values are off, on, or hidden until you have moved (exam)")

    def judged(self, verdict: str) -> "GameTable":
        """The table with a verdict on the last move of a person."""
        return replace(self, verdict=verdict)

    def with_worths(self, worths: Mapping[int, Value]) -> "GameTable":
        """The table with all that is known of what its positions are worth, by their plies."""
        return replace(self, worths=dict(worths))

    def who(self, side: int | None = None) -> str:
        """Who plays a side (None: the one to move): "X (you)", "O (computer, level 7)", or "X" among people."""
        return self._sides.called(self.position.to_move if side is None else side)

    def status(self) -> str:
        """Whose move it is, or how the game ended."""
        if self.resigned is not None:
            return self._sides.resigned(self.resigned)
        payoffs = self.position.payoffs
        return self._sides.turn(self.position.to_move) if payoffs is None else self._sides.over(payoffs)

    def question(self) -> dict[str, Any]:
        """The game and its moves, as workers are told."""
        return {"game": spec_of(self.game), "moves": self.names()}

    @property
    def _sides(self) -> Sides:
        return Sides(self.words, self.seats)

    def _check(self, version: int) -> None:
        if not self.moved <= version <= self.version:
            raise Stale("the game has gone on since this page was shown: look at the board, and choose again")

    def _chose(self, position: Position) -> bool:
        """Whether a person had the choice there."""
        if position.is_over or position.is_chance or not self.seats[position.to_move].is_person:
            return False
        return forced_pass(position) is None

    def _play_named(self, text: str) -> "GameTable":
        legal = self.legal()
        if text not in legal:
            raise IllegalMove(f"{text[:64]!r} is not allowed here: choose one of the moves that the board shows")
        with blame_rules(self.game):
            return self._stepped(legal[text], f"plays {text}")

    def _stepped(self, move: int, what: str) -> "GameTable":
        after = self.position.play(move)
        again = after.to_move == self.position.to_move and len(self.seats) > 1 and not after.is_over
        sentence = f"{self.who()} {what}{' and moves again' if again else ''}."
        next_one = self._changed(positions=(*self.positions, after), verdict=self.verdict if self.thinks else "")
        return next_one._settled([sentence])

    def _settled(self, sentences: list[str]) -> "GameTable":
        """Dice are thrown, and those who cannot move pass, until somebody has the choice."""
        positions = list(self.positions)
        for before, after, thrown in by_itself(self.position, self.settings.seed):
            name = before.name(after.moves[-1])
            fell = f"The die shows {name}." if name.isdigit() else f"Chance brings {name}."
            sentences.append(fell if thrown else f"{self.who(before.to_move)} has no move and must pass.")
            positions.append(after)
        return replace(self, positions=tuple(positions), sentences=tuple(sentences))

    def _changed(self, **changes: Any) -> "GameTable":
        version = self.version + 1
        moved = version if {"positions", "resigned"} & changes.keys() else self.moved
        return replace(self, version=version, moved=moved, changed=time.time(), **changes)


# What happens at a table with nobody choosing: dice fall, and who has no move passes.

PLIES = Limits().plies


def by_itself(position: Position, seed: int) -> Iterator[tuple[Position, Position, bool]]:
    """Each position, the next one, and whether dice were thrown, until somebody has the choice or the game is over.

    The same `seed` throws the same dice at the same ply. RulesError where there is no way on, or a game does not end.
    """
    while not position.is_over:
        ply = len(position.moves)
        passed = None if position.is_chance else forced_pass(position)
        if ply >= PLIES:
            raise RulesError(f"a game on the page has at most {PLIES} moves, and this one does not end")
        if position.is_chance:
            dice = random.Random(f"the dice of the table {seed}, ply {ply}")
            after = position.play(fallen(position.chances(), dice))
        elif passed is not None:
            after = position.play(passed)
        else:
            return
        yield position, after, position.is_chance
        position = after


def forced_pass(position: Position) -> int | None:
    """The pass that is all there is to play; None elsewhere, and where the move has no name."""
    legal = position.legal()
    return legal[0] if len(legal) == 1 and named(position, []).get(legal[0], "").casefold() == PASS else None
