"""States drawn from their scenes: `text.draw` for terminals, `board.svg` for pages and notebooks."""
