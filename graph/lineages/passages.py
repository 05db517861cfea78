"""Hashes and normal forms of the passages of rules and glossary entries, to compare them for lineages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from rules.change import Passage
from rules.text import fold, mask

PassageOf = Callable[[int], Passage]
"""Returns the passage for a passage number; two numbers are equal if and only if their passages are."""


def digest(passage: Passage) -> str:
    """Return the first twelve hex digits of the passage's SHA-256, which the registry stores."""
    parts = ("" if passage.heading is None else passage.heading, passage.text)
    examples = (f"example:{passage_text}" for passage_text in passage.examples)
    notes = (f"note:{passage_text}" for passage_text in passage.notes)
    return hashlib.sha256("\0".join((*parts, *examples, *notes)).encode()).hexdigest()[:12]


def form(passage: Passage) -> str:
    """Return the passage without its typography and with its numbers hidden; equivalent passages have the same form."""
    return mask(fold_passage(passage))


def fold_passage(passage: Passage) -> str:
    """Return the passage without its typography."""
    return fold("\n".join((passage.heading or "", passage.text, *passage.examples, *passage.notes)))
