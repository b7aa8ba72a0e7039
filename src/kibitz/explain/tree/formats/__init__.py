"""The kinds of files that a drawn tree can go to: one file, one ending, found by looking.

Each has `MOST`, how many nodes it shows when nothing is said, `TAKES`, which wishes for its looks it can fulfil ("boards",
"windows", "reasons"), and `write(branch, look)`, the content of the file.
"""
