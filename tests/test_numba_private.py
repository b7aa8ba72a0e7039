"""Numba's internals that the kernel replaces, calls and reads are what they were: another Numba may have changed them."""

import inspect
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.codegen import CPUCodegen, CPUCodeLibrary, RuntimeLinker
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.generators import GeneratorDescriptor
from numba.core.typeinfer import TypeInferer
from numba.core.types.functions import BaseFunction

from kibitz.kernel.compiled import numba_private as private

ROOT = Path(__file__).parents[1]
OWNERS = (
    BaseFunction,
    CPUCodegen,
    CPUCodeLibrary,
    CPUContext,
    Dispatcher,
    GeneratorDescriptor,
    PythonFunctionDescriptor,
    RuntimeLinker,
    TypeInferer,
)
MADE_ALONG = {"_linking_libraries", "_cache"}  # attributes of an object, which its class has not
# For what is replaced: what is there now, our function, Numba's parameters, and the names in its code that ours must respect.
REPLACED: dict[str, tuple[Any, Callable[..., Any], str, set[str]]] = {
    "CPUContext.get_executable": (
        CPUContext.get_executable,
        private._executable,
        "self library fndesc env",
        {"get_pointer_to_function", "llvm_cpython_wrapper_name", "make_function", "lookup_module"},
    ),
    "CPUCodeLibrary.add_ir_module": (
        CPUCodeLibrary.add_ir_module,
        private._added,
        "self ir_module",
        {"_raise_if_finalized", "normalize_ir_text", "parse_assembly", "add_llvm_module"},
    ),
    "CPUCodeLibrary.finalize": (
        CPUCodeLibrary.finalize,
        private._finished,
        "self",
        {"_linking_libraries", "_final_module", "_get_module_for_linking", "_optimize_final_module", "_finalize_final_module"},
    ),
    "GeneratorDescriptor.from_generator_fndesc": (
        GeneratorDescriptor.from_generator_fndesc.__func__,
        private._inlined,
        "cls func_ir fndesc gentype mangler",
        {"yield_type", "env_name"},
    ),
    "TypeInferer.return_types_from_partial": (
        TypeInferer.return_types_from_partial,
        private._said_to_return,
        "self",
        {"copy", "build_constraint", "propagate", "_unify_return_types"},
    ),
    "BaseFunction.get_call_type": (
        BaseFunction.get_call_type,
        private._remembered,
        "self context args kws",
        {"templates", "apply"},
    ),
}
REPLACES = re.compile(r"^([A-Z]\w*\.\w+) = ", re.MULTILINE)
UNDERSCORED = re.compile(r"^(?:from numba\S* import .*\b_\w+|.*\bnumba\.\S*\._\w+|.*\bnumba\.\S*unsafe\b)", re.MULTILINE)


@pytest.mark.parametrize("name", private.PRIVATE)
def test_numba_still_has_what_the_kernel_relies_on(name: str) -> None:
    owner, _, attribute = name.partition(".")
    (found,) = (kind for kind in OWNERS if kind.__name__ == owner)
    there = attribute in found.__init__.__code__.co_names if attribute in MADE_ALONG else hasattr(found, attribute)
    assert there, f"Numba {numba.__version__} has no {name}: {private.PRIVATE[name]}"


@pytest.mark.parametrize("name", REPLACED)
def test_what_is_replaced_is_what_it_was(name: str) -> None:
    now, ours, parameters, names = REPLACED[name]
    remedy = f"Numba {numba.__version__}: look at {name} and at what the kernel does in its place: {private.PRIVATE[name]}"
    assert now is ours, f"{name} is not replaced; {remedy}"
    plain = inspect.signature(ours).parameters["plain"].default
    assert [*inspect.signature(plain).parameters] == parameters.split(), f"it takes other arguments; {remedy}"
    assert [*inspect.signature(ours).parameters][1:-1] == parameters.split()[1:], f"ours takes others; {remedy}"
    used = {
        *plain.__code__.co_names,
        *(word for code in plain.__code__.co_consts if hasattr(code, "co_names") for word in code.co_names),
    }
    assert names <= used, f"it does without {', '.join(sorted(names - used))} now; {remedy}"


def test_numba_is_replaced_and_read_in_one_file_only() -> None:
    files = {file.name: file.read_text("utf-8") for file in (ROOT / "src/kibitz").rglob("*.py")}
    text = files.pop("numba_private.py")
    replaced = set(REPLACES.findall(text))
    assert replaced == set(REPLACED) == {name for name, why in private.PRIVATE.items() if why.startswith("Replaced")}
    assert not {name: UNDERSCORED.findall(text) for name, text in files.items() if UNDERSCORED.search(text)}


def test_no_numba_is_installed_that_this_was_not_tried_with() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    (bounds,) = (one.removeprefix("numba") for one in needed if re.match(r"numba\b", one))
    low, high = (tuple(map(int, bound.lstrip("<>=").split("."))) for bound in bounds.split(","))
    here = tuple(map(int, re.findall(r"\d+", numba.__version__)[:2]))
    assert low <= here < high == (low[0], low[1] + 1)
