"""Files on disk: written whole, replaced when they change, and named by a fingerprint of a game's rules."""
