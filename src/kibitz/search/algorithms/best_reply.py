"""Best reply: between two moves of the root's player only one opponent plays against it.

Between two moves of the hero at most one opponent departs from the first move in the order of the rules: the one whose
departure is worst for the hero. The others' first moves are taken as they are. So a round of n players is searched like one of
two, which looks deeper than max^n and is less gloomy than paranoid; its results are not proofs. (Best-Reply Search: Schadd and
Winands 2011; in this form, where nobody passes and every position is legal, BRS+: Esser, Gras, Winands, Schadd and Lanctot
2013.) Alpha-beta; where chance decides, the average.
"""

from math import inf
from typing import Any

from kibitz.core.rules import CHANCE
from kibitz.kernel import Fields, read, read_number, write, write_number
from kibitz.search.descriptor import Search
from kibitz.search.parts.memory import NO_MOVES, HashTable, Memory, extend_line
from kibitz.search.parts.vector_memory import leaf, place, total_weight

SEARCH = Search("payoff", has_window=True, takes_chance=True, takes_payoffs=True, has_trace=False, proves="estimate")


def enter(rules: Any, fields: Fields, depth: int, mover: int, ply: int, memory: Memory, table: HashTable) -> int:
    """Where compiled code begins: the value is left in the place of the hero at this ply; 1 if it holds to the end."""
    alpha, beta = memory.alpha, memory.beta
    departed = min(ply, CHANCE)  # nobody yet: a literal would make a second specialisation
    value = best_reply(rules, rules.enter(fields), depth, alpha, beta, mover, departed, ply, memory)
    here = place(ply, rules.players)
    write_number(memory, here + 1 + memory.hero, value)
    return read(memory, here)


def best_reply(
    rules: Any, state: Any, depth: int, alpha: float, beta: float, mover: int, departed: int, ply: int, memory: Memory
) -> float:
    """The value of the state for the hero, as far as the window asks; `departed`: the opponent who has, or CHANCE for none."""
    here, hero = place(ply, rules.players), memory.hero
    if leaf(rules, state, depth, mover, ply, memory):
        return read_number(memory, here + 1 + hero)
    below, proved, maximises, chosen = place(ply + 1, rules.players), 1, mover == hero, False
    if rules.has_chances and mover == CHANCE:
        best, total = 0.0, total_weight(rules, state, memory)
        for outcome, weight in rules.chances(state):
            after = rules.play(state, outcome)
            then = rules.mover(mover, after)
            value = best_reply(rules, after, depth - 1, -inf, inf, then, departed, ply + 1, memory)
            if memory.status != 0:
                return 0.0
            proved &= read(memory, below)
            best += weight / total * value
    else:
        best = -inf if maximises else inf
        free = maximises or departed in (CHANCE, mover)
        for move in rules.moves(state):
            after = rules.play(state, move)
            then = rules.mover(mover, after)
            who = mover if chosen else departed
            if maximises:
                who = CHANCE
            value = best_reply(rules, after, depth - 1, alpha, beta, then, who, ply + 1, memory)
            if memory.status != 0:
                return 0.0
            proved &= read(memory, below)
            if not chosen or (value > best if maximises else value < best):
                best = value
                extend_line(move, ply, memory)
            chosen = True
            alpha, beta = (max(alpha, best), beta) if maximises else (alpha, min(beta, best))
            if alpha >= beta or not free:
                break
        if not chosen:
            memory.status = NO_MOVES
    write(memory, here, proved)
    return best
