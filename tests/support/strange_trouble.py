"""Searches in strange trouble: odd games (`odd_designs.py`), held against an oracle that has the whole history in its state.

    python tests/support/strange_trouble.py [--games 1000] [--seed 0] [--questions 4] [--jobs 1] [--compiled]

Of each game: what is legal and how it ends, as the referee, a protocol, random games, players and searches see it; and whatever
is said to be proved. A search may refuse a game in a sentence: these are counted. The command prints what went wrong, and ends
with 1 if anything did. It asks plain Python, where thousands of small games take a minute; `--compiled` asks machine code.
"""

import argparse
import multiprocessing
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

if __name__ == "__main__" and "--compiled" not in sys.argv:
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything asks for Numba

from history_oracle import Lawless, TooLarge
from kibitz.errors import KibitzError
from odd_designs import design
from strange_cases import EVERYBODY, Case, think
from strange_judge import Failure, may_refuse
from strange_parties import look_at_odd_party


@dataclass
class Found:
    """What came of games."""

    games: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)  # by who was asked, and the kind of value
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        """Take in what came of other games."""
        self.games += other.games
        self.skipped.update(other.skipped)
        self.asked.update(other.asked)
        self.refused.update(other.refused)
        self.wrong += other.wrong

    def ask(self, who: str, case: Case, words: str, question: Callable[[], str]) -> None:
        """Take in what somebody says: `question` gives the kind of it, and raises Failure where it is not so."""
        try:
            self.asked[f"{who} {question()}"] += 1
        except (TooLarge, Lawless) as problem:
            self.skipped[type(problem).__name__] += 1
        except Failure as failure:
            self.wrong.append(f"{who} game {case.seed} {words}: {failure}")
        except KibitzError as problem:
            if may_refuse(case.plan, str(problem)):
                self.refused[f"{who}: {sentence_kind(str(problem))}"] += 1
            else:
                self.wrong.append(f"{who} game {case.seed} {words}: refuses: {problem}")
        except Exception as problem:
            self.wrong.append(f"{who} game {case.seed} {words}: crashed: {type(problem).__name__}: {problem}")


def look(seed: int, count: int = 4) -> Found:
    """What is wrong in what is said of one odd game, a sentence each."""
    found = Found(1)
    try:
        case = Case(seed)
    except (TooLarge, Lawless) as problem:
        found.skipped[type(problem).__name__] += 1
        return found
    except (Failure, KibitzError) as failure:
        if may_refuse(design(seed), str(failure)):
            found.refused[f"referee: {sentence_kind(str(failure))}"] += 1
            return found
        found.wrong.append(f"referee game {seed} {words_of(design(seed))}: {type(failure).__name__}: {failure}")
        return found
    words = words_of(case.plan, case)
    for asked in case.questions(count):
        found.ask(asked["search"], case, f"{words} {_asked(asked)}", lambda asked=asked: think(case, asked))  # type: ignore[misc]
    for who, (share, question) in EVERYBODY.items():
        if case.dice.random() < share:
            found.ask(who, case, words, lambda question=question: question(case))  # type: ignore[misc]
    if seed % 4 == 0:
        found.ask("party", case, "", lambda: look_at_odd_party(seed))
    return found


def sentence_kind(sentence: str) -> str:
    """A sentence without its numbers and names."""
    return re.sub(r"-?\d[\d,.]*", "#", re.sub(r"\S*odd_games\S*|\S*odd\.solution\S*", "it", sentence))[:140]


def words_of(plan: Any, case: Case | None = None) -> str:
    """A game in short."""
    kind = f"{'judged ' if plan.judges else ''}{plan.recurrence or 'no recurrence'} {plan.count}"
    merges = "" if list(plan.keyed) == list(range(len(plan.keyed))) else " merged"
    parts = [part for part, kept in (("clock", plan.keeps_clock), ("turn", plan.keeps_turn)) if kept]
    key = f"key {'whole' if not plan.names_key else ' '.join(['node', *parts]) + merges}"
    clock = f"clock {'decides' if plan.decides else 'counts'} at {plan.last}"
    habits = [name for name in ("pays", "alternates", "names_final") if getattr(plan, name)]
    best = f"best {plan.best}" + ("" if plan.names_best else " not said")
    wise = [] if case is None else [type(case.wise).__name__ if case.wise else "knows nothing", f"after {case.position.moves}"]
    return f"[{'; '.join([kind, key, clock, best, *habits, *wise])}]"


def _asked(asked: dict[str, Any]) -> str:
    limit = asked["limit"]
    more = {"depth": limit.depth, "nodes": limit.nodes, "table": limit.table}
    told = {name: value for name, value in asked.items() if name not in ("search", "limit", "knowledge")} | more
    return " ".join(f"{name}={value}" for name, value in told.items() if value is not None and value is not False)


def _run(job: tuple[int, int, int]) -> Found:
    first, end, count = job
    found = Found()
    for seed in range(first, end):
        found.add(look(seed, count))
    return found


def main() -> int:
    """1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--questions", type=int, default=4, help="to searches, about each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--compiled", action="store_true")
    given = parser.parse_args()
    began, found, end = time.monotonic(), Found(), given.seed + given.games
    jobs = [(first, min(first + 250, end), given.questions) for first in range(given.seed, end, 250)]
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for part in pool.imap_unordered(_run, jobs) if given.jobs > 1 else map(_run, jobs):
            found.add(part)
            for sentence in part.wrong:
                print(sentence, flush=True)
            print(f"\r{found.games:,} games", end="", file=sys.stderr, flush=True)
    print("asked:", *(f"{count:8} {who}" for who, count in sorted(found.asked.items())), sep="\n")
    print("refused:", *(f"{count:8} {what}" for what, count in sorted(found.refused.items())), sep="\n")
    kinds = Counter(one.split()[0] for one in found.wrong)
    print(f"{found.games:,} games from seed {given.seed} in {time.monotonic() - began:,.0f} s, skipped {dict(found.skipped)}")
    print(f"{len(found.wrong)} wrong {dict(kinds) or ''}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
