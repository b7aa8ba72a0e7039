"""The note of who is thinking: whoever reads it while it is written finds the old or the new one, never a mixture."""

import math
import os
import subprocess
import sys
import time

import pytest

from kibitz.workers.worker import ThinkingMarker, ThinkingNote


def test_a_slip_says_who_is_thinking() -> None:
    slip = ThinkingMarker()
    slip.write(5, 1, 2, None)
    assert slip.read() == ThinkingNote(5, 1, 2, math.inf)
    slip.write(5, 1, 0, 0.5)
    note = slip.read()
    assert note is not None
    assert note.due < math.inf
    slip.clear()
    assert slip.read() is None
    slip.close()


@pytest.mark.skipif(not hasattr(os, "posix_spawn"), reason="a crew has notes on POSIX only")
def test_a_note_that_is_just_written_is_never_half_read() -> None:
    """A worker was killed because a reader met zeros: a seat 0 whose clock had run out long ago."""
    slip = ThinkingMarker()
    writes = (
        f"from kibitz.workers.worker import ThinkingMarker\ns = ThinkingMarker({slip.file})\n"
        "while True: s.write(5, 1, 1, None); s.clear()"
    )
    writer = subprocess.Popen([sys.executable, "-c", writes], pass_fds=[slip.file])
    try:
        while slip.read() is None:
            assert writer.poll() is None
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            note = slip.read()
            assert note is None or (note.pair, note.side, note.seat, note.due) == (5, 1, 1, math.inf)
    finally:
        writer.kill()
        writer.wait()
        slip.close()
