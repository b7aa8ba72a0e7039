"""A search step by step: what has happened by then, in words and in the pseudocode, and questions about what comes next."""
