"""Laws of machine code: the rules compile, and compiled they say what they say in plain Python.

Everything that rules and knowledge say of one state is a run of words: the same kernel, plain and compiled, must agree.
"""

import math
import time
import warnings
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, law
from kibitz.checking.node import CheckNode
from kibitz.core.rules import CHANCE, says
from kibitz.errors import RulesWarning
from kibitz.kernel import Fields, Machine, Words, hash_fields, low_bits, read, write, write_number
from kibitz.search.perft import perft

HEAD, PER_MOVE, PER_CANDIDATE = 12, 7, 2  # words, and after the head one number for each player
BEYOND_ANY = 1 << 20  # no result that `finish` is asked about is larger
A_MOVE, A_CANDIDATE, AN_OUTCOME, A_PROSPECT = -1, -2, -3, -4
Statement = tuple[str, int | None, int | tuple[float, ...]]
"""A method, the move it was asked about if it was, and what it said: an int, or one or more floats."""

MAX_WORDS = 1 << 16  # for the answers about one state
FIRST = ["is_over", "play", "to_move"]
PROVED = ["bounds", "bounds", "plies", "plies", "finish", "finish"]
LISTS = ["moves", "chances", "candidates", "prospects"]
GUESSES = ["evaluate", "estimates", "weight"]
NO_NUMBERS = ["start", "play", "symmetries", *GUESSES]  # hashes, and parts of an estimate: no numbers for people
NODES_A_SECOND = 100
TIME_SHARE = 0.3  # of the time of a check, on top of compiling
MAX_LEAVES = 3_000
HINT = "compiled ints have 64 bits, and shifts go from 0 to 63: a full board of 64 squares is a Board64"


