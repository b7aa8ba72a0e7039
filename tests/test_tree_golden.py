"""What `kibitz tree` writes, to the letter: the outlines, files, pictures and refusals of `transcripts/tree*.txt`.

A transcript is a list of commands, each with what it wrote. `python tests/test_tree_golden.py` writes all of it anew.
"""

import json
import re
import shlex
import tempfile
from pathlib import Path

import pytest

import kibitz
from commandline import run_here
from kibitz.explain.tree.cut_reason import find_cut_reason
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.sentences import explain
from kibitz.position import Position

FOLDER = Path(__file__).parent / "transcripts"
PROMPT = "$ kibitz "
OF_PAGE = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
VARIES = {  # what another run says otherwise, for it took another time
    r"[\d.]+ m?s, (?=[\d.]+ \w+ of trace)": "... ms, ",
    r'"seconds": [\d.e-]+': '"seconds": 0',
    r"(?<=is written, )[\d.]+ \w+\.": "... kB.",
    r"<style>.*?</style>": "<style>...</style>",
}
SEARCHED = (
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
)


def transcripts() -> dict[str, list[str]]:
    """The commands of each file."""
    return {
        file.name: [
            line.removeprefix(PROMPT) for line in file.read_text(encoding="utf-8").splitlines() if line.startswith(PROMPT)
        ]
        for file in sorted(FOLDER.glob("tree*.txt"))
        if file.name != "tree_sentences.txt"
    }


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


@pytest.mark.parametrize("name", transcripts())
def test_a_transcript_is_what_the_commands_write(name: str, tmp_path: Path) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8").split("\n" + PROMPT)
    commands = transcripts()[name]
    assert commands
    for number, (command, before) in enumerate(zip(commands, kept, strict=True)):
        before = before if number == 0 else PROMPT + before
        assert ran(command, tmp_path).rstrip("\n") == before.rstrip("\n")


def sentences(game: str, moves: str, how: dict[str, object]) -> str:
    """What is said of the nodes of a tree: of each kind of sentence the first."""
    position = Position.after(kibitz.load(game), moves)
    tree = kibitz.tree(position, nodes=how.get("nodes", 20_000), **{name: one for name, one in how.items() if name != "nodes"})
    first: dict[object, str] = {}
    for node in tree:
        first.setdefault(kind_of(node), f"{' '.join(node.names) or 'the root'}: {explain(node)}")
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


def all_sentences() -> str:
    """The file of sentences."""
    return "\n".join(sentences(game, moves, how) for game, moves, how in SEARCHED)


def test_the_sentences_of_nodes_are_as_they_were() -> None:
    assert all_sentences() == (FOLDER / "tree_sentences.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, commands in transcripts().items():
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / name).write_text("\n".join(ran(command, Path(folder)) for command in commands), encoding="utf-8")
    (FOLDER / "tree_sentences.txt").write_text(all_sentences(), encoding="utf-8")
