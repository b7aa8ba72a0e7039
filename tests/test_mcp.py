"""The server for language models, asked by the client of the official SDK: what it answers, and what it does not let out."""

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

try:
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client
except ModuleNotFoundError as missing:
    if missing.name != "fcntl":
        raise
    pytest.skip("the SDK cannot be imported without fcntl on a system that it takes for POSIX", allow_module_level=True)

import needs
from kibitz.core.registry import load
from kibitz.mcp.server import GameTools, make_server
from kibitz.position import Position
from process_group import children, is_alive

DOCUMENT = Path(__file__).parents[1] / "docs" / "language_models.md"
ASKED = re.compile(r"<!-- mcp: (.*?) -->\n((?:>.*\n)+)")
TOOLS = {"games", "position", "legal_moves", "play", "analyze", "prove", "review", "explain", "compare"}

Ask = Callable[..., Coroutine[Any, Any, dict[str, Any]]]


def asked(*specs: str, seconds: float = 20.0) -> Callable[[Callable[[Ask], Coroutine[Any, Any, None]]], None]:
    """Runs a conversation with a server that knows these files."""

    async def talk(conversation: Callable[[Ask], Coroutine[Any, Any, None]]) -> None:
        async with Client(make_server(GameTools(specs, seconds, 2 << 30))) as client:

            async def ask(tool: str, **arguments: Any) -> dict[str, Any]:
                answer = await client.call_tool(tool, arguments)
                if answer.is_error:
                    return {"error": answer.content[0].text.partition(f"tool {tool}: ")[2]}  # type: ignore[union-attr]
                assert answer.structured_content is not None
                return dict(answer.structured_content)

            await conversation(ask)

    return lambda conversation: asyncio.run(talk(conversation))


def test_positions_and_moves_are_those_of_the_rules() -> None:
    async def conversation(ask: Ask) -> None:
        names = {one["game"] for one in (await ask("games"))["games"]}
        assert {"othello", "chess", "pig", "trio"} <= names
        here = Position.after(load("othello"), "f5 d6")
        found = await ask("position", game="othello", moves="f5 d6")
        assert set(found["legal_moves"]) == {here.name(move) for move in here.legal()}
        assert (found["to_move"], found["sentence"]) == ("Black", "Black is to move.")
        assert (await ask("play", game="othello", moves="f5", move="d6")) == found
        assert (await ask("legal_moves", game="othello", moves="f5 d6"))["legal_moves"] == found["legal_moves"]
        won = await ask("position", game="tic_tac_toe", moves="1,1 2,1 1,2 2,2 1,3")
        assert (won["over"], won["legal_moves"], won["sentence"]) == (True, [], "The game is over: X wins.")

    asked()(conversation)


def test_what_is_proved_is_called_so_and_is_true() -> None:
    async def conversation(ask: Ask) -> None:
        found = await ask("analyze", game="tic_tac_toe", moves="2,2", seconds=9)
        assert {one["kind"] for one in found["moves"]} == {"proved"}
        corners, edges = {"1,1", "1,3", "3,1", "3,3"}, {"1,2", "2,1", "2,3", "3,2"}
        results = {one["move"]: one["value"]["result"] for one in found["moves"]}
        assert results == dict.fromkeys(corners, 0) | dict.fromkeys(edges, -1)
        assert found["sentence"].startswith("Best: ")
        assert (await ask("analyze", game="connect_four", seconds=0.3))["moves"][0]["kind"] == "by estimate"
        first = await ask("compare", game="tic_tac_toe", moves="2,2", first="1,2", second="3,3", seconds=9)
        assert first["sentence"].startswith("3,3 is better than 1,2 (proved).")
        same = await ask("compare", game="tic_tac_toe", moves="2,2", first="1,1", second="3,3", seconds=9)
        assert same["sentence"].startswith("1,1 and 3,3 come to the same.")
        reviewed = await ask("review", game="tic_tac_toe", moves="2,2 1,2 3,3", seconds=9)
        assert [one["verdict"] for one in reviewed["plies"]][1] == "mistake"
        assert reviewed["sentence"].startswith("Move 2, 1,2 by O: a mistake (proved).")

    asked()(conversation)


