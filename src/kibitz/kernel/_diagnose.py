"""Why rules do not compile: which method, which line, and what to write instead."""

from typing import Any


def diagnose(rules: Any, kind: Any, wrong: Exception) -> str:
    return str(wrong)
