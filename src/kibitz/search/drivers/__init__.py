"""The callers of a kernel: the request, deepening from the root, the handle that the caller stops and asks."""
