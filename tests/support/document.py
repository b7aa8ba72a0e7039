"""Documents that are run: the blocks in them, and what comes when a reader does what they say.

A `python` block whose first line is a comment with a file's name is that file, and so is a `json` block below a line that ends
with its name ("`tree.json`:"); other `python` blocks are typed into one session, in their order. In a `console` block the lines
that begin with "$ " are typed into a terminal; people who are asked type what `printf` pipes into the command, or `quit`. The
`text` block after Python is what that prints. What stands below a command is what it writes, or, where it fails, what it
complains of and its exit code; a command with nothing below it does not fail, and writes what it likes.

`python tests/support/document.py docs/FILE.md` runs one and writes into it, and into the pictures that it shows, what came.
`make golden` does so with the transcripts, without levels that were fitted or searches that were chosen on this machine.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import commandline

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
BLOCK = re.compile(r"^```(\w*|\{[\w-]+\})\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# (\w+\.py)\n")
DATA = re.compile(r"`(\w+\.json)`:\n\n```json\n$")
LINK = re.compile(r"\]\(([^):\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
PICTURE = re.compile(r"!\[[^]]+\]\(([^):]+)\)")
TIME = re.compile(
    r"\b0x[0-9a-f]{9,}\b|\b\d[\d.,]* (ns|µs|ms|s|min|nodes/s|a second)\b"
    r'|"((?:mean_|longest_)?seconds|nodes_per_second)": [\d.e-]+'
)


@dataclass(frozen=True)
class Block:
    """What stands between two fences: "python", "console", "text"; `begin` and `end` are where it stands in the document."""

    kind: str
    text: str
    begin: int
    end: int


def blocks(text: str) -> list[Block]:
    """All of a document, in their order."""
    return [Block(found[1], found[2], found.start(2), found.end(2)) for found in BLOCK.finditer(text)]


def commands(text: str) -> list[str]:
    """What is typed into a terminal."""
    return [command for block in blocks(text) if block.kind == "console" for command, _ in typed(block.text)]


def typed(console: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with what stands below it."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, below = part.partition("\n")
        yield command, below


def stories(text: str) -> Iterator[str]:
    """The document cut in parts that can be run alone: each of its console blocks, behind the files that stand before it."""
    files = ""
    for block in blocks(text):
        written = f"```{block.kind}\n{block.text}```\n"
        if block.kind == "console":
            yield files + written
        elif _file(block, text):
            files += f"`{_file(block, text)}`:\n\n{written}"


def files(transcript: str, folder: Path) -> dict[str, Path]:
    """Writes the files of a transcript into a folder; where each is, by its name."""
    text = (TRANSCRIPTS / f"{transcript}.txt").read_text(encoding="utf-8")
    found = {name: block.text for block in blocks(text) if (name := _file(block, text))}
    for name, written in found.items():
        (folder / name).write_text(written, encoding="utf-8")
    return {name: folder / name for name in found}


def dead_links(document: Path) -> list[str]:
    """The files that it names, and the headings in them, that are not there."""
    return [
        target for target in LINK.findall(CODE.sub("", document.read_text(encoding="utf-8"))) if not _leads(document, target)
    ]


def anchors(text: str) -> set[str]:
    """Where links into a document may lead: its headings, as GitHub and the site spell them."""
    names = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(_without_blocks(text))]
    return {f"{name}-{names[:number].count(name)}" if name in names[:number] else name for number, name in enumerate(names)}


def pictures(document: Path) -> list[Path]:
    """Those that it shows and that are kept beside it."""
    return [document.parent / target for target in PICTURE.findall(document.read_text())]


def timeless(text: str) -> str:
    """A text without times, speeds and places in memory, which are others each time."""
    return TIME.sub("TIME", text)


def rerun(text: str) -> str:
    """The document with what comes when its blocks are run in this folder."""
    session: dict[str, Any] = {"__name__": "__main__"}
    made, last, printed = list[str](), 0, ""
    for block in blocks(text):
        now = block.text
        if block.kind == "text":
            now, printed = printed, ""
        elif block.kind == "console":
            now = "".join(f"$ {command}\n{_written(command, bool(below))}" for command, below in typed(block.text))
        elif name := _file(block, text):
            Path(name).write_text(block.text)
        elif block.kind == "python":
            _is_shown(printed)
            printed = _printed(block.text, session)
        made += [text[last : block.begin], block.text if timeless(now) == timeless(block.text) else now]
        last = block.end
    _is_shown(printed)
    return "".join([*made, text[last:]])


def _leads(document: Path, target: str) -> bool:
    path, _, heading = target.partition("#")
    place = document.parent / path if path else document
    return place.exists() and (not heading or heading in anchors(place.read_text(encoding="utf-8")))


def _without_blocks(text: str) -> str:
    return BLOCK.sub("", text)


def _file(block: Block, text: str) -> str:
    """The name of the file that a block is; "" for one that is none."""
    named = {"python": FILE.match(block.text), "json": DATA.search(text[: block.begin])}.get(block.kind)
    return named[1] if named else ""


def _is_shown(printed: str) -> None:
    """Whether a block of text has followed, which takes what is printed."""
    assert not printed, f"the document does not show that this is printed: {printed}"


def _written(command: str, wanted: bool) -> str:
    """What a command writes, where that is wanted; else it must end well."""
    *typing, program = command.split(" | ")
    name, *arguments = shlex.split(program)
    assert name == "kibitz", command
    typed_in = shlex.split(typing[0])[1].replace("\\n", "\n") if typing else "quit\n"
    code, told, complaint = commandline.run_here(*arguments, typed=typed_in)
    if not wanted:
        assert code == 0, complaint
        return ""
    ending = f"\n{complaint.rstrip()}\n[exit code {code}]" if code else ""
    return f"{told.rstrip()}{ending}".strip("\n").replace(str(Path.cwd()), "...") + "\n"


def _printed(code: str, session: dict[str, Any]) -> str:
    """What Python prints."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        exec(compile(code, "the document", "exec"), session)
    return written.getvalue()


def main(document: Path) -> None:
    """Write into a document and its pictures what comes when it is run."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KIBITZ_STORE"] = f"{folder}/games.db"
        with contextlib.chdir(folder):
            document.write_text(rerun(document.read_text()))
        for picture in pictures(document):
            picture.parent.mkdir(exist_ok=True)
            shutil.copy(Path(folder) / picture.name, picture)


if __name__ == "__main__":
    for file in sys.argv[1:]:
        main(Path(file).resolve())
