"""The scripts that search, as one text: what a worker of a page runs, and what node runs in the tests."""

from pathlib import Path

HERE = Path(__file__).parent / "scripts"
ORDER = (
    *("numbers", "memory", "rules", "scores", "worker", "thinking"),
    *("score_search", "selective_search", "solver", "vector_search", "playout_search", "players", "faces", "serving"),
)
USED = ("Rules", "Faces", "PlainFaces", "serve", "CHANCE")


def searching_script() -> str:
    """All of them, in the order in which they need each other."""
    return "\n".join((HERE / f"{name}.js").read_text("utf-8") for name in ORDER)


def packed_script() -> str:
    """The same for pages: a function `searching` that returns what a page uses of it; a worker is made of its text."""
    return f"function searching() {{\n{searching_script()}\nreturn {{ {', '.join(USED)} }};\n}}\n"
