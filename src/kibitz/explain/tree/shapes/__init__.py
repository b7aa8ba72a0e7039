"""The shapes that a drawn tree can have: one file, one shape, found by looking.

Each has `make(argument)`: from the text behind the shape's name, a function that takes the node that is drawn first and gives
another, which gives the children to show of any node that is shown. `SHOWS` says what that is; a shape that is nothing
when it is cut short says `ALL_OR_NOTHING`.
"""
