"""Numbers with their nouns."""


def format_count(count: int, singular: str, several: str | None = None) -> str:
    """Return a number with its noun: `1 finding`, `1,234 findings`.

    Args:
        count: The number.
        singular: The words after the number 1: `finding`, `entry differs`.
        several: The words after any other number: `entries differ`; None for the singular with an `s`.
    """
    if count == 1:
        return f"{count:,} {singular}"
    return f"{count:,} {several or f'{singular}s'}"
