"""The search that fits a game: chosen by matches, kept in a file, taken by players; a rule of thumb; `kibitz choose`."""

import json
import threading
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kibitz
from commandline import here, refused_here
from kibitz import Position, load
from kibitz.arena import choosing
from kibitz.arena.choosing import Choosing, SearchCandidate, candidates
from kibitz.arena.crew.batch import loaded, play_fixture
from kibitz.arena.fixture import Fixture, Plan
from kibitz.arena.match import plan_match
from kibitz.arena.timed_match import GAINS_NOTHING, OPEN, WINS, MatchScore
from kibitz.errors import ChoiceError, KibitzError, PlayerError, RulesWarning
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.players import ask, choice, player
from kibitz.players.choice import CHOICE_FILES, SearchChoice, choice_for, read_choice, rule_of_thumb
from kibitz.search.monte_carlo.options import PlayoutOptions
from kibitz.workers.workplace import Workplace
from player_kinds import engine

GAME = "connect_four:width=4,height=4"
ALONE = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class Alone(Game):
    """Take one or two until none is left."""

    players = 1

    def start(self): return State(4)
    def moves(self, state): return range(1, min(state.left, 2) + 1)
    def play(self, state, move): return State(state.left - move)
    def is_over(self, state): return state.left == 0
    def payoffs(self, state): return (1.0,)
    def to_move(self, state): return 0
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's choices lie in an empty folder, and none comes along."""
    monkeypatch.setenv("KIBITZ_CHOICES", str(tmp_path / "choices"))
    monkeypatch.setattr(choice.CHOICE_FILES, "shipped", tmp_path / "none")
    (tmp_path / "choices").mkdir()
    return tmp_path / "choices"


def made(search: str = "mcts", **options: Any) -> SearchChoice:
    fingerprint = rules_fingerprint(load(GAME))
    return SearchChoice(search, PlayoutOptions(**options), 0.1, fingerprint, "2026-01-01", ({"games": 3},))


def kept(choice: SearchChoice, **changed: Any) -> Path:
    """Where it lies now."""
    file = CHOICE_FILES.user_file(load(GAME))
    file.write_text(json.dumps(choice.to_json() | changed), encoding="utf-8")
    return file


# The file


@pytest.mark.parametrize("options", [{}, {"playout": "mast"}, {"rave": 300.0, "implicit": 0.5, "random_plies": 4}])
def test_a_choice_is_read_as_it_was_written(folder: Path, options: dict[str, Any]) -> None:
    choice = made(**options)
    assert read_choice(kept(choice), load(GAME)) == choice
    found = choice_for(load(GAME))
    assert found == choice
    assert player(choice.player).name == choice.player


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"search": "clever"}, "names the search 'clever', which does not fit this game"),
        ({"search": "maxn", "options": {"rave": 3.0}}, "maxn plays no games to their end: rave is for the search mcts"),
        ({"options": {"playout": "wild"}}, "there is no playout 'wild'"),
        ({"options": {"luck": 7}}, "it is not a choice that `kibitz choose` has written"),
        ({"options": 7}, "it is not a choice that `kibitz choose` has written"),
        ({"seconds": "long"}, "it is not a choice that `kibitz choose` has written"),
        ({"fingerprint": "0"}, "ConnectFour has other rules now: choose again"),
    ],
)
def test_a_file_that_does_not_serve_is_told_of_and_left_aside(folder: Path, changed: dict[str, Any], sentence: str) -> None:
    file = kept(made(), **changed)
    with pytest.raises(ChoiceError, match=sentence):
        read_choice(file, load(GAME))
    with pytest.warns(RulesWarning, match="it is left aside"):
        assert choice_for(load(GAME)) is None


def test_what_is_no_json_and_what_is_not_there_do_not_serve(folder: Path) -> None:
    file = CHOICE_FILES.user_file(load(GAME))
    with pytest.raises(ChoiceError, match="cannot be read"):
        read_choice(file, load(GAME))
    assert choice_for(load(GAME)) is None
    file.write_text("{", encoding="utf-8")
    with pytest.raises(ChoiceError, match="does not serve: it is not a choice"):
        read_choice(file, load(GAME))


