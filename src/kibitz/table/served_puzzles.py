"""The puzzles of the games that are served: which there are for a visitor, and the moves that each asks for, one by one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kibitz.arena.store import Store
from kibitz.arena.store.records import REVEALED, SOLVED, Puzzle
from kibitz.errors import KibitzError
from kibitz.explain.puzzles.shipped import shipped_puzzles
from kibitz.table.served_games import Catalog, ServedGame


@dataclass(frozen=True)
class GamePuzzles:
    """The puzzles of a game for a visitor, in the order in which they come, and what was made of each, by its key."""

    puzzles: tuple[Puzzle, ...]
    tries: Mapping[str, int]

    @property
    def solved(self) -> int:
        """How many were found."""
        return sum(self.tries.get(one.key) == SOLVED for one in self.puzzles)

    @property
    def attempts(self) -> int:
        """How many were tried."""
        return sum(one.key in self.tries for one in self.puzzles)

    @property
    def own(self) -> int:
        """How many are from games of the visitor's own."""
        return sum(bool(one.owner) for one in self.puzzles)

    def of(self, key: str) -> Puzzle | None:
        """The puzzle of that key, or the first one that is not done; None where there is none."""
        return next((one for one in self.puzzles if one.key == key), None) or self.after("")

    def after(self, key: str) -> Puzzle | None:
        """The next one that is neither solved nor shown, after this one and then from the first; None where all are done."""
        place = next((number for number, one in enumerate(self.puzzles, 1) if one.key == key), 0)
        rest = (*self.puzzles[place:], *self.puzzles[:place])
        return next((one for one in rest if one.key != key and self.tries.get(one.key) not in (SOLVED, REVEALED)), None)


def game_puzzles(catalog: Catalog, store: Store, offer: ServedGame, visitor: str) -> GamePuzzles:
    """The puzzles of a game, with any parameters: the visitor's own, those of matches, and those that ship with kibitz."""
    ours, theirs = (
        {spec for spec, one in _served(catalog, specs) if one.slug == offer.slug}
        for specs in (_shipped(), store.puzzle_games(visitor))
    )
    found = [*store.puzzles(visitor, theirs), *(puzzle for spec in sorted(ours) for puzzle in _shipped()[spec])]
    kept = {puzzle.key: puzzle for puzzle in reversed(found)}  # the visitor's own takes the place of the same that ships
    return GamePuzzles(tuple(kept.values())[::-1], store.tries(visitor, ours | theirs))


def daily_puzzle(catalog: Catalog, day: int) -> tuple[ServedGame, Puzzle] | None:
    """The shipped puzzle of a day, a number of days since the year 1: another one each day, game after game."""
    offers = [(offer, _shipped()[spec]) for spec, offer in _served(catalog, _shipped())]
    if not offers:
        return None
    offer, puzzles = offers[day % len(offers)]
    return offer, puzzles[day // len(offers) % len(puzzles)]


def questions(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """All that a puzzle asks, in order: the puzzle itself, and the later positions that again have exactly one good move.

    Puzzles out of reviewed games ask for one move.
    """
    found = [puzzle]
    for one in _later().get(puzzle.key, ()):
        moves = (*found[-1].moves, found[-1].best, *one["between"])
        found.append(replace(puzzle, moves=moves, best=one["best"], worths=tuple(one["worths"])))
    return tuple(found)


@cache
def _shipped() -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles that ship with kibitz, by the spec of their game."""
    return {
        found["game"]: tuple(
            Puzzle("", "", found["game"], tuple(one["moves"]), one["best"], one["proved"], tuple(one["worths"]))
            for one in found["puzzles"]
        )
        for found in shipped_puzzles()
    }


@cache
def _later() -> dict[str, Sequence[Mapping[str, Any]]]:
    """The positions that shipped puzzles ask about after the first one, by their keys."""
    return {
        puzzle.key: one.get("then", ())
        for found in shipped_puzzles()
        for puzzle, one in zip(_shipped()[found["game"]], found["puzzles"], strict=True)
    }


def tallies(catalog: Catalog, store: Store, visitor: str) -> list[tuple[ServedGame, GamePuzzles]]:
    """The games with puzzles, in the order of the page."""
    slugs = {one.slug for _, one in _served(catalog, {*store.puzzle_games(visitor), *_shipped()})}
    return [(offer, game_puzzles(catalog, store, offer, visitor)) for offer in catalog if offer.slug in slugs]


def _served(catalog: Catalog, specs: Iterable[str]) -> Iterable[tuple[str, ServedGame]]:
    for spec in specs:
        try:
            offer = catalog.served_game(catalog.load(spec))
        except KibitzError:
            continue
        if offer is not None:
            yield spec, offer
