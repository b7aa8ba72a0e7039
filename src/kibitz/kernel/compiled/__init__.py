"""The seam to Numba, and the only folder that imports it: a game becomes a type, a kernel becomes machine code.

`kibitz.kernel.machine` imports it when something is to be compiled. Its files say what each plain file beside it means there.
"""

from kibitz.kernel.compiled import numba_loading  # isort: skip  # noqa: F401  # before all else that imports Numba
from kibitz.kernel.compiled import bits, hashes, rows, rules_faces, rules_identity  # noqa: F401  # tells Numba what they are
from kibitz.kernel.compiled.compiler import compile_kernel

__all__ = ["compile_kernel"]
