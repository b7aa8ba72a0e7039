"""Proofs by this server's searches, for every page: by the game and the names of the moves before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

from cachetools import FIFOCache

from kibitz.core.rules import says
from kibitz.position import Position
from kibitz.present.answer import value_as_json, value_of
from kibitz.proofs import NOTHING, Line, Proved
from kibitz.table.served_games import Catalog

KEPT = 50_000  # positions
Answer = dict[str, Any]
Names = tuple[str, ...]


class ProvedPositions:
    """Proofs of all games that are served, kept in memory; used in the thread of the event loop only.

    A proof says the same to everybody who asks about these moves of this game: values, hints, reviews, analyses and trees.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known: FIFOCache[tuple[str, Names], Proved] = FIFOCache(KEPT)

    def learn(self, spec: str, names: Sequence[str], answer: Mapping[str, Any]) -> None:
        """Takes in what a worker's answer about a position proves of it, and of its moves."""
        mover = answer.get("to_move")
        game = self._catalog.alike(spec)
        if mover not in (0, 1) or game is None or not says(game, "result"):
            return
        here = tuple(names)
        for bound in (answer.get("value"), *(answer.get("bounds") or ())):
            self._meet(spec, here, _proved(bound, mover))
        for one in answer.get("moves", ()):
            self._meet(spec, (*here, str(one.get("move"))), _proved(one.get("value"), mover).seen(-1))

    def review(self, spec: str, names: Sequence[str], values: Iterable[Sequence[Any]]) -> None:
        """Takes in the `values` of a review: the number of moves, the value there, and its player."""
        for ply, data, mover in values:
            if mover in (0, 1):
                self._meet(spec, tuple(names[:ply]), _proved(data, mover))

    def of(self, spec: str, names: Sequence[str]) -> Proved:
        """The proof about the position after these moves."""
        return self._known.get((spec, tuple(names)), NOTHING)

    def held(self, spec: str, names: Sequence[str], answer: Answer) -> Answer:
        """An answer that agrees with all that is proved; the moves best first."""
        mover = answer.get("to_move")
        if mover not in (0, 1) or not answer.get("moves"):
            return answer
        moves = self.held_moves(spec, names, answer["moves"], mover)
        found = answer | _held({"value": answer["value"]}, self._with_moves(spec, names, answer["moves"], mover), mover)
        if moves != answer["moves"]:
            moves.sort(key=_rank, reverse=True)
            found |= {"moves": moves, "best": moves[0]["move"], "line": moves[0]["line"]}
        return found

    def held_moves(self, spec: str, names: Sequence[str], moves: Iterable[Answer], mover: int) -> list[Answer]:
        """The moves of a position with what is proved of each."""
        return [_held(one, self.of(spec, (*names, str(one["move"]))).seen(1), mover) for one in moves]

    def along(self, spec: str, names: Sequence[str], position: Position) -> Iterator[tuple[Line, Proved]]:
        """The proofs about all positions on the way to one, which these names lead to, by their moves."""
        for ply in range(len(names) + 1):
            if (found := self.of(spec, names[:ply])) != NOTHING:
                yield position.moves[:ply], found

    def beside(
        self, spec: str, names: Sequence[str], position: Position, legal: Mapping[str, int]
    ) -> Iterator[tuple[Line, Proved]]:
        """The proofs about the moves of a position, `legal` by their names."""
        for name, move in legal.items():
            if (found := self.of(spec, (*names, name))) != NOTHING:
                yield (*position.moves, move), found

    def _with_moves(self, spec: str, names: Sequence[str], moves: Iterable[Answer], mover: int) -> Proved:
        """The proof about a position with the proofs of its moves: it is worth at least each of them."""
        whole = self.of(spec, names)
        for one in moves:
            child = self.of(spec, (*names, str(one["move"]))).seen(1)
            whole = whole.met(Proved(low=child.low) if mover == 0 else Proved(high=child.high))
        return whole

    def _meet(self, spec: str, names: Names, proved: Proved) -> None:
        if proved == NOTHING:
            return
        self._known[spec, names] = self._known.get((spec, names), NOTHING).met(proved)


def _proved(data: Any, mover: int) -> Proved:
    value = value_of(data)
    return NOTHING if value is None or value.payoffs is not None else Proved.of(value, mover, counted=True)


def _rank(one: Answer) -> tuple[float, ...]:
    value = value_of(one["value"])
    return (-inf,) if value is None else value.order


def _held(one: Answer, proved: Proved, mover: int) -> Answer:
    """A move, or the value of a position, corrected by what is proved; its line is dropped if the value changes."""
    value = value_of(one["value"])
    if proved == NOTHING or value is None or value.kind == "exact":
        return one
    guess = None if value.kind != "estimate" else -value.result if mover == 1 else value.result
    found = proved.value(mover, guess)
    if found is None or (found.kind, found.result) == (value.kind, value.result):
        return one
    return one | {"value": value_as_json(found)} | ({"line": [one["move"]]} if "line" in one else {})
