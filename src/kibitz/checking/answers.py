"""Everything that rules and knowledge say of one state, as a run of words: the same kernel, plain and compiled, must agree."""

from typing import Any

from kibitz.checking.ground import Ground
from kibitz.checking.place import CheckedPlace
from kibitz.kernel import Fields, Machine, Words, hash_fields, low_bits, read, write, write_number
from kibitz.rules import CHANCE, says

HEAD, PER_MOVE, PER_CANDIDATE = 12, 5, 2  # words, and behind the head one number for each player
BEYOND = 1 << 20  # no result that `finish` is asked about is larger
A_MOVE, A_CANDIDATE, AN_OUTCOME = -1, -2, -3


def write_answers(rules: Any, fields: Fields, before: int, words: Words) -> int:
    """Write down what is said of a state; returns how many words that took, the one that holds their number included.

    `before` is the player before the one to move, where turns alternate. Of a state that is over: 1, its hash, who is to
    move, and, behind the head, what each player gets, a float. Of any other: 0, its hash, who is to move, the hash of its
    family of symmetries, the estimate (a float) and, where a player is to move, low, high, the fewest and the most plies, how
    many positions `finish` took and what it found; behind the head what each player is thought to get. Then for each move
    `A_MOVE`, the move, the hash of the state after it, who is to move there, and the priority; for each candidate
    `A_CANDIDATE` and the move; for each thing that dice or cards may bring `AN_OUTCOME`, the outcome, the hash and who is to
    move as after a move, and the weight (a float). What has no room is left out.
    """
    state = rules.enter(fields)
    mover = rules.mover(before, state)
    write(words, 2, low_bits(hash_fields(rules.hash(state), state), 62))
    write(words, 3, mover)
    write(words, 1, 1 if rules.is_over(state) else 0)
    if not CHANCE <= mover < rules.players:
        return 4  # nobody: where their number is written would be anywhere
    at: int = HEAD + rules.players
    if read(words, 1) == 1:
        rules.pay(state, mover, words, HEAD)
        return at
    write(words, 4, low_bits(rules.canonical(state), 62))
    write_number(words, 5, rules.estimate(state))
    rules.guess(state, mover, words, HEAD)
    if rules.has_chances and mover == CHANCE:
        for outcome, weight in rules.chances(state):
            if at + PER_MOVE > read(words, 0):
                return at
            write_successor(rules, state, mover, outcome, at, words)
            write(words, at, AN_OUTCOME)
            write_number(words, at + 4, float(weight))
            at += PER_MOVE
        return at
    low, high = rules.bounds(state)
    write(words, 6, low)
    write(words, 7, high)
    fewest, most = rules.plies(state)
    write(words, 8, fewest)
    write(words, 9, most)
    nodes, result = rules.finish(state, -BEYOND, BEYOND)
    write(words, 10, nodes)
    write(words, 11, result)
    for move in rules.moves(state):
        if at + PER_MOVE > read(words, 0):
            return at
        write_successor(rules, state, mover, move, at, words)
        write(words, at, A_MOVE)
        write(words, at + 4, rules.priority(state, move))
        at += PER_MOVE
    for move in rules.candidates(state):
        if at + PER_CANDIDATE > read(words, 0):
            return at
        write(words, at, A_CANDIDATE)
        write(words, at + 1, move)
        at += PER_CANDIDATE
    return at


def write_successor(rules: Any, state: Any, mover: int, move: int, at: int, words: Any) -> None:
    """Write down what follows a move, or what dice or cards bring: from the word behind `at` on."""
    after = rules.play(state, move)
    write(words, at + 1, move)
    write(words, at + 2, low_bits(hash_fields(rules.hash(after), after), 62))
    write(words, at + 3, rules.mover(mover, after))


# The words that the kernel `write_answers` wrote, read back as statements.

Statement = tuple[str, int | None, int | tuple[float, ...]]
"""A method, the move it was asked about if it was, and what it said: an int, or one or more floats."""

ROOM = 1 << 16  # words for what is said of one state
FIRST = ["is_over", "play", "to_move"]
PROVED = ["bounds", "bounds", "plies", "plies", "finish", "finish"]


def read_statements(ground: Ground, machine: Machine, place: CheckedPlace) -> list[Statement]:
    """What is said of a state, each with the method that says it."""
    words = machine.words(ROOM)
    count = machine.ready(write_answers)(machine.arguments(place.state), place.mover.value - 1, words)
    number = getattr(words, "number", words.__getitem__)
    found: list[Statement] = [(method, None, int(words[at])) for at, method in enumerate(FIRST, 1)]
    behind = HEAD + ground.game.players
    if count < behind:
        return found
    numbers = tuple(number(at) for at in range(HEAD, behind))
    if found[0][2]:
        return [*found, ("payoffs", None, numbers) if says(ground.game, "payoffs") else ("result", None, numbers[:1])]
    found += [("symmetries", None, int(words[4])), ("evaluate", None, (number(5),))]
    found += [(method, None, int(words[at])) for at, method in enumerate(PROVED, 6)]
    found.append(("estimates" if says(ground.knowledge, "estimates") else "evaluate", None, numbers))
    at = behind
    while at < count:
        kind, move = int(words[at]), int(words[at + 1])
        if kind == A_CANDIDATE:
            found.append(("candidates", None, move))
            at += PER_CANDIDATE
            continue
        found.append(("moves" if kind == A_MOVE else "chances", None, move))
        found += [("play", move, int(words[at + 2])), ("to_move", move, int(words[at + 3]))]
        found.append(("priority", move, int(words[at + 4])) if kind == A_MOVE else ("chances", move, (number(at + 4),)))
        at += PER_MOVE
    return found
