"""What an unknown word in a message probably meant."""

from collections.abc import Iterable


def suggest(word: str, choices: Iterable[str], *, kind: str, shown: str = "{}") -> str:
    """Return the end of a message about an unknown word: which one was probably meant, or else all of them.

    Args:
        word: What somebody wrote.
        choices: What could have been written.
        kind: What these words are: `keys`.
        shown: How the one meant is written.
    """
    import difflib  # noqa: PLC0415 - only needed for errors

    choices = list(choices)
    for form in (word, word.lower(), word.upper()):
        close = difflib.get_close_matches(form, choices, n=1)
        if close:
            return f"did you mean {shown.format(close[0])}?"
    return f"the {kind} are {', '.join(choices)}"
