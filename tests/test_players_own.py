"""Players from a user's file: found by name, made with their settings and dice, and told what is wrong in a sentence."""

import textwrap
from pathlib import Path

import pytest

from commandline import here, kibitz, refused_here
from kibitz.arena.play import play_out
from kibitz.errors import PlayerError
from kibitz.players import admit, player
from kibitz.position import Position
from kibitz.registry import load

FILE = """
    import random
    from kibitz import Limit, Thought, Value

    SIZE = 3

    def last(position):
        return position.legal()[-1]

    def named(position):
        return position.name(position.legal()[0])

    def thoughtful(position):
        return Thought(position.legal()[1], Value("estimate", 0.5))

    def thrown(position, dice):
        return dice.choice(position.legal())

    def numbered(position, number: int = 0, half: float = 0.5, backward: bool = False, word="x"):
        assert isinstance(half, float) and isinstance(word, str)
        moves = position.legal()
        return moves[-1 - number if backward else number]

    def lacking(position, dice: random.Random, number: int):
        return position.legal()[number]

    def undeclared(position, dice, how=None):
        return position.legal()[0]

    class Seeded:
        def __init__(self, seed, skip: int = 0):
            self.dice, self.skip = random.Random(seed), skip

        def think(self, position):
            return self.dice.choice(position.legal()[self.skip:])

    class Simple:
        def think(self, position):
            return position.legal()[0]

        def admit(self, game):
            if game.players != 2:
                raise ValueError("two at most")

    class Broken:
        def __init__(self):
            raise OSError("no disk")

        def think(self, position):
            return 0

    def nothing(position):
        return None

    def truth(position):
        return True

    def wrong(position):
        return "z9"

    def illegal(position):
        return 99

    def illegal_thought(position):
        return Thought(99, Value("estimate", 0))

    def raises(position):
        return helper(position)

    def helper(position, one=1, two=2):
        raise ValueError("lost\\nmy way")

    def leaves(position):
        raise SystemExit(3)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "mine.py", FILE)


def written(path: Path, text: str) -> Path:
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def numbered(sentence: str) -> str:
    """With the number of the line that holds the text in braces."""
    before, brace, rest = sentence.partition("{")
    text, _, after = rest.partition("}")
    lines = textwrap.dedent(FILE).splitlines()
    return f"{before}{1 + next(i for i, line in enumerate(lines) if text in line)}{after}" if brace else sentence


def start() -> Position:
    return Position.after(load("connect_four"))


@pytest.mark.parametrize(
    ("rest", "move"),
    [
        ("last", 6),
        ("named", 0),
        ("thoughtful", 1),
        ("numbered", 0),
        ("numbered:number=2", 2),
        ("numbered:number=2,backward=true,half=0.25,word=y", 4),
        ("Seeded:skip=6", 6),
        ("Simple", 0),
        ("lacking:number=3", 3),
        ("undeclared", 0),
    ],
)
def test_a_function_or_a_class_is_a_player(file: Path, rest: str, move: int) -> None:
    made = player(f"{file}:{rest}", seed=4)
    assert made.name == f"{file}:{rest}"
    assert made.think(start()).best == move


@pytest.mark.parametrize("rest", ["thrown", "Seeded"])
def test_the_seed_is_where_its_dice_come_from(file: Path, rest: str) -> None:
    def moves(seed: int | None) -> tuple[str, ...]:
        return play_out(load("tic_tac_toe"), [player(f"{file}:{rest}", seed), player("random", 1)]).moves

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in range(5)}) > 1


def test_the_only_player_of_a_file_need_not_be_named(tmp_path: Path) -> None:
    one = written(tmp_path / "one.py", "def _helper(position): return 0\n\ndef best(position, skip: int = 1): return skip\n")
    assert player(str(one)).think(start()).best == 1
    assert player(f"{one}:skip=3").think(start()).best == 3


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        ("lats", "mine.py has no player called 'lats'; did you mean last"),
        ("SIZE", "SIZE in mine.py is no player: it must be a function of a position, or a class with think(position)"),
        ("Limit", "Limit in mine.py is no player: "),
        ("last:depth=3", "last takes no settings: write just last"),
        ("numbered:nubmer=3", "numbered has no setting 'nubmer'; did you mean number?"),
        ("numbered:number=x", "number=x in numbered:number=x does not fit: number is a whole number"),
        ("numbered:half=nan", "half=nan in numbered:half=nan does not fit: half is a number"),
        ("numbered:backward=maybe", "backward=maybe in numbered:backward=maybe does not fit: backward is true or false"),
        ("undeclared:how=3", "undeclared takes no settings"),
        ("lacking", "lacking needs number: write lacking:number=..., or give it a default"),
        ("Broken", "mine.py, line {no disk}, cannot make Broken: OSError: no disk"),
        ("", "mine.py has several players, last, named, thoughtful"),
    ],
)
def test_what_cannot_be_made_is_told(file: Path, rest: str, sentence: str) -> None:
    with pytest.raises(PlayerError) as caught:
        player(f"{file}:{rest}")
    assert numbered(sentence) in str(caught.value)


def test_files_that_do_not_serve(tmp_path: Path) -> None:
    for name, text, sentence in (
        ("none.py", "x = 1\n", "none.py defines no player: write, for instance, `def my_player(position): "),
        ("syntax.py", "def\n", "syntax.py, line 1, cannot be read: SyntaxError"),
        ("broken.py", "x = 1\n1 / 0\n", "broken.py, line 2, cannot be read: ZeroDivisionError: division by zero"),
    ):
        with pytest.raises(PlayerError) as caught:
            player(str(written(tmp_path / name, text)))
        assert sentence in str(caught.value)
    with pytest.raises(PlayerError, match=r"^there is no file .*gone\.py; name a player of your own as FILE\.py:FUNCTION$"):
        player(f"{tmp_path}/gone.py:f")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nothing", "nothing, line {def nothing}, gave None, which is no move: return a move, its name, or a Thought"),
        ("truth", "truth, line {def truth}, gave True, which is no move"),
        ("wrong", "wrong, line {def wrong}, gave 'z9': 'z9' is no move of this game; the legal moves are 1 2 3 4 5 6 7"),
        ("illegal", "illegal, line {def illegal(}, played 99 as the first move; the legal moves are 1 2 3 4 5 6 7"),
        ("illegal_thought", "illegal_thought, line {def illegal_thought}, played 99 as the first move"),
        ("raises", "raises, line {lost}, failed: ValueError: lost my way"),
        ("leaves", "leaves, line {SystemExit(3)}, failed: SystemExit: 3"),
    ],
)
def test_a_wrong_answer_is_told_with_its_line(file: Path, name: str, sentence: str) -> None:
    with pytest.raises(PlayerError) as caught:
        player(f"{file}:{name}").think(start())
    assert str(caught.value).startswith(f"{file}:{numbered(sentence)}")


def test_a_class_may_say_which_games_it_plays(file: Path) -> None:
    made = player(f"{file}:Simple")
    admit([made], load("tic_tac_toe"))
    with pytest.raises(PlayerError) as caught:
        admit([made], load("tree:file=three_players"))
    assert numbered("mine.py:Simple, line {two at most}, does not play this game: ValueError: two at most") in str(caught.value)


def test_the_terminal_game_takes_them(file: Path) -> None:
    told = here("play", "tic_tac_toe", f"{file}:named", f"{file}:last")
    assert told.endswith("wins.\n")
    cheated = kibitz("play", "nim", f"{file}:illegal", "random")
    assert cheated.returncode == 2
    assert "played 99 as the first move; the legal moves are" in cheated.stderr
    assert "Traceback" not in cheated.stderr
    assert "did you mean last" in refused_here("play", "nim", f"{file}:lats", "random")


def test_a_function_may_be_the_model_of_an_opponent(file: Path) -> None:
    from kibitz.players.opponent_model import opponent

    position = Position.after(load("tic_tac_toe"))
    assert opponent(f"{file}:last")(position, ()) == pytest.approx({8: 1.0})
