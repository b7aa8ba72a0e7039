"""Why rules do not compile: which method, which line, and what to write instead; of all lines that are known not to."""

import ast
import inspect
import linecache
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from kibitz.core.rules import Game, Knowledge

CALLS_ITSELF = "a method calls itself"
# What Numba says or what stands in the line -> what it means and what to write instead.
ADVICE = (
    (r"is declared (int|bool|Board\d+|float)", "give the field what it is declared to hold"),
    (r"a state has the fields", "give `State(...)` as many fields as it declares"),
    (CALLS_ITSELF, "let a function outside the class do so"),
    (r"cached_property that reads data", "make the cached_property a method"),
    (r"Board\d+.*(int64|Literal\[int\])|(int64|Literal\[int\]).*Board\d+", "boards and ints do not mix: write square(n)"),
    (
        r"Board\d+.*Board\d+",
        "boards of two sizes do not mix: write square(n, Board128)",
    ),
    (r"\bsuper\b", "call the other method by a name of its own instead of super()"),
    (r"_replace\b", "build the new state with `State(...)` instead of _replace"),
    (r"unicode_type|str\b.*format|FORMAT_VALUE|BUILD_STRING|f[\"']", "keep text to move_name, show and scene"),
    (r"DictType|BUILD_MAP|dict\b|\{\s*[^}]*:[^}]*\}", "use a tuple or an if instead of a dict"),
    (r"reflected set|\bset\b|SetType|BUILD_SET", "use a board or a tuple instead of a set"),
    (r"\btry\b|SETUP_FINALLY|except", "ask with an if instead of try and except"),
    (r"reflected list|LiteralList|\blist\b|\bsorted\b|\.append", "use a tuple; changed(cells, index, value) changes a cell"),
    (r"\b(sum|any|all|next|filter|map)\b|generator|yield from|YIELD_FROM", "write the loop out: for ... in ...:"),
    (r"unify \w*Tuple\(.* and \w*Tuple\(", "tuples of two lengths are two types: yield one after the other"),
    (r"unify", "let the variable hold, and every return give, one and the same type"),
    (r"not defined|Unknown attribute|has no attribute", "check the name"),
    (r"Untyped global name|cannot determine Numba type", "rules use numbers, tuples, boards and functions imported by name"),
    (r"float64", "use whole numbers: // instead of /"),
)
OTHERWISE = "use ints, bools, boards, tuples of ints, loops and helper methods only"
PLAIN_ON_PURPOSE = "Rules that are to stay as they are say `compiles = False`: they run as plain Python, with no warning"
LOUD = re.compile(
    r"^\s*(?:\w*Error: )?("
    r"(?:Untyped global|Unknown attribute|NameError|No implementation of function Function\(<(?:built-in|class|ufunc)|"
    r"Cannot unify|Can't unify|Invalid use|field '|a state has|Use of unsupported|The use of|cannot determine|"
    r".*cached_property that reads|Cannot determine|.*unsupported|name '|Failed to infer|.*not supported|Unsupported).*)"
)
PLACE = re.compile(r'(?:File "|typing of \S+ at )([^"\n]+?)(?:", line | \()(\d+)(?::|\))')


def diagnose(rules: Any, wrong: Exception) -> str:
    """Explain a failed compilation of `rules` (a kernel's view of a game) to the user."""
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
    if not line and others:  # a compiler that names no line of theirs stumbles at what is known not to compile
        method, file, number = others[0].method, others[0].file, str(others[0].line)
        place, line = f", line {number}", linecache.getline(file, others[0].line).strip()
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
            if isinstance(member, FunctionType) and not member.__module__.startswith(("kibitz.core.rules", "dataclasses")):
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
    reason = re.sub(r", defined at .*", "", reason)  # it does not include the name of a file
    reason = re.sub(r"\(?kibitz\.[\w.]+:(\w+)\([^)]*\)[^,;]*", r"\1", reason)
    reason = re.sub(
        r"No implementation of function Function\(<(?:built-in function|class|ufunc) '?([\w.]+)'?>\)", r"there is no \1", reason
    )
    return " ".join(reason.split()).rstrip(".")[:200]


