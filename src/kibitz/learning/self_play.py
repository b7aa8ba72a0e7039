"""Play against itself, compiled: every position is drawn towards the best of its moves, and towards how the game went on.

TD(lambda) (Sutton 1988) over minimax backups of one ply or more, so that moves made at random do no harm: there the trace is
cut. Each weight has a step size of its own, by how well its corrections have agreed: temporal coherence (Beal and Smith 1999;
for weights of patterns Bagheri, Thill, Koch and Konen 2014). Several threads share the weights without locks: a correction that
is lost now and then is one of millions.

Where a position can come back, a game ends by that as the rules say, and a move that is forbidden is not made; deeper than
the next ply nothing is compared.
"""

from typing import Any

from kibitz.kernel import (
    Fields,
    Words,
    low_bits,
    mixed,
    read,
    read_half,
    read_number,
    write,
    write_half,
    write_number,
)
from kibitz.learning.lessons import RECORDS, Lessons
from kibitz.learning.siblings import sum_changed, sum_whole
from kibitz.search.monte_carlo.game_path import begin_path, go_to, has_come_back, is_barred
from kibitz.search.monte_carlo.memory import PlayoutMemory

DICE = 2147483648.0  # more than any throw
TRIES = 100  # for a move at random that is not forbidden
LEAST = -4.0  # less than any value, and what moves bring on the way to it
# A record for each position of a game: the best value of its moves, its own value, the sign of the move made, whether that was
# made at random, and what it brought at once; then where its weights lie. Values are of what is still to come.
BEST, OWN, SIGN, RANDOM, GAIN, PLACES = range(6)


def learner_words(plies: int, instances: int) -> int:
    """The words of a learner's memory, for games of up to `plies` plies."""
    return RECORDS + (plies + 1) * (PLACES + instances)


def throw_dice(memory: Lessons) -> int:
    """A pseudo-random number from 0, below 2**31."""
    memory.dice += 1
    return low_bits(mixed(memory.dice, 0x5DEECE66D), 31)


def squeeze(total: float) -> float:
    """A sum of weights as a share of the largest result, between -1 and 1; a root is an instruction, a tanh a hundred."""
    return float(total / (1.0 + total * total) ** 0.5)


def add_weights(rules: Any, state: Any, instances: int, weights: Words) -> float:
    """The sum of the weights for a state."""
    reading, total = rules.reading(state), 0.0
    for number in range(instances):
        total += read_half(weights, rules.weight_at(reading, number))
    return total


def sign_between(rules: Any, state: Any, after: Any) -> int:
    """1 if both states are seen by the same side, else -1: the side to move, or, where dice or cards decide, the one before."""
    if rules.has_chances:
        return 1 if rules.side_to_move(state) == rules.side_to_move(after) else -1
    return int(rules.sign(state, after))


def worth(rules: Any, state: Any, depth: int, alpha: float, beta: float, memory: Lessons, weights: Words) -> float:
    """The value of a state for its side, as a share of the largest result, by alpha-beta."""
    if rules.is_over(state):
        return float(rules.result(state) / memory.largest)
    if depth <= 0:
        return squeeze(add_weights(rules, state, memory.instances, weights))
    if rules.is_chance(state):
        return expected(rules, state, memory, weights)
    best, gain = LEAST, 0.0
    for move in rules.moves(state):
        after, low = rules.play(state, move), max(alpha, best)
        if rules.has_reward:
            gain = float(rules.reward(state, move) / memory.largest)
        if sign_between(rules, state, after) < 0:
            value = -worth(rules, after, depth - 1, -(beta - gain), -(low - gain), memory, weights)
        else:
            value = worth(rules, after, depth - 1, low - gain, beta - gain, memory, weights)
        if rules.has_reward:
            value += gain
        best = max(best, value)
        if best >= beta:
            break
    return best


