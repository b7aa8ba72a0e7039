"""Self-play of several players, compiled: as in `self_play`, with a number for each player.

Each player takes the move with the largest number of their own, one ply deep (max^n: Luckhardt and Irani 1986), and the numbers
of all players move towards the numbers there, and towards the rest of the game. Memory, dice and step sizes are the same.
"""

from typing import Any

from kibitz.kernel import Fields, Words, read, read_half, read_number, write, write_half, write_number
from kibitz.learning.lessons import RECORDS, Lessons
from kibitz.learning.self_play import DICE, random_move, squeeze, throw_dice, thrown_outcome

# A record for each position of a game: whose number comes first, whether its move was made at random, what all get after the
# best move, what the weights say that they get; then where the weights of the first number lie. Behind all records stands what
# is needed in passing.
FIRST_SEEN, STRAYED, NUMBERS = range(3)


def several_words(plies: int, instances: int, players: int) -> int:
    """The words of a learner's memory, for games of up to `plies` plies."""
    return RECORDS + (plies + 1) * record_words(instances, players) + players


def record_words(instances: int, players: int) -> int:
    """The words of one record."""
    return NUMBERS + 2 * players + instances


def as_share(payoff: float, memory: Lessons) -> float:
    """A payoff between -1, the least that a player gets, and 1, the most."""
    return float((payoff - memory.middle) / memory.largest)


def write_numbers(rules: Any, state: Any, mover: int, over: bool, at: int, memory: Lessons, weights: Words) -> None:
    """Write what a state is worth to each player, without looking further, into the words from `at` on."""
    if over:
        rules.pay(state, mover, memory, at)
        for player in range(rules.players):
            write_number(memory, at + player, as_share(read_number(memory, at + player), memory))
        return
    reading, first = rules.reading(state), rules.side_to_move(state)
    for player in range(rules.players):
        total, behind = 0.0, (player - first) % rules.players * memory.apart
        for number in range(memory.instances):
            total += read_half(weights, rules.weight_at(reading, number) + behind)
        write_number(memory, at + player, squeeze(total))


def own_number(rules: Any, state: Any, mover: int, player: int, memory: Lessons, weights: Words) -> float:
    """The value of a state for one player."""
    if rules.is_over(state):
        at = memory.length - rules.players
        rules.pay(state, mover, memory, at)
        return as_share(read_number(memory, at + player), memory)
    reading, total = rules.reading(state), 0.0
    behind = (player - rules.side_to_move(state)) % rules.players * memory.apart
    for number in range(memory.instances):
        total += read_half(weights, rules.weight_at(reading, number) + behind)
    return squeeze(total)


def favourite_move(rules: Any, state: Any, mover: int, memory: Lessons, weights: Words) -> int:
    """The first move with the largest number for the player to move."""
    chosen, best = -1, -2.0
    for move in rules.moves(state):
        after = rules.play(state, move)
        value = own_number(rules, after, rules.mover(mover, after), mover, memory, weights)
        if value > best:
            chosen, best = move, value
    return chosen


def write_mean(rules: Any, state: Any, at: int, memory: Lessons, weights: Words) -> None:
    """Write what a state is worth to each player in which dice or cards decide: the mean over what they may bring."""
    here, of_all = memory.length - rules.players, 0.0
    for player in range(rules.players):
        write_number(memory, at + player, 0.0)
    for outcome, weight in rules.chances(state):
        after = rules.play(state, outcome)
        write_numbers(rules, after, rules.mover(-1, after), rules.is_over(after), here, memory, weights)
        of_all += weight
        for player in range(rules.players):
            so_far = read_number(memory, at + player)
            write_number(memory, at + player, so_far + weight * read_number(memory, here + player))
    for player in range(rules.players):
        write_number(memory, at + player, read_number(memory, at + player) / of_all)


