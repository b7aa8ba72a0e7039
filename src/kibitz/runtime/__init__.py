"""Foreign code, kept in bounds: worker processes, deadlines, and sentences about its errors."""
