"""Rules of a user that hang, fail or change while they are served: the page says so, and others do not notice."""

import asyncio
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fair
from asked import Answer, Asker
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.core.registry import spec_of
from kibitz.errors import GameError
from kibitz.jobs.job import Job
from kibitz.jobs.matches import Run
from kibitz.jobs.rules_threads import RulesThreads
from kibitz.runtime.deadlines import Deadlines
from kibitz.runtime.orders import GivenUp
from kibitz.table.limits import Limits
from kibitz.web.app import AppState, application
from kibitz.web.pages.match import events
from web_house import FORM, Oracle, house, timed

HEAD = """
import time
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Action, Cell, Game, Piece, Scene

class State(NamedTuple):
    made: int

class Base(Game):
    def start(self): return State(0)
    def moves(self, state): return [0, 1]
    def play(self, state, move): return State(state.made + 1)
    def is_over(self, state): return state.made == 6
    def result(self, state): return 0
    def player_names(self): return ("A", "B")
    def show(self, state): return f"the text of {state.made}"
"""
HANGS = f'''{HEAD}
@dataclass(frozen=True)
class Hangs(Base):
    """After a move it never says what may be played."""
    def moves(self, state):
        while state.made:
            try:
                time.sleep(0)
            except Exception:
                pass
        return [0, 1]
'''
STUCK = f'''{HEAD}
import threading

THREADS = []

def hang():
    THREADS.append(threading.current_thread().name)
    until = time.monotonic() + 20  # which is too long, but not for ever where nothing ends it
    while time.monotonic() < until:
        time.sleep(0.005)
    return ("C", "D")

@dataclass(frozen=True)
class Stuck(Base):
    """A game of it was stored when it did not hang yet."""
'''
FAILS = f'''{HEAD}
@dataclass(frozen=True)
class Fails(Base):
    """Something goes wrong after the first move."""
'''
SCENE = """    def scene(self, state):
        return Scene((Cell("a", 0, 0), Cell("b", 1, 0)), {}, (Action(0, "0", "a"), Action(1, "1", "b")))
"""


def served(folder: Path, text: str, **limits: Any) -> tuple[AppState, Asker, str]:
    """A house with the last game of that text, and its slug."""
    (folder / "mine.py").write_text(text)
    made = house(folder, Oracle(lambda do, args: None), [str(folder / "mine.py")], Limits(**limits))
    return made, Asker(application(made)), next(offer.slug for offer in made.catalog if offer.own)


async def begun(asker: Asker, slug: str) -> str:
    answer = await asker.send("/api/plays", {"game": slug, "seats": ["human", "human"]})
    assert answer.code == 201, answer.text
    return str(answer.json["key"])


async def sent(asker: Asker, key: str, action: str, **form: Any) -> Answer:
    body = "&".join(f"{name}={value}" for name, value in form.items()).encode()
    return await asker.ask("POST", f"/play/{key}/{action}", body, {"content-type": FORM, "host": "localhost"})


@timed
async def test_rules_that_hang_take_nothing_from_other_games(tmp_path: Path) -> None:
    made, asker, slug = served(tmp_path, HANGS, rules=3.0)
    keys = [await begun(asker, slug) for _ in range(24)]
    other = await begun(asker, "tic_tac_toe")
    moves = [asyncio.create_task(sent(asker, key, "move", move=1, version=1)) for key in keys]
    await asyncio.sleep(0.2)
    assert not any(one.done() for one in moves)
    begin = fair.now()
    assert (await sent(asker, other, "move", move="2,2", version=1)).code == 303
    assert slug in (await asker.get("/")).text
    assert fair.now() - begin < 1.5
    for answer in await asyncio.gather(*moves):
        assert "The rules of Hangs do not come to an end." in answer.text
    assert made.store.sitting(keys[0]).moves == ()  # type: ignore[union-attr]
    while (page := await asker.get(f"/play/{keys[0]}")).code != 200:  # until those that hang have given their threads back
        await asyncio.sleep(0.2)
    assert 'id="board"' in page.text  # all as it was before the move
    await made.close()


def test_what_ends_in_time_is_left_alone() -> None:
    deadlines, told = Deadlines(tick=0.001), list[str]()

    def rule(seconds: float) -> str:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pass
        return "done"

    def work() -> None:
        for seconds in [0.0] * 3 + [0.009 + number / 25_000 for number in range(75)] + [0.3]:  # it may take 0.01
            try:
                told.append(deadlines.run(partial(rule, seconds), 0.01))
            except GivenUp:
                told.append("broken off")
            rule(0.0005)  # nothing comes late

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(20)
    assert len(told) == 79
    assert {*told} == {"done", "broken off"}
    assert deadlines.run(partial(rule, 0), 5) == "done"


