"""The shapes of a drawn tree, one per file, found by looking.

Each has `make(argument)`, which returns a function from the first drawn node to a function that gives the children to show of
any node. `SHOWS` describes the shape; `ALL_OR_NOTHING` marks one that must not be cut short.
"""
