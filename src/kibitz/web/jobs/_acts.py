"""What a reader does: opens and closes nodes, goes through the steps, answers questions. Each makes another view."""

from collections.abc import Mapping
from dataclasses import replace

from kibitz.errors import TreeError
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shapes.line import line
from kibitz.explain.tree.steps.quiz import Quiz, next_quiz
from kibitz.explain.tree.steps.verdict import Verdict, judge_cut, judge_value, shown
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree
from kibitz.web.tree_view import View

SMALL, MORE = 60, 500  # nodes: of so few all are open at first; so many are opened at once


class Desk:
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
            begun = done["begin"] == "1"
            self.view = replace(self.view, predict=begun, at=0 if begun else None, node=None, done=0, right=0, tried=0)
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
            said = judge_cut(quiz, None) if quiz.asks == "cut" else Verdict(None, shown(quiz.node))
        elif quiz.asks == "cut" and "cuts" in done:
            said = judge_cut(quiz, done["cuts"] == "1")
        elif quiz.asks == "value" and done.get("answer", "").strip():
            said = judge_value(quiz.node, done["answer"])
        else:
            return
        self.verdict = said
        if reveals or said.right is not None:
            view = replace(self.view, done=quiz.number, node=None)
            self.view = replace(view, tried=view.tried + (not reveals), right=view.right + (said.right is True))
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