def learn(rules: Any, fields: Fields, games: int, memory: Lessons, weights: Words, agreed: Words, path: PlayoutMemory) -> int:
    """Play games from a state and learn from each; the entry to compiled code."""
    stride = PLACES + memory.instances
    for _ in range(games):
        state, rows, ply, recurs, sign = rules.enter(fields), 0, 0, False, 1
        if rules.has_recurrence:
            begin_path(path)
        opening, over = throw_dice(memory) % (memory.opening + 1), rules.is_over(state)
        while not over and ply < memory.longest:
            at, learns, chance = RECORDS + rows * stride, ply >= opening, rules.is_chance(state)
            random = not chance and (not learns or throw_dice(memory) < memory.chance * DICE)
            best, picked = LEAST, -1
            if learns:
                reading, total = rules.reading(state), 0.0
                for number in range(memory.instances):
                    place = rules.weight_at(reading, number)
                    write(memory, at + PLACES + number, place)
                    total += read_half(weights, place)
                write_number(memory, at + OWN, squeeze(total))
            if learns and chance:
                best = expected(rules, state, memory, weights)
            if learns and not chance:
                best, picked = best_move(rules, state, memory, weights, path)
            if chance:
                picked = thrown_outcome(rules, state, memory)
            if random:
                picked = random_allowed(rules, state, memory, path)
            if picked < 0:
                break
            after = rules.play(state, picked)
            sign = sign_between(rules, state, after)
            if learns:
                write_number(memory, at + BEST, best)
                write(memory, at + SIGN, sign)
                write(memory, at + RANDOM, 1 if random else 0)
                if rules.has_reward:
                    write_number(memory, at + GAIN, rules.reward(state, picked) / memory.largest)
                rows += 1
            over = rules.is_over(after)
            if rules.has_recurrence:
                recurs = go_to(rules, state, picked, after, path) and not over
            state, ply, over = after, ply + 1, over or recurs
        result = ending(rules, state, sign, recurs) / memory.largest if over else 0.0
        correct(rules, rows, result, over, memory, weights, agreed)
        memory.games += 1
        memory.plies += rows
        if memory.halt != 0 or memory.plies >= memory.enough:
            break
    return 0


def ending(rules: Any, state: Any, sign: int, recurs: bool) -> float:
    """The result of a game that is over for the side to move, by its rules or because the position has come back."""
    return float(rules.recurrence_worth(state, sign)) if recurs else float(rules.result(state))


def best_move(rules: Any, state: Any, memory: Lessons, weights: Words, path: PlayoutMemory) -> tuple[float, int]:
    """The best value of a state's moves, and the first move that has it; -1 where all are forbidden."""
    chosen, best, gain = -1, LEAST, 0.0
    shares = memory.siblings > 0 and memory.backup == 1
    known, reference, first_total = False, rules.reading(state), 0.0
    for move in rules.moves(state):
        after = rules.play(state, move)
        sign = sign_between(rules, state, after)
        if rules.has_reward:
            gain = float(rules.reward(state, move) / memory.largest)
        recurs = rules.has_recurrence and has_come_back(rules, rules.recurrence_mark(after), path)
        if recurs and rules.recurrence_forbids:
            continue
        if recurs and not rules.is_over(after):
            value = sign * ending(rules, after, sign, True) / memory.largest
        elif shares and not rules.is_over(after):
            reading = rules.reading(after)
            if not known:
                known, reference, first_total = True, reading, sum_whole(rules, reading, memory, weights)
                value = sign * squeeze(first_total)
            elif reading[1] == reference[1] and reading[2] == reference[2]:
                value = sign * squeeze(first_total + sum_changed(rules, reading, reference, memory, weights))
            else:
                value = sign * squeeze(add_weights(rules, after, memory.instances, weights))
        elif sign < 0:
            value = -worth(rules, after, memory.backup - 1, LEAST, -(best - gain), memory, weights)
        else:
            value = worth(rules, after, memory.backup - 1, best - gain, -LEAST, memory, weights)
        if rules.has_reward:
            value += gain
        if value > best:
            chosen, best = move, value
    return best, chosen


def random_move(rules: Any, state: Any, memory: Lessons) -> int:
    """One of the moves, each as likely as any other."""
    chosen, seen = -1, 0
    for move in rules.moves(state):
        seen += 1  # noqa: SIM113  # a generator of the rules cannot be enumerated in compiled code
        if throw_dice(memory) % seen == 0:
            chosen = move
    return chosen


def random_allowed(rules: Any, state: Any, memory: Lessons, path: PlayoutMemory) -> int:
    """One of the moves that are not forbidden because the position would come back; -1 where none is found."""
    for _ in range(TRIES):
        move = random_move(rules, state, memory)
        if not rules.recurrence_forbids or not is_barred(rules, rules.play(state, move), path):
            return move
    return -1


def expected(rules: Any, state: Any, memory: Lessons, weights: Words) -> float:
    """The value of a state where dice or cards decide: the mean over the outcomes."""
    total, weight_of_all = 0.0, 0.0
    for outcome, weight in rules.chances(state):
        after = rules.play(state, outcome)
        total += weight * sign_between(rules, state, after) * seen_worth(rules, after, memory, weights)
        weight_of_all += weight
    return total / weight_of_all


