"""The tree that a search has walked through: its nodes, why it left them, and pictures of it."""
