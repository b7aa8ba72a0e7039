"""A game tree drawn as one SVG picture that stands alone: `svg(branch)`."""

from kibitz.explain.tree.svg.picture import svg as svg