# Players


def test_a_player_takes_what_was_chosen_where_time_alone_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(made(playout="mast"))
    game = load(GAME)
    assert engine("computer:time=0.05").way(game) == ("mcts", PlayoutOptions(playout="mast"))
    assert engine("computer:level=10").way(game) == ("mcts", PlayoutOptions(playout="mast"))
    for other in ("computer:level=3", "computer:time=1,depth=3", "computer:time=1,knowledge=none", "deepening:time=1"):
        assert engine(other).way(game)[0] in (None, "deepening")
    said = "takes mcts:playout=mast, which won the matches of `kibitz choose` (2026-01-01)."
    assert engine("computer:level=10").describe_search(game) == f"computer:level=10 {said}"
    thought = ask(player("computer:time=0.05", seed=1), Position.after(game, [1]))
    assert thought.depth == 0
    monkeypatch.setenv("KIBITZ_CHOICES", "none")
    assert engine("computer:time=0.05").way(game)[0] is None


def way_in_a_match(plan: Plan, fixtures: list[Fixture]) -> Any:
    """The search and options of the first player of a match, on the machine that plays it."""
    ways = []

    def seated(built: Any) -> Any:
        ways.append(built.way(load(plan.game)))
        return player("random", 1)

    play_fixture(*loaded(plan), plan, fixtures[0], seated=seated)
    return ways[0]


