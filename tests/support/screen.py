"""The command in a pseudo-terminal of its own, for the tests that play as a person does."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import pytest

try:
    import pexpect
except ImportError:  # it needs a pseudo-terminal, which Windows has not
    pexpect = None

SOON = 90  # seconds: the first game may have to be compiled
OPEN: list[Any] = []
PROMPT = r"Your move \((\w+)\): "  # of a game that waits for a person; its group is whose move it is


def terminal(*arguments: str, program: Sequence[str] = ("-m", "kibitz"), **settings: str) -> Any:
    """The command in a terminal of its own; the fixture `screens_closed` ends it."""
    if pexpect is None or not hasattr(pexpect, "spawn"):
        pytest.skip("there is no pseudo-terminal on this system")
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | settings
    screen = pexpect.spawn(
        sys.executable,
        [*program, *arguments],
        env=env,
        encoding="utf-8",
        codec_errors="replace",
        timeout=SOON,
        dimensions=(50, 120),
        echo=True,
    )
    OPEN.append(screen)
    return screen


def says(screen: Any, text: str) -> None:
    """Waits until `text` has been written."""
    screen.expect_exact(text)


def ends(screen: Any) -> int:
    """The exit code, once the command has ended."""
    screen.expect(pexpect.EOF)
    screen.close()
    code = screen.exitstatus
    assert isinstance(code, int), f"ended by signal {screen.signalstatus}"
    return code
