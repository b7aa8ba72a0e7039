"""The rules of chess once more, on a dictionary of squares with letters on them, sharing no line with the game."""

from collections.abc import Iterator

from naive import ForTwo, Square

START = {8: "rnbqkbnr pppppppp 8 8 8 8 PPPPPPPP RNBQKBNR", 6: "rnqknr pppppp 6 6 PPPPPP RNQKNR"}
LINES = {"R": [(0, 1), (0, -1), (1, 0), (-1, 0)], "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
JUMPS = [(down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right)]
Board = dict[Square, str]
Step = tuple[Square, Square, str]  # from, to, and what a pawn becomes


class NaiveChess(ForTwo):
    """White is 0 and goes up the rows; a square is (row, column), from White's left."""

    def __init__(self, size: int, claims: bool, fen: str) -> None:
        self.size, self.most = size, 100 if claims else 150
        fields = fen.replace("_", " ").split() or [START[size].replace(" ", "/"), "w", "KQkq" if size == 8 else "-"]
        _, side, self.rights, passed, still, _ = [*fields, *["", "w", "-", "-", "0", "1"][len(fields) :]]
        self.mover, self.still = "wb".index(side), int(still)
        self.passed = None if passed == "-" else (int(passed[1]) - 1, ord(passed[0]) - ord("a"))
        self.board: Board = {}
        for up, row in enumerate(reversed(fields[0].split("/"))):
            spread = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
            self.board |= {(up, column): sign for column, sign in enumerate(spread) if sign != "."}

    def side(self, letter: str) -> int:
        return int(letter.islower())

    def reach(self, board: Board, square: Square) -> Iterator[Square]:
        """The squares that the piece there attacks."""
        letter, (row, column) = board[square], square
        kind = letter.upper()
        if kind == "P":
            yield from ((row + self.up(self.side(letter)), column + aside) for aside in (-1, 1))
        elif kind == "N":
            yield from ((row + down, column + right) for down, right in JUMPS)
        else:
            for down, right in LINES.get(kind, LINES["R"] + LINES["B"]):
                at = row + down, column + right
                while 0 <= at[0] < self.size and 0 <= at[1] < self.size:
                    yield at
                    if at in board or kind == "K":
                        break
                    at = at[0] + down, at[1] + right

    def up(self, side: int) -> int:
        return 1 if side == 0 else -1

    def is_attacked(self, board: Board, square: Square, by: int) -> bool:
        return any(square in self.reach(board, at) for at, letter in board.items() if self.side(letter) == by)

    def in_check(self, board: Board, side: int) -> bool:
        king = next(at for at, letter in board.items() if letter == "Kk"[side])
        return self.is_attacked(board, king, 1 - side)

    def after(self, step: Step) -> Board:
        """The board after a move, which need not be legal."""
        begin, end, becomes = step
        board = dict(self.board)
        letter = board.pop(begin)
        if letter in "Pp" and end == self.passed:
            board.pop((begin[0], end[1]))
        if letter in "Kk" and abs(end[1] - begin[1]) == 2:
            rook, beside = (7, 5) if end[1] > begin[1] else (0, 3)
            board[begin[0], beside] = board.pop((begin[0], rook))
        board[end] = (becomes if letter.isupper() else becomes.lower()) or letter
        return board

    def steps(self) -> list[Step]:
        """The legal moves: of each way to go those after which no king can be captured."""
        found = []
        for begin in sorted(at for at, letter in self.board.items() if self.side(letter) == self.mover):
            for end in sorted(self.ends(begin)):
                promotes = self.board[begin] in "Pp" and end[0] in (0, self.size - 1)
                kinds = ("QRBN" if self.size == 8 else "QRN") if promotes else ("",)
                found += [(begin, end, kind) for kind in kinds if not self.in_check(self.after((begin, end, kind)), self.mover)]
        return found

    def ends(self, begin: Square) -> set[Square]:
        """Where a piece can go, whatever becomes of its king."""
        letter, (row, column) = self.board[begin], begin
        inside = {(r, c) for r, c in self.reach(self.board, begin) if 0 <= r < self.size and 0 <= c < self.size}
        found = {at for at in inside if at not in self.board or self.side(self.board[at]) != self.mover}
        if letter in "Pp":
            up = self.up(self.mover)
            found = {at for at in found if at in self.board or at == self.passed}
            ahead = [(row + up, column), (row + 2 * up, column)]
            if ahead[0] not in self.board:
                found.add(ahead[0])
                if self.size == 8 and row in (1, 6) and row == 1 + 5 * self.mover and ahead[1] not in self.board:
                    found.add(ahead[1])
        if letter in "Kk":
            found |= {(row, 6) for _ in "x" if self.may_castle("K", row, [5, 6], [4, 5, 6])}
            found |= {(row, 2) for _ in "x" if self.may_castle("Q", row, [1, 2, 3], [4, 3, 2])}
        return found

    def may_castle(self, right: str, row: int, empty: list[int], safe: list[int]) -> bool:
        right = right if self.mover == 0 else right.lower()
        if right not in self.rights or any((row, column) in self.board for column in empty):
            return False
        return not any(self.is_attacked(self.board, (row, column), 1 - self.mover) for column in safe)

    def moves(self) -> list[str]:
        steps = self.steps()
        return [self.name(step, steps) for step in steps]

    def name(self, step: Step, steps: list[Step]) -> str:
        begin, end, becomes = step
        kind, here, there = self.board[begin].upper(), called(begin), called(end)
        if kind == "K" and abs(end[1] - begin[1]) == 2:
            name = "O-O" if end[1] == 6 else "O-O-O"
        elif kind == "P":
            name = (here[0] + "x" if end[1] != begin[1] else "") + there + ("=" + becomes if becomes else "")
        else:
            same = {one for one, to, _ in steps if to == end and self.board[one] == self.board[begin]}
            ways = ["", here[0], here[1], here]
            fits = [
                len([one for one in same if one[1] == begin[1]]) == 1,
                len([one for one in same if one[0] == begin[0]]) == 1,
            ]
            which = ways[0] if len(same) == 1 else ways[1] if fits[0] else ways[2] if fits[1] else ways[3]
            name = kind + which + ("x" if end in self.board else "") + there
        return name + self.sign(step)

    def sign(self, step: Step) -> str:
        """The sign of check behind a name."""
        kept = self.snapshot()
        self.make(step)
        check = self.in_check(self.board, self.mover)
        sign = "" if not check else "+" if self.steps() else "#"
        self.board, self.mover, self.still, self.rights, self.passed = kept
        return sign

    def snapshot(self) -> tuple[Board, int, int, str, Square | None]:
        return self.board, self.mover, self.still, self.rights, self.passed

    def make(self, step: Step) -> None:
        begin, end, _ = step
        letter, quiet = self.board[begin], end not in self.board and self.board[begin] not in "Pp"
        self.board = self.after(step)
        homes = {"K": [(0, 4), (0, 7)], "Q": [(0, 4), (0, 0)], "k": [(7, 4), (7, 7)], "q": [(7, 4), (7, 0)]}
        self.rights = "".join(one for one in self.rights if one != "-" and not {begin, end} & set(homes[one]))
        double = letter in "Pp" and abs(end[0] - begin[0]) == 2
        self.passed = ((begin[0] + end[0]) // 2, begin[1]) if double else None
        self.still, self.mover = self.still + 1 if quiet else 0, 1 - self.mover

    def play(self, name: str) -> None:
        steps = self.steps()
        self.make(next(step for step in steps if self.name(step, steps) == name))

    def is_dead(self) -> bool:
        """Whether bare kings are left, or with them one knight, or bishops on squares of one colour."""
        rest = {at: letter.upper() for at, letter in self.board.items() if letter not in "Kk"}
        if set(rest.values()) == {"N"}:
            return len(rest) == 1
        return set(rest.values()) <= {"B"} and len({(row + column) % 2 for row, column in rest}) < 2

    def over(self) -> bool:
        return self.still >= self.most or self.is_dead() or not self.steps()

    def lead(self) -> int:
        if self.steps() or not self.in_check(self.board, self.mover):
            return 0
        return -1 if self.mover == 0 else 1


def called(square: Square) -> str:
    return "abcdefgh"[square[1]] + str(square[0] + 1)
