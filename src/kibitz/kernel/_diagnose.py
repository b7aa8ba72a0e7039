"""Why rules do not compile: which method, which line, and what to write instead; of all lines that are known not to."""

import inspect
import linecache
import re
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from kibitz.kernel._causes import causes
from kibitz.rules import Game, Knowledge

CALLS_ITSELF = "a method calls itself"
# What Numba says or what stands in the line -> what it means and what to write instead.
ADVICE = (
    (r"is declared (int|bool|Board64|float)", "give the field what it is declared to hold"),
    (r"a state has the fields", "give `State(...)` as many fields as it declares"),
    (CALLS_ITSELF, "let a function outside the class do so"),
    (r"cached_property that reads data", "make the cached_property a method"),
    (r"Board64.*(int64|Literal\[int\])|(int64|Literal\[int\]).*Board64", "boards and ints do not mix: write square(n)"),
    (r"\bsuper\b", "call the other method by a name of its own instead of super()"),
    (r"_replace\b", "build the new state with `State(...)` instead of _replace"),
    (r"unicode_type|str\b.*format|FORMAT_VALUE|BUILD_STRING|f[\"']", "keep text to move_name, show and scene"),
    (r"DictType|BUILD_MAP|dict\b|\{\s*[^}]*:[^}]*\}", "use a tuple or an if instead of a dict"),
    (r"reflected set|\bset\b|SetType|BUILD_SET", "use a Board64 or a tuple instead of a set"),
    (r"\btry\b|SETUP_FINALLY|except", "ask with an if instead of try and except"),
    (r"reflected list|LiteralList|\blist\b|\bsorted\b|\.append", "use a tuple; changed(cells, index, value) changes a cell"),
    (r"\b(sum|any|all|next|filter|map)\b|generator|yield from|YIELD_FROM", "write the loop out: for ... in ...:"),
    (r"unify", "let the variable hold, and every return give, one and the same type"),
    (r"not defined|Unknown attribute|has no attribute", "check the name"),
    (r"Untyped global name|cannot determine Numba type", "rules use numbers, tuples, boards and functions imported by name"),
    (r"float64", "use whole numbers: // instead of /"),
)
OTHERWISE = "use ints, bools, Board64, tuples of ints, loops and helper methods only"
PLAIN_ON_PURPOSE = "Rules that are to stay as they are say `compiles = False`: they run as plain Python, with no warning"
LOUD = re.compile(
    r"^\s*(?:\w*Error: )?("
    r"(?:Untyped global|Unknown attribute|NameError|No implementation of function Function\(<(?:built-in|class|ufunc)|"
    r"Cannot unify|Can't unify|Invalid use|field '|a state has|Use of unsupported|The use of|cannot determine|"
    r".*cached_property that reads|Cannot determine|.*unsupported|name '|Failed to infer|.*not supported|Unsupported).*)"
)
PLACE = re.compile(r'(?:File "|typing of \S+ at )([^"\n]+?)(?:", line | \()(\d+)(?::|\))')


def diagnose(rules: Any, wrong: Exception) -> str:
    """What the user should know of a failed compilation of `rules` (a kernel's view of a game)."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(wrong))
    methods = list(_methods(rules.game, rules.knowledge))
    files = sorted({function.__code__.co_filename for _, function in methods if function.__code__.co_filename[:1] != "<"})
    method, place, line = "the rules", "", ""
    for path, number in PLACE.findall(text):
        file = next((file for file in files if file.endswith(path.rpartition("/")[2])), None)
        if file is not None:
            method = _at(methods, file, int(number)) or method
            place, line = f", line {number}", linecache.getline(file, int(number)).strip()
            break
    others = causes([rules.game, rules.knowledge])
    here = [cause for cause in others if line and cause.line == int(number) and cause.file == file]
    calls_itself = "recursion depth" in text or f"self.{method.rpartition('.')[2]}(" in line
    reason = CALLS_ITSELF if calls_itself else _reason(text)
    unknown = re.match(r"(?:Untyped global )?name '(\w+)'", reason)
    if unknown and not place:
        method = next((name for name, function in methods if unknown[1] in function.__code__.co_names), method)
    advice = next((advice for pattern, advice in ADVICE if re.search(pattern, f"{reason}\n{line}")), OTHERWISE)
    if here and not calls_itself:
        reason, advice = here[0].what, here[0].advice
    quoted = f" (`{line}`)" if line else ""
    more = "".join(f". So it is with {cause}" for cause in others if cause not in here)
    return f"{method}{place}{quoted} cannot be compiled: {reason}; {advice}{more}. {PLAIN_ON_PURPOSE}"


def _methods(*owners: Game | Knowledge) -> Iterator[tuple[str, FunctionType]]:
    for owner in owners:
        for name in dir(type(owner)):
            member = inspect.getattr_static(type(owner), name)
            member = getattr(member, "__func__", getattr(member, "fget", getattr(member, "func", member)))
            if isinstance(member, FunctionType) and not member.__module__.startswith(("kibitz.rules", "dataclasses")):
                yield f"{type(owner).__name__}.{name}", member
                for helper in member.__globals__.values():
                    if isinstance(helper, FunctionType) and helper.__module__ == member.__module__:
                        yield helper.__name__, helper


def _at(methods: list[tuple[str, FunctionType]], file: str, line: int) -> str | None:
    """The method whose source holds the line."""
    for name, function in methods:
        lines = [number for _, _, number in function.__code__.co_lines() if number is not None]
        if function.__code__.co_filename == file and min(lines) <= line <= max(lines):
            return name
    return None


def _reason(text: str) -> str:
    """The innermost of what Numba says, in one line without its types' long names."""
    found = [match.group(1) for match in map(LOUD.match, text.splitlines()) if match]
    lines = text.splitlines()
    reason = (
        found[0] if found else next((line for line in lines if line.strip() and "pipeline" not in line), "it is not understood")
    )
    signature = re.search(re.escape(reason) + r"\s*\n\s*>>> (.*)", text)
    if signature:
        reason = f"{reason.split(' found')[0]} for {signature.group(1)}"
    reason = re.sub(r"\(?kibitz\.[\w.]+:(\w+)\([^)]*\)[^,;]*", r"\1", reason)
    reason = re.sub(
        r"No implementation of function Function\(<(?:built-in function|class|ufunc) '?([\w.]+)'?>\)", r"there is no \1", reason
    )
    return " ".join(reason.split()).rstrip(".")[:200]
