"""One random game after the other, compiled: what playouts, and searches by them, are made of."""

from typing import Any

from kibitz.kernel import (
    Fields,
    high_bits,
    low_bits,
    mixed,
    next_dice,
    read,
    read_number,
    write,
    write_number,
)
from kibitz.search.monte_carlo.game_path import add_lead, begin_path, go_to, is_barred, pay_recurrence, take_lead
from kibitz.search.monte_carlo.memory import PLAYOUT_LAYOUT, PlayoutMemory

# Behind its names: payoffs of the last game; for each player the sum of payoffs and that of their squares; how often each was
# alone the best, and how often the best together with others; how many games had which length; what was on the board, where
# that matters; room for the moves of a position.
PAID = PLAYOUT_LAYOUT.end
SUMS, SQUARES, WINS, SHARES, LENGTHS = range(1, 6)
ROOM_BITS = 9  # as many moves have room at first
STUCK, NO_ROOM = 1, 2
SEEDS = 0x5DEECE66D  # so that two seeds have no games in common


def play_games(rules: Any, fields: Fields, first: int, count: int, longest: int, seed: int, memory: PlayoutMemory) -> int:
    """Play `count` games numbered from `first`; returns how many were played. Where compiled code begins."""
    players = memory.players
    room = PAID + LENGTHS * players + longest + 1 + memory.path_words
    for number in range(count):
        if memory.halt != 0:
            return number
        memory.dice = mixed(mixed(seed, SEEDS), first + number)
        if rules.has_recurrence:
            begin_path(memory)
        if rules.has_reward:
            memory.lead = memory.lead_before
        ply = play_out(rules, rules.enter(fields), memory.starter, longest, room, PAID, memory)
        if memory.stuck != 0:
            return number
        if ply >= 0:
            record(ply, players, memory)
        else:
            memory.endless += 1
    return count


def play_out(rules: Any, state: Any, mover: int, longest: int, room: int, paid: int, memory: PlayoutMemory) -> int:
    """Play a game to its end at random; return its length in plies. The payoffs go into the words from `paid` on.

    Moves are listed in the words from `room` on. A game that does not end within `longest` plies, or gets stuck, pays 0 and
    returns -1.
    """
    dice, ply, over = next_dice(memory.dice), 0, rules.is_over(state)
    while not over and ply < longest:
        if rules.is_chance(state):
            move = throw(rules, state, high_bits(dice, 31))
        else:
            move, many = draw_move(rules, state, dice, room, memory)
            move, dice = allowed_move(rules, state, move, many, not rules.has_numbered_moves, room, dice, memory)
            if memory.stuck != 0:
                break
        before = state
        if rules.has_reward:
            take_lead(rules, before, move, mover, memory)
        state = rules.play(before, move)
        mover = rules.mover(mover, state)
        ply, over, dice = ply + 1, rules.is_over(state), next_dice(dice)
        if rules.has_recurrence and go_to(rules, before, move, state, memory) and not over:
            memory.dice = dice
            pay_recurrence(rules, before, state, mover, memory, paid)
            return ply
    memory.dice = dice
    if over:
        rules.pay(state, mover, memory, paid)
        if rules.has_reward:
            add_lead(memory.lead, memory, paid)
        return ply
    for player in range(memory.players):
        write_number(memory, paid + player, 0.0)
    return -1


def draw_move(rules: Any, state: Any, dice: int, room: int, memory: PlayoutMemory) -> tuple[int, int]:
    """A move at random, and how many there are: listed from `room` on, unless the rules have them by number.

    Where there is none, `memory.stuck` says why.
    """
    if rules.has_numbered_moves:
        many = rules.count_moves(state)
        if many == 0:
            memory.stuck = STUCK
            return 0, 0
        return rules.nth_move(state, high_bits(dice, 31) * many >> 31), many
    many = list_moves(rules, state, room, memory)
    return read(memory, room + (high_bits(dice, 31) * many >> 31)), many


def list_moves(rules: Any, state: Any, room: int, memory: PlayoutMemory) -> int:
    """Write the moves into the words from `room` on; how many. 0 where that cannot be, and `memory.stuck` says why."""
    many, bits = 0, memory.room_bits
    for one in rules.moves(state):
        write(memory, room + low_bits(many, bits), one)
        many += 1
    if many == 0 or many > 1 << bits:
        memory.stuck = STUCK if many == 0 else NO_ROOM
        return 0
    return many


def allowed_move(
    rules: Any, state: Any, move: int, many: int, is_listed: bool, room: int, dice: int, memory: PlayoutMemory
) -> tuple[int, int]:
    """This one of `many` moves, or if it is forbidden another at random; and the dice after that."""
    if rules.recurrence_forbids:
        while many > 0 and is_barred(rules, rules.play(state, move), memory):
            if not is_listed:
                many, is_listed = list_moves(rules, state, room, memory), True
            if many > 0:
                move, many = without_move(move, many, room, dice, memory)
                dice = next_dice(dice)
        if many == 0 and memory.stuck == 0:
            memory.stuck = STUCK
    return move, dice


def without_move(move: int, many: int, room: int, dice: int, memory: PlayoutMemory) -> tuple[int, int]:
    """Another move at random, of those listed but this one, which is struck off; and how many are left."""
    place = 0
    while read(memory, room + place) != move:
        place += 1
    write(memory, room + place, read(memory, room + many - 1))
    left = many - 1
    return read(memory, room + (high_bits(next_dice(dice), 31) * left >> 31)), left


def throw(rules: Any, state: Any, thrown: int) -> int:
    """A random outcome of dice or cards, by their weights; `thrown` is below 2**31."""
    whole = 0.0
    for _, weight in rules.chances(state):
        whole += weight
    left, outcome = thrown * whole / 2147483648.0, 0
    for one, weight in rules.chances(state):
        outcome = one
        left -= weight
        if left < 0.0:
            break
    return outcome


def record(ply: int, players: int, memory: PlayoutMemory) -> None:
    """Add a game that ended to the counts."""
    memory.games += 1
    memory.plies += ply
    at = PAID + LENGTHS * players + ply
    write(memory, at, read(memory, at) + 1)
    best, count = read_number(memory, PAID), 0
    for player in range(players):
        payoff = read_number(memory, PAID + player)
        best = max(best, payoff)
        at = PAID + SUMS * players + player
        write_number(memory, at, read_number(memory, at) + payoff)
        at = PAID + SQUARES * players + player
        write_number(memory, at, read_number(memory, at) + payoff * payoff)
    for player in range(players):
        count += 1 if read_number(memory, PAID + player) >= best else 0
    for player in range(players):
        if read_number(memory, PAID + player) >= best:
            at = PAID + (WINS if count == 1 else SHARES) * players + player
            write(memory, at, read(memory, at) + 1)
