"""What the kernel puts in the place of Numba's own functions still fits them: another Numba may have changed these."""

import inspect
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.codegen import JITCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.generators import GeneratorDescriptor
from numba.core.types.functions import BaseFunction

from kibitz.kernel import _functions, _machine

ROOT = Path(__file__).parents[1]
# What is replaced, by what, with which parameters, and what of Numba's it has to go on doing, by the names that it uses.
REPLACED: dict[str, tuple[Any, Callable[..., Any], str, set[str]]] = {
    "CPUContext.get_executable": (
        CPUContext.get_executable,
        _machine._executable,
        "self library fndesc env",
        {"get_pointer_to_function", "llvm_cpython_wrapper_name", "make_function", "lookup_module"},
    ),
    "JITCodeLibrary._finalize_final_module": (
        JITCodeLibrary._finalize_final_module,
        _machine._finished,
        "self",
        {"_finalize_dynamic_globals", "_final_module", "_finalized", "_add_module"},
    ),
    "GeneratorDescriptor.from_generator_fndesc": (
        GeneratorDescriptor.from_generator_fndesc.__func__,
        _functions._inlined,
        "cls func_ir fndesc gentype mangler",
        {"yield_type", "env_name"},
    ),
    "BaseFunction.get_call_type": (
        BaseFunction.get_call_type,
        _functions._remembered,
        "self context args kws",
        {"templates", "apply"},
    ),
}
WRITTEN = re.compile(r"^([A-Z]\w*\.\w+) = ", re.MULTILINE)


@pytest.mark.parametrize("name", REPLACED)
def test_what_is_replaced_is_what_it_was(name: str) -> None:
    now, ours, parameters, names = REPLACED[name]
    remedy = f"Numba {numba.__version__}: look at {name} and at what the kernel does in its place"
    assert now is ours, f"{name} is not replaced; {remedy}"
    plain = inspect.signature(ours).parameters["plain"].default
    assert [*inspect.signature(plain).parameters] == parameters.split(), f"it takes other arguments; {remedy}"
    assert [*inspect.signature(ours).parameters][1:-1] == parameters.split()[1:], f"ours takes others; {remedy}"
    used = {
        *plain.__code__.co_names,
        *(word for code in plain.__code__.co_consts if hasattr(code, "co_names") for word in code.co_names),
    }
    assert names <= used, f"it does without {', '.join(sorted(names - used))} now; {remedy}"


def test_nothing_else_of_numba_is_replaced() -> None:
    written = {name for file in (ROOT / "src/kibitz/kernel").glob("*.py") for name in WRITTEN.findall(file.read_text("utf-8"))}
    assert written == set(REPLACED)


def test_what_the_kernel_reads_of_numba_is_there() -> None:
    for owner, names in (
        (JITCodeLibrary, ("_ensure_finalized", "_finalize_dynamic_globals", "get_pointer_to_function")),
        (PythonFunctionDescriptor, ("llvm_cpython_wrapper_name", "lookup_module")),
    ):
        missing = [name for name in names if not hasattr(owner, name)]
        assert not missing, f"Numba {numba.__version__}: {owner.__name__} has no {', '.join(missing)} any more"


def test_no_numba_is_installed_that_this_was_not_tried_with() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    (bounds,) = (one.removeprefix("numba") for one in needed if re.match(r"numba\b", one))
    low, high = (tuple(map(int, bound.lstrip("<>=").split("."))) for bound in bounds.split(","))
    here = tuple(map(int, re.findall(r"\d+", numba.__version__)[:2]))
    assert low <= here < high == (low[0], low[1] + 1)
