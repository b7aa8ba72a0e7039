"""A game's moves in a file read by machine code, a line of them at a time; what it cannot play it leaves to plain Python."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.core.notation import PASS
from kibitz.core.recurrence import with_past
from kibitz.core.rules import Game, mover_of, payoffs_of, says
from kibitz.errors import RulesWarning
from kibitz.formats.move_names import ChessNames, MoveNames, WrittenMove
from kibitz.kernel import Machine, Words, machine_of, state_reader, words_of_fields
from kibitz.search.monte_carlo.game_path import MARKS, PATH_WORDS
from kibitz.search.monte_carlo.written_line import (
    ANYBODY,
    CHOICES,
    LINE_WORDS,
    MADE_WORDS,
    NONE,
    PASSED,
    PLAYED,
    WRITTEN_WORDS,
    play_written,
)

FIRST_ROOM = 512  # moves of a line; more is made when there is a longer one
LISTED_WORDS = 8  # for each of these


class NamedMoves(NamedTuple):
    """A written move as read: the move itself, after a pass that the file left out; and the names of both."""

    moves: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """The position after a line. `payoffs`: None while the game is not over."""

    payoffs: tuple[float, ...] | None


class Line(NamedTuple):
    """The written moves that could be played, as far as they follow each other; where that was all of them, how it ended."""

    played: list[NamedMoves]
    ending: Ending | None


def compiled_reader(game: Game, names: MoveNames, texts: ChessNames | None) -> "CompiledReader | None":
    """A reader of a game in machine code; None where its rules do not compile, and plain Python takes over silently."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)
        machine = machine_of(game)
        machine.ready(play_written)
    return CompiledReader(machine, names, texts) if machine.compiled else None


class CompiledReader:
    """Reads lines of one game, wherever they begin."""

    def __init__(self, machine: Machine, names: MoveNames, texts: ChessNames | None) -> None:
        """`names` and `texts`: filled by plain Python as it plays."""
        self._machine, self._names, self._texts = machine, names, texts
        self._play = machine.ready(play_written)
        start = names.game.start()
        self._load, self._words = state_reader(start), sum(map(len, words_of_fields(start).values()))
        self._make_room(FIRST_ROOM)

    def _make_room(self, moves: int) -> None:
        """Lays out memory for lines of up to `plies` moves."""
        game = self._names.game
        self._room = moves
        self._path_at = LINE_WORDS
        self._written_at = self._path_at + (PATH_WORDS if game.recurrence else 0)
        self._made_at = self._written_at + WRITTEN_WORDS * moves
        self._listed_at = self._made_at + 2 * MADE_WORDS * moves
        self._end_at = self._listed_at + LISTED_WORDS * moves
        self._states_at = self._end_at + self._words
        memory = self._memory = self._machine.words(self._states_at + 2 * self._words * moves)
        memory.path_at, memory.written_at, memory.listed_at = self._path_at, self._written_at, self._listed_at
        memory.made_at, memory.end_at, memory.state_words = self._made_at, self._end_at, self._words
        self._array: Any = memory.array if isinstance(memory, Words) else memory

    def read(self, game: Game, before: Sequence[int], moves: Sequence[WrittenMove]) -> Line:
        """Plays written moves after those `before`, which are known to be legal."""
        count = len(before) + len(moves)
        if 2 * count >= MARKS:  # with a pass before each of them
            return Line([], None)
        if count > self._room:
            self._make_room(max(count, 2 * self._room))
        memory, array, start = self._memory, self._array, game.start()
        written, choices = self._written(before, moves)
        array[self._written_at : self._written_at + len(written)] = written
        array[self._listed_at : self._listed_at + len(choices)] = choices
        memory.pass_move = self._names.pass_move
        memory.states_at = self._states_at if self._names.depend and self._texts is None else 0
        plies = self._play(self._machine.arguments(start), mover_of(game, start, 0), count, memory)
        played = self._named(len(before), moves, plies)
        is_whole = len(played) == len(moves) and memory.taken == count
        return Line(played, self._ending(game) if is_whole else None)

    def _written(self, before: Sequence[int], moves: Sequence[WrittenMove]) -> tuple[list[int], list[int]]:
        """The texts as numbers, each with the seat; and the moves that a text may mean, where they are several."""
        written, choices, texts, names = list[int](), list[int](), self._texts, self._names
        for played in before:
            written += (played, PLAYED)
        for move in moves:
            seat = ANYBODY if move.seat is None else move.seat
            if texts is not None:
                written += (texts.pack(move.text), seat)
                continue
            meant = names.moves_of(move.text)
            if len(meant) == 1:
                written += (meant[0], seat)
            elif meant and len(choices) + len(meant) < LISTED_WORDS * self._room:
                written += (CHOICES - len(choices), seat)
                choices += (len(meant), *meant)
            else:
                written += (NONE, seat)
        return written, choices

    def _named(self, begins: int, moves: Sequence[WrittenMove], plies: int) -> list[NamedMoves]:
        """The moves that were made, by their names, up to the first that has another name than the text."""
        words = self._array[self._made_at : self._made_at + MADE_WORDS * plies]
        numbers = words if isinstance(words, list) else words.tolist()
        texts, played, at = self._texts, list[NamedMoves](), begins
        for one in moves:
            passed: tuple[int, ...] = ()
            if at < plies and numbers[MADE_WORDS * at + 1] == PASSED:
                passed, at = (numbers[MADE_WORDS * at],), at + 1
            if at >= plies:
                break
            move, facts = numbers[MADE_WORDS * at : MADE_WORDS * at + 2]
            if texts is not None:
                name = texts.name(move, facts)
            else:
                name = one.text
                if self._memory.states_at and self._name_at(at, move) != name:
                    break
            at += 1
            played.append(NamedMoves((*passed, move), (*((PASS,) * len(passed)), name)))
        return played

    def _name_at(self, number: int, move: int) -> str:
        return self._names.name(self._state_at(self._states_at + self._words * number), move)

    def _state_at(self, at: int) -> Any:
        words = self._array[at : at + self._words]
        return self._load(words if isinstance(words, list) else words.view("uint64").tolist(), 0)

    def _ending(self, game: Game) -> Ending:
        memory = self._memory
        if not memory.over:
            return Ending(None)
        state, mover = self._state_at(self._end_at), memory.mover
        if game.recurrence or says(game, "reward"):
            past = (0,) * (game.recurrence_count if memory.over == 2 else 1)
            state = with_past(state, past, bool(memory.same_side), memory.lead if mover == 0 else -memory.lead)
        return Ending(payoffs_of(game, state, mover))
