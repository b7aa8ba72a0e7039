"""A part of the tree of a search: {game, moves, view, done, limits: {nodes, rows, seconds, depth}, part}.

`view` and `done` are texts: the fields of `View`, and what the reader does with it. The answer has the `view` after that, the
`rows` that are shown, `about` the node that is told of, and what happens at the step. With `part`
"about" the node alone; with "rows" the rows of the node that was opened or closed.
"""

import re
from collections.abc import Callable
from typing import Any

from kibitz import registry
from kibitz.errors import KibitzError, SearchError
from kibitz.explain.tree import words
from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.figures import figures
from kibitz.explain.tree.html.listing import listing
from kibitz.explain.tree.steps.lines import executing
from kibitz.explain.tree.steps.moment import Moment
from kibitz.explain.tree.steps.quiz import Quiz
from kibitz.explain.tree.steps.telling import told
from kibitz.explain.tree.svg import svg
from kibitz.explain.tree.text import heading
from kibitz.rules import Game
from kibitz.search._fit import search_for
from kibitz.web.jobs._about import STYLE, about
from kibitz.web.jobs._acts import Desk
from kibitz.web.jobs._asked import position
from kibitz.web.jobs._kept_trees import Kept, Wanted, kept
from kibitz.web.jobs._rows import Row, branch_of, rows
from kibitz.web.limits import Limits
from kibitz.web.stop import Stop
from kibitz.web.tree_view import View

PICTURED = 60  # shown nodes: of more there is no picture beside the outline
BOARDED = 14  # shown nodes: of more the picture has no boards
LEGIBLE = 0.8  # of its size: a picture is made no smaller, though its frame may be
WIDTH = re.compile(r'(?<=<svg )[^>]*?\bwidth="([0-9.]+)"')


def run(args: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Stop) -> dict[str, Any]:
    """Traces the search, unless it is there from before, and answers what is asked of it. KibitzError says what is wrong."""
    here, bounds = position(args), args["limits"]
    view = View.read(args["view"], Limits(shown=bounds["rows"], depth=bounds["depth"]))
    if here.is_over:
        raise SearchError("the game is over here: there is nothing to search")
    wanted = Wanted(args["game"], here, view, bounds["nodes"], bounds["seconds"])
    found = kept(wanted, stop)
    tree = found.tree
    desk = Desk(tree, found.walk, view, bounds["rows"])
    desk.act(args["done"])
    moment = Moment(tree, found.walk, desk.at)
    node = moment.step.node if desk.view.node is None else desk.view.node
    node = node if node < len(moment.tree) else moment.step.node
    if desk.view.node is None and moment.step.kind == "return":
        node = tree.trace.parent(node)
    answer = {"view": desk.view.fields, "about": about(moment.tree.node(node), moment, _hides(desk, moment))}
    match args.get("part"):
        case "about":
            return answer
        case "rows":
            return {**answer, "rows": _below(desk, moment, int(args["done"].get("toggle", desk.view.top)), bounds["rows"])}
    return {**answer, **_shown(found, desk, moment, bounds["rows"])}


def searches(game: Game) -> list[str]:
    """Those that fit the game and can be traced."""
    found = []
    for name in registry.names("search"):
        try:
            module = search_for(game, name)
        except KibitzError:
            continue
        if not getattr(module, "WEIGHS", False) or getattr(module, "HAS_TRACE", False):
            found.append(name)
    return found


def _shown(found: Kept, desk: Desk, moment: Moment, room: int) -> dict[str, Any]:
    """All but the node that is told of."""
    tree, view = found.whole, desk.view
    here, opened = _open(desk, moment)
    top = moment.tree.node(view.top) if view.top < len(moment.tree) else moment.tree.root
    branch = branch_of(top, opened, view.past, room)
    listed = list(rows(branch, opened, view.past, here))
    hides, told_of = _hides(desk, moment), figures(tree)
    code = listing(tree.trace.search)
    lines = set(executing(moment))
    quiz = desk.quiz if view.predict and isinstance(desk.quiz, Quiz) and desk.at == desk.quiz.number - 1 else None
    verdict = desk.verdict
    return {
        "search": tree.trace.search,
        "searches": searches(tree.game),
        "said": "" if hides else f"{told_of.sentence} {told_of.ended}",
        "heading": heading(tree),
        "rows": listed,
        "top": {"id": top.index, "names": words.listed(top.names), "past": view.past} if top.index or view.past else None,
        "at": desk.at,
        "last": None if hides else found.walk.last,
        "until": desk.until,
        "told": told(moment),
        "code": code and {**code, "lines": [[text, number in lines] for number, (text, _) in enumerate(code["lines"])]},
        "picture": _picture(branch, here),
        "crowded": len(branch) > PICTURED,
        "counts": found.counts if view.counts and not hides else None,
        "quiz": quiz and {"asks": quiz.asks, "words": quiz.words},
        "verdict": verdict and {"right": verdict.right, "why": verdict.why, "counts": quiz is None},
    }


def _hides(desk: Desk, moment: Moment) -> bool:
    """Whether the reader predicts, and there is more to come: until the end no total is told, for it gives cuts away."""
    return desk.view.predict and not moment.is_end


def _open(desk: Desk, moment: Moment) -> tuple[int | None, frozenset[int]]:
    """Where the search is, None when it has ended; and the open nodes, those on the way there among them."""
    return (None, desk.opened) if moment.is_end else (moment.step.node, desk.opened | moment.path)


def _below(desk: Desk, moment: Moment, node: int, room: int) -> list[Row]:
    """The rows from one node on, as they stand in the outline."""
    here, opened = _open(desk, moment)
    top = moment.tree.node(node)
    ways = [one.index for one in (top, *top.above)]
    level = ways.index(desk.view.top) + 1 if desk.view.top in ways else len(ways)
    past = desk.view.past if node == desk.view.top else 0
    return list(rows(branch_of(top, opened, past, room), opened, past, here, level))


def _picture(branch: Branch, here: int | None) -> str:
    """What is open, drawn; "" where that is too much. `here`: the node that is marked, and then there are no boards."""
    if not 1 < len(branch) <= PICTURED:
        return ""
    drawn = STYLE.sub("", svg(branch, boards=None if here is None and len(branch) <= BOARDED else False))
    drawn = WIDTH.sub(lambda found: f'{found[0]} style="min-width:{LEGIBLE * float(found[1]):.0f}px"', drawn, count=1)
    return drawn if here is None else drawn.replace(f'data-node="{here}"', f'data-node="{here}" data-here="yes"')
