"""Sentences about nodes for students: why the search left it, and which player would never allow a cut position."""

from weakref import WeakKeyDictionary

from kibitz.core.best_result import best_result
from kibitz.core.rules import Game, payoffs_of, says
from kibitz.core.thought import Value
from kibitz.explain.tree.cut_reason import CutReason, Refusal, SearchQuestion, find_cut_reason
from kibitz.explain.tree.node import Node, value_above
from kibitz.explain.tree.node_worth import NodeWorth
from kibitz.explain.tree.promise import Promise
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.present.values import ValueWords, amount

COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
# Kept for each tree, since a game says who plays it by being played for a while.
_words: WeakKeyDictionary[SearchedTree, ValueWords] = WeakKeyDictionary()


class ExplainedNode(Node):
    """A node that explains itself; the nodes of a `Tree`."""

    @property
    def why(self) -> str:
        """Why the search left the node, in a sentence."""
        return explain(self)


def explain(node: Node) -> str:
    """Why the search left this node, and what it found."""
    why = reason_of(node)
    if why is not None:
        return why
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
        case "recurrence":
            return f"This position was on the board before, and the line ends where it comes back: {worth}."
        case "probed":
            return f"Only one move was looked at here, for a limit: {worth}."
    if any(child.move is None for child in node.children):
        return f"What the search asked of this position is answered: {worth}."
    needed = "" if node.worth.says == "exact" else ", as far as needed"
    if node.ruled_out > 0:
        return f"Every move that the knowledge does not rule out was looked at{needed}: {worth}."
    if len(node.choices) == 1 and not node.by_chance:
        return f"The only move was looked at{needed}: {worth}."
    praise = "best" if _leads(node) else "as good as any"
    best = "" if node.best is None or needed else f"; {called(node.best.name)} is {praise}"
    return f"Every {'outcome' if node.by_chance else 'move'} was looked at{needed}: {worth}{best}."


def words_of(tree: SearchedTree) -> ValueWords:
    """The value words of a tree's players."""
    return _words.get(tree) or _words.setdefault(tree, ValueWords(tree.game))


def in_words(node: Node, worth: NodeWorth) -> str:
    """A node's worth in words; "about" marks estimates."""
    if worth.proved and worth.about is None:
        best = best_result(node.tree.game) if worth.plies is None and worth.payoffs is None else None
        utmost = best is not None and worth.says != "exact" and worth.result == (best if worth.says == "at_least" else -best)
        kind = "exact" if utmost else worth.says
        return words_of(node.tree).say(Value(kind, worth.result, worth.plies, worth.payoffs), node.tree.hero)
    return f"{worth} for {node.tree.players[node.tree.hero]}" if worth.payoffs is None else str(worth)


def _payoffs(game: Game, node: Node) -> tuple[float, ...]:
    if not says(game, "result"):
        return payoffs_of(game, node.state, node.mover)
    assert node.worth is not None
    mine = node.worth.result
    return (mine, -mine) if node.tree.hero == 0 else (-mine, mine)


def _leads(node: Node) -> bool:
    """Whether the best move is shown to beat every other: the others' values, or upper bounds, lie below it."""
    best, hopes = node.best, "at_least" if node.maximises else "at_most"
    if best is None:
        return False
    for child in node.final_children:
        if child is best:
            continue
        worth = child.worth
        if worth is None or (worth.says != "exact" and (worth.about is not None or worth.says == hopes)):
            return False
        if value_above(child) >= value_above(best):
            return False
    return True


def reason_of(node: Node) -> str | None:
    """Why moves of this node were skipped; None where none were."""
    cut = find_cut_reason(node)
    return None if cut is None else describe_cut(cut)


def describe_cut(reason: CutReason) -> str:
    """The reason in words."""
    return CutSentence(reason).text()


