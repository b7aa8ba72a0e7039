"""The rules of a game as a script asks them, in kernels: one looks at a position, one makes a move, others say how it is drawn.

All write into words. `look` writes what a position is from OVER on, then a number for each player, then its moves (or what
dice may bring, each outcome with its weight). `step` writes what a move does from MOVER on, then the state after it as a kernel
takes one, from the word after STATE on. `picture` and `spell` are for games with a `grid`, `hands` for those with `in_hand`.
"""

from typing import Any

from kibitz.kernel import Fields, read, store_fields, write, write_number

# What `look` writes ...
OVER, CHANCE, MARK, RECURRED, ESTIMATE, FIRST, LONGEST, COUNT, NUMBERS = range(1, 10)
# ... and what `step` does.
MOVER, SIGN, REWARD, IRREVERSIBLE, STATE = range(1, 6)


def look(rules: Any, fields: Fields, mover: int, sign: int, guesses: int, words: Any) -> int:
    """Write what a position is; return how many words that takes, of which only those are written for which there is room.

    `sign`: 1 if the side to move made the move that led here too, else -1. `guesses`: 0 leaves out what a knowledge says, so
    its numbers need not be there.
    """
    state = rules.enter(fields)
    over, chance = rules.is_over(state), rules.is_chance(state)
    write(words, OVER, 1 if over else 0)
    write(words, CHANCE, 1 if chance else 0)
    write(words, MARK, rules.recurrence_mark(state) if rules.has_recurrence else 0)
    write(words, RECURRED, rules.recurrence_worth(state, sign) if rules.has_recurrence else 0)
    write_number(words, ESTIMATE, 0.0)
    write(words, FIRST, -1)
    write(words, LONGEST, -1)
    write(words, COUNT, 0)
    at: int = NUMBERS + rules.players
    if over:
        rules.pay(state, mover, words, NUMBERS)
        return at
    if guesses != 0:
        rules.guess(state, mover, words, NUMBERS)
        if not chance:
            write_number(words, ESTIMATE, rules.estimate(state))
    room = read(words, 0)
    if chance:
        for outcome, weight in rules.chances(state):
            if at + 2 <= room:
                write(words, at, outcome)
                write_number(words, at + 1, weight)
            at += 2
        write(words, COUNT, (at - NUMBERS - rules.players) // 2)
        return at
    for move in rules.moves(state):
        if at < room:
            write(words, at, move)
        at += 1
    write(words, COUNT, at - NUMBERS - rules.players)
    if guesses != 0 and rules.has_candidates:
        for move in rules.candidates(state):
            write(words, FIRST, move)
            break
    if guesses != 0 and rules.has_plies:
        _, most = rules.plies(state)
        write(words, LONGEST, most)
    return at


def step(rules: Any, fields: Fields, move: int, mover: int, words: Any) -> int:
    """Write what a legal move (or an outcome of dice) does, and the state after it; return how many words that takes."""
    state = rules.enter(fields)
    after = rules.play(state, move)
    chance = rules.is_chance(state)
    write(words, MOVER, rules.mover(mover, after))
    write(words, SIGN, rules.sign(state, after))
    write(words, REWARD, 0 if chance else rules.reward(state, move))
    write(words, IRREVERSIBLE, 1 if rules.irreversible(state, move) else 0)
    end: int = store_fields(words, STATE + 1, after)
    write(words, STATE, end - STATE)
    return end


def picture(rules: Any, fields: Fields, squares: int, words: Any) -> int:
    """Write the kind and the count of each square of the grid, the number of the note, and the squares that are marked; return
    how many words that takes, of which only those are written for which there is room.
    """
    state, at, room = rules.enter(fields), 1, read(words, 0)
    for place in range(squares):
        write(words, at, rules.stands(state, place))
        write(words, at + 1, rules.counts(state, place))
        at += 2
    write(words, at, rules.noted(state))
    at += 1
    for place in rules.marked(state):
        if at < room:
            write(words, at, place)
        at += 1
    return at


def hands(rules: Any, fields: Fields, words: Any) -> int:
    """Write how many pieces each player has still to place; return how many words that takes."""
    end: int = rules.write_hands(rules.enter(fields), words, 1)
    return end


def spell(rules: Any, fields: Fields, move: int, words: Any) -> int:
    """Write the squares where a move begins and ends, and the parts of its name; return how many words that takes."""
    state, room = rules.enter(fields), read(words, 0)
    write(words, 1, -1)
    write(words, 2, -1)
    if not rules.is_chance(state):  # dice and cards move nothing themselves
        begin, end = rules.from_to(state, move)
        write(words, 1, begin)
        write(words, 2, end)
    at = 3
    for part in rules.spells(state, move):
        if at < room:
            write(words, at, part)
        at += 1
    return at
