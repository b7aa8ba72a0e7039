"""Moves by number are the listed ones, in their order, for our games and for whatever a user writes; else they are listed."""

import importlib.util
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kibitz.core.board import Board64, square
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.kernel import Fields, Words, count_ones, high_bits, machine_of, mixed, write
from kibitz.kernel.bits import nth_one
from kibitz.kernel.compiled.bits import nth_by_halves
from kibitz.kernel.compiled.numbered_moves import numbered_moves
from kibitz.kernel.compiled.overloads import overload
from kibitz.position import Position

QUICKER = [
    *("amazons", "breakthrough", "checkers", "connect_four", "dots_and_boxes", "go", "gomoku", "hex", "kalah", "morris"),
    *("othello", "oware", "tic_tac_toe", "trio", "ultimate_tic_tac_toe"),
    *("hex:size=11", "gomoku:size=15", "go:size=19", "connect_four:width=3,height=12"),  # boards of all sizes
]
PLIES = 40


class State(NamedTuple):
    mine: Board64
    turn: int


@dataclass(frozen=True)
class Rules(Game):
    """Ten squares; a number of moves that depends on how `moves` is written; `limit` says how many plies."""

    many: int = 6

    def start(self) -> State:
        return State(Board64(0b1011001110), 0)

    def moves(self, state: State) -> Iterable[int]:
        return state.mine.squares()

    def play(self, state: State, move: int) -> State:
        moved = state.mine << 3 & Board64(1023) | state.mine >> 6
        return State((moved ^ square(move % 10)) | square(state.turn % 9), state.turn + 1)

    def is_over(self, state: State) -> bool:
        return state.turn >= 12

    def result(self, state: State) -> int:
        return len(state.mine) % 3 - 1


class Mixed(Rules):
    """Single moves, squares, ranges and conditions, one inside the other."""

    def moves(self, state: State) -> Iterable[int]:
        """More than one line,
        which is indented.
        """
        odd = state.turn % 2
        if odd:
            yield 900 + odd
        for number in range(self.many):
            if number in state.mine:
                yield 1000 + 10 * number + odd
        for way in range(3):
            moved = state.mine >> way
            for place in (moved - square(2)).squares():
                yield 2000 + 10 * place + way
        if not odd:
            return
        for begin in state.mine.squares():
            for end in (state.mine - square(begin)).squares():
                yield begin + 1 << 13 | end


class Walking(Rules):
    """Loops of unknown length, which end early or go on."""

    def moves(self, state: State) -> Iterable[int]:
        left = len(state.mine)
        while left > 0:
            left -= 1
            if left == 3:
                continue
            yield 700 + left
            if left < 2:
                break
        else:
            yield 699
        for place in state.mine.squares():
            yield place
        for place in state.mine.squares():
            if place > 4:
                yield 30 + place


class Pairs(Rules):
    """A place that a loop is done with is set again before it is read."""

    def moves(self, state: State) -> Iterable[int]:
        for place in state.mine.squares():
            yield place
        for place in range(4):
            yield 20 + place


class ReadAfter(Rules):
    """The last square of the loop is read after it."""

    def moves(self, state: State) -> Iterable[int]:
        place = 0
        for place in state.mine.squares():  # read below
            yield place
        yield 40 + place


class ReadByTheNext(Rules):
    """The last square of a loop says where the next one goes."""

    def moves(self, state: State) -> Iterable[int]:
        place = 0
        for place in state.mine.squares():
            yield place
        for place in (state.mine << place).squares():  # noqa: B020  # that is the case
            yield 20 + place


class Taken(Rules):
    """A variable of a name that the functions made of these rules have, too."""

    def moves(self, state: State) -> Iterable[int]:
        _board = state.mine
        for place in _board.squares():
            yield place
        for place in (_board << 1).squares():
            yield 20 + place
        for place in (_board << 2).squares():
            yield 40 + place


class Sent(Rules):
    """A yield inside an expression."""

    def moves(self, state: State) -> Iterable[int]:
        for place in state.mine.squares():  # noqa: UP028  # compiled code has no `yield from`
            yield place
        if (yield 5) is None:
            yield 6


class Counted(Rules):
    """Nothing that is quicker to count."""

    def moves(self, state: State) -> Iterable[int]:
        for number in range(state.turn % 5 + 1):  # noqa: UP028  # likewise
            yield number


class Wide(Rules):
    """More numbers than a word has bits."""

    def moves(self, state: State) -> Iterable[int]:
        for number in range(70):
            if number % 9 == 0:
                yield number


class Given(Rules):
    """A list in place of moves one by one."""

    def moves(self, state: State) -> Iterable[int]:
        if state.turn == 0:
            return [1, 2]
        return state.mine.squares()


def count_moves(state: Any) -> int:
    """A helper of the name that a function made here has."""
    return 3


class Named(Rules):
    """Calls a function that is named as if it were made of these rules."""

    def moves(self, state: State) -> Iterable[int]:
        if count_moves(state) == 3:
            yield 11
        for place in state.mine.squares():  # noqa: UP028  # likewise
            yield place


