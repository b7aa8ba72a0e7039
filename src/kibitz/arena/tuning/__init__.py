"""Tune the numbers of an estimate by games: what can be tuned, the methods, and a tuning that can always be resumed."""
