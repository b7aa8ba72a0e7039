"""Which positions the exact solver's table can tell apart: the numbers that its docstring gives, recomputed."""

import random
from typing import Any

import pytest

from kibitz.core.registry import knowledge_of, load
from kibitz.kernel import machine_of
from kibitz.kernel.hashes import SPREAD, spread
from kibitz.kernel.words import PlainWords
from kibitz.search.parts.proof_table import NEAR_LOG, VALUE_AT, bucket_of, signature_of
from kibitz.search.parts.scale import Scale
from reference import walk

VALUES = Scale(1, True, True, exact=True).bits
SIGNATURE = 64 - VALUE_AT - VALUES
NEEDED = {49: 4, 57: 12, 59: 14, 61: 16, 63: 18}  # so many bits of a key, and of the number of buckets


def words(log: int) -> tuple[Any, Any]:
    """The memory of a thread, and the words of a table that say how large it is; the other words are not there."""
    memory: Any = PlainWords([0] * 32)
    table: Any = PlainWords([0] * 8)
    memory.value_bits, table.log = VALUES, log
    return memory, table


def nearest(bits: int) -> tuple[int, int]:
    """Of all keys with equal signatures, how near two marks come, in steps of the signature; and the keys' distance in them."""
    turn = 1 << 64 - SIGNATURE
    apart = {steps: steps * SPREAD % turn for steps in range(1, 1 << bits - SIGNATURE)}
    return min((min(gap, turn - gap), steps) for steps, gap in apart.items())


def test_the_signature_of_games_that_are_won_or_lost() -> None:
    assert (VALUES, SIGNATURE, NEAR_LOG) == (10, 46, 16)


@pytest.mark.parametrize("bits", NEEDED)
def test_how_many_buckets_tell_keys_apart(bits: int) -> None:
    """Marks with equal signatures are further apart than a bucket is wide, and with half as many buckets they are not."""
    gap, _ = nearest(bits)
    assert gap >= 1 << 64 - SIGNATURE - NEEDED[bits]
    assert gap < 1 << 64 - SIGNATURE - NEEDED[bits] + 1


@pytest.mark.parametrize("bits", NEEDED)
def test_no_two_keys_share_bucket_and_signature(bits: int) -> None:
    """Asked of the table itself, for the pairs that come nearest; with a quarter of the buckets some pair does share both."""
    chance, (_, steps) = random.Random(bits), nearest(bits)
    apart = steps << SIGNATURE
    shared = dict.fromkeys((NEEDED[bits], NEEDED[bits] - 2), 0)
    for log in shared:
        memory, table = words(log)
        for _ in range(500):
            one = chance.randrange((1 << bits) - apart)
            marks = spread(one), spread(one + apart)
            assert signature_of(marks[0], memory) == signature_of(marks[1], memory)
            shared[log] += len({bucket_of(mark, False, table) for mark in marks}) == 1
    assert shared[NEEDED[bits]] == 0
    assert shared[NEEDED[bits] - 2] > 0


@pytest.mark.untraced
def test_positions_of_one_game() -> None:
    """Other positions have other marks, and none shares bucket and signature with another, in the small table either."""
    game = load("connect_four")
    rules = machine_of(game, knowledge_of(game), plain=True).rules
    states = {walk(game, seed, seed % 42) for seed in range(2000)}
    memory, table = words(4)
    for near in (False, True):
        places = {(bucket_of(mark, near, table), signature_of(mark, memory)) for mark in map(rules.mark, states)}
        assert len(places) == len(states)
