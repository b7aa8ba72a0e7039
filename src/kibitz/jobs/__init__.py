"""Work that runs beside the page, in worker processes: the pool, the queue of each visitor, the kinds of jobs."""
