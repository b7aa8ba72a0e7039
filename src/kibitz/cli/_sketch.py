"""What is to be shown of a tree, and where: an outline on the terminal, JSON, or a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import _terminal
from kibitz.explain.tree.look import Look

if TYPE_CHECKING:
    from kibitz.explain.tree.branch import Branch
    from kibitz.explain.tree.tree import Tree

LINES, MOST = 100, 5_000  # nodes that a terminal shows: of a whole tree when nothing is said, of any other shape


@dataclass(frozen=True)
class Sketch:
    """The wishes of the command line for a drawing; None: as it suits."""

    shape: str | None
    plies: int | None
    most: int | None
    look: Look
    to: str | None
    as_json: bool

    def check(self) -> None:
        """Raises, before anything is searched, when there can be no such drawing."""
        from kibitz.explain.tree import shape, writing

        if self.as_json and self.to is not None:
            raise click.UsageError("--json writes to the standard output and --to into a file: leave one out")
        if self.to is not None:
            writing.format_of(Path(self.to), self.look)
        elif self.look.boards:
            raise click.UsageError("a terminal shows no boards in a tree: write it to a picture, such as --to tree.svg")
        if self.shape is not None:
            shape.read(self.shape)

    def of(self, tree: Tree) -> list[str]:
        """What to write to the standard output; the file of `to` is written."""
        if self.to is not None:
            return self._filed(tree, Path(self.to))
        if self.as_json:
            from kibitz.explain.tree.data import as_json
            from kibitz.explain.tree.formats import json as data

            return [json.dumps(as_json(self._branch(tree, data.MOST)[0], self.look.reasons), allow_nan=False)]
        return self._outlined(tree)

    def _outlined(self, tree: Tree) -> list[str]:
        from kibitz.cli._outline import painted
        from kibitz.explain.tree.text import heading, outline

        branch, shape = self._branch(tree, MOST, LINES)
        width = _terminal.width() if _terminal.is_terminal() else None
        lines = painted(outline(branch, bool(self.look.windows), self.look.reasons), width, _terminal.in_colour())
        return [heading(tree), "", *lines, "", *_figures(tree), _extent(branch, shape)]

    def _filed(self, tree: Tree, file: Path) -> list[str]:
        from kibitz.explain.tree import writing
        from kibitz.explain.tree.figures import size

        branch, shape = self._branch(tree, writing.format_of(file, self.look).MOST)
        writing.write(branch, file, self.look)
        return [*_figures(tree), _extent(branch, shape), f"{file} is written, {size(file.stat().st_size)}."]

    def _branch(self, tree: Tree, most: int, whole: int | None = None) -> tuple[Branch, str]:
        """What is shown, and in which shape: so many nodes when nothing is said, `whole` of a tree whose shape is not named."""
        from kibitz.explain.tree.shape import shown, usual

        shape = self.shape or usual(tree.root, self.plies, self.most or whole or most)
        return shown(tree.root, shape, self.plies, self.most or most), shape


def _figures(tree: Tree) -> list[str]:
    """What it came to, and what it took."""
    from kibitz.explain.tree import figures, words

    found, verdict = figures.figures(tree), words.verdict(tree.root)
    return [*([f"Value: {verdict}."] if verdict else []), f"{found.sentence} {found.ended}"]


def _extent(branch: Branch, shape: str) -> str:
    """How much of the tree is shown."""
    from kibitz.explain.tree.shape import module_of
    from kibitz.explain.tree.words import counted

    count = branch.node.count
    if len(branch) == count:
        return f"{counted(count, 'node')} shown: all of the tree."
    return f"{len(branch):,} of {counted(count, 'node')} shown: {module_of(shape).SHOWS}; --shape, --show and --most change it."
