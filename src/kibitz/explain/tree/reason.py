"""Why a search left moves alone: who would never allow the position, and what shows that.

A position is cut when what one player is sure of there is no better for the other than what that one was sure of before it
was entered. Only a promise counts on either side: a child left with "at most 0" promises MAX nothing, however good it looks.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.phrase import Phrases, plies, this_search
from kibitz.explain.tree.promise import Promise, limits, promise, promised
from kibitz.explain.tree.question import Question, question
from kibitz.explain.tree.refusal import Refusal, limits_of, refusal
from kibitz.explain.tree.shares import Shares, shares
from kibitz.wording.values import amount

Kind = Literal["refused", "averaged", "asked", "shared", "utmost", "window"]


@dataclass(frozen=True)
class Why:
    """Why the moves of `node` that were skipped cannot matter.

    `held` is what its player is sure of there by the move to `by` (of a chance node: what the outcomes come to, `by` None).
    One of these says why that is enough: `refused`, an ancestor who is sure of no less elsewhere; `asked`, what the search
    wanted to know; `shared`, what others are left with where each has a number; `utmost`: no result is better for its player. With
    none of them only the window says so.
    """

    node: Node
    by: Node | None
    held: Promise
    refused: Refusal | None = None
    asked: Question | None = None
    shared: Shares | None = None
    utmost: bool = False

    @property
    def kind(self) -> Kind:
        """Which of the reasons it is; "averaged": refused, with dice or cards between."""
        if self.refused is not None:
            return "averaged" if self.refused.averaged else "refused"
        if self.asked is not None or self.shared is not None:
            return "shared" if self.asked is None else "asked"
        return "utmost" if self.utmost else "window"

    @property
    def ancestor(self) -> Node | None:
        """Where somebody does better, or the search asks something."""
        if self.refused is not None:
            return self.refused.ancestor
        if self.shared is not None:
            return self.shared.ancestor
        return None if self.asked is None else self.asked.node.parent or self.asked.node

    @property
    def others(self) -> int:
        """How many moves were left alone."""
        return len(self.node.skipped)

    @property
    def equal(self) -> bool:
        """Whether the ancestor does just as well elsewhere, and not better: that is enough."""
        if self.shared is not None:
            return self.shared.equal
        found, tree = self.refused, self.node.tree
        if found is None or found.passed == found.offer.number:
            return found is not None
        whole = tree.trace.scale is not None and self.proved
        return not whole and amount(tree.number(found.passed)) == amount(tree.number(found.offer.number))

    @property
    def proved(self) -> bool:
        """Whether all of this holds for the game itself, and not just as far as the search sees."""
        sure = self.held.proved and (self.shared is None or self.shared.proved)
        return sure and (self.refused is None or (self.refused.offer.proved and self.refused.sees_all))

    @cached_property
    def sentence(self) -> str:
        """The reason in words."""
        return Sentence(self).told()


class Sentence:
    """A reason in words. "About" marks what is estimated, and then the depth of the search is said."""

    def __init__(self, why: Why) -> None:
        self.why, self._tree = why, why.node.tree
        self._names, self._phrases = self._tree.players, Phrases(self._tree)

    def told(self) -> str:
        """All of it."""
        if self.why.refused is not None:
            middle = self._refused(self.why.refused)
        elif self.why.shared is not None:
            middle = self.why.shared.told(self._names, self._where)
        elif self.why.asked is not None:
            middle = self._asked(self.why.asked)
        elif self.why.utmost:
            middle = f". Nothing is {'better' if self.why.held.gains else 'worse'} for {self._names[self._tree.hero]}"
        else:
            middle = ". Nothing beyond that can matter further up"
        return f"{self._opening()}{middle}; {self._rest()}."

    def _opening(self) -> str:
        """What the cut position is worth."""
        why = self.why
        seen = "" if why.proved else f", as far as {this_search(self._tree)} sees"
        if why.by is None:
            number = self._phrases.number(why.held.result, why.held.proved)
            limit, name = "at least" if why.held.gains else "at most", self._names[self._tree.hero]
            return f"Cut{seen}: whatever the other outcomes bring, {name} gets {limit} {number} here"
        if why.shared is not None:
            return f"Cut{seen}: with {why.by.name} {why.shared.opening(self._names)}"
        return f"Cut{seen}: with {why.by.name} {self._phrases.of(why.held).told(self._names[why.held.player])} here"

    def _refused(self, found: Refusal) -> str:
        """Who does better elsewhere."""
        name, where = self._names[found.ancestor.mover], self._where(found.ancestor)
        offer = self._phrases.of(found.offer).able
        passing = ""
        if found.averaged:
            share = self._phrases.number(self._tree.number(found.passed), found.sees_all and self.why.held.proved)
            limit = "at least" if self.why.held.gains else "at most"
            passing = f". To come this way is worth {limit} {share} to {self._names[self._tree.hero]}"
        if self.why.equal:
            so = f"so {name} gains nothing by allowing this position"
            return f"{passing}. {where[0].upper()}{where[1:]} {name} can play {found.instead.name} and {offer} anyway, {so}"
        return f"{passing}. But {where} {name} can play {found.instead.name} and {offer}, so {name} never allows this position"

    def _asked(self, asked: Question) -> str:
        """What the search wanted to know."""
        gains, name = self.why.held.gains, self._names[self._tree.hero]
        if asked.about == "move" and asked.node.parent is not None:
            where, player = self._where(asked.node.parent), asked.node.parent.mover
            better = self._phrases.better(asked.number, gains, player)
            return f". {where[0].upper()}{where[1:]} the search only asks whether {asked.node.name} {better}, and here the answer is yes"
        if asked.about == "value":
            here = "yes" if gains else "no"
            return f". At the root the search only asks whether {self._phrases.reaches(asked.number)}, and here the answer is {here}"
        number = self._phrases.number(round(self._tree.number(asked.number), 4))
        side, bound = ("below", "no less") if gains else ("above", "no more")
        return f". At the root the search only looks for values {side} {number} for {name}, and this position is worth {bound}"

    def _where(self, ancestor: Node) -> str:
        """How far up."""
        if ancestor.ply == 0:
            return "at the root"
        return f"{plies(len(self.why.node.moves) - len(ancestor.moves))} earlier"

    def _rest(self) -> str:
        """What need not be looked at."""
        one, many = ("outcome", "outcomes") if self.why.by is None else ("move", "moves")
        count = f"one other {one}" if self.why.others == 1 else f"{self.why.others} other {many}"
        if self.why.refused is not None or self.why.shared is not None:
            return f"its {count} need not be looked at"
        return f"the {count} here need not be looked at"


def why(node: Node) -> Why | None:
    """Why moves of this node were left alone; None where none were."""
    if node.reason != "cut" or not node.skipped:
        return None
    trace = node.tree.trace
    if trace.vectors:
        return _by_shares(node)
    number = trace.value(node.index)
    if trace.scale is not None and not node.maximises:
        number = -number
    if node.by_chance:
        (least, most), proofs = limits(node)
        by, held = None, promise(node, least, number, exact=least and most, proved=proofs[not least])
    else:
        by, held = _refuter(node)
    found = None if _answers(node) else refusal(node, held.gains, number)
    asked = None if found is not None else question(node, held.gains, number)
    return Why(node, by, held, refused=found, asked=asked, utmost=trace.scale is None and _is_utmost(node, held))


def _answers(node: Node) -> bool:
    """Whether the search only ever asks about one value: then nobody's other moves are the reason."""
    scale = node.tree.trace.scale
    return scale is not None and scale.exact


def _is_utmost(node: Node, held: Promise) -> bool:
    """Whether the game has no result that is better for the player."""
    least, most, _ = limits_of(node.tree)
    return held.result >= most if held.gains else held.result <= least


def _refuter(node: Node) -> tuple[Node, Promise]:
    """The move that showed enough, looked at last, and what it promises."""
    found = [(child, sure) for child in node.children if (sure := promised(child)) is not None]
    best = (max if node.maximises else min)(sure.number for _, sure in found)
    return next(pair for pair in reversed(found) if pair[1].number == best)


def _by_shares(node: Node) -> Why:
    """The same where every player has a number."""
    by = node.final_children[-1]
    sure = limits(by)[1][0]
    held = Promise(node.mover, True, 0.0, node.tree.trace.payoffs(node.index)[node.mover], False, sure)
    return Why(node, by, held, shared=shares(node, held))
