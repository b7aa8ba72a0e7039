"""The processors that machine code is made for: this one with all its instructions, or a level that many have.

Levels of x86-64 as its ABI defines them (the psABI, "Micro-Architecture Levels"): v2 is any PC since 2009, v3 since 2013.
"""

import functools
import hashlib
import platform
from dataclasses import dataclass

V2 = "cx16 popcnt sse3 sse4.1 sse4.2 ssse3"
BROWSER = "browser"  # WebAssembly with 128-bit lanes, in any browser since 2023
V3 = f"{V2} avx avx2 bmi bmi2 f16c fma lzcnt movbe"


@dataclass(frozen=True)
class Target:
    """Processors for which code can be made: LLVM's triple, name of the processor, and features beyond it."""

    name: str
    triple: str
    processor: str
    features: str = ""


def _level(name: str, triple: str, processor: str, features: str) -> Target:
    return Target(name, triple, processor, ",".join(f"+{one}" for one in features.split()))


TARGETS = {
    one.name: one
    for one in (
        _level("linux-x86-64-v2", "x86_64-unknown-linux-gnu", "x86-64-v2", V2),
        _level("linux-x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", V3),
        _level("linux-arm64", "aarch64-unknown-linux-gnu", "generic", "neon"),
        _level("macos-arm64", "arm64-apple-macosx11.0.0", "apple-m1", ""),
        _level("windows-x86-64-v2", "x86_64-pc-windows-msvc-elf", "x86-64-v2", V2),
        _level("windows-x86-64-v3", "x86_64-pc-windows-msvc-elf", "x86-64-v3", V3),
        _level(BROWSER, "wasm32-unknown-unknown", "generic", "simd128 bulk-memory sign-ext nontrapping-fptoint"),
    )
}


@functools.cache
def host() -> Target:
    """This very processor: code for it uses every instruction that it has, and runs on no other."""
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    triple, processor = binding.get_process_triple(), binding.get_host_cpu_name()
    mark = hashlib.sha256(f"{triple} {processor} {features}".encode()).hexdigest()[:8]
    return Target(f"{platform.machine().lower()}-{processor}-{mark}", triple, processor, features)


def aimed() -> Target:
    """The processors that this process compiles for."""
    return _aim[0] if _aim else host()


def aim(target: Target) -> None:
    """Compile for these processors from now on: to be called before anything is compiled."""
    _aim[:] = [target]


_aim: list[Target] = []


@functools.cache
def runnable() -> tuple[str, ...]:
    """The targets whose code runs here, the quickest first."""
    from llvmlite import binding

    here = host()
    has = {name for name, there in binding.get_host_cpu_features().items() if there}
    system, machine = here.triple.split("-", 1)[1], here.triple.partition("-")[0].replace("aarch64", "arm64")
    levels = [
        one
        for one in reversed(TARGETS.values())
        if one.triple.split("-")[0].replace("aarch64", "arm64") == machine
        and one.triple.split("-")[1] == system.split("-")[0]
        and {part.lstrip("+") for part in one.features.split(",") if part} <= has
    ]
    return (here.name, *(one.name for one in levels))
