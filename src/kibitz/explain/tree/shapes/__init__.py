"""The shapes that a drawn tree can have: one file, one shape, found by looking.

Each has `EXAMPLE`, how people ask for it, and `make(told, root)`: from what was said behind its name, and the node that is
drawn first, a function that gives the children to show of any node that is shown. A shape that is nothing when it is cut
short says `ALL_OR_NOTHING`.
"""
