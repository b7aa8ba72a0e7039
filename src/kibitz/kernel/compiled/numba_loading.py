"""Imports Numba, and all that it compiles, without SciPy: that takes as long to load, and only linear algebra needs it."""

import sys


def _load() -> None:
    hides = "scipy" not in sys.modules
    if hides:
        sys.modules["scipy"] = None  # type: ignore[assignment]  # importing it fails
    try:
        from numba.core import registry

        registry.cpu_target.typing_context.refresh()
        registry.cpu_target.target_context.refresh()
    finally:
        if hides:
            del sys.modules["scipy"]


_load()
