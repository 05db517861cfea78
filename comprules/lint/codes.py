"""Codes of findings as people write them: in the configuration, on the command line, in comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.codes import CODES

if TYPE_CHECKING:
    from collections.abc import Iterable

UNUSED = "CR100"
REWORDED = "CR008"
DRIFTED = "CR003"
INTERNAL = "CR900"
"""Always reported: no option, comment or baseline suppresses it."""


def code_of(word: str) -> str | None:
    """Return the code that a word means: a code (`CR002`) or its name (`retired`) in any case; None if unknown."""
    word = word.strip()
    if word.upper() in CODES:
        return word.upper()
    return next((code for code, about in CODES.items() if about.name == word.lower()), None)


def suggest(word: str, known: Iterable[str], *, kind: str, shown: str = "{}") -> str:
    """Return the end of a message about an unknown word: which one was probably meant, or else all of them.

    Args:
        word: What somebody wrote.
        known: What could have been written.
        kind: What these words are: `keys`.
        shown: How the one meant is written.
    """
    import difflib  # noqa: PLC0415 - only needed for errors

    known = list(known)
    forms = (word, word.lower(), word.upper())
    near = next((found for form in forms for found in difflib.get_close_matches(form, known, n=1)), None)
    return f"did you mean {shown.format(near)}?" if near else f"the {kind} are {', '.join(known)}"


def unknown_code(word: str) -> str | None:
    """Return the message about a word that means no code; None if it means one."""
    if code_of(word):
        return None
    names = [*CODES, *(code.name for code in CODES.values())]
    return f"there is no finding {word.strip()!r}; {suggest(word.strip(), names, kind='codes and their names')}"


def format_code(name: str) -> str:
    """Return a code with its name, as in messages: `CR002 retired`."""
    return f"{name} {CODES[name].name}"