def test_a_match_keeps_to_what_was_chosen_when_it_began(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, plain = ["computer:time=0.05"] * 2, ["computer:time=0.05,knowledge=none"] * 2
    kept(made(playout="mast", rave=70.0))
    plan, fixtures = plan_match(load(GAME), chosen, games=2, seed=1)
    other, _ = plan_match(load(GAME), plain, games=2, seed=1)
    monkeypatch.setenv("KIBITZ_CHOICES", "none")  # as on another machine
    assert way_in_a_match(plan, fixtures) == ("mcts", PlayoutOptions(playout="mast", rave=70.0))
    assert way_in_a_match(other, fixtures)[0] is None
    without, _ = plan_match(load(GAME), chosen, games=2, seed=1)
    monkeypatch.setenv("KIBITZ_CHOICES", str(folder))
    kept(made(playout="mast"))
    assert way_in_a_match(without, fixtures)[0] is None


def test_a_rule_of_thumb_where_nothing_is_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rule_of_thumb(load("examples/hex.py:size=5")) == "mcts"
    assert rule_of_thumb(load("nim:heaps=1-2")) == ""  # little to choose from
    assert rule_of_thumb(load("tests/support/race_game.py:Race")) == ""
    hex5 = load("examples/hex.py:size=5")
    assert engine("computer:time=0.05").way(hex5)[0] == "mcts"
    assert engine("computer:time=0.05,depth=3").way(hex5)[0] is None
    assert engine("computer:time=0.05").way(load("othello"))[0] is None  # something is known of it
    said = "computer:level=10 takes mcts by a rule of thumb; `kibitz choose"
    assert engine("computer:level=10").describe_search(hex5).startswith(said)
    assert engine("deepening:time=1").describe_search(hex5) == ""
    monkeypatch.setenv("KIBITZ_CHOICES", "none")
    assert rule_of_thumb(hex5) == ""


# Choosing


def scripted(monkeypatch: pytest.MonkeyPatch, scores: dict[str, MatchScore]) -> list[str]:
    """Matches come out so, by the challenger; who has met whom."""
    met: list[str] = []

    class Scripted:
        has_stopped_crew = False

        def __init__(self, plan: Any, store: str, crew: Any) -> None:
            self.players = plan[0].players

        def play(self, seconds: float, until: float, tell: Any, stopped: threading.Event) -> MatchScore | None:
            met.append(" - ".join(spec.replace("time=0.1", "").replace(":,", ":").rstrip(":") for spec in self.players[:2]))
            score = scores.get(met[-1].partition(" - ")[0])
            if score is not None:
                tell(score)
            return score

    monkeypatch.setattr(choosing, "TimedMatch", Scripted)
    return met


def score(wins: int, losses: int, verdict: str = OPEN) -> MatchScore:
    return MatchScore(wins + losses, wins, 0, losses, 10.0 * (wins - losses), 20.0, verdict)


def test_each_that_may_fit_meets_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    met = scripted(
        monkeypatch,
        {
            "selective": score(3, 9, GAINS_NOTHING),
            "mcts": score(9, 3, WINS),
            "mcts:playout=mast": score(8, 5),
            "mcts:rave=300": score(7, 6),
            "mcts:implicit=0.4": score(2, 9, GAINS_NOTHING),
        },
    )
    heard: list[int] = []
    found = Choosing(load(GAME), 0.1).run(100.0, Workplace(1), lambda rows: heard.append(len(rows)))
    assert met == [
        "selective - deepening",
        "mcts - deepening",
        "mcts:playout=mast - mcts",
        "mcts:rave=300 - mcts:playout=mast",
        "mcts:playout=knowledge - mcts:playout=mast",  # which came to nothing
        "mcts:implicit=0.4 - mcts:playout=mast",
    ]
    assert found.player == "mcts:playout=mast"
    assert [row["verdict"] for row in found.matches] == ["loses", "wins", "not decided", "not decided", "loses"]
    assert heard == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("far", [score(1, 19, GAINS_NOTHING), score(0, 8)])
def test_options_of_a_search_that_was_beaten_by_far_are_not_tried(monkeypatch: pytest.MonkeyPatch, far: MatchScore) -> None:
    met = scripted(monkeypatch, {"selective": score(5, 5), "mcts": far})
    assert Choosing(load(GAME), 0.1).run(100.0, Workplace(1), lambda rows: None).player == "deepening"
    assert met == ["selective - deepening", "mcts - deepening"]


@pytest.mark.parametrize(
    ("met", "best"),
    [
        (score(4, 0), "deepening"),  # too few games say nothing
        (score(5, 1), "deepening"),
        (score(5, 0), "mcts"),  # of so few nearly all must be won
        (score(7, 0), "mcts"),
        (replace(score(8, 0), elo=inf, error=inf), "mcts"),
        (replace(score(22, 21), elo=2.6, error=inf), "deepening"),  # pairs that are all alike, and one game more
        (score(9, 8), "deepening"),  # less than a standard error
        (score(10, 8), "mcts"),
    ],
)
def test_a_match_that_is_not_decided_needs_a_lead(monkeypatch: pytest.MonkeyPatch, met: MatchScore, best: str) -> None:
    scripted(monkeypatch, {"mcts": met})
    assert Choosing(load(GAME), 0.1).run(100.0, Workplace(1), lambda rows: None).search == best


def test_when_it_is_stopped_the_match_under_way_counts_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, {"selective": score(3, 9, GAINS_NOTHING), "mcts": score(7, 1)})
    choosing = Choosing(load(GAME), 0.1)

    def stop(rows: Any) -> None:
        if rows[-1].challenger == "mcts":
            choosing.stop()

    found = choosing.run(100.0, Workplace(1), stop)
    assert found.player == "mcts"
    assert [row["challenger"] for row in found.matches] == ["selective", "mcts"]


