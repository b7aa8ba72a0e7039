"""Games and positions for the tests of files: played at random, with names, results and whatever else a format holds."""

import random

from kibitz.core import registry
from kibitz.core.thought import AGREED, RESIGNED, UNFINISHED, GameRecord
from kibitz.formats.annotated import AnnotatedGame
from kibitz.position import Position

NAMES = ("Ada", "Bo-Yu", "Müller, K.", 'O"Neil', "van [den] Berg", "X\\Y", "Łukasz")
PLAIN_NAMES = ("Ada", "Bo-Yu", "Mueller K.", "Tastet Marc")
PLACED = ("go:size=3,komi=0,suicide=true", "go:size=4,stones=2B1/1WB1/4/W2B_w", "hex:size=4,stones=1B2/2W1/B1W1/4_w")
GAMES = {
    "pgn": (
        "chess",
        "othello:size=6",
        "connect_four",
        "kalah",
        "trio",
        "pig",
        "tic_tac_toe",
        "chess:size=6",
        "checkers:fen=W:W22_27_K30:B1_K3",
    ),
    "json": ("othello:size=4", "connect_four", "trio", "nim", "checkers", "einstein"),
    "sgf": ("go:size=5,komi=3", "othello", "gomoku:size=7", "hex:size=5,swap=true", *PLACED),
    "ggf": ("othello", "othello:size=6", "othello:size=4"),
    "wthor": ("othello",),
    "pdn": ("checkers", "checkers:fen=W:W22_27_K30:B1_K3"),
    "fen": ("chess",),
    "epd": ("chess",),
    "obf": ("othello", "othello:size=6"),
    "txt": ("othello", "checkers", "gomoku:size=5", "kalah"),
}
LONGEST = {"chess": 30, "go": 40, "pig": 80}


def random_game(
    spec: str, seed: int, names: tuple[str, ...] = NAMES, unfinished: bool = True, longest: int = 400
) -> AnnotatedGame:
    """A game of random moves, whole or given up on the way."""
    dice = random.Random(seed)
    position, moves = Position.after(registry.load(spec)), list[str]()
    longest = LONGEST.get(spec.partition(":")[0], longest)
    longest = dice.randrange(1, longest) if dice.random() < 0.3 else longest
    while not position.is_over and len(moves) < longest:
        move = dice.choice(position.legal())
        moves.append(position.name(move))
        position = position.play(move)
    seats = position.game.players
    players = tuple(dice.choice(names) for _ in range(seats))
    reason, forfeit = "", None
    if position.payoffs is None:
        reason = dice.choice([RESIGNED, AGREED, *([UNFINISHED] if unfinished else [])]) if seats == 2 else UNFINISHED
        forfeit = dice.randrange(2) if reason == RESIGNED else None
    record = GameRecord(registry.spec_of(position.game), tuple(moves), players, position.payoffs, forfeit, reason)
    return AnnotatedGame(record)


def written_games(format_name: str, count: int, seed: int) -> list[AnnotatedGame]:
    """So many games that a format can hold."""
    specs = GAMES[format_name]
    is_old = format_name == "wthor"
    return [
        random_game(specs[at % len(specs)], 1000 * seed + at, PLAIN_NAMES if is_old else NAMES, unfinished=not is_old)
        for at in range(count)
    ]
