"""Numbers with their nouns."""


def format_count(count: int, singular: str, several: str | None = None) -> str:
    """Return a number with its noun: `1 finding`, `1,234 findings`."""
    return f"{count:,} {singular if count == 1 else several or f'{singular}s'}"
