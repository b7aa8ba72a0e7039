"""A game on a page, played in node: what its scripts find, for the tests to compare."""

import base64
import json
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from kibitz.browser.bundle import Bundle
from kibitz.browser.linking import linker
from kibitz.browser.script import searching_script
from kibitz.core.rules import Game
from kibitz.errors import PageError
from kibitz.position import Position

NODE = shutil.which("node")
HEAD = """
const fs = require("fs");
const crypto = require("crypto");
const given = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const bytes = (text) => Buffer.from(text, "base64");
const codes = Object.fromEntries(Object.entries(given.codes).map(([name, code]) => [name, bytes(code)]));
const numbers = given.numbers.map(([text, count]) => ({ bytes: bytes(text), count }));
const rules = new Rules({ ...given.data, numbers }, codes);
const plain = (key, value) => {
  if (typeof value === "bigint") return String(value);
  return value === Infinity ? "inf" : value === -Infinity ? "-inf" : value;
};
const answer = (found) => fs.writeFileSync(process.argv[3], JSON.stringify(found, plain));
"""
# Every position on the way, with its moves; and what searches there find, with hashes of all their memory.
WALKS = """
const faces = given.data.face && !given.data.face.isPlain ? new Faces(rules, given.data.face) : null;
function facts(position) {
  const { legal, payoffs, mover, isOver: over, score, hasRecurred, seen } = position;
  const steps = faces && legal.map((move) => ({ move, ...faces.spell(position, move) }));
  const look = faces && faces.look(position);
  if (given.data.hasHands) rules.call("hands", position.state, rules.out);
  const hands = given.data.hasHands ? [0, 1].map((side) => rules.out.real(1 + side)) : [];
  return { legal, payoffs, mover, over, score, hasRecurred, weights: seen.weights, steps, look, hands };
}
const hash = (words) => {
  const { at, length } = words;
  return crypto.createHash("sha256").update(rules.room.bytes.subarray(at, at + 8 * length)).digest("hex");
};
let left = null;
function noting(Way) {
  const { leave } = Way.prototype;
  Way.prototype.leave = function () {
    const { team } = this;
    const memory = team.worker?.memory ?? team.memory;
    if (team.tree) memory.halt = 0;
    else memory.stop = 0;
    left = [hash(memory), hash(team.worker?.table ?? team.tree ?? team.table)];
    return leave.call(this);
  };
}
for (const Way of [Thinking, ProofSearch]) if (Object.hasOwn(Way.prototype, "leave")) noting(Way);
answer(
  given.asked.map(({ moves, requests }) => {
    let position = rules.root;
    const seen = [facts(position)];
    for (const move of moves) {
      position = position.play(move);
      seen.push(facts(position));
    }
    const found = requests.map((request) => {
      const thought = think(rules, position, request);
      return { thought, left };
    });
    return { seen, found };
  }),
);
"""


def need(there: bool, missing: str) -> None:
    """Skip a test where a program is missing; fail it in CI."""
    if there:
        return
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def need_linker() -> None:
    """Skip a test where nothing links WebAssembly."""
    try:
        linker()
    except PageError as missing:
        need(False, str(missing))


# The trees of searches as the explorer reads them.
TREES = """
const faces = given.data.face.isPlain ? new PlainFaces(rules, given.data.face) : new Faces(rules, given.data.face);
answer(
  given.asked.map(({ moves, search, depth, nodes, near }) => {
    const position = moves.reduce((here, move) => here.play(move), rules.root);
    const tree = new SearchTree(traceOf(rules, position, search, depth, nodes), faces);
    return treeColumns(tree, new Set(nearestFamilies(tree.trace, 0, near)));
  }),
);
"""


def walk(game: Game, dice: random.Random, plies: int) -> Position:
    """A position of a random game that is not over."""
    position = Position.after(game)
    for _ in range(plies):
        after = position.play(dice.choice(position.legal()))
        if after.is_over:
            break
        position = after
    return position


def run_in_node(script: str, game: Bundle, asked: Any) -> Any:
    """What a script passes to `answer`; it has `given.asked`, the `rules`, and everything that the scripts of a page define."""
    assert NODE is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        given = {
            "data": game.data,
            "codes": {kernel: base64.b64encode(code).decode() for kernel, code in game.codes.items()},
            "numbers": [[base64.b64encode(part).decode(), count] for part, count in game.numbers],
            "asked": asked,
        }
        (folder / "given.json").write_text(json.dumps(given), encoding="utf-8")
        (folder / "ask.js").write_text('"use strict";\n' + searching_script(traces=True) + HEAD + script, encoding="utf-8")
        subprocess.run([NODE, folder / "ask.js", folder / "given.json", folder / "found.json"], check=True, cwd=folder)
        return json.loads((folder / "found.json").read_text(encoding="utf-8"))