class CutSentence:
    """A reason in words. "About" marks estimates; then the depth of the search is named."""

    def __init__(self, reason: CutReason) -> None:
        self.reason, self._tree = reason, reason.node.tree
        self._names, self._phrases = self._tree.players, Phrases(self._tree)
        self._shared = reason.kind == "shared"

    def text(self) -> str:
        """The whole sentence."""
        found = self.reason.refused
        if found is not None and self.reason.hollow and not found.averaged:
            return f"Cut{self._seen()}: {self._settled(found)}; {self._rest()}."
        if found is not None:
            middle = self._refused(found)
        elif self.reason.question is not None:
            middle = self._describe_question(self.reason.question)
        elif self.reason.utmost:
            middle = ", and there is no more to get" if self._shared else f". {self._utmost()}"
        else:
            middle = ". Nothing beyond that can matter further up"
        return f"{self._opening()}{middle}; {self._rest()}."

    def _opening(self) -> str:
        reason, held = self.reason, self.reason.held
        seen = self._seen()
        if reason.hollow and reason.refused is not None:
            return f"Cut{seen}: whatever comes of this position, {self._passing(reason.refused)}"
        if reason.by is None:
            number = self._phrases.number(held.result, held.proved)
            limit, name = "at least" if held.gains else "at most", self._names[self._tree.hero]
            return f"Cut{seen}: whatever the other outcomes bring, {name} gets {limit} {number} here"
        name = self._names[held.player]
        has = self._share(name) if self._shared else f"{self._phrases.statement(held, name)} here"
        return f"Cut{seen}: with {called(reason.by.name)} {has}"

    def _share(self, name: str) -> str:
        """The player's number here that the opponent at the cut will not allow, where each player has a number."""
        found, about = self.reason.refused, "" if self.reason.proved else "about "
        mine = f"{about}{amount(self.reason.held.result)}"
        if found is None:
            return f"{name} gets {mine} here"
        left = f"{self._names[found.ancestor.mover]} at most {about}{amount(found.passed)}"
        return f"{name} gets at least {mine} here, which leaves {left}"

    def _seen(self) -> str:
        """How far the reason holds: "" where it is proved."""
        return "" if self.reason.proved else f", as far as {this_search(self.reason.node)} sees"

    def _utmost(self) -> str:
        if self._tree.game.players == 2:
            return f"Nothing is better for {self._names[self.reason.held.player]}"
        return f"Nothing is {'better' if self.reason.held.gains else 'worse'} for {self._names[self._tree.hero]}"

    def _settled(self, found: Refusal) -> str:
        name, where, does = self._elsewhere(found)
        return f"{where} {name} {does}, and nothing here can be better for {name}"

    def _elsewhere(self, found: Refusal) -> tuple[str, str, str]:
        """The player, how far up, and what this player can get there."""
        if self._shared:
            offer = f"get {'' if self.reason.proved else 'about '}{amount(found.offer.result)}"
        else:
            offer = self._phrases.ability(found.offer)
        where = self._where(found.ancestor)
        return self._names[found.ancestor.mover], where, f"can play {called(found.instead.name)} and {offer}"

    def _passing(self, found: Refusal) -> str:
        share = self._phrases.number(self._tree.number(found.passed), found.sees_all and self.reason.held.proved)
        limit = "at least" if self.reason.held.gains else "at most"
        return f"to come this way is worth {limit} {share} to {self._names[self._tree.hero]}"

    def _refused(self, found: Refusal) -> str:
        name, where, does = self._elsewhere(found)
        passing = f". T{self._passing(found)[1:]}" if found.averaged and not self.reason.hollow else ""
        if self.reason.equal:
            so = f"so {name} gains nothing by allowing this position"
            return f"{passing}. {where[0].upper()}{where[1:]} {name} {does} anyway, {so}"
        return f"{passing}. But {where} {name} {does}, so {name} never allows this position"

    def _describe_question(self, question: SearchQuestion) -> str:
        gains, name = self.reason.held.gains, self._names[self._tree.hero]
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
        if ancestor.ply == 0:
            return "at the root"
        return f"{plies(len(self.reason.node.moves) - len(ancestor.moves))} earlier"

    def _rest(self) -> str:
        one, many = ("outcome", "outcomes") if self.reason.by is None else ("move", "moves")
        count = f"one other {one}" if self.reason.others == 1 else f"{self.reason.others} other {many}"
        found = self.reason.refused
        if self._shared or (found is not None and (found.averaged or not self.reason.hollow)):
            return f"its {count} need not be looked at"
        return f"the {count} here need not be looked at"


def plies(count: int) -> str:
    """ "two plies", "14 plies"."""
    return f"{COUNTS[count] if count < len(COUNTS) else count} {'ply' if count == 1 else 'plies'}"


