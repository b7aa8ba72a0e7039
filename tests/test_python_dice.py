"""Python's dice in words of memory: the same hashes, the same words of MT19937, the same choices as Python's own."""

import hashlib
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.registry import load
from kibitz.kernel import LANES, machine_of
from kibitz.search.monte_carlo.python_dice import (
    FRESH,
    LAYOUT,
    LONGEST_TEXT,
    STATE,
    TEXT,
    append_number,
    draw_below,
    draw_fraction,
    draw_word,
    hash_text,
    note_key,
    prepare_dice,
    seed_lane,
    seed_lanes,
)

STREAMS = LAYOUT.end + 10_000
USED = STREAMS + STATE * LANES
KEY = USED + LANES


@pytest.fixture(scope="module")
def memory() -> Any:
    """Memory for plain kernels, with all that stays."""
    words = machine_of(load("tic_tac_toe"), plain=True).words(KEY + 100)
    prepare_dice(words, b"")
    return words


@given(text=st.binary(max_size=LONGEST_TEXT))
def test_hashes_are_sha_256(memory: Any, text: bytes) -> None:
    memory[TEXT : TEXT + len(text)] = list(text)
    assert hash_text(memory, len(text)) == int.from_bytes(hashlib.sha256(text).digest()[:6])


@given(number=st.integers(0, 2**62), end=st.integers(0, 20))
def test_numbers_are_written_as_people_write_them(memory: Any, number: int, end: int) -> None:
    after = append_number(memory, end, number)
    assert bytes(memory[TEXT + end : TEXT + after]) == str(number).encode()


def test_every_seeding_begins_alike(memory: Any) -> None:
    assert len(memory[FRESH : FRESH + STATE]) == STATE
    assert memory[FRESH + 1] == 1812433253 * (19650218 ^ 19650218 >> 30) + 1 & 0xFFFFFFFF


@given(seeds=st.lists(st.one_of(st.integers(0, 2**32 + 5), st.integers(0, 2**48 - 1)), min_size=LANES, max_size=LANES))
def test_streams_side_by_side_are_those_of_python(memory: Any, seeds: list[int]) -> None:
    for lane, seed in enumerate(seeds):
        note_key(memory, lane, seed)
    seed_lanes(memory, STREAMS)
    for lane, seed in enumerate(seeds):
        state = random.Random(seed).getstate()[1]
        assert [memory[STREAMS + number * LANES + lane] for number in range(STATE)] == list(state[:STATE])


@given(
    text=st.text("table 0123456789", min_size=1, max_size=60),
    wanted=st.lists(st.one_of(st.just(0), st.just(-1), st.integers(1, 4096)), max_size=60),
)
def test_what_is_drawn_is_what_python_draws(memory: Any, text: str, wanted: list[int]) -> None:
    whole = int.from_bytes(text.encode() + hashlib.sha512(text.encode()).digest())
    key = [whole >> shift & 0xFFFFFFFF for shift in range(0, whole.bit_length(), 32)]
    memory[KEY : KEY + len(key)] = key
    memory[USED] = 0
    seed_lane(memory, STREAMS, KEY, len(key))
    theirs = random.Random(text)
    for count in wanted:
        if count == 0:
            assert draw_fraction(memory, STREAMS, USED) == theirs.random()
        elif count < 0:
            assert draw_word(memory, STREAMS, USED) == theirs.getrandbits(32)
        else:
            assert draw_below(memory, STREAMS, USED, count) == theirs.choice(range(count))


def test_a_stream_goes_on_beyond_its_first_words(memory: Any) -> None:
    for lane in range(LANES):
        note_key(memory, lane, 7 + lane)
    seed_lanes(memory, STREAMS)
    memory[USED] = 0
    theirs = random.Random(7)
    assert [draw_word(memory, STREAMS, USED) for _ in range(3 * STATE)] == [theirs.getrandbits(32) for _ in range(3 * STATE)]
