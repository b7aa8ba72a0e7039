"""A logarithm that comes out the same on every machine and in a browser.

Libraries of C differ in the last bit, and one bit sends a search elsewhere.
"""

ROOT = 2.0**0.5
LOG_TWO = 0.6931471805599453


def natural_log(count: int) -> float:
    """The natural logarithm of a whole number from 1 on, within 2 units of the last place.

    The series of 2 artanh((m - 1) / (m + 1)) for m from 0.7 to 1.41, up to its 19th power; sums and products alone.
    """
    rest, twos = float(count), 0
    while rest > ROOT:
        rest *= 0.5
        twos += 1
    part = (rest - 1.0) / (rest + 1.0)
    square = part * part
    total = 1.0 / 19.0
    for power in range(17, 0, -2):
        total = total * square + 1.0 / power
    return LOG_TWO * twos + 2.0 * part * total