def test_the_document_tells_what_the_tools_answer() -> None:
    wanted = ASKED.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert len(wanted) == 3

    async def conversation(ask: Ask) -> None:
        for call, quoted in wanted:
            tool, *rest = call.split()
            given = dict(part.split("=", 1) for part in rest)
            if "moves" in given and given["moves"].count(",") > 1:
                given["moves"] = re.sub(r"(\d,\d),", r"\1 ", given["moves"])
            told = await ask(tool, **given)
            said = " ".join(line.removeprefix(">").strip() for line in quoted.splitlines())
            assert told.get("sentence", told.get("error")) == said

    asked()(conversation)


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("position", {"game": "/etc/passwd"}, "'/etc/passwd' is not a game here: `games` lists them"),
        ("position", {"game": "./other.py"}, "'./other.py' is not a game here: `games` lists them"),
        ("position", {"game": "tree:file=/etc/x.json"}, "file is one of"),
        ("position", {"game": "othello:sides=3"}, "othello has no parameter 'sides'"),
        ("play", {"game": "chess", "move": "Ke4"}, "'Ke4'"),
        ("analyze", {"game": "othello", "seconds": 21}, "seconds are more than 0, and at most 20"),
        ("analyze", {"game": "tic_tac_toe", "moves": "1,1 2,1 1,2 2,2 1,3"}, "the game is over there"),
        ("prove", {"game": "trio"}, "only games of two with a result are solved: analyze it"),
        ("analyze", {"game": "pig", "moves": "roll"}, "the dice decide there"),
        ("review", {"game": "othello", "moves": ""}, "there is nothing to review"),
        ("compare", {"game": "othello", "first": "f5", "second": "a1"}, "'a1'"),
    ],
)
def test_what_cannot_be_is_a_sentence(tool: str, arguments: dict[str, Any], sentence: str) -> None:
    async def conversation(ask: Ask) -> None:
        assert sentence in (await ask(tool, **arguments))["error"]

    asked()(conversation)


HANGING = '''"""A game whose moves never end."""
from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game

with open(__file__ + ".loaded", "w") as file:
    file.write("yes")


class State(NamedTuple):
    number: int


@dataclass(frozen=True)
class Hanging(Game):
    """Count."""

    move_limit = 2

    def start(self):
        return State(0)

    def moves(self, state):
        while state.number == 1:
            pass
        return range(2)

    def play(self, state, move):
        return State(state.number + 1)

    def is_over(self, state):
        return state.number > 3

    def result(self, state):
        return 0
'''


def test_rules_that_hang_are_given_up_and_the_next_question_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "hanging.py"
    file.write_text(HANGING, encoding="utf-8")

    async def conversation(ask: Ask) -> None:
        assert "do not come to an end" in (await ask("position", game="hanging", moves="0 1"))["error"]
        assert (await ask("position", game="tic_tac_toe"))["to_move"] == "X"

    asked(str(file))(conversation)


def test_it_speaks_over_standard_input_and_output() -> None:
    async def talk() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "kibitz", "mcp", "--time", "5"])
        async with Client(stdio_client(server)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            answer = await client.call_tool("position", {"game": "nim", "moves": "1:1"})
            assert json.loads(answer.content[0].text)["to_move"] == "Second"  # type: ignore[union-attr]

    asyncio.run(talk())


HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}}
PROVE = {"name": "prove", "arguments": {"game": "othello", "seconds": 50}}


@needs.interrupts
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, None], ids=["Ctrl-C", "terminated", "the input ends"])
def test_it_ends_at_once_and_leaves_no_search_running(ending: signal.Signals | None) -> None:
    command = [sys.executable, "-m", "kibitz", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        for line in (
            {"id": 1, "method": "initialize", "params": HELLO},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": PROVE},
        ):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **line}).encode() + b"\n")
        process.stdin.flush()
        until = time.monotonic() + 60
        while not (searches := children(process.pid, recursive=False)):
            assert time.monotonic() < until
            time.sleep(0.05)
        if ending is None:
            process.stdin.close()
        else:
            process.send_signal(ending)
        assert process.wait(10) == (0 if ending is None else 128 + ending)
        while any(map(is_alive, searches)):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert process.stderr.read() == (b"" if ending is None else b"kibitz: stopped\n")
