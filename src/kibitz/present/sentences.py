"""A message as a sentence of a face: messages of errors begin small and end without a stop, as Python's do."""

CODE = frozenset("._/\\`'\"=<")  # the first word of a message that has one of these is a name: of a file, a method, a player


def as_sentence(message: object) -> str:
    """The message with a capital at its beginning, unless that is a name, and a full stop."""
    text = str(message)
    first = text.partition(" ")[0].rstrip(".,:;")
    begins = text[:1] if CODE & set(first) else text[:1].upper()
    return f"{begins}{text[1:]}" + ("" if not text or text.endswith((".", "?", "!")) else ".")
