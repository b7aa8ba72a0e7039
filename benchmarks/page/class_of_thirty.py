"""A class that plays at once: how long each of its students waits for the computer's answer."""

import http.client
import random
import re
import statistics
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

from benchmarks.row import Row, at_most
from benchmarks.served import served

STUDENTS, MOVES, MOST = 30, 8, 500.0
THINKING = (2.0, 6.0)  # seconds that a student looks at the board before each move
GAMES = ("connect_four", "othello", "tic_tac_toe")
FORM = {"sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded"}
VERSION, MOVE = re.compile(r'name="version" value="(\d+)"'), re.compile(r'name="move" value="([^"]+)"')


class Student(threading.Thread):
    """A browser without scripts: a form is answered when the computer has moved. `times`: milliseconds of each answer."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(daemon=True)
        self._place, self._dice = urlsplit(address), random.Random(number)
        self._game, self._cookie = GAMES[number % len(GAMES)], ""
        self.times: list[float] = []

    def run(self) -> None:
        """Play some moves at random."""
        at = self._ask("POST", f"/g/{self._game}/play", {"player-0": "human", "player-1": "computer:level=2"})[0]
        while len(self.times) < MOVES:
            _, page = self._ask("GET", at)
            time.sleep(self._dice.uniform(*THINKING))
            version, moves = VERSION.search(page), MOVE.findall(page)
            if not moves or version is None or "data-ended" in page:
                at = self._ask("POST", f"{at}/again", {"turned": ""})[0]
                continue
            began = time.perf_counter()
            self._ask("POST", f"{at}/move", {"move": self._dice.choice(moves), "version": version[1]})
            self.times.append(1000 * (time.perf_counter() - began))

    def _ask(self, method: str, place: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        connection = http.client.HTTPConnection(self._place.netloc, timeout=120)
        try:
            headers = FORM | ({"cookie": self._cookie} if self._cookie else {})
            connection.request(method, place, None if fields is None else urlencode(fields), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            assert answer.status in (200, 303), f"{answer.status}: {text[-300:]}"
            self._cookie = (answer.headers["set-cookie"] or self._cookie).partition(";")[0]
            return answer.headers["location"] or "", text
        finally:
            connection.close()


def rows() -> Iterator[Row]:
    """The 95th percentile of all answers."""
    with served() as address:
        for number in range(len(GAMES)):
            first = Student(address, number)
            first.start()  # so that all is compiled
            first.join()
        students = [Student(address, number) for number in range(STUDENTS)]
        for one in students:
            one.start()
        for one in students:
            one.join()
    times = sorted(took for one in students for took in one.times)
    assert len(times) == STUDENTS * MOVES
    middle = f"median {statistics.median(times):.3g} ms, longest {times[-1]:.3g} ms"
    how = f"level 2, {', '.join(GAMES)}; {len(times)} answers, {middle}"
    yield at_most(f"a class of {STUDENTS}: an answer, 95th percentile", statistics.quantiles(times, n=20)[-1], MOST, "ms", how)
