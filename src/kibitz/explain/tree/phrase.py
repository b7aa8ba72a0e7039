"""Promises in words: "X is sure of a win", "MIN keeps MAX to at most 2"."""

from dataclasses import dataclass

from kibitz.best_result import best_result
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise
from kibitz.explain.tree.searched import Searched
from kibitz.present.values import amount
from kibitz.rules import says

COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def plies(count: int) -> str:
    """ "two plies", "14 plies"."""
    return f"{COUNTS[count] if count < len(COUNTS) else count} {'ply' if count == 1 else 'plies'}"


def called(name: str) -> str:
    """A move in a sentence: "3,1", but "move 4"."""
    return f"move {name}" if name.isdigit() else name


def this_search(node: Node) -> str:
    """ "this search of six plies"; one that deepens may have come to its end before, and then nobody has written down where."""
    depth, root = node.tree.trace.depth, node.root.worth
    ended = node.tree.trace.declared.deepens and root is not None and root.proved
    return "this search" if depth is None or ended else f"this search of {plies(depth)}"


@dataclass(frozen=True)
class Verb:
    """What a player does, as it is said after the name and after "can": "is sure of", "be sure of"; `helped` by allies."""

    does: str
    do: str
    what: str
    helped: bool = False

    def statement(self, name: str) -> str:
        """A statement about the player of that name."""
        return f"{name}{', helped by the others,' if self.helped else ''} {self.does} {self.what}"

    @property
    def able(self) -> str:
        """What the player can do."""
        return f"{'with the help of the others ' if self.helped else ''}{self.do} {self.what}"


class Phrases:
    """Says what players are sure of in one tree: who wins where games are won, drawn or lost; else what MAX gets."""

    def __init__(self, tree: Searched) -> None:
        game = tree.game
        self._names, self._max = tree.players, tree.players[tree.hero]
        self._tree = tree
        self._by_chance = says(game, "chances")
        self._allied = game.players > 2
        self._games = says(game, "result") and not self._by_chance and best_result(game) == 1

    def of(self, promise: Promise) -> Verb:
        """What the player is sure of."""
        if self._games and promise.proved and promise.result in (-1, 0, 1):
            return self._outcome(promise)
        number = self.number(promise.result, promise.proved, promise.plies)
        if promise.gains:
            return Verb("gets", "get", f"{'' if promise.exact else 'at least '}{number}")
        return Verb("keeps", "keep", f"{self._max} to {'' if promise.exact else 'at most '}{number}", self._allied)

    def number(self, result: float, proved: bool = True, within: int | None = None) -> str:
        """What MAX gets: "3", "about 0.31", "2.5 on average"."""
        # Six digits: limits of averages are given away by as much as rounding might have made.
        text = f"{'' if proved else 'about '}{amount(round(result, 6))}{' on average' if self._by_chance and proved else ''}"
        return text if within is None else f"{text} in {plies(within)}"

    def better(self, number: float, gains: bool, player: int) -> str:
        """What makes a move better for its player than so much, as the search counts for MAX."""
        outcome = self._decoded(number if gains else -number)
        if outcome is not None:
            return f"is better for {self._names[player]} than {outcome}"
        limit = amount(self._tree.number(number))
        return f"gives {self._max} more than {limit}" if gains else f"keeps {self._max} below {limit}"

    def reaches(self, number: float) -> str:
        """That MAX gets at least so much, as the search counts: "X wins"."""
        scale = self._tree.trace.scale
        result, within = scale.result(int(number)) if scale is not None else (number, None)
        if not self._games:
            return f"{self._max} gets at least {self.number(result, within=within)}"
        if result == 0:
            return f"{self._max} gets at least a draw"
        verb = "wins" if result > 0 else "holds out"
        return f"{self._max} {verb}{'' if within is None else (' within ' if result > 0 else ' for ') + plies(within)}"

    def _outcome(self, promise: Promise) -> Verb:
        """Where games are won, drawn or lost. Who is sure of something may hope for more."""
        mine = promise.result if promise.gains else -promise.result
        if mine == 0:
            return Verb("is sure of", "be sure of", "a draw" if promise.exact else "at least a draw")
        if promise.plies is None:
            return Verb("is sure of", "be sure of", "a win") if mine > 0 else Verb("can do", "do", "no worse than lose")
        if mine > 0:
            return Verb("is sure to", "be sure to", f"win within {plies(promise.plies)}")
        return Verb("can hold", "hold", f"out for {plies(promise.plies)}")

    def _decoded(self, number: float) -> str | None:
        """A number as its player counts it, where it is a win, a draw or a loss."""
        scale = self._tree.trace.scale
        if not self._games or scale is None or not (number == 0 or abs(number) > scale.clamp):
            return None
        result, within = scale.result(int(number))
        outcome = {1: "a win", 0: "a draw", -1: "a loss"}.get(result)
        return outcome if outcome is None or within is None else f"{outcome} in {plies(within)}"
