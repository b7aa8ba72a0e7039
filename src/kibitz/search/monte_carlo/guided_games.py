"""A guided playout: its moves are noted, and chosen by their past results, or a policy; or a knowledge ends it."""

from typing import Any

from kibitz.kernel import high_bits, next_dice, read, read_number, write, write_number
from kibitz.patterns.drops import MOST_DROPS, WEIGHTS
from kibitz.search.monte_carlo.game_path import add_lead, go_to, pay_recurrence, take_lead
from kibitz.search.monte_carlo.move_averages import average_at, key_of, place_of, times_made
from kibitz.search.monte_carlo.random_games import allowed_move, draw_move, list_moves, throw
from kibitz.search.monte_carlo.tree import (
    AVERAGES,
    KNOWLEDGE,
    MAST,
    MAST_BITS,
    MOST_NOTED,
    NOTE,
    NOTES,
    PAID,
    POLICY,
    SYMBOLS_AT,
    TreeMemory,
    tree_words,
)

CURIOUS = 0.4  # the part of the moves that are made at random by MAST (Tak, Winands and Bjornsson 2012: between .2 and .5)


def note_move(player: int, move: int, memory: TreeMemory) -> None:
    """Note a move, while there is room for it."""
    at = memory.noted
    if at < MOST_NOTED:
        write(memory, NOTES + NOTE * at, player)
        write(memory, NOTES + NOTE * at + 1, key_of(player, move))
        memory.noted = at + 1


def play_guided(rules: Any, last: Any, earlier: int, state: Any, mover: int, memory: TreeMemory) -> None:
    """Play a game on as `memory.playout` says, and write what each player gets, or is thought to get, from PAID on.

    A game that gets too long, or stuck, pays 0 to all. `last`: the state before, where `earlier` moved.
    """
    room = tree_words(memory.players)
    dice, ply, over = next_dice(memory.dice), 0, rules.is_over(state)
    longest = memory.random_plies if memory.playout == KNOWLEDGE else memory.longest_game
    if rules.has_drops and memory.playout == POLICY:
        rules.begin_drops(last, earlier, SYMBOLS_AT, memory)
        rules.follow_drop(state, mover, ply, SYMBOLS_AT, memory)
    while not over and ply < longest:
        if rules.is_chance(state):
            move = throw(rules, state, high_bits(dice, 31))
        else:
            is_listed = memory.playout == MAST or (rules.has_drops and memory.playout == POLICY)
            if is_listed:
                many = list_moves(rules, state, room, memory)
                move = read(memory, room + (high_bits(dice, 31) * many >> 31))
                if rules.has_drops and memory.playout == POLICY and 0 < many <= MOST_DROPS:
                    dice = next_dice(dice)
                    total = rules.weigh_drops(mover, many, room, ply, SYMBOLS_AT, memory)
                    move = likely_move(high_bits(dice, 31) * total / 2147483648.0, many, room, memory)
                if memory.playout == MAST:
                    dice = next_dice(dice)
                    if high_bits(dice, 31) >= CURIOUS * 2147483648.0:
                        move = proven_move(mover, many, room, memory)
            else:
                move, many = draw_move(rules, state, dice, room, memory)
            is_listed = is_listed or not rules.has_numbered_moves
            move, dice = allowed_move(rules, state, move, many, is_listed, room, dice, memory)
            if memory.stuck != 0:
                break
            note_move(mover, move, memory)
        before = state
        if rules.has_reward:
            take_lead(rules, before, move, mover, memory)
        state = rules.play(before, move)
        mover = rules.mover(mover, state)
        ply, over, dice = ply + 1, rules.is_over(state), next_dice(dice)
        if rules.has_drops and memory.playout == POLICY and not over:
            rules.follow_drop(state, mover, ply, SYMBOLS_AT, memory)
        if rules.has_recurrence and go_to(rules, before, move, state, memory) and not over:
            memory.dice = dice
            pay_recurrence(rules, before, state, mover, memory, PAID)
            return
    memory.dice = dice
    if over:
        rules.pay(state, mover, memory, PAID)
    elif memory.playout == KNOWLEDGE and memory.stuck == 0:
        rules.guess(state, mover, memory, PAID)
    else:
        for player in range(memory.players):
            write_number(memory, PAID + player, 0.0)
        return
    if rules.has_reward:
        add_lead(memory.lead, memory, PAID)


def likely_move(left: float, many: int, room: int, memory: TreeMemory) -> int:
    """The move listed at which the weights, added up, exceed `left`."""
    for number in range(many - 1):
        left -= read_number(memory, SYMBOLS_AT + WEIGHTS + number)
        if left < 0.0:
            return read(memory, room + number)
    return read(memory, room + many - 1)


def proven_move(mover: int, many: int, room: int, memory: TreeMemory) -> int:
    """The move that brought most before, of those listed; one that was never made comes before all others."""
    chosen, best = read(memory, room), -1.0
    for number in range(many):
        move = read(memory, room + number)
        key = key_of(mover, move)
        place = place_of(AVERAGES, MAST_BITS, key)
        times = times_made(memory, place, key)
        value = average_at(memory, place, times) if times > 0 else 1.0
        if value > best:
            chosen, best = move, value
    return chosen
