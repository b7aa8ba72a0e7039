"""Code that is not ours, kept in bounds: worker processes, deadlines, and what is said of a mistake in it."""
