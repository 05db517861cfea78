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


def format_rules_and_headings(count: int) -> str:
    """Return the number of an edition's numbered records in words: `3,318 rules and headings`.

    Sections and chapters have numbers, but are headings for readers. A page that called them rules would contradict the
    table of its chapters, whose rules and subrules add up to less.
    """
    return format_count(count, "rule or heading", "rules and headings")
