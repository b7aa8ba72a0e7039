"""A page that needs no server: a folder of files that opens from the disk, or from wherever files can be put."""

MOST = 200_000  # positions of a game that is played perfectly: Connect Four on 4x4 squares has 161,029
