"""The seam to Numba, and the only folder that imports it: a game becomes a type, a kernel becomes machine code."""

from kibitz.kernel._machine import Machine
from kibitz.kernel._words import high_bits, low_bits, mixed, read, read_shared, write, write_shared

__all__ = ["Machine", "high_bits", "low_bits", "mixed", "read", "read_shared", "write", "write_shared"]
