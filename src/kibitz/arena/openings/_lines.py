"""Lines of play from the start that lead to different positions, ply by ply."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from typing import Any

from kibitz.errors import OpeningError
from kibitz.notation import line_names
from kibitz.registry import knowledge_of
from kibitz.rules import Game, legal, says

Line = tuple[Any, tuple[int, ...]]  # the state it leads to, and its moves; throws of dice are among them
MAX_PLIES = 1000  # of an opening
MAX_POSITIONS = 100_000  # that are listed


def make_key(game: Game) -> Callable[[Any], Hashable]:
    """A key for every state that states symmetric to it have too, where the game's knowledge says `symmetries`.

    It is the whole family of symmetric states (or of their keys), so that it serves for any state with a hash, not only for
    states made of numbers.
    """
    knowledge = knowledge_of(game)
    keyed, symmetric = says(knowledge, "key"), says(knowledge, "symmetries")

    def own(state: Any) -> Hashable:
        return knowledge.key(state) if keyed and knowledge is not None else state

    def family(state: Any) -> Hashable:
        others = knowledge.symmetries(state) if knowledge is not None else ()
        return frozenset([own(state), *map(own, others)])

    return family if symmetric else own


def extend_lines(game: Game, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines one ply longer, as long as the game is not over: one for each position, symmetric ones counting as one."""
    key_of, seen = make_key(game), set()
    for state, moves in lines:
        for move in legal(game, state):
            after = game.play(state, move)
            if not game.is_over(after) and (key := key_of(after)) not in seen:
                seen.add(key)
                yield after, (*moves, move)


def list_positions(game: Game, plies: int) -> list[Line] | None:
    """A line to each position after so many plies, symmetric ones once, in the order of the rules; None: there are too many."""
    lines: list[Line] = [(game.start(), ())]
    for _ in range(plies):
        lines = list(islice(extend_lines(game, lines), MAX_POSITIONS + 1))
        if len(lines) > MAX_POSITIONS:
            return None
    return lines


def write_line(game: Game, moves: Iterable[int]) -> str:
    """A line from the start as an opening is written."""
    return " ".join(line_names(game, game.start(), moves))


def parse_plies(text: str, example: str) -> int:
    """A number of plies, as it is written behind the name of a way to open."""
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MAX_PLIES):
        raise OpeningError(f"{text!r} is no number of plies from 0 to {MAX_PLIES}: write, for instance, {example}")
    return int(text)
