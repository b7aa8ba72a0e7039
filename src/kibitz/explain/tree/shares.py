"""Where every player has a number: what one has leaves so little to another, who moved before, that this one goes elsewhere."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.phrase import called
from kibitz.explain.tree.promise import Promise, limits
from kibitz.explain.tree.refusal import before, way_up
from kibitz.present.values import amount
from kibitz.search.vector_searcher import limits_of

NEAR = 1e-4  # payoffs are written down to six digits


@dataclass(frozen=True)
class Shares:
    """The mover of the cut position has `mine` there; nobody can get more than `most`.

    At `ancestor` the player who moved before has `theirs` by the move to `instead`, and is left `rest` at most by coming to the
    cut position; these are None where there is just no more to get.
    """

    player: int
    mine: float
    ancestor: Node | None = None
    instead: Node | None = None
    theirs: float = 0.0
    rest: float = 0.0
    proved: bool = True

    @property
    def equal(self) -> bool:
        """Whether the other has just as much elsewhere."""
        return self.ancestor is not None and abs(self.theirs - self.rest) <= NEAR * (1 + abs(self.rest))

    def opening(self, names: Sequence[str]) -> str:
        """What the player has here."""
        about = "" if self.proved else "about "
        if self.ancestor is None:
            return f"{names[self.player]} gets {about}{amount(self.mine)} here"
        left = f"{names[self.ancestor.mover]} at most {about}{amount(self.rest)}"
        return f"{names[self.player]} gets at least {about}{amount(self.mine)} here, which leaves {left}"

    def conclusion(self, names: Sequence[str], where: Callable[[Node], str]) -> str:
        """Why that is enough."""
        if self.ancestor is None or self.instead is None:
            return ", and there is no more to get"
        name, place = names[self.ancestor.mover], where(self.ancestor)
        gets = f"can play {called(self.instead.name)} and get {'' if self.proved else 'about '}{amount(self.theirs)}"
        if self.equal:
            return f". {place[0].upper()}{place[1:]} {name} {gets} anyway, so {name} gains nothing by allowing this position"
        return f". But {place} {name} {gets}, so {name} never allows this position"


def shares(node: Node, held: Promise) -> Shares | None:
    """Why a position was cut where every player has a number; None where it cannot be shown."""
    tree, mover = node.tree, node.mover
    least, most, together = limits_of(tree.game, tree.trace.knowledge)
    for child, above in way_up(node):
        if above.by_chance:
            break
        if above.mover == mover:
            continue
        rest = together - least * (tree.game.players - 2) - held.result
        found = [(_paid(one, above.mover), one) for one in before(child, above) if all(limits(one)[0])]
        if not found:
            break
        theirs, instead = max(found, key=lambda pair: pair[0])
        if rest <= theirs + NEAR * (1 + abs(rest)):
            proved = held.proved and all(limits(instead)[1])
            return Shares(mover, held.result, above, instead, theirs, rest, proved)
        break
    if held.result >= together - least * (tree.game.players - 1) - NEAR * (1 + abs(most)):
        return Shares(mover, held.result, proved=held.proved)
    return None


def _paid(node: Node, player: int) -> float:
    return node.tree.trace.payoffs(node.index)[player]
