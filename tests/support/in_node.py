"""A game on a page, played in node: what the scripts find of its positions, for the tests to compare."""

import base64
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from kibitz.browser.bundle import Bundle
from kibitz.browser.script import searching_script

NODE = shutil.which("node")
ASK = """
const fs = require("fs"), crypto = require("crypto");
const read = (name) => JSON.parse(fs.readFileSync(name, "utf8"));
const given = read(process.argv[2]);
const bytes = (text) => Buffer.from(text, "base64");
const codes = Object.fromEntries(Object.entries(given.codes).map(([name, code]) => [name, bytes(code)]));
const numbers = given.numbers.map(([text, count]) => ({ bytes: bytes(text), count }));
const rules = new Rules({ ...given.data, numbers }, codes);
const hash = (words) => crypto.createHash("sha256").update(rules.room.bytes.subarray(words.at, words.at + 8 * words.length)).digest("hex");
const plain = (key, value) => (typeof value === "bigint" ? String(value) : value === Infinity ? "inf" : value === -Infinity ? "-inf" : value);
function facts(position) {
  const { legal, payoffs, mover, isOver, score, seen } = position;
  return { legal, payoffs, mover: isOver ? 0 : mover, over: isOver, score, weights: seen.weights, estimate: seen.estimate };
}
const LEAVE = Thinking.prototype.leave;
let left = null;
const note = function () {
  const { team } = this;
  const memory = team && (team.worker?.memory ?? team.memory);
  if (memory) team.tree ? (memory.halt = 0) : (memory.stop = 0);
  if (memory && process.env.DUMP) fs.writeFileSync(process.env.DUMP, rules.room.bytes.subarray(memory.at, memory.at + 8 * memory.length));
  if (team && team.worker) left = { memory: hash(team.worker.memory), table: hash(team.worker.table) };
  else if (team && team.tree) left = { memory: hash(team.memory), table: hash(team.tree) };
  else if (team) left = { memory: hash(team.memory), table: hash(team.table) };
  return LEAVE.call(this);
};
for (const Way of [Thinking, ProofSearch]) {
  const leave = Way.prototype.leave;
  Way.prototype.leave = function () { if (Object.getPrototypeOf(this) !== ScoreSearch.prototype || !this.request.beside) note.call(this); else leave.call(this); };
}
const answers = given.asked.map(({ moves, requests, walk }) => {
  let position = rules.root;
  const seen = walk ? [facts(position)] : [];
  for (const move of moves) {
    position = position.play(move);
    if (walk) seen.push(facts(position));
  }
  const found = requests.map((request) => {
    left = null;
    const began = process.cpuUsage().user;
    const thought = think(rules, position, request);
    return { thought, left, seconds: (process.cpuUsage().user - began) / 1e6 };
  });
  return { seen, found };
});
fs.writeFileSync(process.argv[3], JSON.stringify(answers, plain));
"""


def ask_node(game: Bundle, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of the scripts. Each question has `moves` from the start, `requests` for searches there, and `walk`: whether
    every position on the way is to be described.
    """
    assert NODE is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        given = {
            "data": game.data,
            "codes": {kernel: base64.b64encode(code).decode() for kernel, code in game.codes.items()},
            "numbers": [[base64.b64encode(part).decode(), count] for part, count in game.numbers],
            "asked": asked,
        }
        (folder / "given.json").write_text(json.dumps(given))
        (folder / "ask.js").write_text('"use strict";\n' + searching_script() + ASK)
        subprocess.run([NODE, folder / "ask.js", folder / "given.json", folder / "found.json"], check=True, cwd=folder)
        found: list[dict[str, Any]] = json.loads((folder / "found.json").read_text())
        return found
