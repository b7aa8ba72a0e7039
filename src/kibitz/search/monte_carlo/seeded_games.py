"""Random games of a match, compiled: with the dice that the random player and the table throw in Python, move by move.

A game is played out from its opening by the rules alone. Whatever in the rules' answers breaks a law, or leads where this loop
has no room, ends the loop (`stuck`): who plays the game in Python then finds the sentence for it.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.core.laws import LARGEST
from kibitz.core.rules import Game, mover_of, says, start_of
from kibitz.kernel import LANES, Fields, Machine, extend, read, read_number, store_fields, write, write_number
from kibitz.search.monte_carlo.python_dice import (
    LAYOUT,
    LONGEST_TEXT,
    STATE,
    SeededMemory,
    append_number,
    append_slash,
    draw_below,
    draw_fraction,
    hash_text,
    note_key,
    prepare_dice,
    seed_lane,
    seed_lanes,
)
from kibitz.search.monte_carlo.random_games import STUCK

MOST = 4096  # moves of a position; and so many moves, the lowest, are marked when they come
PAIR, SIDE, OPENING, KEY, COLUMNS = range(
    5
)  # what the loop is told of a game; the last two: where lists are, their lengths first
OVER, HEAD = 1, 2  # of a game that was played: its plies, whether it is over; then come payoffs, and its plies
CALL_GAMES, CALL_WORDS = 1024, 1 << 16  # of one call: games, and words for them beside the longest
KEY_TEXT = 3 + 3 * 10  # bytes of pair, side and seat in a text, at most

MARKS = LAYOUT.words("marks", MOST)
ROOM = LAYOUT.words("room", MOST)
STREAMS = LAYOUT.end  # of each seat, and behind them of the table: LANES streams; then how much of them is used; then payoffs


def play_seeded(rules: Any, fields: Fields, first: int, count: int, longest: int, memory: SeededMemory) -> int:
    """Play the games of the table from number `first` on, so many; how many were played before room or rules ended it."""
    players = memory.players
    for begin in range(0, count, LANES):
        lanes = min(LANES, count - begin)
        seed_games(first + begin, lanes, memory)
        for lane in range(lanes):
            if memory.written + HEAD + players + longest * memory.ply_words > memory.limit:
                return begin + lane
            play_game(rules, rules.enter(fields), first + begin + lane, lane, longest, memory)
            if memory.stuck != 0:
                return begin + lane
    return count


def seed_games(first: int, lanes: int, memory: SeededMemory) -> None:
    """Seed the dice of all seats, and of the table where it throws any, for the games numbered from `first`."""
    players = memory.players
    used = STREAMS + (players + 1) * STATE * LANES
    for seat in range(players):
        for lane in range(lanes):
            game = memory.wants + (first + lane) * COLUMNS
            end = append_slash(memory, append_number(memory, memory.prefix, read(memory, game + PAIR)))
            end = append_slash(memory, append_number(memory, end, read(memory, game + SIDE)))
            note_key(memory, lane, hash_text(memory, append_number(memory, end, seat)))
            write(memory, used + seat * LANES + lane, 0)
        seed_lanes(memory, STREAMS + seat * STATE * LANES)
    for lane in range(lanes):
        game = memory.wants + (first + lane) * COLUMNS
        key = read(memory, game + KEY)
        if key > 0:
            seed_lane(memory, STREAMS + players * STATE * LANES + lane, key + 1, read(memory, key))
        write(memory, used + players * LANES + lane, 0)


def play_game(rules: Any, state: Any, number: int, lane: int, longest: int, memory: SeededMemory) -> None:
    """Play a game from its opening to its end, or for `longest` plies, and write it down."""
    players, game, record = memory.players, memory.wants + number * COLUMNS, memory.written
    used = STREAMS + (players + 1) * STATE * LANES
    paid, plies, words = used + (players + 1) * LANES, record + HEAD + players, memory.ply_words
    opening = read(memory, game + OPENING)
    opened = read(memory, opening)
    mover, ply, over, lead = memory.starter, 0, rules.is_over(state), 0
    while ply < opened or (not over and ply < longest):
        seat = players if rules.is_chance(state) else mover
        if over or seat < 0 or seat > players:
            memory.stuck = STUCK
            return
        stream, spent = STREAMS + seat * STATE * LANES + lane, used + seat * LANES + lane
        many = list_outcomes(rules, state, memory) if seat == players else list_moves(rules, state, memory)
        if many == 0:
            memory.stuck = STUCK
            return
        if ply < opened:
            move = read(memory, opening + 1 + ply)
            if not is_listed(move, many, memory):
                memory.stuck = STUCK
                return
        elif seat == players:
            move = throw_seeded(rules, state, draw_fraction(memory, stream, spent))
        else:
            move = read(memory, ROOM + draw_below(memory, stream, spent, many))
        write(memory, plies + ply * words, move)
        if words > 1:
            store_fields(memory, plies + ply * words + 1, state)
        if rules.has_reward:
            lead += rules.reward(state, move) if mover == 0 else -rules.reward(state, move)
        state = rules.play(state, move)
        mover = rules.mover(mover, state)
        ply, over = ply + 1, rules.is_over(state)
    write(memory, record, ply)
    write(memory, record + OVER, 1 if over else 0)
    if mover >= players or mover < -1 or (over and mover < 0 and memory.by_side == 1):
        memory.stuck = STUCK
        return
    for player in range(players):
        write(memory, plies - players + player, 0)
    if over:
        rules.pay(state, mover, memory, paid)
        if rules.has_reward:
            write_number(memory, paid, read_number(memory, paid) + lead)
            write_number(memory, paid + 1, read_number(memory, paid + 1) - lead)
        for player in range(players):
            payoff = read_number(memory, paid + player)
            if not -LARGEST <= payoff <= LARGEST:
                memory.stuck = STUCK
            write(memory, plies - players + player, read(memory, paid + player))
    memory.written = plies + ply * words


def list_moves(rules: Any, state: Any, memory: SeededMemory) -> int:
    """Write down the legal moves; how many there are, 0 where they are too many, or none, or not what moves are."""
    many, right = 0, True
    memory.stamp += 1
    for move in rules.moves(state):
        if many == MOST:
            return 0
        right = note_move(move, many, memory) and right
        many += 1
    return many if right else 0


def list_outcomes(rules: Any, state: Any, memory: SeededMemory) -> int:
    """The same for what dice or cards may bring, whose weights must be right, too."""
    many, right, whole = 0, True, 0.0
    memory.stamp += 1
    for outcome, weight in rules.chances(state):
        if many == MOST or not 0.0 < weight <= LARGEST:
            return 0
        right = note_move(outcome, many, memory) and right
        whole += weight
        many += 1
    for _, weight in rules.chances(state):
        right = right and weight / whole > 0.0
    return many if right else 0


def note_move(move: int, many: int, memory: SeededMemory) -> bool:
    """Write down a move behind so many others; whether it is one, and none of the others."""
    write(memory, ROOM + many, move)
    if move < 0:
        return False
    if move < MOST:
        fresh = read(memory, MARKS + move) != memory.stamp
        write(memory, MARKS + move, memory.stamp)
        return fresh
    return not is_listed(move, many, memory)


def is_listed(move: int, many: int, memory: SeededMemory) -> bool:
    """Whether a move is among the first so many that are written down."""
    for place in range(many):
        if read(memory, ROOM + place) == move:
            return True
    return False


def throw_seeded(rules: Any, state: Any, thrown: float) -> int:
    """What dice or cards bring, by their weights, as `random.Random.choices` finds it; `thrown` is from 0 to 1."""
    whole, outcome = 0.0, 0
    for _, weight in rules.chances(state):
        whole += weight
    left, reached, found = thrown * whole, 0.0, False
    for one, weight in rules.chances(state):
        reached += weight
        if not found:
            outcome, found = one, left < reached
    return outcome


# A game that is to be played: the numbers of its pair and side, the moves of its opening, and the table's dice, if any. It is a
# plain tuple, for to make an object of a class takes longer than to play the game.
Wanted = tuple[int, int, tuple[int, ...], Sequence[int]]


def payoffs_in(record: Sequence[Any]) -> tuple[float, ...] | None:
    """What the words of a game behind its length say of its end: payoffs, or None. Memory of plain kernels holds floats."""
    over, *paid = record
    if not over or all(isinstance(word, float) for word in paid):
        return tuple(paid) if over else None
    return struct.unpack(f"{len(paid)}d", struct.pack(f"{len(paid)}q", *paid))


def fits(prefix: str) -> bool:
    """Whether the texts that seeds are made of are short enough when they begin so."""
    return len(prefix) + KEY_TEXT <= LONGEST_TEXT


class SeededGames:
    """Random games of one game and one match, whose texts for seeds begin with `prefix`."""

    def __init__(self, game: Game, prefix: str, longest: int, machine: Machine, states: bool) -> None:
        """Compiles. `states`: of each ply not its move alone is told, but behind it the words of the state before."""
        start = start_of(game)
        self.longest, self.head = longest, HEAD + game.players
        self._fields = machine.arguments(start)
        self._play = machine.ready(play_seeded)
        streams = (game.players + 1) * (STATE + 1) * LANES + game.players
        self._wants = STREAMS + streams
        self._memory = memory = machine.words(self._wants)
        prepare_dice(memory, prefix.encode())
        memory.players, memory.starter = game.players, mover_of(game, start, 0)
        self.ply_words = memory.ply_words = 1 + (store_fields({}, 0, start) if states else 0)
        memory.wants, memory.by_side, memory.stamp = self._wants, int(not says(game, "payoffs")), 0

    def play(self, wanted: Sequence[Wanted]) -> Iterator[list[Any]]:
        """The games in their order, in the words of many at a time; where the rules break a law only those before.

        Of each game: how many plies it has; whether it is over, and its payoffs (`payoffs_in` reads both); and from word `head`
        on, `ply_words` words of each ply.
        """
        for begin in range(0, len(wanted), CALL_GAMES):
            yield from self._play_some(wanted[begin : begin + CALL_GAMES])
            if self._memory.stuck:
                return

    def _play_some(self, wanted: Sequence[Wanted]) -> Iterator[list[Any]]:
        memory, table, lists, places = self._memory, list[int](), list[int](), dict[tuple[int, ...], int]()
        behind = self._wants + len(wanted) * COLUMNS
        for pair, side, opening, key in wanted:
            if opening not in places:
                places[opening] = behind + len(lists)
                lists += (len(opening), *opening)
            table += (pair, side, places[opening], behind + len(lists) if key else 0)
            if key:
                lists += (len(key), *key)
        records = behind + len(lists)
        memory.limit = records + CALL_WORDS + self.head + self.longest * self.ply_words
        if memory.limit > len(memory):
            extend(memory, memory.limit)
        memory[self._wants : records] = table + lists
        done = memory.stuck = 0
        while done < len(wanted) and not memory.stuck:
            memory.written = records
            done += self._play(self._fields, done, len(wanted) - done, self.longest, memory)
            end = memory.written
            yield memory[records:end] if isinstance(memory, list) else memory.array[records:end].tolist()
