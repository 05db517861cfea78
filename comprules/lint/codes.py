"""Codes of findings as people write them: in the configuration, on the command line, in comments."""

from __future__ import annotations

import difflib

from graph.citations.codes import CODES

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


def unknown_code(word: str) -> str:
    """Return the message about a word that means no code."""
    names = [*CODES, *(code.name for code in CODES.values())]
    near = difflib.get_close_matches(word.strip(), names, n=1) or difflib.get_close_matches(
        word.strip().upper(), names, n=1
    )
    hint = f"did you mean {near[0]}?" if near else f"the codes are {', '.join(CODES)}"
    return f"there is no finding {word.strip()!r}; {hint}"


def format_code(name: str) -> str:
    """Return a code with its name, as in messages: `CR002 retired`."""
    return f"{name} {CODES[name].name}"
