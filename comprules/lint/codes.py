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


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known word that was probably meant; None if none is close."""
    import difflib  # noqa: PLC0415 - only needed for errors

    return next(iter(difflib.get_close_matches(word, list(known), n=1, cutoff=cutoff)), None)


def unknown_code(word: str) -> str:
    """Return the message about a word that means no code."""
    names = [*CODES, *(code.name for code in CODES.values())]
    near = nearest(word.strip(), names) or nearest(word.strip().upper(), names)
    hint = f"did you mean {near}?" if near else f"the codes are {', '.join(CODES)}"
    return f"there is no finding {word.strip()!r}; {hint}"


def format_code(name: str) -> str:
    """Return a code with its name, as in messages: `CR002 retired`."""
    return f"{name} {CODES[name].name}"
