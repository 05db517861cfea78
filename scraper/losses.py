"""Diagnostics of characters that earlier conversions of a text destroyed, with their places.

History: copies were saved as ASCII (marks became question marks), re-encoded twice, padded by DOS and by downloads that
reserve space. As the text is English rules text, much of the damage can be recognised.

Guarantees: diagnostics only; each states the number of characters and the lines of the first ones.
"""

from __future__ import annotations

import re

from rules.records import Diagnostic, Severity

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
"""Control characters that do not belong in text; a form feed does, because it begins a page."""

INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
"""Soft hyphens, zero-width spaces and joiners, direction marks, and byte order marks inside a text."""

_REPLACED = re.compile("\ufffd")

PADDING = "\0\x1a"
"""Characters that may follow the end of a text: zeros of a reserved block, the end-of-file mark of DOS."""


def find_destruction(text: str, name: str) -> Diagnostic | None:
    """Return an error if zeros occur all through a text, so that none of its words can be trusted."""
    within = text.rstrip(PADDING)
    if within.count("\0") <= len(within) // 10:
        return None
    nuls, length = text.count("\0"), len(text)
    message = f"{nuls:,} of {length:,} characters are NUL: this text was destroyed by a wrong re-encoding"
    return Diagnostic("destroyed", "error", message, name, hint="fetch another copy of this edition")


def find_losses(text: str, name: str) -> list[Diagnostic]:
    """Report characters that were lost or do not belong.

    Args:
        text: The decoded text, still complete.
        name: The document's name in messages.
    """
    kinds: tuple[tuple[re.Pattern[str], str, str, Severity], ...] = (
        (CONTROLS, "control-characters", "control characters", "warning"),
        (INVISIBLE, "invisible-characters", "invisible characters, left out of the text", "info"),
        (_REPLACED, "lossy-encoding", "characters lost (U+FFFD)", "warning"),
    )
    problems = []
    for pattern, code, what, severity in kinds:
        places = [match.start() for match in pattern.finditer(text)]
        if places:
            problems.append(loss(code, what, places, text, name, severity=severity))
    lost = lost_marks(text)
    # A single one may be a misprint of the publisher; a program without quotes or dashes leaves many.
    if len(lost) >= 3:
        quoted = '"' in text or "“" in text
        code, what = ("marks-lost", "dashes or quotation marks") if quoted else ("quotes-lost", "quotation marks")
        problems.append(loss(code, f"{what} turned into question marks", lost, text, name))
    return problems


def loss(
    code: str, what: str, places: list[int], text: str, name: str, *, severity: Severity = "warning"
) -> Diagnostic:
    """Return a diagnostic about characters at these offsets, of which there is at least one."""
    first = places[0]
    line, column = line_of(text, first), first - max(text.rfind("\n", 0, first), text.rfind("\r", 0, first))
    lines = dict.fromkeys(line_of(text, at) for at in places[:3])
    shown = ", ".join(map(str, lines))
    message = f"{what}: {len(places)}, first on line {shown}"
    hint = "another copy of this edition may have them" if severity == "warning" else ""
    return Diagnostic(code, severity, message, name, line, column, hint)


def line_of(text: str, offset: int) -> int:
    """Return the 1-based line of an offset, whatever the line ends are (CRLF counts once)."""
    head = text[:offset]
    return head.count("\n") + head.count("\r") - head.count("\r\n") + 1


_LOST = re.compile(r"\?(?:(?<=[A-Za-z,.;:)\]]\?)(?=[A-Za-z])|(?:(?<=[\s(]\?)|(?<!.\?))(?=[A-Za-z{\[]))", re.DOTALL)
_ADDRESS = re.compile(r"://|www\.|\.com|\.asp")


_QUOTED_END = re.compile(r"(?:^|[\s(])\?\w[^?]*\?$")


def without_last_quote(text: str) -> str:
    """Return a text without the question mark at its end, if that was a closing quotation mark.

    It was one if another question mark, a former opening quotation mark, comes before a word.
    """
    return text[:-1] if text.endswith("?") and _QUOTED_END.search(text) else text


def lost_marks(text: str) -> list[int]:
    """Return the offsets of question marks between letters or before a word, except those in web addresses."""
    if "?" not in text:
        return []
    starts = (match.start() for match in _LOST.finditer(text))
    return [at for at in starts if not _ADDRESS.search(text[max(0, at - 80) : at + 1].rsplit(maxsplit=1)[-1])]
