"""Games as environments for learners: what PettingZoo and Gymnasium ask of one holds, and a game goes as its rules say."""

import random
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import document
from games_of_points import Points
from kibitz import Game
from kibitz.core.registry import names
from kibitz.errors import EnvError, IllegalMove, KibitzError, PlayerError, RulesError
from kibitz.games.textbook.trio import Trio
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.position import Position

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'kibitz[envs]'")

import gymnasium
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from kibitz.envs import gymnasium_env, pettingzoo_env
from kibitz.envs.actions import NUMBERED

BOARDS = {"tree": "tree:file=three_players", "go": "go:size=9", "gomoku": "gomoku:size=11", "pig": "pig:target=30"}
SPECS = [*(BOARDS.get(name, name) for name in names("games") if name != "openspiel"), "tree:file=chances", "gomoku:size=19"]
# What PettingZoo says of a dict, of an empty board and of a state that is one number: none of its own games is without it.
DICTS = pytest.mark.filterwarnings("ignore:Observation:UserWarning")
PAYING = Points.of([[(1, 3), (2, 5)], [(2, 7)], []], [0, 0, -2], [0, 1, 0])  # who makes the first step makes the second, too


def play_on(env: Any, dice: random.Random, steps: int = 10_000) -> dict[str, float]:
    """Plays legal actions at random; what each agent got in all."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
        env.step(None if terminated or truncated else dice.choice(legal))
    return got


@DICTS
@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoo_finds_nothing_wrong(spec: str) -> None:
    api_test(pettingzoo_env(spec, max_plies=60), num_cycles=35)
    seed_test(lambda: pettingzoo_env(spec), num_cycles=6)


@pytest.mark.parametrize("spec", SPECS)
def test_gymnasium_finds_nothing_wrong(spec: str) -> None:
    options = {"game": spec, "seat": None, "render_mode": "ansi"}
    env = gymnasium.make(EnvSpec("kibitz/Game-v0", entry_point="kibitz.envs:gymnasium_env", kwargs=options))
    check_env(env.unwrapped)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec not in ("chess", "gomoku:size=19", "amazons")])
def test_rewards_add_up_to_the_payoffs(spec: str) -> None:
    env = pettingzoo_env(spec)
    env.reset(seed=5)
    got = play_on(env, random.Random(5))
    assert tuple(got.values()) == pytest.approx(env.position.payoffs)


def test_moves_bring_their_rewards_at_once() -> None:
    env = pettingzoo_env(PAYING)
    env.reset()
    env.step(0)
    assert env.rewards == {"player_0": 3, "player_1": -3}
    assert env.agent_selection == "player_0"
    env.step(0)
    assert env.rewards == {"player_0": 7 + 2, "player_1": -7 - 2}
    assert env.position.payoffs == (12, -12)


@pytest.mark.parametrize("spec", ["pig:target=30", "einstein"])
def test_dice_fall_by_the_seed(spec: str) -> None:
    def moves(seed: int) -> list[tuple[int, ...]]:
        env, played = pettingzoo_env(spec), []
        for game in range(4):
            env.reset(seed=seed if game == 0 else None)
            assert not env.position.is_chance
            play_on(env, random.Random(1))
            played.append(env.position.moves)
        return played

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)
    assert len(set(moves(1))) > 1, "the games after the first have dice of their own"


@pytest.mark.parametrize("spec", ["chess", "checkers", "trio", "go:size=5", "kalah"])
def test_the_mask_is_what_is_legal(spec: str) -> None:
    env, dice = pettingzoo_env(spec), random.Random(3)
    env.reset()
    while not env.position.is_over and len(env.position.moves) < 20:
        position = env.position
        mask = env.observe(env.agent_selection)["action_mask"]
        stands_for = {action: env.interface.actions.move(position, action) for action in mask.nonzero()[0]}
        assert sorted(stands_for.values()) == sorted(position.legal())
        others = [agent for agent in env.agents if agent != env.agent_selection]
        assert not any(env.observe(agent)["action_mask"].any() for agent in others)
        action = dice.choice(list(stands_for))
        env.step(action)
        assert env.position.moves[len(position.moves)] == stands_for[action]


def test_a_move_is_its_own_action_where_the_rules_name_a_small_limit() -> None:
    assert pettingzoo_env("chess").action_space("player_0").n == 20480
    checkers = pettingzoo_env("checkers").interface.actions
    assert (checkers.size, checkers.keeps_moves) == (NUMBERED, False)
    numbered = pettingzoo_env("chess", actions=218)
    numbered.reset()
    assert numbered.observe("player_0")["action_mask"].sum() == 20
    numbered.step(19)
    assert numbered.position.moves == (Position.after("chess").legal()[19],)


class FewSquares(TicTacToe):
    """Says too little: the last square is number 8."""

    move_limit = 8


class NoLimit(TicTacToe):
    """Says nothing that can be compared."""

    move_limit = "nine"  # type: ignore[assignment]  # wrong on purpose


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: pettingzoo_env(NoLimit()), "`move_limit` is 'nine'; it must be an int from 0 on"),
        (lambda: pettingzoo_env("chess", actions=0), "actions=0 does not fit: write a whole number from 1 to 100000"),
        (lambda: pettingzoo_env("chess", max_plies=0), "max_plies=0 does not fit: write a whole number from 1 up"),
        (lambda: pettingzoo_env("kalah", grid=(2, 6)), "grid=(2, 6) does not fit kalah: its states have no boards"),
        (lambda: pettingzoo_env("trio", grid=(3, 0)), "grid=(3, 0) does not fit trio: write how many rows and columns it has"),
        (lambda: pettingzoo_env("trio", render_mode="human"), "there is no render mode 'human': there is 'ansi', or None"),
        (lambda: pettingzoo_env("trio").step(0), "no game has begun: call reset() first"),
        (lambda: begun("chess", actions=19), "chess has 20 legal moves here and 19 actions: say actions=20 or more"),
        (lambda: begun("trio").step(12), "action 12 is not legal in this state of trio: its action mask allows 0, 1, 2, 3, 4,"),
        (lambda: begun("trio").step(0.0), "action 0.0 is not legal in this state of trio"),
        (lambda: begun(FewSquares()), "`moves` yielded 8, but `move_limit` is 8, and moves are below it"),
        (lambda: begun("trio", grid=(2, 4)).step(9), "mine of trio has the square 9: the grid is too small"),
        (lambda: gymnasium_env("trio", ["random"]), "trio has 2 other seats, but 1 opponents came"),
        (lambda: gymnasium_env("trio", "alphabeta"), "alphabeta"),
        (lambda: gymnasium_env("trio", "nobody"), "there is no player called 'nobody'"),
        (lambda: gymnasium_env("trio", seat=3), "there is no seat 3 in trio: write 0 to 2, or None"),
        (lambda: gymnasium_env("trio").step(0), "no game has begun: call reset() first"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises((EnvError, IllegalMove, RulesError, PlayerError, KibitzError)) as caught:
        make()
    assert sentence in str(caught.value)


def begun(game: Game | str, **options: Any) -> Any:
    """An environment whose game has begun, with an observation of the last state that is made at each step."""

    class Watching:
        def step(self, action: Any) -> None:
            env.step(action)
            while env.position.to_move != 0:
                env.step(env.position.legal()[0])
            env.observe("player_0")

    env = pettingzoo_env(game, **options)
    env.reset()
    env.observe("player_0")
    return Watching()


def test_boards_are_planes_of_squares() -> None:
    env = pettingzoo_env("tic_tac_toe", grid=(3, 3))
    env.reset()
    for action in (4, 0, 8):
        env.step(action)
    seen = env.observe("player_1")["observation"]
    assert [part.name for part in env.interface.encoder.parts] == ["mine", "theirs"]
    assert seen.tolist() == [[[1, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 0], [0, 0, 1]]]


def test_an_int_that_is_a_board_is_one() -> None:
    env = pettingzoo_env("connect_four")
    env.reset()
    env.step(0)
    state, (mine, discs) = env.position.state, env.observe("player_1")["observation"]
    assert (mine.sum(), discs.sum(), discs.shape) == (0, 1, (64,))
    assert state.discs >> int(discs.argmax()) == 1


def test_numbers_stand_beside_boards_and_alone() -> None:
    beside = pettingzoo_env("treasure").interface.encoder
    plane = [part.name for part in beside.parts].index("there")
    assert (beside.encode(Position.after("treasure"))[plane] == Position.after("treasure").state.there).all()
    alone = pettingzoo_env("oware").interface.encoder
    assert alone.encode(Position.after("oware")).tolist() == [4] * 12 + [0, 1], "pits, whose turn, and how often it was so"


@pytest.mark.parametrize("spec", ["ultimate_tic_tac_toe", "gomoku:size=19", "einstein", "kalah", "chess"])
def test_different_states_are_different_arrays(spec: str) -> None:
    encoder, dice, states, arrays = pettingzoo_env(spec).interface.encoder, random.Random(1), set(), set()
    for _ in range(3):
        position = Position.after(spec)
        while not position.is_over and len(position.moves) < 60:
            states.add(tuple(position.state))
            arrays.add(encoder.encode(position).tobytes())
            position = position.play(dice.choice(position.legal()))
    assert len(states) == len(arrays) > 20


@dataclass(frozen=True)
class Bare(Game):
    """Name 0, and it is over; a state is a number."""

    compiles = False

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> Iterable[int]:
        return [0]

    def play(self, state: int, move: int) -> int:
        return 1

    def is_over(self, state: int) -> bool:
        return state == 1

    def result(self, state: int) -> int:
        return 0


class Growing(NamedTuple):
    named: tuple[int, ...]


@dataclass(frozen=True)
class Longer(Bare):
    """A state grows."""

    def start(self) -> Any:
        return Growing((1,))

    def play(self, state: Any, move: int) -> Any:
        return Growing((1, 2))


class Misnamed(Trio):
    """No state has such a field."""

    bitboards = ("yours",)


def test_states_that_no_array_can_hold_are_refused() -> None:
    with pytest.raises(EnvError, match="have no fields to observe: they are not NamedTuples"):
        pettingzoo_env(Bare())
    with pytest.raises(EnvError, match="names 'yours', but states have mine, next, last"):
        pettingzoo_env(Misnamed())
    longer = pettingzoo_env(Longer())
    with pytest.raises(EnvError, match="has 2 parts, and the first one has 1"):
        longer.interface.encoder.encode(Position.after(longer.interface.game).play(0))


def test_the_wrapper_of_the_library_makes_what_is_not_legal_a_loss(caplog: pytest.LogCaptureFixture) -> None:
    env = TerminateIllegalWrapper(pettingzoo_env("tic_tac_toe"), illegal_reward=-1)
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())


def test_a_game_that_lasts_too_long_is_truncated() -> None:
    env = pettingzoo_env("kalah", max_plies=3)
    env.reset()
    for _ in range(3):
        env.step(env.position.legal()[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    seat = gymnasium_env("kalah", max_plies=2)
    seat.reset(seed=1)
    assert seat.step(0)[2:4] == (False, True)


def test_after_the_end_comes_a_reset() -> None:
    env = pettingzoo_env("tree:file=three_players")
    env.reset()
    play_on(env, random.Random(1))
    with pytest.raises(EnvError, match="the game is over: call reset"):
        env.step(0)
    env.reset()
    assert env.agents == ["player_0", "player_1", "player_2"]


def test_one_seat_gets_its_payoff_and_nothing_else() -> None:
    for seed in range(6):
        for game in ("trio", "pig:target=30", "dots_and_boxes", PAYING):
            env, dice, got, over = gymnasium_env(game, "random", seat=None), random.Random(seed), 0.0, False
            observation, info = env.reset(seed=seed)
            while not over:  # where the others have ended the game before the seat moved, any action will do
                legal = observation["action_mask"].nonzero()[0]
                observation, reward, over, _, info = env.step(dice.choice(legal) if len(legal) else 0)
                got += reward
            assert env.position.payoffs is not None
            assert got == env.position.payoffs[info["seat"]]
            with pytest.raises(EnvError, match="the game is over: call reset"):
                env.step(0)


def test_opponents_sit_in_the_order_of_the_seats_and_play_by_the_seed() -> None:
    def first(position: Position) -> int:
        return position.legal()[0]

    def last(position: Position) -> int:
        return position.legal()[-1]

    env = gymnasium_env("trio", [first, last], seat=1)
    env.reset(seed=1)
    env.step(5)
    assert env.position.moves == (0, 5, 11, 1)
    throws = gymnasium_env("trio", "random", seat=2)
    openings = [(throws.reset(seed=seed), throws.position.moves)[1] for seed in (1, 1, 2, 3)]
    assert openings[0] == openings[1]
    assert len(set(openings)) > 1


def test_an_action_that_is_not_legal_loses_or_is_refused() -> None:
    env = gymnasium_env("tic_tac_toe", lambda position: position.legal()[0], illegal_reward=-3.0)
    env.reset()
    env.step(4)
    _, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated) == (-3.0, True, False)
    assert info["illegal"].startswith("action 4 is not legal in this state of tic_tac_toe: its action mask allows 1, 2, 3, 5")
    strict = gymnasium_env("tic_tac_toe", illegal_reward=None)
    strict.reset()
    with pytest.raises(IllegalMove, match="action 9 is not legal"):
        strict.step(9)
    strict.step(0)


def test_the_board_is_shown_as_text() -> None:
    env = pettingzoo_env("tic_tac_toe", render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == Position.after("tic_tac_toe", [4]).draw()
    assert pettingzoo_env("trio", render_mode=None).render_mode is None


@pytest.mark.parametrize(("make", "library"), [(pettingzoo_env, "pettingzoo"), (gymnasium_env, "gymnasium")])
def test_a_library_that_is_missing_is_named(make: Any, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    for module in ("interface", "pettingzoo", "gymnasium"):
        monkeypatch.delitem(sys.modules, f"kibitz.envs.{module}")
    with pytest.raises(EnvError, match=r"environment needs a library that is not installed: pip install 'kibitz\[envs\]'"):
        make("trio")


@pytest.mark.untraced
def test_importing_it_is_light() -> None:
    code = "import kibitz.envs, sys; print(*{'numba', 'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.untraced
def test_the_document_shows_what_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")
    text = (Path(__file__).parent.parent / "docs" / "environments.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert document.rerun(text) == text
