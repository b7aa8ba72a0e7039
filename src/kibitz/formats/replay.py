"""A game of a file played again by the rules, move by move, and its record at the end."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from kibitz import registry
from kibitz.errors import AmbiguousMove, GameError, MoveError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Flaw, Variation, score_text, winner
from kibitz.games.chess import Chess
from kibitz.games.parts import san
from kibitz.notation import MARKS, PASS, read_move
from kibitz.position import Position
from kibitz.rules import Game, has_recurred, mover_of, play_move
from kibitz.thought import AGREED, BROKEN_OFF, RESIGNED, SCORED, UNFINISHED, GameRecord

Found = tuple[int, str]  # a move, and what the game calls it
SIGNS = san.CHECK | san.MATE


class Replay:
    """The position a game of a file has come to. What is wrong with the game is added to `flaws`.

    `earlier`: the moves before the first one of a variation; `called`: what all of it is called.
    """

    def __init__(self, game: Game, line: int, position: Position | None = None) -> None:
        """`position`: where it begins, None for the start of the game."""
        self.game, self.line = game, line
        self.position = Position.after(game) if position is None else position
        self.names: list[str] = []
        self.opening = 0
        self.comments: dict[int, str] = {}
        self.glyphs: dict[int, tuple[int, ...]] = {}
        self.variations: dict[int, tuple[Variation, ...]] = {}
        self.earlier, self.called = 0, "game"
        self._before = self.position
        self.flaws: list[Flaw] = []
        self.is_broken = False
        self._find = _find_in_chess if isinstance(game, Chess) else _find_by_name

    def play(self, text: str) -> None:
        """Plays a move as the file writes it; a pass that is the only legal move may have been left out. MoveError."""
        try:
            found = self._find(self.position, text)
        except MoveError:
            if not self.must_pass():
                raise
            forced = self.position.legal()[0]
            after = _made(self.position, forced)
            found = self._find(after, text)  # before the pass is made: what is no move changes nothing
            self._make((forced, PASS))
        self._make(found)

    def try_to_play(self, text: str, line: int) -> None:
        """Plays a move, or notes as a flaw why it cannot be; after that the game is broken off, and no other is played."""
        if not self.is_broken:
            try:
                self.play(text)
            except MoveError as problem:
                self.break_off(line, str(problem))

    def may_pass(self) -> bool:
        """Whether a pass is legal here."""
        return any(self.position.name(move).casefold() == PASS for move in self.position.legal())

    def break_off(self, line: int, why: str) -> None:
        """Notes why the game cannot be read on."""
        if not self.is_broken:
            many = len(self.names)
            kept = (
                f"the {many} moves before it are kept"
                if many > 1
                else "the one before it is kept"
                if many
                else f"the {self.called} is left out"
            )
            where = "" if self.called == "game" else f"in a {self.called}, "
            self.flaws.append(Flaw(line, f"{where}move {self.earlier + many + 1}: {why}; {kept}"))
        self.is_broken = True

    def note(self, line: int, what: str) -> None:
        """Notes what does not fit, and costs no move."""
        self.flaws.append(Flaw(line, what, is_note=True))

    def comment(self, text: str) -> None:
        """Adds a comment on the position."""
        here = len(self.names)
        words = " ".join(text.split())
        if words:
            self.comments[here] = f"{self.comments[here]} {words}" if here in self.comments else words

    def mark(self, glyph: int) -> None:
        """Adds a Numeric Annotation Glyph to the position."""
        here = len(self.names)
        self.glyphs[here] = (*self.glyphs.get(here, ()), glyph)

    def branch(self, line: int) -> "Replay":
        """What begins with another move in the place of the last one: a variation as it is read."""
        other = Replay(self.game, line, self._before)
        other.earlier, other.called = self.earlier + len(self.names) - 1, "variation"
        return other

    def vary(self, other: "Replay") -> None:
        """Adds a branch that has been read as a variation; what is wrong with it costs this game no move."""
        here = len(self.names)
        for flaw in other.flaws:
            self.note(flaw.line, flaw.reason)
        if other.names:
            one = Variation(tuple(other.names), other.comments, other.variations, other.glyphs)
            self.variations[here] = (*self.variations.get(here, ()), one)

    def end(
        self,
        players: Sequence[str],
        won: int | None = None,
        reason: str = "",
        tags: dict[str, str] | None = None,
        scored: bool = False,
        loser: int | None = None,
    ) -> AnnotatedGame | None:
        """The game, with the result that the file gives it; None where nothing of it could be read.

        `won`: who of two has won, DRAW, or None where the file does not say. `reason`: why, where that is known. `scored`:
        where players and rules disagree on who has won, the players are right, as in Go, where dead stones stay on the board.
        `loser`: the seat that lost by a fault, whoever else has won.
        """
        if self.is_broken and not self.names:
            return None
        names, seats = tuple(self.names), tuple(name or UNKNOWN for name in players)
        payoffs = None if self.is_broken else self.position.payoffs
        ended: tuple[str, int | None] = ("", None)
        if payoffs is not None and len(payoffs) == 2 and won not in (None, winner(payoffs)):
            if scored:
                payoffs = None
                reason = SCORED
            else:
                given, ruled = score_text(won), score_text(winner(payoffs))
                self.note(self.line, f"the file gives {given}, and by the rules it is {ruled}, which is kept")
        if payoffs is None:
            ended = self._unruled(won, reason) if loser is None or self.is_broken else (reason, loser)
        record = GameRecord(registry.spec_of(self.game), names, seats, payoffs, ended[1], ended[0], self.opening)
        return AnnotatedGame(record, tags or {}, self.comments, self.glyphs, self.line, self.variations)

    def _unruled(self, won: int | None, reason: str) -> tuple[str, int | None]:
        """Why a game ended that the rules have not ended, and who has lost it."""
        if won is None:
            return (BROKEN_OFF if self.is_broken or reason == BROKEN_OFF else UNFINISHED), None
        if self.is_broken:
            reason = AGREED if won == DRAW else BROKEN_OFF
        return (reason or AGREED, None) if won == DRAW else (reason or RESIGNED, 1 - won)

    def must_pass(self) -> bool:
        """Whether a pass is the only legal move."""
        legal = self.position.legal()
        return len(legal) == 1 and self.position.name(legal[0]).casefold() == PASS

    def _make(self, found: Found) -> None:
        self._before = self.position
        self.position = _made(self.position, found[0])
        self.names.append(found[1])


def _made(position: Position, move: int) -> Position:
    """The position after a move that is known to be legal."""
    game, state, moves = position.game, play_move(position.game, position.state, move), (*position.moves, move)
    return Position(game, state, moves, mover_of(game, state, len(moves)))


def _find_by_name(position: Position, text: str) -> Found:
    """The move that a text names; MoveError."""
    move = read_move(position.game, position.state, text)
    return move, position.name(move)


def _find_in_chess(position: Position, text: str) -> Found:
    """The move that a text names in short or long notation; MoveError."""
    game: Any = position.game
    state = position.state
    written = san.pack(text.rstrip(MARKS), game.size)
    move = san.NONE if game.is_drawn(state) or has_recurred(game, state) else game.find_written(state, written)
    if move == san.SEVERAL:
        names = [san.name_move(one, game.name_facts(state, one) & ~SIGNS, game.size) for one in _meant(position, written)]
        raise AmbiguousMove(f"{text!r} may mean {len(names)} moves; write one of {' '.join(names)}")
    if move == san.NONE:
        move = read_move(game, state, text)  # says what is wrong with it
    return move, position.name(move)


def _meant(position: Position, written: int) -> Iterator[int]:
    """The legal moves that a text of chess may mean."""
    game: Any = position.game
    for move in position.legal():
        place = san.from_square(written, move // 64 % 64, game.size)
        if place != san.NONE and game.find_written(position.state, place) == move:
            yield move


def end_position(game: AnnotatedGame) -> Position:
    """The position after the moves of a game. Raises KibitzError where the rules do not allow them."""
    replay = Replay(registry.load(game.record.game), game.line)
    for name in game.record.moves:
        replay.play(name)
    return replay.position


_load: ContextVar[Callable[[str], Game]] = ContextVar("load", default=registry.load)


@contextmanager
def loading(load: Callable[[str], Game]) -> Iterator[None]:
    """As long as games are read from a text of somebody else, who must not choose freely which game its names load.

    `load`: gives the game of a spec, or raises GameError.
    """
    token = _load.set(load)
    try:
        yield
    finally:
        _load.reset(token)


def named_game(spec: str, given: Game | None) -> Game:
    """The game that a file names; `given` is what `--game` names. GameError where they differ.

    A file of rules is code, and is not run because some file of games names it: then it has to be given.
    """
    if ".py" in spec and given is not None and ".py" in registry.spec_of(given):
        return given
    if ".py" in spec:
        raise GameError(f"the game is {spec}, a file of rules, and these are run only when you name them yourself as the game")
    game = _load.get()(spec)
    if given is not None and type(given) is not type(game):
        raise GameError(f"this is a game of {spec}, not of {registry.spec_of(given)}")
    return game


def variant(usual: str, given: Game | None, **fields: Any) -> Game:
    """The game called `usual`, or what `given` has of it, with these parameters. GameError for another kind of game."""
    held: Any = named_game(usual, given) if given is None or type(given) is not type(registry.load(usual)) else given
    changed: Game = dataclasses.replace(held, **fields)
    return changed