def learn_several(rules: Any, fields: Fields, games: int, memory: Lessons, weights: Words, agreed: Words) -> int:
    """Play games from a state and learn from each; the entry to compiled code."""
    players, instances = rules.players, memory.instances
    stride = record_words(instances, players)
    for _ in range(games):
        state, rows, ply = rules.enter(fields), 0, 0
        mover, over, opening = rules.mover(-1, state), rules.is_over(state), throw_dice(memory) % (memory.opening + 1)
        while not over and ply < memory.longest:
            at, learns, chance = RECORDS + rows * stride, ply >= opening, rules.is_chance(state)
            random = not chance and (not learns or throw_dice(memory) < memory.chance * DICE)
            picked = -1
            if learns:
                reading = rules.reading(state)
                for number in range(instances):
                    write(memory, at + NUMBERS + 2 * players + number, rules.weight_at(reading, number))
                write_numbers(rules, state, mover, False, at + NUMBERS + players, memory, weights)
                write(memory, at + FIRST_SEEN, rules.side_to_move(state))
                write(memory, at + STRAYED, 1 if random else 0)
            if learns and chance:
                write_mean(rules, state, at + NUMBERS, memory, weights)
            if learns and not chance:
                picked = favourite_move(rules, state, mover, memory, weights)
                best = rules.play(state, picked)
                write_numbers(rules, best, rules.mover(mover, best), rules.is_over(best), at + NUMBERS, memory, weights)
            if chance:
                picked = thrown_outcome(rules, state, memory)
            if random:
                picked = random_move(rules, state, memory)
            after = rules.play(state, picked)
            rows += 1 if learns else 0
            mover = rules.mover(mover, after)
            state, ply, over = after, ply + 1, rules.is_over(after)
        last = memory.length - players
        if over:
            write_numbers(rules, state, mover, True, last, memory, weights)
        correct_all(rows, over, players, memory, weights, agreed)
        memory.games += 1
        memory.plies += rows
        if memory.halt != 0 or memory.plies >= memory.enough:
            break
    return 0


def correct_all(rows: int, known: bool, players: int, memory: Lessons, weights: Words, agreed: Words) -> None:
    """Go back through a game and correct the weights; after the records come the payoffs, where `known`."""
    instances, last = memory.instances, memory.length - players
    stride = record_words(instances, players)
    for back in range(rows):
        at = RECORDS + (rows - 1 - back) * stride
        follows = known and read(memory, at + STRAYED) == 0
        for player in range(players):
            target = read_number(memory, at + NUMBERS + player)
            if follows:
                target += memory.trace * (read_number(memory, last + player) - target)
            write_number(memory, last + player, target)
            delta = target - read_number(memory, at + NUMBERS + players + player)
            memory.error += delta * delta
            step, far = memory.rate * delta / instances, abs(delta)
            behind = (player - read(memory, at + FIRST_SEEN)) % players * memory.apart
            for number in range(instances):
                place = read(memory, at + NUMBERS + 2 * players + number) + behind
                total, size = read_half(agreed, 2 * place), read_half(agreed, 2 * place + 1)
                share = abs(total) / size if size > 0.0 else 1.0
                write_half(weights, place, read_half(weights, place) + step * share)
                write_half(agreed, 2 * place, total + delta)
                write_half(agreed, 2 * place + 1, size + far)
        known = True


def duel_of_several(rules: Any, fields: Fields, pairs: int, memory: Lessons, first: Words, second: Words) -> int:
    """Play pairs of games between two sets of weights, which take every other seat, and then swap.

    Returns the points of the first, of four in each pair: all for more payoff than the second, two for equal payoff.
    """
    points, last = 0, memory.length - rules.players
    for _ in range(pairs):
        seed, gained = memory.dice, 0.0
        for turn in range(2):
            memory.dice = seed
            state, ply = rules.enter(fields), 0
            mover, over, opening = rules.mover(-1, state), rules.is_over(state), 2 + throw_dice(memory) % (memory.opening + 1)
            while not over and ply < memory.longest:
                if rules.is_chance(state):
                    chosen = thrown_outcome(rules, state, memory)
                elif ply < opening:
                    chosen = random_move(rules, state, memory)
                elif mover % 2 == turn:
                    chosen = favourite_move(rules, state, mover, memory, first)
                else:
                    chosen = favourite_move(rules, state, mover, memory, second)
                after = rules.play(state, chosen)
                mover = rules.mover(mover, after)
                state, ply, over = after, ply + 1, rules.is_over(after)
            if over:
                write_numbers(rules, state, mover, True, last, memory, first)
                for player in range(rules.players):
                    share = read_number(memory, last + player)
                    gained += share if player % 2 == turn else -share
        points += 4 if gained > 1e-9 else 2 if gained > -1e-9 else 0
        memory.dice += 1000003
    return points
