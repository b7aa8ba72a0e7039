"""States drawn from their scenes: `text.draw` for a terminal, `board.svg` for pages and notebooks."""
