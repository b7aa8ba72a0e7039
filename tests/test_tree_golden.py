"""What `kibitz tree` writes, to the letter: the outlines, files, pictures and refusals of `transcripts/tree*.txt`.

A transcript is a list of commands, each with what it wrote. `python tests/test_tree_golden.py` writes all of it anew.
"""

import json
import re
import shlex
import tempfile
from pathlib import Path
from typing import Any

import pytest

import kibitz
from commandline import run_here
from kibitz.explain.tree.cut_reason import find_cut_reason
from kibitz.explain.tree.node import Node
from kibitz.position import Position

FOLDER = Path(__file__).parent / "transcripts"
PROMPT, SENTENCES = "$ kibitz ", "tree_sentences.txt"
OF_PAGE = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
VARIES = {  # what another run says otherwise, for it took another time
    r"[\d.]+ m?s, (?=[\d.]+ \w+ of trace)": "... ms, ",
    r"(?<= nodes, )[\d.]+ m?s(?=\. [TI])": "... ms",
    r'"seconds": [\d.e-]+': '"seconds": 0',
    r"(?<=is written, )[\d.]+ \w+\.": "... kB.",
    r"<style>.*?</style>": "<style>...</style>",
}
SEARCHED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tree:file=two_ply", "", {}),
    ("tree:file=two_ply", "", {"search": "solve"}),
    ("tree:file=chances", "", {}),
    ("tree:file=three_players", "", {}),
    ("tree:file=three_players", "", {"search": "paranoid"}),
    ("tree:file=alliance", "", {}),
    ("tic_tac_toe", "2,2 1,1", {}),
    ("tic_tac_toe", "2,2 1,1", {"distance": True}),
    ("tic_tac_toe", "2,2 1,2", {"search": "deepening"}),
    ("tic_tac_toe", "2,2 1,2", {"search": "deepening", "distance": True}),
    ("tic_tac_toe", "", {"search": "deepening", "depth": 4}),
    ("tic_tac_toe", "2,2 1,2", {"search": "solve"}),
    ("tic_tac_toe", "", {"search": "minimax", "depth": 2, "knowledge": None}),
    ("connect_four:width=4,height=4", "1 2 1 3 2", {"search": "solve"}),
    ("kalah", "", {"depth": 4, "nodes": 400}),
    ("pig:target=10", "", {"depth": 4}),
    ("tic_tac_toe", "2,2 1,2 1,1", {"search": "mcts", "nodes": 1000, "playouts": 80}),
    ("pig:target=10", "", {"search": "mcts", "playouts": 80}),
    ("tree:file=three_players", "", {"search": "mcts"}),
)


def written(name: str, begin: str) -> dict[str, str]:
    """The parts of a transcript, each with the line that it begins with, by what stands there behind `begin`."""
    text = "\n" + (FOLDER / name).read_text(encoding="utf-8")
    return {part.partition("\n")[0]: begin + part.rstrip("\n") for part in text.split("\n" + begin)[1:]}


TRANSCRIPTS = [file.name for file in sorted(FOLDER.glob("tree*.txt")) if file.name != SENTENCES]
COMMANDS = {command: part for name in TRANSCRIPTS for command, part in written(name, PROMPT).items()}


def ran(command: str, folder: Path) -> str:
    """A command with what it writes, and with the file that it leaves."""
    arguments = shlex.split(command)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code, written, complaint = run_here(*arguments)
    lines = [PROMPT + command, *written.splitlines(), *complaint.splitlines(), *([f"exit code {code}"] if code else [])]
    for file in sorted(folder.iterdir()):
        content = file.read_text(encoding="utf-8")
        file.unlink()
        if file.suffix == ".html":
            found = OF_PAGE.search(content)
            assert found is not None
            content = "\n".join(f"{name}: {json.dumps(column)}" for name, column in json.loads(found[1]).items())
        lines += content.replace("><", ">\n<").replace('}, {"index"', '},\n{"index"').splitlines()
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    for varies, always in VARIES.items():
        text = re.sub(varies, always, text, flags=re.DOTALL)
    return text


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_writes_what_it_wrote(command: str, tmp_path: Path) -> None:
    assert ran(command, tmp_path).rstrip("\n") == COMMANDS[command]


def sentences(game: str, moves: str, how: dict[str, Any]) -> str:
    """What is said of the nodes of a tree: of each kind of sentence the first."""
    position = Position.after(kibitz.load(game), moves)
    tree = kibitz.tree(position, **{"nodes": 20_000, **how})
    first: dict[object, str] = {}
    for node in tree:
        first.setdefault(kind_of(node), f"{' '.join(node.names) or 'the root'}: {node.why}")
    asked = ", ".join(f"{name}={one}" for name, one in how.items())
    return "\n".join([f"# {game} {moves} {asked}".rstrip(), *first.values(), ""])


def kind_of(node: Node) -> object:
    """What decides how a sentence is made."""
    cut, worth = find_cut_reason(node), node.worth
    if cut is None or worth is None:
        kept = worth and (worth.says, worth.proved, node.best is None, node.ruled_out > 0)
        return node.reason, kept, any(child.asks for child in node.children), len(node.offers) == 1, node.by_chance
    other = cut.refused or cut.question
    promises = [(one.exact, one.plies is None, one.gains) for one in (cut.held, *([cut.refused.offer] if cut.refused else []))]
    return cut.kind, cut.equal, cut.hollow, cut.proved, cut.others == 1, getattr(other, "about", ""), *promises


@pytest.mark.parametrize(("game", "moves", "how"), SEARCHED)
def test_the_sentences_of_nodes_are_as_they_were(game: str, moves: str, how: dict[str, Any]) -> None:
    said = sentences(game, moves, how).rstrip("\n")
    assert said == written(SENTENCES, "# ")[said.partition("\n")[0].removeprefix("# ")]


if __name__ == "__main__":
    for name in TRANSCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            parts = [ran(command, Path(folder)) for command in written(name, PROMPT)]
        (FOLDER / name).write_text("\n".join(parts), encoding="utf-8")
    (FOLDER / SENTENCES).write_text("\n".join(sentences(*one) for one in SEARCHED), encoding="utf-8")
