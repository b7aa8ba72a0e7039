"""Positions of known worth, as targets beside play against itself: of solutions and books, or of games that were played."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from kibitz.arena.store import Store
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, says
from kibitz.core.thought import Value
from kibitz.errors import BookError, LearningError, SolutionError
from kibitz.position import Position
from kibitz.solutions import Solution
from kibitz.solutions.book import Book

MOST = 20_000  # positions that are kept
FEWEST_PLIES, PLIES = 1000, 4  # of random games, and for each position that they have found: then few are left
MATCH, DIGITS = "match:", 9
KnownValue = tuple[Any, float]  # a state, and its result for the side to move


def known_values(game: Game, source: str, store: str | None, seed: int) -> list[KnownValue]:
    """The known positions of a source: a solution, a book, or `match:12`, whose games say what their positions were worth.

    LearningError, one sentence, where there are none, or the game has no single result; SolutionError or BookError for a file
    that is of another game.
    """
    if game.players != 2 or not says(game, "result") or says(game, "reward") or says(game, "chances"):
        raise LearningError(
            f"{spec_of(game)} is not a game of two players with one result and no dice: known values say nothing there"
        )
    if source.startswith(MATCH):
        found = _of_match(game, source.removeprefix(MATCH), store)
    else:
        found = _of_file(game, _lookup(game, Path(source).expanduser()), seed)
    if not found:
        raise LearningError(f"{source} has no position of {spec_of(game)} with a move to make")
    return found if len(found) <= MOST else random.Random(seed).sample(found, MOST)


def _lookup(game: Game, path: Path) -> Callable[[Any], Value | None]:
    """The values that a file holds."""
    try:
        book = Book.open(path)
    except BookError as problem:
        try:
            return Solution(path, game).value
        except SolutionError as other:
            raise (other if "is not a strong solution" not in str(other) else problem) from None
    return lambda state: book.value(game, state)


def _of_file(game: Game, lookup: Callable[[Any], Value | None], seed: int) -> list[KnownValue]:
    """Positions that random games come to, as long as the file knows them."""
    dice, known, plies = random.Random(seed), dict[Any, float](), 0
    while plies < FEWEST_PLIES + PLIES * len(known) and len(known) < MOST:
        position = Position.after(game)
        while not position.is_over:
            value = lookup(position.state)
            plies += 1
            if value is None:
                break
            if value.kind == "exact":
                known[position.state] = float(value.result)
            position = position.play(dice.choice(position.legal()))
    return list(known.items())


def _of_match(game: Game, number: str, store: str | None) -> list[KnownValue]:
    """The mean result of the games that came to each position, for the side to move there."""
    if not number.isdecimal() or len(number) > DIGITS:
        raise LearningError(f"{MATCH}{number} does not name a match: write {MATCH}12")
    with Store.open(store, make=False) as kept:
        plan = kept.plan(int(number))
        spec = plan.game
        if plan.has_positions:
            raise LearningError(f"games of match {number} begin from positions of their own: name a match from the usual start")
        if spec != spec_of(game):
            raise LearningError(f"match {number} is one of {spec}, and {spec_of(game)} is to be learned")
        return _of_games(game, ((played.moves, played.payoffs) for _, played in kept.games(int(number))))


def _of_games(game: Game, games: Iterable[tuple[Sequence[str], Sequence[float] | None]]) -> list[KnownValue]:
    results = defaultdict[Any, list[float]](list)
    for names, payoffs in games:
        if payoffs is None:
            continue
        position = Position.after(game)
        for name in names:
            if not position.is_over:
                results[position.state].append(payoffs[position.to_move])
            position = position.play(name)
    return [(state, fmean(found)) for state, found in results.items()]