def seen_worth(rules: Any, state: Any, memory: Lessons, weights: Words) -> float:
    """The value of a state without looking further."""
    if rules.is_over(state):
        return float(rules.result(state) / memory.largest)
    return squeeze(add_weights(rules, state, memory.instances, weights))


def thrown_outcome(rules: Any, state: Any, memory: Lessons) -> int:
    """A random outcome of dice or cards."""
    chosen, weight_of_all = -1, 0.0
    for outcome, weight in rules.chances(state):
        weight_of_all += weight
        if throw_dice(memory) * weight_of_all < weight * DICE:
            chosen = outcome
    return chosen


def correct(rules: Any, rows: int, later: float, known: bool, memory: Lessons, weights: Words, agreed: Words) -> None:
    """Go back through a game and correct the weights; `later`: its result for the player to move at its end, where `known`."""
    instances = memory.instances
    for back in range(rows):
        at = RECORDS + (rows - 1 - back) * (PLACES + instances)
        target = read_number(memory, at + BEST)
        if known and read(memory, at + RANDOM) == 0:
            later = later if read(memory, at + SIGN) > 0 else -later
            if rules.has_reward:
                later += read_number(memory, at + GAIN)
            target += memory.trace * (later - target)
        later, known = target, True
        move_weights(at, target - read_number(memory, at + OWN), memory, weights, agreed)


def move_weights(at: int, delta: float, memory: Lessons, weights: Words, agreed: Words) -> None:
    """Correct the weights of the position whose record begins at `at` by its error."""
    instances = memory.instances
    memory.error += delta * delta
    step, far = memory.rate * delta / instances, abs(delta)
    for number in range(instances):
        place = read(memory, at + PLACES + number)
        total, size = read_half(agreed, 2 * place), read_half(agreed, 2 * place + 1)
        share = abs(total) / size if size > 0.0 else 1.0
        write_half(weights, place, read_half(weights, place) + step * share)
        write_half(agreed, 2 * place, total + delta)
        write_half(agreed, 2 * place + 1, size + far)


def learn_value(rules: Any, fields: Fields, memory: Lessons, weights: Words, agreed: Words) -> int:
    """Learn that a state is worth `memory.target` to the side to move; an entry to compiled code."""
    state = rules.enter(fields)
    reading, total = rules.reading(state), 0.0
    for number in range(memory.instances):
        place = rules.weight_at(reading, number)
        write(memory, RECORDS + PLACES + number, place)
        total += read_half(weights, place)
    move_weights(RECORDS, memory.target - squeeze(total), memory, weights, agreed)
    return 0


def duel(rules: Any, fields: Fields, pairs: int, memory: Lessons, first: Words, second: Words, path: PlayoutMemory) -> int:
    """Pairs of games between two sets of weights, each pair from a random opening with the seats changed.

    The points of the first, two for a win and one for a draw, of four in each pair.
    """
    points = 0
    for _ in range(pairs):
        seed = memory.dice
        for seat in range(2):
            memory.dice = seed
            state, ply, side, lead, recurs, sign = rules.enter(fields), 0, 0, 0, False, 1
            if rules.has_recurrence:
                begin_path(path)
            opening, over = 2 + throw_dice(memory) % (memory.opening + 1), rules.is_over(state)
            while not over and ply < memory.longest:
                if rules.is_chance(state):
                    chosen = thrown_outcome(rules, state, memory)
                elif ply < opening:
                    chosen = random_allowed(rules, state, memory, path)
                elif side == seat:
                    chosen = best_move(rules, state, memory, first, path)[1]
                else:
                    chosen = best_move(rules, state, memory, second, path)[1]
                if chosen < 0:
                    break
                after = rules.play(state, chosen)
                if rules.has_reward:
                    lead += rules.reward(state, chosen) if side == seat else -rules.reward(state, chosen)
                sign, over = sign_between(rules, state, after), rules.is_over(after)
                side = side if sign > 0 else 1 - side
                if rules.has_recurrence:
                    recurs = go_to(rules, state, chosen, after, path) and not over
                state, ply, over = after, ply + 1, over or recurs
            result = ending(rules, state, sign, recurs) if over else 0.0
            result = (result if side == seat else -result) + lead
            points += 2 if result > 0 else 1 if result == 0 else 0
        memory.dice += 1000003
    return points
