"""Two positions from games of the article's min-max against one look-ahead, in which it throws a won game away.

python examples/othello_article/mistake.py
"""

from lookahead import SIGNED, Lookahead

import kibitz

EARLY = "d3c5c6c7b5c4f6f3d7a5g2e6c3c8f7c2a6a7e8e2c1b1f1d1b7g4a4h1a8f5f4g8e7g6h3h4h5h7f2h2e3f8g5d8g3h6g7b6g1e1d2b4b2a3a2"
LATE = "f5d6c3d3c5f4c2g5h5h6e3h4d7d2e2c1f3b2a2a3a4c4a1f2g2f1b4b3d1c6b5a6b1e8b6h2e1g3h3g4h7h8g1a7g6h1b7e7f8g8c7d8e6c8b8f7g7"


def main():
    """Show both boards, and what each move is worth."""
    both = [kibitz.Position.after(kibitz.load("othello"), moves) for moves in (EARLY, LATE)]
    for left, right in zip(*(position.draw().splitlines() for position in both), strict=True):
        print(f"{left:44}{right}".rstrip())
    for side, position in zip(("left", "right"), both, strict=True):
        tell(side, position)


def tell(side, position):
    """What the article's min-max, the mended one and a search to the end make of each move."""
    heading = f"{side}, {('Black', 'White')[position.to_move]} to move"
    print(f"\n{heading:20}line, and what each ply turns over   min-max   mended   end of the game")
    mended = lines(Lookahead(shares=SIGNED, passes=True), position)
    for move, (value, line) in lines(Lookahead(), position).items():
        end = kibitz.solve(position.game, position.play(move).state, distance=False).value.result
        plies = ", ".join(f"{name} {gain}" for name, gain in gains(position, line))
        print(f"  {position.name(move):18}{plies:36}{value:6}{mended[move][0]:9}{-end:+18}")


def lines(look, position):
    """The value of each move, and the line that has it."""
    thought = kibitz.think(look, look.begin(position.state), search="minimax", all_moves=True, distance=False)
    worth = {one.move: (one.value.result, one.line) for one in thought.moves}
    return {move: worth[move] for move in position.legal()}


def gains(position, line):
    """The moves of a line by name, each with the number of stones that it turns over."""
    told = []
    for move in line:
        before = len(position.state.theirs)
        told.append((position.name(move), before - len(position.play(move).state.mine)))
        position = position.play(move)
    return told


if __name__ == "__main__":
    main()
