"""How fast searches run as WebAssembly, in node, beside machine code: nodes a second of the processor, in turns."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row, at_least

BARE, LEARNED, ROUNDS = 60.0, 40.0, 3
SEARCHES = {
    "connect_four": [("deepening", 6_000_000), ("mcts", 100_000)],
    "othello": [("deepening", 2_000_000), ("mcts", 20_000)],
    "chess": [("deepening", 1_000_000), ("mcts", 4_000)],
    "hex": [("deepening", 2_000_000), ("mcts", 20_000)],
    "go": [("deepening", 600_000), ("mcts", 4_000)],
}
WITH_ESTIMATES = {
    "connect_four": [("deepening", 4_000_000)],
    "othello": [("deepening", 2_000_000), ("selective", 1_500_000)],
    "breakthrough": [("deepening", 2_000_000), ("selective", 1_500_000)],
    "checkers": [("deepening", 2_000_000)],
    "kalah": [("deepening", 4_000_000)],
}
ASK = """
const fs = require("fs");
const given = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const bytes = (text) => Buffer.from(text, "base64");
const codes = Object.fromEntries(Object.entries(given.codes).map(([name, code]) => [name, bytes(code)]));
const numbers = given.numbers.map(([text, count]) => ({ bytes: bytes(text), count }));
const rules = new Rules({ ...given.data, numbers }, codes);
const { search, nodes } = given.asked;
think(rules, rules.root, { search, limit: { nodes: Math.ceil(nodes / 10) } });
const began = process.cpuUsage().user;
const found = think(rules, rules.root, { search, limit: { nodes } });
console.log((found.nodes / (process.cpuUsage().user - began)) * 1e6);
"""
RUN = """
import json, sys, time
import kibitz
spec, search, nodes = sys.argv[1], sys.argv[2], int(sys.argv[3])
kibitz.think(spec, search=search, nodes=max(1, nodes // 10), compile_first=True)
began = time.process_time()
found = kibitz.think(spec, search=search, nodes=nodes, compile_first=True)
print(found.nodes / (time.process_time() - began))
"""
BUNDLE = """
import base64, json, sys
from kibitz.browser.bundle import bundle
from kibitz.browser.script import searching_script
from kibitz.core.registry import load
made = bundle(load(sys.argv[1]), tuple(sys.argv[3:]))
held = {
    "data": made.data,
    "codes": {name: base64.b64encode(code).decode() for name, code in made.codes.items()},
    "numbers": [[base64.b64encode(part).decode(), count] for part, count in made.numbers],
    "script": searching_script(),
}
open(sys.argv[2], "w").write(json.dumps(held))
"""


def rows() -> Iterator[Row]:
    """Without learned estimates, and with those that ship."""
    node = shutil.which("node")
    if node is None:
        yield Row("WebAssembly beside machine code", "not measured", f"at least {BARE:.0f} %", None, "there is no node here")
        return
    for name, searches, least, learned in (
        ("without a learned estimate", SEARCHES, BARE, "none"),
        ("with the estimates that ship", WITH_ESTIMATES, LEARNED, ""),
    ):
        environment = {key: value for key, value in os.environ.items() if key != "KIBITZ_LEARNED"}
        environment |= {"KIBITZ_LEARNED": learned} if learned else {}
        with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as place:
            shares = {
                f"{game} {search}": _share(node, Path(place), game, search, nodes, environment)
                for game, all_ in searches.items()
                for search, nodes in all_
            }
        how = f"node, best of {ROUNDS} in turns: {', '.join(f'{one} {100 * share:.0f} %' for one, share in shares.items())}"
        mean = 100 * statistics.geometric_mean(shares.values())
        yield at_least(f"WebAssembly beside machine code, {name}", mean, least, "%", how)


def _share(node: str, place: Path, game: str, search: str, nodes: int, environment: dict[str, str]) -> float:
    """The speed in node in shares of that of machine code here."""
    file = place / f"{game}-{search}.json"
    subprocess.run([sys.executable, "-c", BUNDLE, game, str(file), search], check=True, env=environment)
    held = json.loads(file.read_text())
    script = place / "ask.js"
    script.write_text(held.pop("script") + ASK, encoding="utf-8")
    file.write_text(json.dumps(held | {"asked": {"search": search, "nodes": nodes}}), encoding="utf-8")
    commands = ([node, str(script), str(file)], [sys.executable, "-c", RUN, game, search, str(nodes)])
    speeds: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for command, found in zip(commands, speeds, strict=True):
            done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
            found.append(float(done.stdout))
    return max(speeds[0]) / max(speeds[1])
