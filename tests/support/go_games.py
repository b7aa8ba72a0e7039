"""Random games of Go as machine code plays them, each move and all that were allowed, beside the naive twin.

    python tests/support/go_games.py [go:size=9] [--games 10000] [--seed 0]

`tests/test_go.py` looks at some; the command at as many as one likes. It ends with an error at the first difference.
"""

import argparse
import time
from typing import Any

from kibitz.core.registry import load
from kibitz.core.rules import start_of
from kibitz.games.go import Go
from kibitz.kernel import Fields, MemoryLayout, high_bits, machine_of, mixed, next_dice, read, write, write_number
from kibitz.search.monte_carlo.game_path import PATH_WORDS, begin_path, go_to, is_barred, remember_played
from kibitz.search.monte_carlo.memory import PlayoutMemory
from naive import naive_twin

ROOM = 1 << 19  # words for a game: of each ply how many moves were allowed, these, and the one that was made
AT = MemoryLayout(PlayoutMemory).end
PAID = AT + PATH_WORDS
GAME = PAID + 2


def write_game(rules: Any, fields: Fields, seed: int, memory: PlayoutMemory) -> int:
    """Play a game at random and write it down; how many plies, or -1 without room for them. Where compiled code begins."""
    begin_path(memory)
    state, dice, at, plies = rules.enter(fields), mixed(seed, 1), GAME, 0
    mover = 0
    while not rules.is_over(state):
        count = 0
        for move in rules.moves(state):
            if not is_barred(rules, rules.play(state, move), memory):
                count += 1
                write(memory, at + count, move)
        write(memory, at, count)
        dice = next_dice(dice)
        move = read(memory, at + 1 + (high_bits(dice, 31) * count >> 31))
        write(memory, at + count + 1, move)
        at += count + 2
        before = state
        state = rules.play(before, move)
        mover = rules.mover(mover, state)
        go_to(rules, before, move, state, memory)
        plies += 1
        if at > ROOM:
            return -1
    write_number(memory, PAID, 0.0)
    rules.pay(state, mover, memory, PAID)
    return plies


def compare_games(game: Go, games: int, first_seed: int = 0) -> int:
    """Plays so many games and holds each ply, and the end, against the twin; how many plies that were."""
    machine, plies_of_all = machine_of(game), 0
    play = machine.ready(write_game)
    memory = machine.words(GAME + 2 * ROOM)
    memory.path_at = AT
    state = start_of(game)
    remember_played(machine, state, 0, memory)
    for seed in range(first_seed, first_seed + games):
        plies = play(machine.arguments(state), seed, memory)
        assert plies >= 0, f"seed {seed}: a long game"
        twin, at = naive_twin(game), GAME
        for ply in range(plies):
            assert not twin.over()
            count = read(memory, at)
            names = [game.move_name(state, read(memory, at + 1 + number)) for number in range(count)]
            assert names == twin.moves(), f"seed {seed}, ply {ply}"
            twin.play(game.move_name(state, read(memory, at + count + 1)))
            at += count + 2
        assert twin.over()
        assert twin.paid() == (memory.number(PAID), memory.number(PAID + 1)), f"seed {seed}"
        plies_of_all += plies
    return plies_of_all


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="go:size=9")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked, began = parser.parse_args(), time.perf_counter()
    game = load(asked.game)
    assert isinstance(game, Go)
    plies = compare_games(game, asked.games, asked.seed)
    print(f"{asked.games} games of {asked.game}, {plies} plies: all as the twin's, in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
