"""A length of time as people say it."""


def format_duration(seconds: float) -> str:
    """About how long: 40 s, 12 min, 2 h 5 min."""
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes > 90 else f"{minutes} min" if seconds > 90 else f"{seconds:.0f} s"
