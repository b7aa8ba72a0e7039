"""Everything that rules and knowledge say of one state, as a run of ints: the same kernel, plain and compiled, must agree."""

from typing import Any

from kibitz.kernel import Fields, Words, absorbed, low_bits, read, write

GRAIN = 1 << 20  # estimates are written down in so many parts of 1
HEAD, PER_MOVE, PER_CANDIDATE = 11, 5, 2  # words
BEYOND = 1 << 20  # no result that `finish` is asked about is larger
A_MOVE, A_CANDIDATE = -1, -2


def answers(rules: Any, fields: Fields, words: Words) -> int:
    """Write down what is said of a state; returns how many words that took, the one that holds their number included.

    Of a state that is over: 1, the state's hash, the result. Of any other: 0, its hash, that of its family of symmetries,
    low, high, the estimate, the fewest and the most plies, how many positions `finish` took and what it found; for each move
    `A_MOVE`, the move, the hash of the state after it, the sign of that state's value, the priority; for each candidate
    `A_CANDIDATE` and the move. What has no room is left out.
    """
    state = rules.enter(fields)
    write(words, 2, low_bits(absorbed(rules.hash(state), state), 62))
    if rules.is_over(state):
        write(words, 1, 1)
        write(words, 3, rules.result(state))
        return 4
    low, high = rules.bounds(state)
    write(words, 1, 0)
    write(words, 3, low_bits(rules.canonical(state), 62))
    write(words, 4, low)
    write(words, 5, high)
    write(words, 6, int(rules.estimate(state) * GRAIN))
    fewest, most = rules.plies(state)
    write(words, 7, fewest)
    write(words, 8, most)
    nodes, result = rules.finish(state, -BEYOND, BEYOND)
    write(words, 9, nodes)
    write(words, 10, result)
    at = HEAD
    for move in rules.moves(state):
        if at + PER_MOVE > read(words, 0):
            return at
        after = rules.play(state, move)
        write(words, at, A_MOVE)
        write(words, at + 1, move)
        write(words, at + 2, low_bits(absorbed(rules.hash(after), after), 62))
        write(words, at + 3, rules.sign(state, after))
        write(words, at + 4, rules.priority(state, move))
        at += PER_MOVE
    for move in rules.candidates(state):
        if at + PER_CANDIDATE > read(words, 0):
            return at
        write(words, at, A_CANDIDATE)
        write(words, at + 1, move)
        at += PER_CANDIDATE
    return at
