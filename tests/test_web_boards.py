"""Games of the operator's at a table that no page can bear: boards without measure, and a rule that hangs."""

import asyncio
import json
from pathlib import Path
from typing import Any

from asked import Asker
from kibitz.registry import load
from kibitz.web.app import application
from kibitz.web.table import Settings, TableSeat
from kibitz.web.visitors import Visitor
from pooled import until
from web_house import FORM, SOMEBODY, Oracle, house, in_time

ODD = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Cell, Game, Scene

class State(NamedTuple):
    made: int

@dataclass(frozen=True)
class Odd(Game):
    """Each move does something else that no page can bear."""
    def start(self): return State(0)
    def moves(self, state): return range(100_000) if state.made == 3 else [0, 1]
    def play(self, state, move): return State(state.made + 1)
    def is_over(self, state): return state.made == 6
    def result(self, state): return 0
    def show(self, state): return "#" * (10**7 if state.made == 1 else 3)
    def scene(self, state):
        if state.made == 4: raise ValueError("no \\n picture")
        return Scene(tuple(Cell(str(n), n % 50, n // 50) for n in range(1000)), {}) if state.made == 2 else None
'''


def test_boards_that_no_page_can_bear_are_shown_as_far_as_they_can_be(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD)

    async def play() -> None:
        made = house(tmp_path, Oracle(lambda do, args: None), [f"{tmp_path / 'odd.py'}:Odd"])
        asker = Asker(application(made))
        slug = next(offer.slug for offer in made.shelf if offer.own)
        answer = await asker.send("/api/plays", {"game": slug, "seats": ["human", "human"]})
        key = answer.json["key"]
        found = []
        for version in range(1, 7):
            page = await asker.get(f"/play/{key}")
            found.append((page.code, len(page.body)))
            sent = f"move=1&version={version}".encode()
            await asker.ask("POST", f"/play/{key}/move", sent, {"content-type": FORM, "host": "localhost"})
        assert [code for code, _ in found] == [200] * 6
        assert max(size for _, size in found) < 60_000
        await made.close()

    in_time(play())


def test_a_stream_of_a_board_that_cannot_be_drawn_says_so_and_shows_the_text(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD)

    async def play() -> None:
        made = house(tmp_path, Oracle(lambda do, args: None), [f"{tmp_path / 'odd.py'}:Odd"])
        app, answered = application(made), list[asyncio.Task[None]]()

        async def once(scope: Any, receive: Any, send: Any) -> None:
            """The table is closed when something has been said of it."""

            async def heard(message: Any) -> None:
                await send(message)
                if b"data: " in message.get("body", b""):
                    answered.append(asyncio.create_task(live.close()))

            await app(scope, receive, heard)

        asker = Asker(app)
        slug = next(offer.slug for offer in made.shelf if offer.own)
        key = (await asker.send("/api/plays", {"game": slug, "seats": ["human", "human"]})).json["key"]
        live = await made.tables.at(key)
        for _ in range(4):
            await live.change(lambda table: table.move("1", table.version))
        answer = await Asker(once).get(f"/play/{key}/stream?since=1.0")
        event = json.loads(answer.text.partition("\n")[0].removeprefix("data: "))
        assert "the board as text" in event["html"]
        await made.close()

    in_time(play())


SLOW = """
import os, time
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    made: int

@dataclass(frozen=True)
class Slow(Game):
    \"\"\"A move takes until a file is there.\"\"\"
    def start(self): return State(0)
    def moves(self, state): return [0, 1]
    def play(self, state, move):
        open("ENTERED", "w").close()
        while not os.path.exists("GATE"):
            time.sleep(0.01)
        return State(state.made + 1)
    def is_over(self, state): return state.made == 2
    def result(self, state): return 0
"""


def test_a_rule_that_hangs_after_the_computers_move_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    gate, entered = tmp_path / "gate", tmp_path / "entered"
    (tmp_path / "slow.py").write_text(SLOW.replace("GATE", str(gate)).replace("ENTERED", str(entered)))
    slow = load(f"{tmp_path / 'slow.py'}:Slow")

    async def end() -> None:
        made = house(tmp_path, Oracle(lambda do, args: {"best": "1", "value": None}))
        live = await made.tables.begin(Visitor(SOMEBODY), slow, [TableSeat("random"), TableSeat("human")], Settings(1))
        live.look()
        await until(entered.exists)
        assert not live.is_idle
        await asyncio.wait_for(made.close(), 7)  # and the rule for eight at least

    try:
        in_time(end())
    finally:
        gate.touch()
