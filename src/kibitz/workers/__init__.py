"""Work done by other processes, on this machine or on others, with the files that it needs."""