# What in rules is known not to compile, found by reading them: all of it at once, where a compiler stops at the first.

PLAIN = {
    "start",
    "move_name",
    "from_to",
    "stands",
    "marked",
    "player_names",
    "show",
    "scene",
    "best_result",
    "payoff_limits",
    "fits",
}  # never compiled
CHANGED = "changed(cells, index, value) is the tuple with one cell changed"
CHANGING = {"append", "add", "update", "clear", "pop"}  # methods of lists, dicts and sets
LISTS = {"list", "sorted"}  # functions that give one
LOOP = "write the loop out with for"
REMEMBERED = "make it a field of the state, which holds all that rules remember"
PYTHONIC = {  # modules that rules cannot use, and what to write instead
    "itertools": "write the loops out, one inside the other",
    "functools": LOOP,
    "collections": "use a tuple with a number for each key",
    "re": "keep text to move_name, show and scene",
    "random": "let to_move give CHANCE and chances(state) say what may come: kibitz throws the dice",
}


@dataclass(frozen=True)
class Cause:
    """A line that does not compile: the method, the file and the line, its text, and what to write instead."""

    method: str
    file: str
    line: int
    what: str
    advice: str

    def __str__(self) -> str:
        return (
            f"{self.method}, line {self.line} (`{linecache.getline(self.file, self.line).strip()}`): {self.what}; {self.advice}"
        )


def causes(owners: list[Any]) -> list[Cause]:
    """The causes in the compiled methods of a game and its knowledge, and in the functions they call, in the order of the
    file.
    """
    found = [cause for name, function, owner in _reached(owners) for cause in _in(name, function, owner)]
    first = {(cause.file, cause.line): cause for cause in reversed(found)}  # of a line the first says enough
    return sorted(first.values(), key=lambda cause: (cause.file, cause.line))


def _reached(owners: list[Any]) -> Iterator[tuple[str, FunctionType, Any]]:
    """The functions that are compiled, each once: methods of the contract, and what these call of their class and file."""
    for owner in owners:
        cls = type(owner)
        contract = Game if isinstance(owner, Game) else Knowledge
        waiting = [name for name in vars(contract) if not name.startswith("_") and name not in PLAIN]
        seen: set[Any] = set()
        while waiting:
            name = waiting.pop()
            function = _function(inspect.getattr_static(cls, name, None))
            if function is None or function in seen or function.__module__.startswith(("kibitz.core.rules", "dataclasses")):
                continue
            seen.add(function)
            yield f"{cls.__name__}.{name}", function, owner
            called = function.__code__.co_names
            waiting += [one for one in called if hasattr(cls, one) and one not in PLAIN]
            for helper in (function.__globals__.get(one) for one in called):
                if isinstance(helper, FunctionType) and helper.__module__ == function.__module__ and helper not in seen:
                    seen.add(helper)
                    yield helper.__name__, helper, owner


def _function(member: Any) -> FunctionType | None:
    """The function of a method, a property or a cached_property; else None."""
    if inspect.isdatadescriptor(member) or hasattr(member, "func"):
        return None  # a cached_property is Python: what it gives is a constant
    member = getattr(member, "__func__", member)
    return member if isinstance(member, FunctionType) else None


def _in(name: str, function: FunctionType, owner: Any) -> Iterator[Cause]:
    """The causes in one function."""
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return
    lists = {name for node in ast.walk(tree) for name in _lists_made(node)}
    for node in ast.walk(tree):
        for what, advice in _wrong(node, lists, function, owner):
            yield Cause(name, file, first + getattr(node, "lineno", 1) - 1, what, advice)


