"""A part of the tree of a search: {game, moves, view, done, limits: {nodes, rows, seconds, depth}, part}.

`view` and `done` are texts: the fields of `View`, and what the reader does with it. The answer has the `view` after that, the
`rows` that are shown, `about` the node that is told of, and what happens at the step. With `part`
"about" the node alone; with "rows" the rows of the node that was opened or closed.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kibitz import registry
from kibitz.errors import KibitzError, SearchError, TreeError
from kibitz.explain.growth import sequences
from kibitz.explain.tree import words
from kibitz.explain.tree.html.listing import listing
from kibitz.explain.tree.node import LEAVES, Node
from kibitz.explain.tree.searched_tree import figures, plies
from kibitz.explain.tree.shape import Branch, grown
from kibitz.explain.tree.shapes.line import line
from kibitz.explain.tree.steps.moment import Moment
from kibitz.explain.tree.steps.quiz import Quiz, next_quiz
from kibitz.explain.tree.steps.telling import describe_step, executing
from kibitz.explain.tree.steps.verdict import Verdict, judge_cut, judge_value, reveal_value
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.svg import svg
from kibitz.explain.tree.text import heading
from kibitz.explain.tree.tree import Tree
from kibitz.position import Position
from kibitz.rules import Game
from kibitz.search.descriptor import search_of
from kibitz.search.fit import search_for
from kibitz.search.tracing import Tracing
from kibitz.web.jobs._about import STYLE, about
from kibitz.web.jobs._messages import position
from kibitz.web.limits import Limits
from kibitz.web.stop import Stop
from kibitz.web.tree_view import View

# The trees that were traced lately: a reader asks for many parts of one, and to trace it again takes longer than to answer.

MOST, NODES = 8, 3_000_000  # trees, and nodes of all of them: some 130 MB


@dataclass
class Kept:
    """A tree, its steps, and how many nodes each ply of it has."""

    whole: Tree
    position: Position
    walk: Walk = field(init=False)

    def __post_init__(self) -> None:
        self.walk = Walk(self.whole.trace)

    @property
    def tree(self) -> Tree:
        """The tree, with none of the nodes that were looked at for another answer."""
        return self.whole.as_of(self.whole.trace)

    @cached_property
    def counts(self) -> list[tuple[int, int, int | None]]:
        """Of each ply: its number, the nodes of this search, and those of the plain tree (None where nobody has counted)."""
        levels = plies(self.whole.trace)
        here = [int((levels == ply).sum()) for ply in range(int(levels.max()) + 1)]
        plain = sequences(self.position, len(here) - 1)
        return [(ply, count, plain[ply] if ply < len(plain) else None) for ply, count in enumerate(here)]


_kept: OrderedDict[Hashable, Kept] = OrderedDict()


@dataclass(frozen=True)
class ExplorerRequest:
    """A search to be traced: of the game of that `spec`, as `view` says, for so many `nodes` and `seconds` at most."""

    spec: str
    position: Position
    view: View
    nodes: int
    seconds: float

    @property
    def key(self) -> Hashable:
        """The fields that make a tree another one."""
        view = self.view
        return self.spec, self.position.moves, view.search, view.depth, view.plain, view.distance, self.nodes


def kept(request: ExplorerRequest, stop: Stop) -> Kept:
    """The tree of that search; it ends after its seconds, with what it has looked at. Raises SearchError, RulesError."""
    found = _kept.pop(request.key, None) or _traced(request, stop)
    if not stop.is_requested:  # a search that nobody waited for is no tree to show to others
        _kept[request.key] = found
    while len(_kept) > 1 and (len(_kept) > MOST or sum(len(one.whole) for one in _kept.values()) > NODES):
        _kept.popitem(last=False)
    return found


def _traced(request: ExplorerRequest, stop: Stop) -> Kept:
    view = request.view
    tracing = Tracing(
        request.position,
        search=view.search or None,
        depth=view.depth,
        knowledge=None if view.plain else "auto",
        distance=view.distance,
        nodes=request.nodes,
    )
    stop.call(tracing.stop)
    clock = threading.Timer(request.seconds, tracing.stop)
    clock.start()
    try:
        return Kept(Tree(tracing.result()), request.position)
    finally:
        clock.cancel()


# What a reader does: opens and closes nodes, goes through the steps, answers questions. Each makes another view.

SMALL, MORE = 60, 500  # nodes: of so few all are open at first; so many are opened at once


class ExplorerSession:
    """A reader before a tree: the `view` by now, what is asked, and what is said of the last answer."""

    def __init__(self, tree: Tree, walk: Walk, view: View, most: int) -> None:
        """`most`: open nodes. Raises TreeError for a view of nodes or steps that this tree has not."""
        self.tree, self.walk, self.most = tree, walk, most
        self.verdict: Verdict | None = None
        size = len(tree)
        for what, place, end in (("node", view.top, size), ("node", view.node, size), ("step", view.at, walk.last + 1)):
            if place is not None and place >= end:
                raise TreeError(f"this tree has the {what}s 0 to {end - 1:,}, no {place:,}")
        if view.open is None:
            view = replace(view, open=tuple(self._near(0, size)) if size <= SMALL else (0,))
        else:
            view = replace(view, open=tuple(node for node in view.open if node < size and tree.trace.ends[node] > node))
        self.view = view
        self.quiz: Quiz | int = walk.last
        self._ask()

    @property
    def at(self) -> int:
        """The step that is shown."""
        return self.walk.last if self.view.at is None else self.view.at

    @property
    def opened(self) -> frozenset[int]:
        """The open nodes, but for those where the search is."""
        return frozenset(self.view.open or ())

    def act(self, done: Mapping[str, str]) -> None:
        """Whatever of this was done: "toggle", "zoom" and "show" nodes, "counting" them, "go", "begin" to predict or leave off.

        And the answers to a question: "answer", "cuts", "reveal".
        """
        if "toggle" in done:
            self._toggle(int(done["toggle"]))
        if "zoom" in done:
            self._zoom(*map(int, done["zoom"].split(".")))
        if "counting" in done:
            self.view = replace(self.view, counts=done["counting"] == "1")
        if "show" in done:
            self._show(done["show"])
        if "begin" in done:
            predicts = done["begin"] == "1"
            self.view = replace(self.view, predict=predicts, at=0 if predicts else None, node=None, done=0, right=0, tried=0)
            self._ask()
        if "go" in done:
            self._go(done["go"])
        elif isinstance(self.quiz, Quiz) and self.at == self.quiz.number - 1:
            self._answer(self.quiz, done)

    def _ask(self) -> None:
        """Looks for the next question, before which a reader who predicts comes to a stop."""
        if self.view.predict:
            self.quiz = next_quiz(self.tree, self.walk, self.view.done)
            self._stand(min(self.at, self.until))

    @property
    def until(self) -> int:
        """How far the reader may go: to the next question, where there are any."""
        if not self.view.predict:
            return self.walk.last
        return self.quiz.number - 1 if isinstance(self.quiz, Quiz) else self.quiz

    def _stand(self, at: int) -> None:
        self.view = replace(self.view, at=None if at >= self.walk.last else max(0, at))

    def _go(self, way: str) -> None:
        at, step = self.at, self.walk.at(self.at)
        if at == self.until < self.walk.last and not isinstance(self.quiz, Quiz) and way in ("next", "over", "further", "last"):
            self.view = replace(self.view, done=at)  # no question so far: look for one further on
            self._ask()
        over = self.walk.left(step.node) if step.kind == "enter" else at + 1
        to = {"first": 0, "back": at - 1, "next": at + 1, "over": over, "last": self.walk.last, "further": self.until}
        self.view = replace(self.view, node=None)
        self._stand(min(to[way], self.until))

    def _answer(self, quiz: Quiz, done: Mapping[str, str]) -> None:
        """An answer is marked, and the search goes on by the step that shows it."""
        reveals = "reveal" in done
        if reveals:
            verdict = judge_cut(quiz, None) if quiz.asks == "cut" else Verdict(None, reveal_value(quiz.node))
        elif quiz.asks == "cut" and "cuts" in done:
            verdict = judge_cut(quiz, done["cuts"] == "1")
        elif quiz.asks == "value" and done.get("answer", "").strip():
            verdict = judge_value(quiz.node, done["answer"])
        else:
            return
        self.verdict = verdict
        if reveals or verdict.right is not None:
            view = replace(self.view, done=quiz.number, node=None)
            self.view = replace(view, tried=view.tried + (not reveals), right=view.right + (verdict.right is True))
            self._stand(quiz.number)
            self.quiz = next_quiz(self.tree, self.walk, quiz.number)

    def _toggle(self, node: int) -> None:
        self._check(node)
        opened = self.opened ^ {node}
        if len(opened) > self.most:
            raise TreeError(f"at most {self.most:,} nodes are open at once: close some")
        self.view = replace(self.view, open=tuple(sorted(opened)))

    def _zoom(self, top: int, past: int = 0) -> None:
        """The outline begins at a node, which is open."""
        self._check(top)
        self.view = replace(self.view, top=top, past=past, open=tuple(sorted({*self.opened, top})))

    def _check(self, node: int) -> None:
        if node >= len(self.tree):
            raise TreeError(f"this tree has the nodes 0 to {len(self.tree) - 1:,}, no {node:,}")

    def _show(self, what: str) -> None:
        """Opens more, or the best line, or closes all."""
        top = self.view.top
        if what == "all":
            opened = list(self.opened | set(self._near(top, MORE + len(self.opened))))
        elif what == "line":
            path: list[Node] = [self.tree.root, *line(self.tree.root)]
            opened = [node.index for node in path if node.children]
        else:
            opened, top = [], 0
        self.view = replace(self.view, open=tuple(sorted(opened)[: self.most]), top=top, past=self.view.past if top else 0)

    def _near(self, top: int, rows: int) -> list[int]:
        """The nodes to open from one on, near ones first, until about so many are shown."""
        ahead, found = [top], []
        for node in ahead:  # it grows meanwhile
            if len(ahead) >= rows:
                break
            children = self.tree.trace.children_of(node)
            if children:
                found.append(node)
                ahead += children
        return found


# The outline of a tree, row by row: the open nodes and what stands below them, as far as there is room.

Row = dict[str, Any]
NAMED = 30  # names of moves in one row


def branch_of(top: Node, opened: Collection[int], past: int, most: int) -> Branch:
    """What is shown from a node on: the children of open nodes, those near the top first; of the top not the first `past`."""

    def choice(node: Node) -> tuple[Node, ...]:
        children = node.children if node.index in opened else ()
        return children[past:] if node is top else children

    return grown(top, choice, None, most)


def rows(branch: Branch, opened: Collection[int], past: int, here: int | None = None, level: int = 1) -> Iterator[Row]:
    """A row for each node; below an open one also for the moves that were cut, and for those that there was no room for.

    `here`: where the search is, None when it has ended; `level`: that of the first row.
    """
    waiting: list[tuple[Branch | Row, int, int, int]] = [(branch, level, 1, 1)]
    while waiting:
        one, level, place, among = waiting.pop()
        if isinstance(one, dict):
            yield {**one, "level": level, "place": place, "among": among}
            continue
        node, first = one.node, past if one is branch else 0
        is_open = node.index in opened
        yield {**_node_row(node, is_open, here), "level": level, "place": place, "among": among}
        if not is_open:
            continue
        below: list[Branch | Row] = [*one.children]
        if one.hidden - first > 0:
            count = first + len(one.children)
            below.append({"kind": "more", "id": node.index, "past": count, "words": f"{one.hidden - first:,} more"})
        if one.skipped:
            below.append({"kind": "cut", "id": node.index, "words": _unseen(one)})
        waiting += reversed([(child, level + 1, first + at + 1, first + len(below)) for at, child in enumerate(below)])


def can_open(node: Node) -> bool:
    """Whether there is anything below."""
    return bool(node.children)


def _node_row(node: Node, is_open: bool, here: int | None) -> Row:
    worth = node.worth
    sort = "none" if worth is None else "limit" if worth.says != "exact" else "exact" if worth.proved else "about"
    ends = node.index == here and node.tree.game.is_over(node.state)  # the search is about to see that
    windowed = node.tree.trace.windows
    return {
        "kind": "node",
        "id": node.index,
        "move": words.label(node) if node.parent is not None else "",
        "role": "" if ends else words.role(node),
        "side": "leaf" if ends else _side(node),
        "worth": words.worth(node),
        "sort": sort,
        "window": words.window(node) if windowed and not words.is_open(node) else "",
        "note": words.note(node) if worth is not None or here is None else "",
        "mark": words.mark(node),
        "nodes": node.count - 1,
        "open": is_open if can_open(node) else None,
        "here": node.index == here,
    }


def _side(node: Node) -> str:
    """The colour in which a node is shown."""
    if node.reason == "over":
        return "leaf"
    if node.by_chance:
        return "chance"
    return f"p{node.mover % 4}" if words.named(node.tree) else "max" if node.maximises else "min"


def _unseen(branch: Branch) -> str:
    """The moves that were never looked at; of very many the first."""
    rest = len(branch.skipped) - NAMED
    if rest <= 0 or branch.node.reason in LEAVES:
        return words.unseen(branch)
    return f"{words.unseen(Branch(branch.node, skipped=branch.skipped[:NAMED]))} and {rest:,} more"


PICTURED = 60  # shown nodes: of more there is no picture beside the outline
BOARDED = 14  # shown nodes: of more the picture has no boards
LEGIBLE = 0.8  # of its size: a picture is made no smaller, though its frame may be
WIDTH = re.compile(r'(?<=<svg )[^>]*?\bwidth="([0-9.]+)"')


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """Traces the search, unless it is there from before, and answers what is asked of it. KibitzError says what is wrong."""
    here, bounds = position(args), args["limits"]
    view = View.read(args["view"], Limits(tree_rows=bounds["rows"], depth=bounds["depth"]))
    if here.is_over:
        raise SearchError("the game is over here: there is nothing to search")
    request = ExplorerRequest(args["game"], here, view, bounds["nodes"], bounds["seconds"])
    found = kept(request, stop)
    tree = found.tree
    session = ExplorerSession(tree, found.walk, view, bounds["rows"])
    session.act(args["done"])
    moment = Moment(tree, found.walk, session.at)
    node = moment.step.node if session.view.node is None else session.view.node
    node = node if node < len(moment.tree) else moment.step.node
    if session.view.node is None and moment.step.kind == "return":
        node = tree.trace.parent(node)
    answer = {"view": session.view.fields, "about": about(moment.tree.node(node), moment, _hides(session, moment))}
    match args.get("part"):
        case "about":
            return answer
        case "rows":
            return {
                **answer,
                "rows": _below(session, moment, int(args["done"].get("toggle", session.view.top)), bounds["rows"]),
            }
    return {**answer, **_whole_answer(found, session, moment, bounds["rows"])}


def searches(game: Game) -> list[str]:
    """The searches that fit the game and can be traced."""
    found = []
    for name in registry.names("search"):
        try:
            module = search_for(game, name)
        except KibitzError:
            continue
        if search_of(module).has_trace:
            found.append(name)
    return found


def _whole_answer(found: Kept, session: ExplorerSession, moment: Moment, room: int) -> dict[str, Any]:
    """The parts of the page without the node that is selected."""
    tree, view = found.whole, session.view
    here, opened = _open(session, moment)
    top = moment.tree.node(view.top) if view.top < len(moment.tree) else moment.tree.root
    branch = branch_of(top, opened, view.past, room)
    outline = list(rows(branch, opened, view.past, here))
    hides, totals = _hides(session, moment), figures(tree)
    code = listing(tree.trace.search)
    lines = set(executing(moment))
    quiz = session.quiz if view.predict and isinstance(session.quiz, Quiz) and session.at == session.quiz.number - 1 else None
    verdict = session.verdict
    return {
        "search": tree.trace.search,
        "searches": searches(tree.game),
        "said": "" if hides else f"{totals.sentence} {totals.ended}",
        "heading": heading(tree),
        "rows": outline,
        "top": {"id": top.index, "names": words.list_names(top.names), "past": view.past} if top.index or view.past else None,
        "at": session.at,
        "last": None if hides else found.walk.last,
        "until": session.until,
        "told": describe_step(moment),
        "code": code and {**code, "lines": [[text, number in lines] for number, (text, _) in enumerate(code["lines"])]},
        "picture": _picture(branch, here),
        "crowded": len(branch) > PICTURED,
        "counts": found.counts if view.counts and not hides else None,
        "quiz": quiz and {"asks": quiz.asks, "words": quiz.words},
        "verdict": verdict and {"right": verdict.right, "why": verdict.why, "counts": quiz is None},
    }


def _hides(session: ExplorerSession, moment: Moment) -> bool:
    """Whether the reader predicts, and there is more to come: until the end no total is told, for it gives cuts away."""
    return session.view.predict and not moment.is_end


def _open(session: ExplorerSession, moment: Moment) -> tuple[int | None, frozenset[int]]:
    """Where the search is, None when it has ended; and the open nodes, those on the way there among them."""
    return (None, session.opened) if moment.is_end else (moment.step.node, session.opened | moment.path)


def _below(session: ExplorerSession, moment: Moment, node: int, room: int) -> list[Row]:
    """The rows from one node on, as they stand in the outline."""
    here, opened = _open(session, moment)
    top = moment.tree.node(node)
    ways = [one.index for one in (top, *top.above)]
    level = ways.index(session.view.top) + 1 if session.view.top in ways else len(ways)
    past = session.view.past if node == session.view.top else 0
    return list(rows(branch_of(top, opened, past, room), opened, past, here, level))


def _picture(branch: Branch, here: int | None) -> str:
    """The picture of the open nodes; "" where they are too many. `here`: the node to mark, and then there are no boards."""
    if not 1 < len(branch) <= PICTURED:
        return ""
    picture = STYLE.sub("", svg(branch, boards=None if here is None and len(branch) <= BOARDED else False))
    picture = WIDTH.sub(lambda found: f'{found[0]} style="min-width:{LEGIBLE * float(found[1]):.0f}px"', picture, count=1)
    return picture if here is None else picture.replace(f'data-node="{here}"', f'data-node="{here}" data-here="yes"')
