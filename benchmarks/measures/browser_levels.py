"""The levels of a page against those of this process: pairs of games from random openings, both colours."""

import base64
import json
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import kibitz
from benchmarks.row import Row
from kibitz.browser.bundle import bundle, played_searches
from kibitz.browser.script import searching_script
from kibitz.core.registry import load
from kibitz.players import player
from kibitz.position import Position

GAMES, LEVEL, PAIRS, OPENING = ("connect_four", "othello"), 8, 100, 4
ANSWER = """
const fs = require("fs");
const given = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const bytes = (text) => Buffer.from(text, "base64");
const codes = Object.fromEntries(Object.entries(given.codes).map(([name, code]) => [name, bytes(code)]));
const numbers = given.numbers.map(([text, count]) => ({ bytes: bytes(text), count }));
const rules = new Rules({ ...given.data, numbers }, codes);
const player = new Player(rules, rules.levels[given.level - 1]);
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const position = JSON.parse(line).reduce((here, move) => here.play(move), rules.root);
  console.log(player.think(position).best);
});
"""


def rows() -> Iterator[Row]:
    """One row a game: the score of the page, and what the sequential test says of -20 against 20 Elo."""
    node = shutil.which("node")
    if node is None:
        yield Row("levels of a page", "not measured", "no difference", None, "there is no node here")
        return
    for game in GAMES:
        counts = _pairs(node, game)
        found = kibitz.sprt(counts, -20, 20)
        score = sum(share * count for share, count in zip((0, 0.25, 0.5, 0.75, 1), counts, strict=True)) / sum(counts)
        games = f"{2 * PAIRS} games in pairs from openings of {OPENING} random plies"
        how = f"{games}; pairs by points, 0 to 2: {counts}; SPRT(-20, 20): {found}"
        yield Row(
            f"{game}, level {LEVEL} of a page against level {LEVEL} here", f"{100 * score:.1f} %", "no difference", None, how
        )


def _pairs(node: str, spec: str) -> list[int]:
    """How many pairs of games brought the page 0, half a point, ... 2 points."""
    game, dice, counts = load(spec), random.Random(20), [0] * 5
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as place:
        made = bundle(game, played_searches(game))
        held = {
            "data": made.data,
            "codes": {name: base64.b64encode(code).decode() for name, code in made.codes.items()},
            "numbers": [[base64.b64encode(part).decode(), count] for part, count in made.numbers],
            "level": LEVEL,
        }
        Path(place, "given.json").write_text(json.dumps(held), encoding="utf-8")
        Path(place, "answer.js").write_text(searching_script() + ANSWER, encoding="utf-8")
        command = [node, str(Path(place, "answer.js")), str(Path(place, "given.json"))]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as page:
            assert page.stdin is not None
            assert page.stdout is not None
            for _ in range(PAIRS):
                opening = _opening(spec, dice)
                counts[sum(_points(page.stdin, page.stdout, opening, seat) for seat in range(2))] += 1
            page.stdin.close()
    return counts


def _opening(spec: str, dice: random.Random) -> Position:
    position = Position.after(spec)
    for _ in range(OPENING):
        position = position.play(dice.choice(position.legal()))
    return position


def _points(ask: IO[str], answers: IO[str], position: Position, seat: int) -> int:
    """Twice the points of the page, which plays the side `seat`."""
    here = player(f"computer:level={LEVEL}", seed=len(position.moves))
    while not position.is_over:
        if position.to_move == seat:
            ask.write(json.dumps(position.moves) + "\n")
            ask.flush()
            position = position.play(int(answers.readline()))
        else:
            best = here.think(position).best
            assert best is not None
            position = position.play(best)
    assert position.payoffs is not None
    return 1 + (position.payoffs[seat] > 0) - (position.payoffs[seat] < 0)