@pytest.mark.parametrize(
    ("rules", "answers"),
    [
        (["scene(self, state)"], {"": 200, "/0/0": 200, "/0/0/review": 410}),
        (["player_names(self)", "move_name(self, state, move)"], {"": 200, "/0/0?ply=0": 400, "/0/0?ply=1": 400}),
    ],
)
@timed
async def test_a_stored_game_whose_rules_hang_keeps_no_thread_of_the_store(
    tmp_path: Path, rules: list[str], answers: dict[str, int]
) -> None:
    text = STUCK + "".join(f"    def {rule}: return hang()\n" for rule in rules)
    made, asker, slug = served(tmp_path, text, rules=60.0)
    game = made.catalog[slug].base
    threads = sys.modules[type(game).__module__].THREADS
    clock = Deadlines(now=lambda: time.monotonic() + 100 * len(threads))
    made.rules = RulesThreads(60.0, clock)  # where it hangs a minute is over, and nowhere else
    plan = Plan(spec_of(game), ("random", "random"), 1)
    made.store.keep(made.store.add(plan, [Fixture(0, 0, (0, 1), "")]), [Played(0, 0, ("0",) * 6, (0.0, 0.0))])
    run = made.matches._runs[1] = Run(1, "quick", Job(1, "series", {}, "", 1, lambda job: None))
    run.job.hear({"pair": 0, "side": 0, "seats": (0, 1), "moves": ("0",), "opening": 0})
    pages = [await asker.get(f"/match/1{place}") for place in answers]
    assert [page.code for page in pages] == [*answers.values()]
    assert all("he rules of Stuck do not come to an end." in page.text for page in pages)
    assert 'action="/match/1/stop"' in pages[0].text
    assert (await anext(events(made, 1, plan)))["id"] == "doing"  # and no board
    assert threads
    assert all(name.startswith("kibitz-rules") for name in threads)
    await made.close()


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("def scene(self, state): return None if not state.made else 1 / 0", "scene() of Fails failed: mine.py, line"),
        (
            "def scene(self, state): return Scene((Cell('a', float('nan') if state.made else 0, 0), Cell('b', 1, 0)), {})",
            "scene() of Fails puts the cell a where it cannot be drawn",
        ),
        (
            "def scene(self, state): return Scene((Cell('a', 0, 0),), {}, (Action(0, '0', 'zz' if state.made else 'a'),))",
            "scene() of Fails puts something into zz, but has no such cell",
        ),
        ("def scene(self, state): return 7 if state.made else None", "scene() of Fails gave 7, and must give a Scene or None"),
        (
            "def move_name(self, state, move): return 1 / 0 if state.made and move else str(move)",
            "move_name() of Fails failed: mine.py, line",
        ),
        (
            "def scene(self, state): return None\n    def show(self, s): return 1 / 0 if s.made else ''",
            "show() of Fails failed: mine.py, line",
        ),
    ],
)
@timed
async def test_what_cannot_be_drawn_or_named_is_shown_as_it_can_be(tmp_path: Path, rule: str, said: str) -> None:
    made, asker, slug = served(tmp_path, f"{FAILS}{'' if 'scene' in rule else SCENE}    {rule}\n")
    key = await begun(asker, slug)
    assert (await sent(asker, key, "move", move=1, version=1)).code == 303
    page = await asker.get(f"/play/{key}")
    assert page.code == 200
    for part in (said, 'name="move" value="0"', 'id="undo"', 'id="resign"'):
        assert part in page.text
    assert ("the text of 1" in page.text) == (said.startswith("scene"))
    live = await made.tables.at(key)
    assert (await asker.get(f"/api/plays/{key}")).code == 200
    assert (await sent(asker, key, "undo", version=2)).code == 303
    assert said not in (await asker.get(f"/play/{key}")).text
    assert live.table.ply == 0
    assert (await sent(asker, key, "move", move=1, version=3)).code == 303
    assert (await sent(asker, key, "resign", version=4)).code == 303
    assert live.table.ended == "resigned"
    await made.close()


@timed
async def test_a_file_that_was_edited_has_to_be_served_again(tmp_path: Path) -> None:
    text = FAILS + SCENE
    made, asker, slug = served(tmp_path, text)
    said = "he file mine.py has changed since the start: start kibitz serve again."
    key = await begun(asker, slug)
    (tmp_path / "mine.py").write_text(text + " ")
    (tmp_path / "mine.py").write_text(text)  # another time, the same content
    assert (await sent(asker, key, "move", move=1, version=1)).code == 303
    (tmp_path / "mine.py").write_text(text.replace("== 6", "== 2"))
    for answer in (
        await sent(asker, key, "move", move=1, version=2),
        await asker.ask("POST", f"/g/{slug}/play", b"", {"content-type": FORM, "host": "localhost"}),
        await asker.get(f"/g/{slug}/tree"),
    ):
        assert answer.code == 400
        assert said in answer.text
    answer = await asker.send("/api/think", {"game": slug, "limit": {"time": 0.1}})
    assert (answer.code, answer.json["error"]) == (400, f"T{said}")
    with pytest.raises(GameError, match="has changed since the start"):
        await made.matches.begin({"game": str(tmp_path / "mine.py")}, "none")
    page = await sent(asker, key, "hint")
    live = await made.tables.at(key)
    await live.settled(20)
    assert page.code == 303
    assert said in (await asker.get(f"/play/{key}")).text
    assert (await sent(asker, key, "resign", version=2)).code == 303
    page = await asker.ask("POST", f"/play/{key}/review", b"", {"content-type": FORM, "host": "localhost"})
    assert said in page.text
    await made.close()


@timed
async def test_a_board_of_much_text_is_bounded(tmp_path: Path) -> None:
    made, asker, slug = served(tmp_path, FAILS + '    def show(self, state): return "\\n".join(["#" * 3000] * 2000)\n')
    key = await begun(asker, slug)
    page = await asker.get(f"/play/{key}")
    assert page.code == 200
    assert len(page.text) < 40_000
    assert "letters more" in page.text
    assert len((await asker.get(f"/api/plays/{key}")).text) < 40_000
    await made.close()
