"""Numba is imported in a thread of its own: that takes a second, and Ctrl-C would leave half of it, or be lost in it."""

from importlib import import_module

from kibitz.kernel._apart import apart

apart(lambda caller: import_module("numba"))