FITTING = (Rules, Mixed, Walking, Pairs, Named)
UNFIT = (ReadAfter, ReadByTheNext, Taken, Sent, Counted, Wide, Given)


def assert_the_same(game: Game, seed: int = 1) -> None:
    """Moves by number are those listed, on the way of a random game."""
    found = numbered_moves(game)
    assert found is not None
    count, pick = found
    position, dice = Position.after(game), random.Random(seed)
    for _ in range(PLIES):
        if position.is_over:
            break
        state = position.state
        listed = list(game.moves(state))
        assert count(game, state) == len(listed)
        for number in {0, len(listed) - 1, *dice.sample(range(len(listed)), min(8, len(listed)))}:
            assert pick(game, state, number) == listed[number]
        assert pick(game, state, len(listed)) == -1
        position = position.play(dice.choice(list(position.legal())))


@pytest.mark.parametrize("spec", QUICKER)
def test_games_have_their_moves_by_number(spec: str) -> None:
    assert_the_same(load(spec))


@pytest.mark.parametrize("rules", FITTING)
def test_whatever_is_written_means_the_same(rules: type[Game]) -> None:
    assert_the_same(rules())


@pytest.mark.parametrize("rules", UNFIT)
def test_what_does_not_fit_is_listed(rules: type[Game]) -> None:
    assert numbered_moves(rules()) is None


def test_a_source_that_was_changed_since_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "changed_rules.py"
    text = f"from {__name__} import Rules\n\n\nclass Changed(Rules):\n    def moves(self, state):\n"
    file.write_text(f"{text}        for place in state.mine.squares():\n            yield place\n")
    spec = importlib.util.spec_from_file_location("changed_rules", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert numbered_moves(module.Changed()) is not None
    file.write_text(f"{text}        for place in state.mine.squares():\n            yield place + 1\n")
    assert numbered_moves(module.Changed()) is None
    file.unlink()
    assert numbered_moves(module.Changed()) is None


def test_rules_without_a_source_are_listed() -> None:
    scope: dict[str, Any] = {"Rules": Rules}
    exec("class Typed(Rules):\n    def moves(self, state):\n        return state.mine.squares()\n", scope)
    assert numbered_moves(scope["Typed"]()) is None


def disagreements(rules: Any, fields: Fields, seed: int, memory: Words) -> int:
    """How often the moves by number are others than those listed, in a random game; -1 where there are none. Compiled."""
    state, plies, wrong = rules.enter(fields), 0, 0
    if not rules.has_numbered_moves:
        return -1
    while plies < PLIES and not rules.is_over(state):
        if rules.is_chance(state):
            for outcome, _ in rules.chances(state):
                state = rules.play(state, outcome)
                break
            continue
        many, chosen = 0, 0
        thrown = high_bits(mixed(seed, plies), 31) % rules.count_moves(state)
        for move in rules.moves(state):
            if rules.nth_move(state, many) != move:
                wrong += 1
            if many == thrown:
                chosen = move
            many += 1
        if many != rules.count_moves(state):
            wrong += 1
        state, plies = rules.play(state, chosen), plies + 1
    write(memory, 1, plies)
    return wrong


@pytest.mark.compiled
@pytest.mark.parametrize("game", [*QUICKER, *FITTING])
def test_compiled_they_are_those_listed(game: str | type[Game]) -> None:
    rules = load(game) if isinstance(game, str) else game()
    machine = machine_of(rules)
    compare, memory = machine.ready(disagreements), machine.words(2)
    for seed in range(5):
        assert compare(machine.arguments(rules.start()), seed, memory) == 0
        assert memory.array[1] > 3


@pytest.mark.compiled
@pytest.mark.parametrize("rules", UNFIT[:1])
def test_compiled_what_does_not_fit_is_listed(rules: type[Game]) -> None:
    machine = machine_of(rules())
    assert machine.ready(disagreements)(machine.arguments(rules().start()), 1, machine.words(2)) == -1


@overload(nth_by_halves)
def _halves(word: Any, number: Any) -> Any:
    return nth_by_halves


def wrong_bits(rules: Any, seed: int) -> int:
    """How many bits of random words are found elsewhere by halves than by the instruction. Compiled."""
    wrong = 0
    for number in range(2000):
        word = mixed(seed, number)
        for _ in range(number % 5):
            word &= mixed(word, seed)
        for place in range(count_ones(word)):
            if nth_one(word, place) != nth_by_halves(word, place):
                wrong += 1
    return wrong


@pytest.mark.compiled
def test_compiled_a_bit_by_its_number_needs_no_instruction() -> None:
    assert machine_of(Rules()).ready(wrong_bits)(1) == 0


def test_a_bit_by_its_number() -> None:
    assert [nth_one(0b1011001, number) for number in range(5)] == [0, 3, 4, 6, 64]


def test_plain_rules_number_their_moves_too() -> None:
    rules, state = machine_of(Mixed(), plain=True).rules, Mixed().start()
    listed = list(Mixed().moves(state))
    assert not rules.has_numbered_moves
    assert [rules.nth_move(state, number) for number in range(rules.count_moves(state))] == listed
