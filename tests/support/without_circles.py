"""Games that cannot come back to a position, small enough to find all positions of."""

SMALL = ["tic_tac_toe:width=3,height=2,line=2", "nim:heaps=1-2-3", "dots_and_boxes:width=2,height=1"]
GAMES = [
    "kalah:pits=3,seeds=4",  # a side may move again, and late a pit has more seeds than any random game showed
    "othello:size=4",  # passes: a position after several numbers of plies
    "dots_and_boxes:width=2,height=2",  # what moves bring
    "connect_four:width=4,height=4",
    "hex:size=3",
    "tic_tac_toe",
]
