"""A game of a file played again by the rules, move by move, and its record at the end."""

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core import registry
from kibitz.core.notation import PASS, read_move
from kibitz.core.rules import Game, mover_of, play_move
from kibitz.core.thought import AGREED, BROKEN_OFF, RESIGNED, SCORED, UNFINISHED, GameRecord
from kibitz.errors import MoveError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Flaw, Variation, score_text, winner
from kibitz.formats.move_names import Otherwise, WrittenMove, find_by_name, find_in_chess
from kibitz.formats.reading import FileReading, current_reading
from kibitz.position import Position

if TYPE_CHECKING:
    from kibitz.formats.compiled import Ending, NamedMoves

Found = tuple[int, str]  # a move, and what the game calls it
Waiting = list[WrittenMove | Callable[[], None]]


class Replay:
    """The position a game of a file has come to. Errors of the game are added to `flaws`.

    Moves are collected until the result is needed: then many of them go through machine code together.
    `earlier`: the moves before the first one of a variation; `called`: what all of it is called.
    """

    def __init__(self, game: Game, line: int, reading: FileReading | None = None) -> None:
        self.game, self.line = game, line
        self.opening = 0
        self.earlier, self.called = 0, "game"
        self._reading = reading or current_reading()
        self._known = self._reading.of(game)
        self._names: list[str] = []
        self._comments: dict[int, str] = {}
        self._glyphs: dict[int, tuple[int, ...]] = {}
        self._variations: dict[int, tuple[Variation, ...]] = {}
        self._flaws: list[Flaw] = []
        self._is_broken = self._is_cut = False
        self._refused = 0  # moves from the first that could not be played, or was not wanted
        self._moves: list[int] = []  # those before a variation among them
        self._waiting: Waiting = []
        self._places: tuple[Position, ...] = ()  # the last ones that somebody asked for
        self._ending: Ending | None = None  # what machine code knows of the position after the last move
        self._parent: Replay | None = None  # of a variation
        self._begins, self._is_bound = 0, False
        self.is_in_parts = False
        """Whether the next text continues a move that was read in part."""

    def play(self, text: str) -> None:
        """Plays a move as the file writes it; a pass that is the only legal move may have been left out. MoveError."""
        self._settle()
        self._play(text)

    def try_to_play(self, text: str, line: int, otherwise: Otherwise | None = None) -> None:
        """Plays a move, or notes as a flaw why it cannot be; after that the game is broken off, and no other is played.

        `otherwise`: what plays a text that is not, to the letter, the name of a legal move.
        """
        self._waiting.append(WrittenMove(text, line, otherwise=otherwise))

    def play_if_legal(self, text: str, line: int) -> None:
        """Plays a move if the text is, to the letter, the name of a legal one; else it is something else, and passed over."""
        self._waiting.append(WrittenMove(text, line, maybe=True))

    def try_to_play_as(self, seat: int, text: str, line: int, called: str, must: bool) -> None:
        """Likewise, a move of that seat; where it is another's turn, that one passes, if it may. `must`: if it can only pass.

        `called`: how the file writes the move.
        """
        self._waiting.append(WrittenMove(text, line, seat, called, must))

    @property
    def position(self) -> Position:
        """Where the game is now."""
        self._settle()
        return self._position_after(len(self._moves))

    @property
    def names(self) -> list[str]:
        """The moves so far; a variation without the moves before it."""
        self._settle()
        return self._names

    @property
    def plies(self) -> int:
        """How many moves have been written, those among them that come after a wrong one; and passes that were left out."""
        self._settle()
        return len(self._names) + self._refused

    @property
    def has_moves(self) -> bool:
        """Whether there are moves so far, right or wrong."""
        return bool(self._names) or any(isinstance(one, WrittenMove) for one in self._waiting)

    @property
    def is_broken(self) -> bool:
        """Whether the game could not be read on."""
        self._settle()
        return self._is_broken

    @property
    def is_cut(self) -> bool:
        """Whether there are more moves than are wanted."""
        self._settle()
        return self._is_cut

    @property
    def flaws(self) -> list[Flaw]:
        """The game's errors."""
        self._settle()
        return self._flaws

    def is_name(self, text: str) -> bool:
        """Whether a text is, to the letter, the name of a legal move here."""
        return not self.is_broken and self._known_here(text) is not None

    def may_pass(self) -> bool:
        """Whether a pass is legal here."""
        position = self.position
        return any(position.name(move).casefold() == PASS for move in position.legal())

    def must_pass(self) -> bool:
        """Whether a pass is the only legal move."""
        position = self.position
        legal = position.legal()
        return len(legal) == 1 and position.name(legal[0]).casefold() == PASS

    def break_off(self, line: int, why: str) -> None:
        """Notes why the game cannot be read on."""
        self._settle()
        if self._is_cut:
            return
        if not self._is_broken:
            many = len(self._names)
            kept = (
                f"the {many} moves before it are kept"
                if many > 1
                else "the one before it is kept"
                if many
                else f"the {self.called} is left out"
            )
            where = "" if self.called == "game" else f"in a {self.called}, "
            self._flaws.append(Flaw(line, f"{where}move {self.earlier + many + 1}: {why}; {kept}"))
        self._is_broken = True

    def note(self, line: int, what: str) -> None:
        """Notes what does not fit, and costs no move."""
        self.flaws.append(Flaw(line, what, is_note=True))

    def note_here(self, line: int, what: str) -> None:
        """Likewise, unless the game was broken off before."""
        self._waiting.append(lambda: self._flaws.append(Flaw(line, what, is_note=True)))

    def comment(self, text: str) -> None:
        """Adds a comment on the position, unless the game is broken off."""
        if words := " ".join(text.split()):
            self._waiting.append(lambda: self._comment(words))

    def mark(self, glyph: int) -> None:
        """Adds a Numeric Annotation Glyph to the position, unless the game is broken off."""
        self._waiting.append(lambda: self._mark(glyph))

    def annotate(self, comments: dict[int, str], glyphs: dict[int, tuple[int, ...]]) -> None:
        """Set the comments and glyphs, each after its number of moves."""
        self._settle()
        self._comments, self._glyphs = comments, glyphs

    def branch(self, line: int) -> "Replay":
        """Begin a variation in place of the last move, read but not played yet."""
        other = Replay(self.game, line, self._reading)
        other.called, other._parent = "variation", self
        return other

    def vary(self, other: "Replay") -> None:
        """Add a branch as a variation; its flaws cost this game no move."""
        self._waiting.append(lambda: self._vary(other))

    def end(
        self,
        players: Sequence[str],
        won: int | None = None,
        reason: str = "",
        tags: dict[str, str] | None = None,
        scored: bool = False,
        loser: int | None = None,
    ) -> AnnotatedGame | None:
        """The game, with the result from the file; None if nothing of it could be read.

        `won`: the winner of two, DRAW, or None where the file does not say. `reason`: why, if known. `scored`: where players
        and rules disagree on the winner, the players are right, as in Go, where dead stones stay on the board. `loser`: the
        seat that lost by a fault.
        """
        self._settle()
        if self._is_broken and not self._names:
            return None
        wanted, names = self._reading.plies, tuple(self._names)
        if self._is_cut or (wanted is not None and len(names) > wanted):
            return self._first_moves(names[:wanted], players, tags)
        payoffs = None if self._is_broken else self._payoffs()
        ended: tuple[str, int | None] = ("", None)
        if payoffs is not None and len(payoffs) == 2 and won not in (None, winner(payoffs)):
            if scored:
                payoffs = None
                reason = SCORED
            else:
                given, ruled = score_text(won), score_text(winner(payoffs))
                self.note(self.line, f"the file gives {given}, and by the rules it is {ruled}, which is kept")
        if payoffs is None:
            ended = self._unruled(won, reason) if loser is None or self._is_broken else (reason, loser)
        record = self._record(names, players, payoffs, ended)
        return AnnotatedGame(record, tags or {}, self._comments, self._glyphs, self.line, self._variations)

    def _first_moves(self, names: tuple[str, ...], players: Sequence[str], tags: dict[str, str] | None) -> AnnotatedGame:
        """The first moves of a game, which then has no result, and no variations."""
        comments = {ply: text for ply, text in self._comments.items() if ply <= len(names)}
        glyphs = {ply: marks for ply, marks in self._glyphs.items() if ply <= len(names)}
        return AnnotatedGame(self._record(names, players, None, (UNFINISHED, None)), tags or {}, comments, glyphs, self.line)

    def _record(
        self, names: tuple[str, ...], players: Sequence[str], payoffs: tuple[float, ...] | None, ended: tuple[str, int | None]
    ) -> GameRecord:
        seats, opening = tuple(name or UNKNOWN for name in players), min(self.opening, len(names))
        return GameRecord(registry.spec_of(self.game), names, seats, payoffs, ended[1], ended[0], opening)

    def _payoffs(self) -> tuple[float, ...] | None:
        """The payoffs by the rules; None while the game is not over."""
        return self._here.payoffs if self._ending is None else self._ending.payoffs

    def _unruled(self, won: int | None, reason: str) -> tuple[str, int | None]:
        """The reason for an end outside the rules, and the loser."""
        if won is None:
            return (BROKEN_OFF if self._is_broken or reason == BROKEN_OFF else UNFINISHED), None
        if self._is_broken:
            reason = AGREED if won == DRAW else BROKEN_OFF
        return (reason or AGREED, None) if won == DRAW else (reason or RESIGNED, 1 - won)

    def _settle(self) -> None:
        """Plays what waits."""
        self._bind()
        while self._waiting and not self._is_broken and not self._is_cut:
            waiting, self._waiting = self._waiting, []
            left = self._work(waiting)
            self._waiting += left  # after what playing one of them has brought
        self._refused += sum(isinstance(one, WrittenMove) and not one.maybe for one in self._waiting)
        self._waiting = []

    def _work(self, waiting: Waiting) -> Waiting:
        """Plays the collected moves, and returns those left when machine code stops early and plain Python has taken over."""
        compiled = self._known.compiled
        ready: Iterator[NamedMoves] = iter(())
        if compiled is not None and not self.is_in_parts:
            line = compiled.read(self.game, self._moves, [one for one in waiting if isinstance(one, WrittenMove)][: self._left])
            ready, self._ending = iter(line.played), line.ending
        for number, one in enumerate(waiting, 1):
            if not isinstance(one, WrittenMove):
                one()
            elif self._left == 0:
                self._is_cut = True
                return waiting[number - 1 :]
            elif (played := next(ready, None)) is not None:
                self._moves += played.moves
                self._names += played.names
            else:
                self._ending, began = None, time.process_time()
                self._play_plain(one)
                self._known.spent += time.process_time() - began
                if self._is_broken:
                    return waiting[number - 1 :]
                if compiled is not None or self._waiting:
                    return waiting[number:]
        return []

    def _play_plain(self, move: WrittenMove) -> None:
        """Plays a move as plain Python, or breaks the game off."""
        if move.maybe and self._known_here(move.text) is None:
            return
        if move.seat is not None and not self._let_pass(move, move.seat):
            return
        if move.otherwise is not None and (self.is_in_parts or self._known_here(move.text) is None):
            move.otherwise(move.text, move.line)
            return
        try:
            self._play(move.text)
        except MoveError as problem:
            self.break_off(move.line, str(problem))

    def _let_pass(self, move: WrittenMove, seat: int) -> bool:
        """Lets the seat to move pass where the file has a move of another one; whether that one is to move then."""
        here = self._here
        if here.is_over or here.to_move == seat:
            return True
        if not (self.must_pass() if move.must else self.may_pass()):
            self.break_off(move.line, f"{move.called} is out of turn")
            return False
        self._play(PASS)
        return True

    def _play(self, text: str) -> None:
        here = self._here
        try:
            found = self._find(here, text)
        except MoveError:
            if not self.must_pass():
                raise
            forced = here.legal()[0]
            found = self._find(_after(here, forced), text)  # before the pass is made, so that a wrong word changes nothing
            self._make((forced, PASS))
        self._make(found)

    def _make(self, found: Found) -> None:
        self._moves.append(found[0])
        self._names.append(found[1])

    def _find(self, here: Position, text: str) -> Found:
        """The move that a text names; MoveError."""
        if self._known.texts is not None:
            return find_in_chess(here, text, self._known.texts)
        known = None if here.is_over else find_by_name(here, text, self._known.names)
        if known is not None:
            return known, text
        move = read_move(here.game, here.state, text)
        return move, here.name(move)

    def _known_here(self, text: str) -> int | None:
        """The legal move with exactly this name, if there is one."""
        return None if self._here.is_over else find_by_name(self._here, text, self._known.names)

    @property
    def _here(self) -> Position:
        return self._position_after(len(self._moves))

    def _position_after(self, plies: int) -> Position:
        """The position after that many moves; the last two are cached."""
        place = next((one for one in self._places if len(one.moves) <= plies), None)
        if place is None:
            place = Position.after(self.game) if self._parent is None else self._parent._position_after(self._begins)
        before = place
        while len(place.moves) < plies:
            before, place = place, _after(place, self._moves[len(place.moves)])
        self._places = (place, before)
        return place

    def _bind(self) -> None:
        """Learns where a variation begins."""
        if self._parent is not None and not self._is_bound:
            self._is_bound = True
            self._parent._settle()
            self._moves = self._parent._moves[:-1]
            self._begins = len(self._moves)
            self.earlier = self._parent.earlier + len(self._parent._names) - 1
            if self._known.compiled is None:
                self._places = (self._parent._position_after(self._begins),)

    def _comment(self, words: str) -> None:
        here = len(self._names)
        self._comments[here] = f"{self._comments[here]} {words}" if here in self._comments else words

    def _mark(self, glyph: int) -> None:
        here = len(self._names)
        self._glyphs[here] = (*self._glyphs.get(here, ()), glyph)

    def _vary(self, other: "Replay") -> None:
        here = len(self._names)
        self._flaws += [dataclasses.replace(flaw, is_note=True) for flaw in other.flaws]
        if other.names:
            one = Variation(tuple(other.names), other._comments, other._variations, other._glyphs)
            self._variations[here] = (*self._variations.get(here, ()), one)

    @property
    def _left(self) -> int | None:
        """How many more moves are wanted; None: all."""
        wanted = self._reading.plies
        return None if wanted is None or self._parent is not None else max(0, wanted - len(self._names))


def _after(position: Position, move: int) -> Position:
    """The position after a legal move."""
    game, state, moves = position.game, play_move(position.game, position.state, move), (*position.moves, move)
    return Position(game, state, moves, mover_of(game, state, len(moves)))


def end_position(game: AnnotatedGame) -> Position:
    """The position after the moves of a game. Raises KibitzError where the rules do not allow them."""
    replay = Replay(registry.load(game.record.game), game.line)
    for name in game.record.moves:
        replay.play(name)
    return replay.position
