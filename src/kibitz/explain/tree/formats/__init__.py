"""The kinds of files that a drawn tree can go to: one file, one ending, found by looking.

Each has `MOST`, how many nodes it shows when nothing is said, `TAKES`, which of the drawing options it can fulfil ("boards",
"windows", "reasons"), and `write(branch, options)`, the content of the file.
"""