def test_where_no_game_comes_to_its_end_nothing_is_chosen(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    kept(made())
    scripted(monkeypatch, {})
    assert "no game was over within 2 min: give it more --minutes" in refused_here("choose", GAME)
    with pytest.raises(ChoiceError, match="no game was over within 5 min"):
        kibitz.choose(GAME, 5)
    assert choice_for(load(GAME)) == made()


def test_what_may_fit() -> None:
    names = {
        spec: [one.spec() for one in candidates(load(spec))] for spec in (GAME, "trio", "einstein", "examples/hex.py:size=5")
    }
    assert names["trio"][:3] == ["maxn", "paranoid", "mcts"]
    assert "mcts:implicit=0.4" not in names["trio"]
    assert names["einstein"][0] == "expectiminimax"
    assert "selective" in names[GAME]
    assert not any("knowledge" in one or one == "selective" for one in names["examples/hex.py:size=5"])
    for spec, found in names.items():
        for one in found:
            player(one)
        assert len(set(found)) == len(found), spec


def test_a_game_for_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(ALONE, encoding="utf-8")
    with pytest.raises(ChoiceError, match="is for one player: there is nobody whom a search could beat"):
        Choosing(load(str(tmp_path / "alone.py")), 0.1)


# The command


@pytest.fixture
def two_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "candidates", lambda game: [SearchCandidate("deepening"), SearchCandidate("mcts")])
    monkeypatch.setattr(choosing, "LEAST_SECONDS", 0.3)


def test_the_command_plays_keeps_and_shows(folder: Path, two_candidates: None) -> None:
    told = here("choose", GAME, "--minutes", "0.05", "--time-per-move", "0.01", "--workers", "1")
    found = choice_for(load(GAME))
    assert found is not None
    assert found.matches[0]["challenger"] == "mcts"
    assert found.matches[0]["games"] > 0
    assert f"{found.player} plays it best, with 0.01 s a move" in told
    assert str(CHOICE_FILES.user_file(load(GAME))) in told
    assert f"{found.player} plays it best" in here("choose", GAME, "--show")
    shown = json.loads(here("choose", GAME, "--show", "--json"))
    assert shown["player"] == found.player
    assert msgspec.convert(shown, SearchChoice) == found


def test_the_command_writes_where_it_is_told(folder: Path, tmp_path: Path, two_candidates: None) -> None:
    file = tmp_path / "mine.json"
    told = json.loads(
        here("choose", GAME, "--minutes", "0.05", "--time-per-move", "0.01", "--workers", "1", "--to", str(file), "--json")
    )
    assert (told["whole"], told["file"]) == (True, str(file))
    assert read_choice(file, load(GAME)).player == told["player"]
    assert choice_for(load(GAME)) is None


def test_what_the_command_refuses(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "nothing was chosen for" in refused_here("choose", GAME, "--show")
    assert "cannot be written" in refused_here("choose", GAME, "--to", str(tmp_path))
    assert "--time-per-move" in refused_here("choose", GAME, "--time-per-move", "0")
    assert "--minutes" in refused_here("choose", GAME, "--minutes", "0")
    monkeypatch.setenv("KIBITZ_CHOICES", "none")
    assert "turns choices off" in refused_here("choose", GAME)
    with pytest.raises(PlayerError):
        player("mcts:rave=-1")


def test_python_chooses_as_the_command_does(folder: Path, tmp_path: Path, two_candidates: None) -> None:
    heard: list[int] = []
    asked: dict[str, Any] = {"time_per_move": 0.01, "workers": 1}
    found = kibitz.choose(GAME, 0.05, **asked, tell=lambda matches: heard.append(len(matches)))
    assert choice_for(load(GAME)) == found
    assert found.matches[0]["challenger"] == "mcts"
    assert set(heard) == {1}
    file = tmp_path / "mine.json"
    apart = kibitz.choose(load(GAME), 0.05, **asked, to=file)
    assert read_choice(file, load(GAME)) == apart
    assert choice_for(load(GAME)) == found


@pytest.mark.parametrize(
    ("game", "asked", "sentence"),
    [
        (GAME, {"minutes": 0}, "minutes is a time above 0, not 0"),
        (GAME, {"time_per_move": "quick"}, "time_per_move='quick' does not fit: give a number"),
        (GAME, {"to": "nowhere/mine.json"}, "nowhere/mine.json cannot be written"),
        ("nothing_like_it", {}, "nothing_like_it"),
    ],
)
def test_python_refuses_in_a_sentence(game: str, asked: dict[str, Any], sentence: str, folder: Path) -> None:
    with pytest.raises(KibitzError, match=sentence):
        kibitz.choose(game, **asked)
    assert list(folder.iterdir()) == []
