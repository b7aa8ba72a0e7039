"""Kernels, and what they stand on: a game's rules, words, hashes; plain here, and for Numba in `compiled`.

A kernel is a plain Python function in `kibitz.search`. The ones that Python calls take `rules` first, then arguments
annotated `Fields` (a state's fields as a tuple), `int` or `Words` (shared memory), and return an int.
"""

from kibitz.kernel.apart import compiling
from kibitz.kernel.bits import bits_of, count_ones, extract, squares_with, window_of
from kibitz.kernel.cache import cache_root
from kibitz.kernel.hashes import high_bits, low_bits, mixed, next_dice
from kibitz.kernel.machine import Machine, machine_of, set_announcer
from kibitz.kernel.states import Fields, hash_fields, state_reader, store_fields, words_of_fields
from kibitz.kernel.words import (
    MemoryLayout,
    Shared,
    Words,
    copy_tail,
    extend,
    prefetch,
    read,
    read_half,
    read_number,
    read_shared,
    write,
    write_half,
    write_number,
    write_shared,
)

__all__ = [
    "Fields",
    "Machine",
    "MemoryLayout",
    "Shared",
    "Words",
    "bits_of",
    "cache_root",
    "compiling",
    "copy_tail",
    "count_ones",
    "extend",
    "extract",
    "hash_fields",
    "high_bits",
    "low_bits",
    "machine_of",
    "mixed",
    "next_dice",
    "prefetch",
    "read",
    "read_half",
    "read_number",
    "read_shared",
    "set_announcer",
    "squares_with",
    "state_reader",
    "store_fields",
    "window_of",
    "words_of_fields",
    "write",
    "write_half",
    "write_number",
    "write_shared",
]
