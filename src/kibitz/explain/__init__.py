"""Explaining: what a search did, node by node, why it left a move alone, and what a game should have been."""
