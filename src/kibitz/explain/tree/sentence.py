"""The sentence for a reason: why a search left moves alone, in words a student can follow."""

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.phrase import Phrases, called, plies, this_search
from kibitz.explain.tree.question import Question
from kibitz.explain.tree.refusal import Refusal
from kibitz.explain.tree.why import Why


def sentence_of(why: Why) -> str:
    """The reason in words."""
    return Sentence(why).told()


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
        seen = "" if why.proved else f", as far as {this_search(self.why.node)} sees"
        if why.by is None:
            number = self._phrases.number(why.held.result, why.held.proved)
            limit, name = "at least" if why.held.gains else "at most", self._names[self._tree.hero]
            return f"Cut{seen}: whatever the other outcomes bring, {name} gets {limit} {number} here"
        if why.shared is not None:
            return f"Cut{seen}: with {called(why.by.name)} {why.shared.opening(self._names)}"
        return f"Cut{seen}: with {called(why.by.name)} {self._phrases.of(why.held).told(self._names[why.held.player])} here"

    def _refused(self, found: Refusal) -> str:
        """Who does better elsewhere."""
        name, where = self._names[found.ancestor.mover], self._where(found.ancestor)
        offer = self._phrases.of(found.offer).able
        passing = ""
        if found.averaged:
            share = self._phrases.number(self._tree.number(found.passed), found.sees_all and self.why.held.proved)
            limit = "at least" if self.why.held.gains else "at most"
            passing = f". To come this way is worth {limit} {share} to {self._names[self._tree.hero]}"
        does = f"{name} can play {called(found.instead.name)} and {offer}"
        if self.why.equal:
            so = f"so {name} gains nothing by allowing this position"
            return f"{passing}. {where[0].upper()}{where[1:]} {does} anyway, {so}"
        return f"{passing}. But {where} {does}, so {name} never allows this position"

    def _asked(self, asked: Question) -> str:
        """What the search wanted to know."""
        gains, name = self.why.held.gains, self._names[self._tree.hero]
        if asked.about == "move" and asked.node.parent is not None:
            where, player = self._where(asked.node.parent), asked.node.parent.mover
            doubt = f"{called(asked.node.name)} {self._phrases.better(asked.number, gains, player)}"
            return f". {where[0].upper()}{where[1:]} the search only asks whether {doubt}, and here the answer is yes"
        if asked.about == "value":
            doubt, here = self._phrases.reaches(asked.number), "yes" if gains else "no"
            return f". At the root the search only asks whether {doubt}, and here the answer is {here}"
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
