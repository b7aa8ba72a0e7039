"""Ways to tune: one file each, with a function `make(parameters, schedule)`."""
