"""Openings: how the games of a match begin, one for each pair of games. Each file is one way to choose them."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from kibitz.core.notation import line_names
from kibitz.core.registry import knowledge_of, names
from kibitz.core.rules import Game, is_over, legal, play_move, says, start_of
from kibitz.errors import OpeningError

FAMILY = "arena.openings"
Line = tuple[Any, tuple[int, ...]]  # the state it leads to, and its moves; throws of dice are among them
MAX_PLIES = 1000  # of an opening
MAX_POSITIONS = 100_000  # that are listed


def choose(game: Game, how: str, pairs: int, seed: int) -> list[str]:
    """One opening for each pair: moves by name, separated by spaces; "" is the start.

    An opening may begin from a position of its own (see `Fixture`). `how` is one of `random:4`, `all:3`, `file:PATH`,
    `random-file:PATH`, `start` and `auto` (see the files of this folder). The same arguments choose the same. Raises
    OpeningError, in one sentence.
    """
    if is_over(game, start_of(game)):
        raise OpeningError(f"{type(game).__name__} is over before the first move: there is nothing to open")
    way, text = _find_way(how)
    chosen: list[str] = way.choose(game, text, pairs, seed)
    return chosen


def settle(game: Game, how: str, pairs: int) -> str:
    """The way that `how` comes to for so many pairs, for the record of a match: `auto` becomes, say, `random:6`."""
    way, text = _find_way(how)
    settled: str = way.settle(game, text, pairs) if hasattr(way, "settle") else how
    return settled


def _find_way(how: str) -> tuple[Any, str]:
    """The file of a kind of openings, and the argument after its name."""
    name, colon, text = how.partition(":")
    ways = {known.replace("_", "-"): import_module(f"kibitz.{FAMILY}.{known}") for known in names(FAMILY)}
    if name not in ways or bool(text) != (":" in ways[name].EXAMPLE) or (colon and not text):
        examples = [way.EXAMPLE for way in ways.values()]
        raise OpeningError(f"{how!r} is not a kind of openings: openings are {', '.join(examples[:-1])} or {examples[-1]}")
    return ways[name], text


# Lines of play from the start that lead to different positions, ply by ply.


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
            after = play_move(game, state, move)
            if not is_over(game, after) and (key := key_of(after)) not in seen:
                seen.add(key)
                yield after, (*moves, move)


def list_positions(game: Game, plies: int) -> list[Line] | None:
    """A line to each position at that ply, symmetric ones once, in the order of the rules; None: there are too many."""
    lines: list[Line] = [(start_of(game), ())]
    for _ in range(plies):
        lines = list(islice(extend_lines(game, lines), MAX_POSITIONS + 1))
        if len(lines) > MAX_POSITIONS:
            return None
    return lines


def write_line(game: Game, moves: Iterable[int]) -> str:
    """A line from the start as an opening is written."""
    return " ".join(line_names(game, start_of(game), moves))


def parse_plies(text: str, example: str) -> int:
    """Parse the number of plies after the name of a kind of openings."""
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MAX_PLIES):
        raise OpeningError(f"{text!r} is not a number of plies from 0 to {MAX_PLIES}: write, for instance, {example}")
    return int(text)
