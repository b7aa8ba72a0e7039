"""An engine that misbehaves in the way that its first argument names; it speaks UCI and UGI, and knows no rules."""

import os
import subprocess
import sys
import time

LONG = 10 * 2**20  # bytes
ASKED = {
    "clock": "go wtime 9000 btime 9000 winc 500 binc 500 movestogo 2\n",
    "timed": "go movetime 2000\n",
}  # or it plays nonsense


def say(*words: str) -> None:
    print(*words, flush=True)


def main(way: str, *moves: str) -> None:
    """`moves`: what it plays, one after the other, whatever the position is."""
    if way == "mute":
        time.sleep(60)
    if way == "stillborn":
        print("cannot find my network", file=sys.stderr)
        sys.exit(3)
    left, variant = list(moves), "chess"
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word in ("uci", "ugi"):
            say("id name fake")
            say("option name Skill Level type spin default 20 min 0 max 20")
            if way == "variants":
                say("option name UCI_Variant type combo default chess var breakthrough var amazons var chess")
            say(f"{word}ok")
        elif word == "isready":
            say("readyok")
        elif line.startswith("setoption name UCI_Variant value "):
            variant = line.split()[-1]
        elif word == "go" and way == "variants":
            go(way, left.pop(0) if variant in ("breakthrough", "amazons") else "0000")
        elif word == "go" and way == "patient":
            say("info depth 1 pv", left[0])
        elif word == "stop":
            say("bestmove", left.pop(0))
        elif word == "go":
            go(way, left.pop(0) if left and line == ASKED.get(way, line) else "0000")
        elif word == "quit" and way != "stubborn":
            break
    if way == "stubborn":
        time.sleep(60)


def go(way: str, move: str) -> None:
    """Answer, or fail to."""
    if way == "hang":
        time.sleep(60)
    elif way == "crash":
        os.abort()
    elif way == "garbage":
        sys.stdout.buffer.write(bytes(range(128, 256)) * 8 + b"\nbestmove \xff\xfe\n")
        sys.stdout.buffer.flush()
    elif way == "long":
        say("x" * LONG)
    elif way == "flood":
        while True:
            say("info string nothing to say")
    elif way == "children":
        subprocess.Popen(["sleep", "60"])
    say("info depth 3 score cp 25 nodes 12 time 1 pv", move)
    say("bestmove", move)


if __name__ == "__main__":
    main(*sys.argv[1:])
