"""Boards as HTML: the picture, the buttons over it, and the panels beside it."""