def called(name: str) -> str:
    """A move in a sentence: "3,1", but "move 4"."""
    return f"move {name}" if name.isdigit() else name


def this_search(node: Node) -> str:
    """ "this search of six plies"; "this search" where the last depth was not recorded."""
    depth, root = node.tree.trace.depth, node.root.worth
    ended = node.tree.trace.declared.deepens and root is not None and root.proved
    return "this search" if depth is None or ended else f"this search of {plies(depth)}"


class Phrases:
    """Guarantees in words for one tree: the winner where games are won, drawn or lost; else MAX's number."""

    def __init__(self, tree: SearchedTree) -> None:
        game = tree.game
        self._names, self._max = tree.players, tree.players[tree.hero]
        self._tree = tree
        self._by_chance = says(game, "chances")
        self._allied = game.players > 2
        self._games = says(game, "result") and not self._by_chance and best_result(game) == 1

    def statement(self, promise: Promise, name: str) -> str:
        """A guarantee as a statement about a player."""
        does, _, what = self._verb(promise)
        return f"{name}{', helped by the others,' if self._helped(promise) else ''} {does} {what}"

    def ability(self, promise: Promise) -> str:
        """A guarantee as it follows "can"."""
        _, do, what = self._verb(promise)
        return f"{'with the help of the others ' if self._helped(promise) else ''}{do} {what}"

    def _helped(self, promise: Promise) -> bool:
        return self._allied and not promise.gains

    def _verb(self, promise: Promise) -> tuple[str, str, str]:
        """The verb after the name, after "can", and what follows both."""
        if self._games and promise.proved and promise.result in (-1, 0, 1):
            return self._outcome(promise)
        number = self.number(promise.result, promise.proved, promise.plies)
        if promise.gains:
            return "gets", "get", f"{'' if promise.exact else 'at least '}{number}"
        return "keeps", "keep", f"{self._max} to {'' if promise.exact else 'at most '}{number}"

    def number(self, result: float, proved: bool = True, within: int | None = None) -> str:
        """MAX's number: "3", "about 0.31", "2.5 on average"."""
        # Six digits: limits of averages are given away by as much as rounding might have made.
        text = f"{'' if proved else 'about '}{amount(round(result, 6))}{' on average' if self._by_chance and proved else ''}"
        return text if within is None else f"{text} in {plies(within)}"

    def better(self, number: float, gains: bool, player: int) -> str:
        """Why a move beats a number of MAX's for its player."""
        outcome = self._decoded(number if gains else -number)
        if outcome is not None:
            return f"is better for {self._names[player]} than {outcome}"
        limit = amount(self._tree.number(number))
        return f"gives {self._max} more than {limit}" if gains else f"keeps {self._max} below {limit}"

    def reaches(self, number: float) -> str:
        """The statement that MAX gets at least a number: "X wins"."""
        scale = self._tree.trace.scale
        result, within = scale.result(int(number)) if scale is not None else (number, None)
        if not self._games:
            return f"{self._max} gets at least {self.number(result, within=within)}"
        if result == 0:
            return f"{self._max} gets at least a draw"
        verb = "wins" if result > 0 else "holds out"
        return f"{self._max} {verb}{'' if within is None else (' within ' if result > 0 else ' for ') + plies(within)}"

    def _outcome(self, promise: Promise) -> tuple[str, str, str]:
        """The same where games are won, drawn or lost; a guarantee leaves hope for more."""
        mine = promise.result if promise.gains else -promise.result
        if mine == 0:
            return "is sure of", "be sure of", "a draw" if promise.exact else "at least a draw"
        if promise.plies is None:
            return ("is sure of", "be sure of", "a win") if mine > 0 else ("can do", "do", "no worse than lose")
        if mine > 0:
            return "is sure to", "be sure to", f"win within {plies(promise.plies)}"
        return "can hold", "hold", f"out for {plies(promise.plies)}"

    def _decoded(self, number: float) -> str | None:
        """A number that is a win, draw or loss in its player's units."""
        scale = self._tree.trace.scale
        if not self._games or scale is None or not (number == 0 or abs(number) > scale.clamp):
            return None
        result, within = scale.result(int(number))
        outcome = {1: "a win", 0: "a draw", -1: "a loss"}.get(result)
        return outcome if outcome is None or within is None else f"{outcome} in {plies(within)}"
