"""What a notebook shows of a tree: the outline, and the picture as an image where one can be drawn."""

import base64
from types import ModuleType

from kibitz import registry
from kibitz.errors import TreeError
from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.figures import figures
from kibitz.explain.tree.look import USUAL
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import shown, usual
from kibitz.explain.tree.text import text

MOST = 60  # nodes of a tree that is shown whole; of a larger one it is the best line with its siblings
ALL = 500  # nodes of that line and its siblings
PICTURE = "svg"


def bundle(root: Node) -> dict[str, str]:
    """What to show, by its kind. The picture is an image, since notebooks that are not trusted drop inline SVG."""
    found, branch = figures(root.tree), _branch(root)
    shows = {"text/plain": f"{text(branch)}\n\n{found.sentence} {found.ended}"}
    if PICTURE in registry.names("explain.tree.formats"):
        shows |= _image(branch, registry.member("explain.tree.formats", PICTURE, TreeError, "kind of file"))
    return shows


def outlined(root: Node) -> str:
    """What is shown, as text alone."""
    return text(_branch(root))


def _branch(root: Node) -> Branch:
    return shown(root, usual(root, None, MOST), None, ALL)


def _image(branch: Branch, drawer: ModuleType) -> dict[str, str]:
    picture: str = drawer.write(branch, USUAL)
    data = base64.b64encode(picture.encode()).decode()
    return {
        "text/html": f'<img alt="the tree" style="max-width: 100%" src="data:image/svg+xml;base64,{data}">',
        "image/svg+xml": picture,
    }
