"""The scripts that search, as one text: what a worker of a page runs, and what node runs in the tests."""

from pathlib import Path

HERE = Path(__file__).parent / "scripts"
ORDER = (
    *("numbers", "memory", "rules", "scores", "worker", "thinking"),
    *("score_search", "selective_search", "solver", "vector_search", "playout_search", "book", "players", "faces", "serving"),
)
TRACING = ("tracing", "tree_node", "cut_reasons", "tree_columns")  # of pages that show the tree of a search
USED = ("Rules", "Faces", "PlainFaces", "serve", "CHANCE")


def searching_script(traces: bool = False) -> str:
    """All of them, in the order in which they need each other; `traces`: and those that draw the tree of a search."""
    return "\n".join(map(script_text, (*ORDER, *(TRACING if traces else ()))))


def script_text(name: str) -> str:
    """One of them."""
    return (HERE / f"{name}.js").read_text("utf-8")


def packed_script(traces: bool = False) -> str:
    """The same for pages: a function `searching` that returns what a page uses of it; a worker is made of its text."""
    return f"function searching() {{\n{searching_script(traces)}\nreturn {{ {', '.join(USED)} }};\n}}\n"
