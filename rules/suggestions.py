"""Suggestions for an unknown word, for messages."""

from collections.abc import Iterable


def suggest(word: str, choices: Iterable[str], *, kind: str, shown: str = "{}") -> str:
    """Return the end of a message about an unknown word: `did you mean notes?`, or else `the keys are notes, text`.

    Args:
        word: The unknown word.
        choices: The valid words.
        kind: A noun for the valid words in the plural, such as `keys`.
        shown: The form in which the suggestion is shown, with `{}` for the word.
    """
    import difflib  # noqa: PLC0415 - only needed for errors

    choices = list(choices)
    for form in (word, word.lower(), word.upper()):
        close = difflib.get_close_matches(form, choices, n=1)
        if close:
            return f"did you mean {shown.format(close[0])}?"
    return f"the {kind} are {', '.join(choices)}"
