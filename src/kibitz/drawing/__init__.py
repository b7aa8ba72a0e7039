"""States drawn from their scenes: `text.draw` for a terminal, `svg.svg` for pages and notebooks."""
