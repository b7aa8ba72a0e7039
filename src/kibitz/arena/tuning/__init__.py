"""Numbers of an estimate made better by games: what is tuned, the methods, and the tuning that goes on after any end."""