def write_answers(rules: Any, fields: Fields, before: int, words: Words) -> int:
    """Write down every answer about a state; return the number of words used, including the one that holds the number.

    `before` is the player before the one to move, where turns alternate. A state that is over: 1, its hash, the player to move
    and, after the head, each player's payoff, a float. Any other: 0, its hash, the player to move, the hash of its family of
    symmetries, the estimate (a float) and, where a player is to move, low, high, the fewest and the most plies, the number of
    positions `finish` took and its result; after the head each player's estimated payoff. Then for each move `A_MOVE`, the
    move, the hash of the next state, its player to move, the priority, the reward and the weight (a float); for each candidate
    `A_CANDIDATE` and the move, for each prospect `A_PROSPECT` and the move; for each outcome of dice or cards `AN_OUTCOME`, the
    outcome, the hash and the player to move as after a move, and the weight (a float). Words that do not fit are left out.
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
    nodes, result = rules.finish(state, -BEYOND_ANY, BEYOND_ANY)
    write(words, 10, nodes)
    write(words, 11, result)
    for move in rules.moves(state):
        if at + PER_MOVE > read(words, 0):
            return at
        write_successor(rules, state, mover, move, at, words)
        write(words, at, A_MOVE)
        write(words, at + 4, rules.priority(state, move))
        write(words, at + 5, rules.reward(state, move))
        write_number(words, at + 6, rules.weight(state, move))
        at += PER_MOVE
    for move in rules.candidates(state):
        if at + PER_CANDIDATE > read(words, 0):
            return at
        write(words, at, A_CANDIDATE)
        write(words, at + 1, move)
        at += PER_CANDIDATE
    if rules.has_prospects:
        for move in rules.prospects(state):
            if at + PER_CANDIDATE > read(words, 0):
                return at
            write(words, at, A_PROSPECT)
            write(words, at + 1, move)
            at += PER_CANDIDATE
    return at


def write_successor(rules: Any, state: Any, mover: int, move: int, at: int, words: Any) -> None:
    """Write down the state after a move or an outcome, from the word after `at` on."""
    after = rules.play(state, move)
    write(words, at + 1, move)
    write(words, at + 2, low_bits(hash_fields(rules.hash(after), after), 62))
    write(words, at + 3, rules.mover(mover, after))


# The words that the kernel `write_answers` wrote, read back as statements.


def read_statements(context: CheckContext, machine: Machine, node: CheckNode) -> list[Statement]:
    """All statements about a state, each with the method that makes it."""
    words = machine.words(MAX_WORDS)
    count = machine.ready(write_answers)(machine.arguments(node.state), node.mover.value - 1, words)
    number = getattr(words, "number", words.__getitem__)
    found: list[Statement] = [(method, None, int(words[at])) for at, method in enumerate(FIRST, 1)]
    behind = HEAD + context.game.players
    if count < behind:
        return found
    numbers = tuple(number(at) for at in range(HEAD, behind))
    if found[0][2]:
        return [*found, ("payoffs", None, numbers) if says(context.game, "payoffs") else ("result", None, numbers[:1])]
    found += [("symmetries", None, int(words[4])), ("evaluate", None, (number(5),))]
    found += [(method, None, int(words[at])) for at, method in enumerate(PROVED, 6)]
    found.append(("estimates" if says(context.knowledge, "estimates") else "evaluate", None, numbers))
    at = behind
    while at < count:
        kind, move = int(words[at]), int(words[at + 1])
        if kind in (A_CANDIDATE, A_PROSPECT):
            found.append(("candidates" if kind == A_CANDIDATE else "prospects", None, move))
            at += PER_CANDIDATE
            continue
        found.append(("moves" if kind == A_MOVE else "chances", None, move))
        found += [("play", move, int(words[at + 2])), ("to_move", move, int(words[at + 3]))]
        if kind == A_MOVE:
            found += [("priority", move, int(words[at + 4])), ("reward", move, int(words[at + 5]))]
            found.append(("weight", move, (number(at + 6),)))
        else:
            found.append(("chances", move, (number(at + 4),)))
        at += PER_MOVE
    return found


# The laws.


@law("compiled", compiles=True)
def rules_compile(context: CheckContext) -> str | None:
    """The rules, and the knowledge, compile, so that the search runs at native speed."""
    machine, _ = _machines(context)
    return f"the search would run as plain Python, right but slow: {machine.problem}" if machine.problem else None


@law("compiled", compiles=True)
def compiled_agrees_with_plain(context: CheckContext) -> Breach | None:
    """Compiled, the rules and the knowledge say of every state what they say in plain Python."""
    compiled, plain = _machines(context)
    if not compiled.compiled:
        return None
    until = time.thread_time() + TIME_SHARE * context.seconds
    for node in _pick_nodes(context):
        if time.thread_time() > until:
            return None
        breach = _difference(node, read_statements(context, plain, node), read_statements(context, compiled, node))
        if breach is not None:
            return Breach(breach.message, breach.move, node.line)
    return None if time.thread_time() > until - TIME_SHARE / 2 * context.seconds else _other_count(context)


def _machines(context: CheckContext) -> tuple[Machine, Machine]:
    """The game ready to be asked, compiled if it can be, and plain."""
    if context.machines is None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RulesWarning)  # said as a problem, once
            compiled = Machine(context.game, context.knowledge)
            compiled.ready(write_answers)
        plain = Machine(context.game, context.knowledge, plain=True)
        context.machines = (compiled, plain)
        if not compiled.compiled and not compiled.problem:
            context.notes.append("Machine code is switched off (NUMBA_DISABLE_JIT): only plain Python was looked at.")
    return context.machines


def _pick_nodes(context: CheckContext) -> Iterator[CheckNode]:
    """Places seen in breadth and in random games, nearest first."""
    most = int(NODES_A_SECOND * context.seconds / 2)
    for node in context.nodes[:most] + sorted(context.wandered[-most:], key=lambda node: len(node.line)):
        if len(node.legal) * (PER_MOVE + PER_CANDIDATE) < MAX_WORDS - HEAD - context.game.players:
            yield node


def _difference(node: CheckNode, plain: list[Statement], compiled: list[Statement]) -> Breach | None:
    """The first answer that differs, with the method that gives it."""
    for one, other in zip_longest(plain, compiled):
        if one == other or (one and other and _near(one, other)):
            continue
        method, move, value = one or other
        if one is None or other is None or one[:2] != other[:2] or (method in LISTS and move is None):
            methods = {item[0] for item in (one, other) if item}
            method = next((method for method in LISTS if method in methods), "moves")
            here, there = (
                " ".join(node.name(item[2]) for item in found if item[:2] == (method, None)) for found in (plain, compiled)
            )
            return Breach(f"`{method}` yields {here or 'nothing'} in plain Python, but {there or 'nothing'} compiled; {HINT}")
        if method in NO_NUMBERS:
            method = "start" if method == "play" and move is None and not node.line else method
            return Breach(f"`{method}` gives something else compiled than in plain Python; {HINT}", move)
        return Breach(f"`{method}` gives {_text(value)} in plain Python, but {_text(other[2])} compiled; {HINT}", move)
    return None


def _near(one: Statement, other: Statement) -> bool:
    """Whether floats differ by no more than the order in which numbers were added explains."""
    here, there, least = one[2], other[2], 1e-6 if one[0] in GUESSES else 0.0
    if one[:2] != other[:2] or isinstance(here, int) or isinstance(there, int) or len(here) != len(there):
        return False
    return all(math.isclose(*pair, rel_tol=1e-9, abs_tol=least) for pair in zip(here, there, strict=True))


def _text(value: int | tuple[float, ...]) -> str:
    return str(value) if isinstance(value, int) else ", ".join(f"{number:.10g}" for number in value)


def _other_count(context: CheckContext) -> Breach | None:
    """Where states that stay in machine code, from move to move, lead to another number of lines."""
    node, depth = context.nodes[0], _depth(context)
    plain, machine = _counts(context, node, depth)
    if plain == machine:
        return None
    while depth > 1:
        children = [node.child(move) for move in node.legal]
        worse = next((child for child in children if len(set(_counts(context, child, depth - 1))) > 1), None)
        if worse is None:
            break
        node, depth = worse, depth - 1
    plain, machine = _counts(context, node, depth)
    lines = f"from here there are {plain} lines of {depth} moves in plain Python, but {machine} compiled"
    return Breach(f"{lines}; {HINT}", line=node.line)


def _depth(context: CheckContext) -> int:
    """The depth, in moves, to which plain Python counts lines quickly."""
    width = max(2, *(len(node.legal) for node in context.nodes[:50]), 2)
    return max(1, int(math.log(MAX_LEAVES, width)))


def _counts(context: CheckContext, node: CheckNode, depth: int) -> tuple[int, int]:
    return perft(context.game, node.state, depth, plain=True), perft(context.game, node.state, depth)