def _wrong(node: ast.AST, lists: set[str], function: FunctionType, owner: Any) -> Iterator[tuple[str, str]]:
    """The part of one piece of source that does not compile, and what to write instead."""
    match node:
        case (
            ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="list" | "sorted")))
            | ast.UnaryOp(op=ast.Not(), operand=ast.ListComp() | ast.List())
        ):
            yield "`not` of a list", "write len(...) == 0"
        case ast.Call(func=ast.Name(id="tuple"), args=[ast.GeneratorExp() | ast.ListComp() | ast.Name()]):
            yield "a tuple made in a loop", f"{CHANGED}; moves are yielded one by one, or returned as a list"
        case ast.Call(func=ast.Name(id="any" | "all" | "next" | "filter" | "map" as called)):
            yield f"{called}()", LOOP
        case ast.GeneratorExp():
            yield "a generator expression", LOOP
        case ast.SetComp():
            yield "a set comprehension", "write a list, [...], or yield one after the other"
        case ast.Global(names=names):
            yield f"{names[0]}, which changes outside the state", REMEMBERED
        case (
            ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))])
            | ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name)))
        ) if isinstance(function.__globals__.get(name), list | dict):
            yield f"{name}, which changes outside the state", REMEMBERED
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in CHANGING and isinstance(
            function.__globals__.get(name), list | dict | set
        ):
            yield f"{name}, which changes outside the state", REMEMBERED
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if _module(function, name) in PYTHONIC:
            yield f"{name}.{attr}", PYTHONIC[_module(function, name)]
        case ast.BinOp(op=ast.Add(), left=left, right=right) if _moving(left) or _moving(right):
            yield "a tuple put together of slices", CHANGED
        case ast.YieldFrom():
            yield "yield from", "write the loop out: for move in ...: yield move"
        case ast.Try():
            yield "try", "ask with an if instead"
        case ast.Assign(targets=[ast.Tuple(elts=parts)]) if any(isinstance(part, ast.Starred) for part in parts):
            yield "a starred name", "take each part by its index"
        case ast.Call(func=ast.Attribute(attr="_replace")):
            yield "_replace", "build the new state with `State(...)`"
        case ast.Call(func=ast.Attribute(value=ast.Attribute(), attr="count" | "index" as called)):
            yield f".{called}() of a tuple", LOOP
        case ast.Name(id=name) if _ragged(function.__globals__.get(name)):
            yield f"{name}, a table with rows of unequal length", "give all rows one length, or lay them out in one tuple"
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if _ragged(_held(owner, name)):
            yield f"{name}, a table with rows of unequal length", "give all rows one length, or lay them out in one tuple"


def _module(function: FunctionType, name: str) -> str:
    """The module that a function knows under this name; "" where it is none."""
    held = function.__globals__.get(name)
    return held.__name__ if isinstance(held, ModuleType) else ""


def _lists_made(node: ast.AST) -> Iterator[str]:
    """The names that a statement gives to lists."""
    if isinstance(node, ast.Assign) and _is_list(node.value, set()):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _is_list(node: ast.expr, lists: set[str]) -> bool:
    """Whether it is seen to be a list."""
    called = node.func if isinstance(node, ast.Call) else None
    by_name = isinstance(node, ast.Name) and node.id in lists
    return by_name or isinstance(node, ast.List | ast.ListComp) or (isinstance(called, ast.Name) and called.id in LISTS)


def _moving(node: ast.expr) -> bool:
    """Whether it is a slice whose ends are not both written down."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return False
    ends = [end for end in (node.slice.lower, node.slice.upper) if end is not None]
    return not all(isinstance(end, ast.Constant) for end in ends)


def _held(owner: Any, name: str) -> Any:
    """The data that a game holds under a name, if any."""
    static = inspect.getattr_static(owner, name, None)
    return getattr(owner, name, None) if hasattr(static, "func") else static


def _ragged(table: Any) -> bool:
    """Whether it is a tuple of tuples that are not all of one length."""
    return (
        isinstance(table, tuple)
        and all(isinstance(row, tuple) for row in table)
        and len({len(row) for row in table}) > 1
        and not hasattr(table, "_fields")
    )
