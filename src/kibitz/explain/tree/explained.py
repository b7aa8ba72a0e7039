"""A node that can say why the search left it."""

from weakref import WeakKeyDictionary

from kibitz.best_result import best_result
from kibitz.explain.tree.node import Node, NodeWorth
from kibitz.explain.tree.phrase import called, this_search
from kibitz.explain.tree.preference import leads
from kibitz.explain.tree.reason import why
from kibitz.explain.tree.searched import Searched
from kibitz.explain.tree.sentence import sentence_of
from kibitz.present.values import ValueWords
from kibitz.rules import Game, payoffs_of, says
from kibitz.thought import Value


class Explained(Node):
    """A node with a sentence about itself: the nodes of a `Tree` are these."""

    @property
    def why(self) -> str:
        """Why the search left the node, in a sentence; of a cut, who would never allow the position."""
        return explain(self)


# Why the search left a node, in a sentence: of every node, cut or not.

_words: WeakKeyDictionary[Searched, ValueWords] = WeakKeyDictionary()  # a game says who plays it by being played for a while


def explain(node: Node) -> str:
    """What ended the look at this node, and what was found there."""
    cut = why(node)
    if cut is not None:
        return sentence_of(cut)
    if node.worth is None:
        return "The search was stopped before it was done with this position."
    if node.reason == "over":
        return f"The game is over: {words_of(node.tree).ending(_payoffs(node.tree.game, node))}."
    worth = in_words(node, node.worth)
    match node.reason:
        case "horizon":
            return f"T{this_search(node)[1:]} looks no further; the position counts as {worth}."
        case "table":
            return f"The position was known from before: {worth}."
        case "settled":
            return f"This is known without a look at what follows: {worth}."
        case "probed":
            return f"Only one move was looked at here, for a limit: {worth}."
    if any(child.move is None for child in node.children):
        return f"What the search asked of this position is answered: {worth}."
    needed = "" if node.worth.says == "exact" else ", as far as needed"
    if node.ruled_out > 0:
        return f"Every move that the knowledge does not rule out was looked at{needed}: {worth}."
    if len(node.offers) == 1 and not node.by_chance:
        return f"The only move was looked at{needed}: {worth}."
    praise = "best" if leads(node) else "as good as any"
    best = "" if node.best is None or needed else f"; {called(node.best.name)} is {praise}"
    return f"Every {'outcome' if node.by_chance else 'move'} was looked at{needed}: {worth}{best}."


def words_of(tree: Searched) -> ValueWords:
    """What values mean for the players of a tree."""
    return _words.get(tree) or _words.setdefault(tree, ValueWords(tree.game))


def in_words(node: Node, worth: NodeWorth) -> str:
    """What a node is worth, in words; "about" marks what is estimated."""
    if worth.proved and worth.about is None:
        best = best_result(node.tree.game) if worth.plies is None and worth.payoffs is None else None
        utmost = best is not None and worth.says != "exact" and worth.result == (best if worth.says == "at_least" else -best)
        kind = "exact" if utmost else worth.says
        return words_of(node.tree).say(Value(kind, worth.result, worth.plies, worth.payoffs), node.tree.hero)
    return f"{worth} for {node.tree.players[node.tree.hero]}" if worth.payoffs is None else str(worth)


def _payoffs(game: Game, node: Node) -> tuple[float, ...]:
    """What each player gets where the game is over."""
    if not says(game, "result"):
        return payoffs_of(game, node.state, node.mover)
    assert node.worth is not None
    mine = node.worth.result
    return (mine, -mine) if node.tree.hero == 0 else (-mine, mine)
