"""As much of the language of Graphviz as drawings of trees need, read strictly: for the tests that what is written is valid."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|-?\d+(?:\.\d+)?|->|[{}\[\],=])', re.DOTALL)
ENTITY = re.compile(r"&(?!amp;)")


@dataclass
class Drawing:
    """The attributes of each node, and of each edge."""

    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    edges: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)


def read(source: str) -> Drawing:
    """What the source says; an AssertionError where it is none."""
    tokens, place = list[str](), 0
    while source[place:].strip():
        found = TOKEN.match(source, place)
        assert found, f"no word of the language: {source[place : place + 40]!r}"
        tokens.append(found[1])
        place = found.end()
    assert tokens[:3] == ["digraph", "tree", "{"]
    assert tokens[-1] == "}"
    drawing, ahead = Drawing(), tokens[3:-1][::-1]
    while ahead:
        name = ahead.pop()
        other = ""
        if ahead[-1:] == ["->"]:
            ahead.pop()
            other = ahead.pop()
        said = _attributes(ahead)
        if other:
            assert (name, other) not in drawing.edges
            drawing.edges[name, other] = said
        elif name not in ("graph", "node", "edge"):
            assert name not in drawing.nodes
            drawing.nodes[name] = said
    assert {end for edge in drawing.edges for end in edge} <= set(drawing.nodes)
    return drawing


def _attributes(ahead: list[str]) -> dict[str, str]:
    said: dict[str, str] = {}
    assert ahead.pop() == "["
    while True:
        name, equals, value = ahead.pop(), ahead.pop(), ahead.pop()
        assert equals == "="
        assert name not in said
        said[name] = shown(value)
        after = ahead.pop()
        if after == "]":
            return said
        assert after == ","


def shown(value: str) -> str:
    """What a label shows: behind \\ stand signs of the language's own, behind & those of HTML."""
    if not value.startswith('"'):
        return value
    inner = value[1:-1]
    assert not ENTITY.search(inner)
    assert not re.search(r'\\[^"\\n]', re.sub(r"\\\\", "", inner))
    return re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], inner).replace("&amp;", "&")
