"""Runs the command as a program does, without a terminal, for the tests of the faces."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

from kibitz.cli import main


def kibitz(*arguments: str, typed: str = "", folder: Path | None = None, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Runs the command without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | settings,
        timeout=120,
    )


def done(*arguments: str, **more: Any) -> str:
    """What a command that succeeds, and has nothing to complain about, writes."""
    run = kibitz(*arguments, **more)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def refused(*arguments: str, **more: Any) -> str:
    """The one sentence that a command says when it is asked wrongly."""
    run = kibitz(*arguments, **more)
    assert (run.returncode, run.stdout) == (2, "")
    (sentence,) = run.stderr.splitlines()
    return sentence


def here(*arguments: str, typed: str = "", folder: Path | None = None) -> str:
    """What a command that succeeds writes, run in this process: quicker, where its start is not what is tested."""
    with contextlib.chdir(folder or Path.cwd()):
        code, written, _ = run_here(*arguments, typed=typed)
    assert code == 0
    return written


def refused_here(*arguments: str, folder: Path | None = None) -> str:
    """The one sentence of a command that is asked wrongly, run in this process."""
    with contextlib.chdir(folder or Path.cwd()):
        code, written, complaint = run_here(*arguments)
    assert (code, written) == (2, "")
    (sentence,) = complaint.splitlines()
    return sentence


def run_here(*arguments: str, typed: str = "") -> tuple[Any, str, str]:
    """The exit code, and what was written to standard output and to standard error."""
    written, complaint, code = io.StringIO(), io.StringIO(), None
    with (
        mock.patch("sys.stdin", io.StringIO(typed)),
        mock.patch("warnings.showwarning"),
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(complaint),
    ):
        try:
            main(arguments)
        except SystemExit as ended:
            code = ended.code
    return code, written.getvalue(), complaint.getvalue()
