"""Moves of a file played by compiled rules: each is looked up among the legal ones, and no other is tried.

A text comes as a number: the move itself; or the argument of the rules' `find_written`; or an index into a list of moves, one
of which is meant.
"""

from typing import Any

from kibitz.kernel import Fields, MemoryLayout, read, store_fields, write
from kibitz.search.monte_carlo.game_path import FILTER, begin_path, go_to, is_barred, take_lead
from kibitz.search.monte_carlo.memory import PlayoutMemory

NONE = -1  # no move
CHOICES = -10  # and below: where the moves that a text may mean are listed, their number first
ANYBODY, PLAYED = -1, -2  # in place of the seat: the player to move; a move that is known to be legal
PASSED = -1  # in place of the facts: the file leaves out this pass, which was the only legal move
WRITTEN_WORDS, MADE_WORDS = 2, 2  # of each move: the text and the seat; the move and the facts that its name tells


class LineMemory(PlayoutMemory):
    """The words that have names. Where moves are written, listed, and made; where the states before them go, 0 for nowhere."""

    written_at: int
    listed_at: int
    made_at: int
    states_at: int
    state_words: int
    end_at: int  # where the last state goes
    pass_move: int  # the only move that is called a pass, or below 0
    taken: int  # how many written moves could be played
    over: int  # 1 where the game has ended then, 2 by a recurrence
    mover: int  # who is to move then
    same_side: int  # 1 where that side has made the last move, too


LINE_WORDS = MemoryLayout(LineMemory).end


def play_written(rules: Any, fields: Fields, mover: int, count: int, memory: LineMemory) -> int:
    """Play written moves as long as they are legal; how many moves that makes, passes that were left out among them.

    Such a pass is made only if it is the only legal move. Where compiled code begins.
    """
    state, plies, waits = rules.enter(fields), 0, False
    memory.lead, memory.taken, memory.same_side, memory.over = 0, 0, 0, 0
    if rules.is_over(state):
        memory.over = 1
    if rules.has_recurrence:
        write(memory, memory.path_at + FILTER, rules.recurrence_mark(state))
        memory.played_count = 1
        begin_path(memory)
    while memory.taken < count and memory.over == 0:
        at = memory.written_at + WRITTEN_WORDS * memory.taken
        seat, facts = read(memory, at + 1), PASSED
        move = find(rules, state, mover, read(memory, at), seat, memory)
        if move >= 0:
            facts = rules.name_facts(state, move) if seat != PLAYED else 0
            memory.taken += 1
            waits = False
        elif not waits:
            move = only_pass(rules, state, memory)
            waits = move >= 0
        if move < 0:
            break
        if memory.states_at > 0:
            store_fields(memory, memory.states_at + memory.state_words * plies, state)
        at = memory.made_at + MADE_WORDS * plies
        write(memory, at, move)
        write(memory, at + 1, facts)
        plies += 1
        before = state
        if rules.has_reward:
            take_lead(rules, before, move, mover, memory)
        state = rules.play(before, move)
        mover = rules.mover(mover, state)
        memory.same_side = 1 if rules.sign(before, state) == 1 else 0
        if rules.is_over(state):
            memory.over = 1
        if rules.has_recurrence and go_to(rules, before, move, state, memory):
            memory.over = 2
    memory.mover = mover
    store_fields(memory, memory.end_at, state)
    return plies


def find(rules: Any, state: Any, mover: int, written: int, seat: int, memory: LineMemory) -> int:
    """The one legal move that is meant, or NONE."""
    if seat == PLAYED:
        return written
    if seat != ANYBODY and seat != mover:
        return NONE
    if rules.has_find_written:
        move = rules.find_written(state, written)
        return move if move >= 0 and not is_barred(rules, rules.play(state, move), memory) else NONE
    if written > CHOICES:
        return written if written >= 0 and is_offered(rules, state, written, memory) else NONE
    at, found, many = memory.listed_at + CHOICES - written, NONE, 0
    for number in range(read(memory, at)):
        move = read(memory, at + 1 + number)
        if is_offered(rules, state, move, memory):
            found = move
            many += 1
    return found if many == 1 else NONE


def is_offered(rules: Any, state: Any, move: int, memory: LineMemory) -> bool:
    """Whether a move, or an outcome of chance, is legal in a state that is not over."""
    if rules.is_chance(state):
        for outcome, _ in rules.chances(state):
            if outcome == move:
                return True
        return False
    for one in rules.moves(state):
        if one == move:
            return not is_barred(rules, rules.play(state, move), memory)
    return False


def only_pass(rules: Any, state: Any, memory: LineMemory) -> int:
    """The pass, if it is the only legal move, or NONE. Moves that may not lead back somewhere are left to others."""
    if memory.pass_move < 0 or rules.recurrence_forbids or rules.is_chance(state):
        return NONE
    for move in rules.moves(state):
        if move != memory.pass_move:
            return NONE
    return memory.pass_move
