"""The functions of a kernel become one object file: linked once, optimised once, for one processor or level.

Numba optimises every function by itself, then again in each that calls it. Here LLVM sees all of them at the end, with the
calls of a function to itself resolved, and drops what is not reached.
"""

from collections.abc import Iterable
from typing import Any

from llvmlite import binding

from kibitz.kernel.compiled.browser_functions import browser_functions
from kibitz.kernel.compiled.inlining import grown, inlined_where_small
from kibitz.kernel.compiled.numba_private import (
    UNRESOLVED,
    empty_module,
    kept_sizes,
    libraries_of,
    raw_modules,
    written_functions,
)
from kibitz.kernel.functions import DoesNotCompile
from kibitz.kernel.targets import BROWSER, Target, aimed

ENTRY = "entry"  # the name of the function that Python calls; Numba's own are long, and hold addresses


def emit(library: Any, symbol: str) -> tuple[bytes, Target, tuple[str, ...]]:
    """The object file of a kernel whose entry has this name, the processors it is for, and what it calls in other libraries.

    The entry is called ENTRY there. Raises DoesNotCompile for code for a browser that asks Numba's runtime for memory.
    """
    target = aimed()
    module = _linked(libraries_of(library), {symbol: ENTRY}, browser_functions() if target.name == BROWSER else "")
    machine = _machine(target)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    passes = binding.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)
    needs = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    missing = [name for name in needs if name.startswith(("_ZN", "kibitz."))]
    if missing:
        raise AssertionError(f"the kernel lacks {missing}, which Numba has compiled")
    if target.name == BROWSER and any(name.startswith("NRT_") for name in needs):  # LLVM would end this process
        raise DoesNotCompile("they build lists, and a page has no memory for these; let `moves` yield each move instead")
    return machine_code(machine, module), target, tuple(needs)


def machine_code(machine: Any, module: Any) -> bytes:
    """The object file of a module."""
    return machine.emit_object(module)  # type: ignore[no-any-return]  # bytes


def _machine(target: Target) -> Any:
    """LLVM's view of a processor. Code is independent of where it lies, for it is loaded anywhere."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=3, reloc="pic", codemodel="small"
    )


def emit_helpers(roots: Iterable[Any], names: dict[str, str]) -> tuple[bytes, dict[str, int]]:
    """The bitcode of the functions that have new names in `names`, as Numba wrote them, and how many instructions each has."""
    libraries = list(dict.fromkeys(library for root in roots for library in libraries_of(root)))
    sizes = grown(written_functions(libraries), kept_sizes(libraries))
    return _linked(libraries, names).as_bitcode(), {new: sizes[old] for old, new in names.items()}


def _linked(libraries: list[Any], names: dict[str, str], more: str = "") -> Any:
    """One module of all these libraries; only the functions with new names in `names` can be called from outside.

    `more`: functions written in LLVM's language.
    """
    whole = empty_module(libraries[0], "kernel")
    with inlined_where_small(written_functions(libraries), kept_sizes(libraries)):
        modules = list(raw_modules(libraries))
    for module in modules:
        for function in module.functions:
            if not function.is_declaration and function.linkage != binding.Linkage.internal:
                function.linkage = "weak_odr"  # several modules may bring the same
        whole.link_in(module)
    _resolve_recursion(libraries[0], whole)
    open_functions = [(whole.get_function(old), new) for old, new in names.items()]
    for number, function in enumerate(whole.functions):
        if function.name not in names and not function.is_declaration:
            function.linkage, function.name = "internal", f"f{number}"
    for function, name in open_functions:
        function.name = name
    for number, variable in enumerate(whole.global_variables):
        if not variable.is_declaration:
            variable.linkage, variable.name = "internal", f"v{number}"
    if more:
        whole.link_in(binding.parse_assembly(f"{empty_module(libraries[0], 'more')}\n{more}"))
    whole.verify()
    return whole


def _resolve_recursion(library: Any, whole: Any) -> None:
    """Numba calls a function that is not ready yet, such as itself, by an address that it fills in later; here it is known."""
    names = [one.name.removeprefix(UNRESOLVED) for one in whole.global_variables if one.name.startswith(UNRESOLVED)]
    if not names:
        return
    known = empty_module(library, "recursion")
    lines = [f'declare i32 @"{name}"()\n@"{UNRESOLVED}{name}" = constant ptr @"{name}"' for name in names]
    whole.link_in(binding.parse_assembly("\n".join([str(known), *lines])))
