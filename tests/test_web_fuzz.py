"""Nothing that anybody sends makes the page fail, hang, or change a game that it should not."""

import asyncio
from pathlib import Path

import pytest

from fuzzed import fuzz_in

REQUESTS = 1500  # ten thousand: python tests/fuzzed.py 10000


@pytest.mark.untraced
def test_requests_that_nobody_should_make_do_no_harm(tmp_path: Path) -> None:
    codes = asyncio.run(fuzz_in(tmp_path, REQUESTS, seed=7))
    assert codes.total() == REQUESTS
    assert {200, 303, 400, 403, 404, 405, 409, 413, 415, 422, 431} <= set(codes)  # it has met all that can be said
