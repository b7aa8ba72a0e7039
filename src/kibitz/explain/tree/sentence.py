"""The sentence for a reason: why a search left moves alone, in words a student can follow."""

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.phrase import Phrases, called, plies, this_search
from kibitz.explain.tree.question import SearchQuestion
from kibitz.explain.tree.reason import Why
from kibitz.explain.tree.refusal import Refusal


def sentence_of(why: Why) -> str:
    """The reason in words."""
    return Sentence(why).text()


class Sentence:
    """A reason in words. "About" marks what is estimated, and then the depth of the search is said."""

    def __init__(self, why: Why) -> None:
        self.why, self._tree = why, why.node.tree
        self._names, self._phrases = self._tree.players, Phrases(self._tree)

    def text(self) -> str:
        """The whole sentence."""
        found = self.why.refused
        if found is not None and self.why.hollow and not found.averaged:
            return f"Cut{self._seen()}: {self._settled(found)}; {self._rest()}."
        if found is not None:
            middle = self._refused(found)
        elif self.why.shared is not None:
            middle = self.why.shared.conclusion(self._names, self._where)
        elif self.why.question is not None:
            middle = self._describe_question(self.why.question)
        elif self.why.utmost:
            middle = f". {self._utmost()}"
        else:
            middle = ". Nothing beyond that can matter further up"
        return f"{self._opening()}{middle}; {self._rest()}."

    def _opening(self) -> str:
        """What the cut position is worth."""
        why = self.why
        seen = self._seen()
        if why.hollow and why.refused is not None:
            return f"Cut{seen}: whatever comes of this position, {self._passing(why.refused)}"
        if why.by is None:
            number = self._phrases.number(why.held.result, why.held.proved)
            limit, name = "at least" if why.held.gains else "at most", self._names[self._tree.hero]
            return f"Cut{seen}: whatever the other outcomes bring, {name} gets {limit} {number} here"
        if why.shared is not None:
            return f"Cut{seen}: with {called(why.by.name)} {why.shared.opening(self._names)}"
        return (
            f"Cut{seen}: with {called(why.by.name)} {self._phrases.of(why.held).statement(self._names[why.held.player])} here"
        )

    def _seen(self) -> str:
        """How far the reason holds: "" where it is proved."""
        return "" if self.why.proved else f", as far as {this_search(self.why.node)} sees"

    def _utmost(self) -> str:
        """That no result is better for the player."""
        if self._tree.game.players == 2:
            return f"Nothing is better for {self._names[self.why.held.player]}"
        return f"Nothing is {'better' if self.why.held.gains else 'worse'} for {self._names[self._tree.hero]}"

    def _settled(self, found: Refusal) -> str:
        """Who has the best there is elsewhere, whatever is played here."""
        name, where, does = self._elsewhere(found)
        return f"{where} {does}, and nothing here can be better for {name}"

    def _elsewhere(self, found: Refusal) -> tuple[str, str, str]:
        """Who, how far up, and what this player can do there."""
        name = self._names[found.ancestor.mover]
        offer = self._phrases.of(found.offer).able
        return name, self._where(found.ancestor), f"{name} can play {called(found.instead.name)} and {offer}"

    def _passing(self, found: Refusal) -> str:
        """What it is worth to come this way, where dice or cards decide between."""
        share = self._phrases.number(self._tree.number(found.passed), found.sees_all and self.why.held.proved)
        limit = "at least" if self.why.held.gains else "at most"
        return f"to come this way is worth {limit} {share} to {self._names[self._tree.hero]}"

    def _refused(self, found: Refusal) -> str:
        """Who does better elsewhere."""
        name, where, does = self._elsewhere(found)
        passing = f". T{self._passing(found)[1:]}" if found.averaged and not self.why.hollow else ""
        if self.why.equal:
            so = f"so {name} gains nothing by allowing this position"
            return f"{passing}. {where[0].upper()}{where[1:]} {does} anyway, {so}"
        return f"{passing}. But {where} {does}, so {name} never allows this position"

    def _describe_question(self, question: SearchQuestion) -> str:
        """What the search wanted to know."""
        gains, name = self.why.held.gains, self._names[self._tree.hero]
        if question.about == "move" and question.node.parent is not None:
            where, player = self._where(question.node.parent), question.node.parent.mover
            doubt = f"{called(question.node.name)} {self._phrases.better(question.number, gains, player)}"
            return f". {where[0].upper()}{where[1:]} the search only asks whether {doubt}, and here the answer is yes"
        if question.about == "value":
            doubt, here = self._phrases.reaches(question.number), "yes" if gains else "no"
            return f". At the root the search only asks whether {doubt}, and here the answer is {here}"
        number = self._phrases.number(round(self._tree.number(question.number), 4))
        side, bound = ("below", "no less") if gains else ("above", "no more")
        return f". At the root the search only looks for values {side} {number} for {name}, and this position is worth {bound}"

    def _where(self, ancestor: Node) -> str:
        """How far up an ancestor is."""
        if ancestor.ply == 0:
            return "at the root"
        return f"{plies(len(self.why.node.moves) - len(ancestor.moves))} earlier"

    def _rest(self) -> str:
        """What need not be looked at."""
        one, many = ("outcome", "outcomes") if self.why.by is None else ("move", "moves")
        count = f"one other {one}" if self.why.others == 1 else f"{self.why.others} other {many}"
        found = self.why.refused
        if self.why.shared is not None or (found is not None and (found.averaged or not self.why.hollow)):
            return f"its {count} need not be looked at"
        return f"the {count} here need not be looked at"
