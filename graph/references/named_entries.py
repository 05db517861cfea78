"""The glossary entries that a passage names in quotes: `See glossary, "Stack."`, `under "Land Types" in the glossary`.

They were printed so from 2001 to 2009, mostly for the lists of subtypes that were then in the glossary. 1999-11-01 has
the pointer after the term instead: `"timestamp order." (See Glossary.)`. The word "glossary" must be next to the quotes
in one of the known forms, because `Terms marked "(Obsolete)" in this glossary` names no entry.
"""

import re
from collections.abc import Iterator

_OPEN, _CLOSE = '["“]', '["”]'
_ENTRY = rf"{_OPEN}(?:[A-Z][^\n\"“”]{{0,60}}?)[.,;]?{_CLOSE}"
_LIST = rf"{_ENTRY}(?:,?\s(?:and\s|or\s)?{_ENTRY}){{0,9}}"
_NAMED = (
    re.compile(rf"\b[Ss]ee,?\s(?:the\s|also\s)?[Gg]lossary,?\s(?:under\s)?(?P<list>{_LIST})"),
    re.compile(rf"\b[Ii]n\s(?:the|this)\s[Gg]lossary\s(?:[a-z]+\s){{0,8}}under\s(?P<list>{_LIST})"),
    re.compile(rf"\bunder\s(?P<list>{_LIST})\sin\s(?:the|this)\s[Gg]lossary\b"),
    re.compile(rf"\b(?:the|see)\s(?P<list>{_LIST})\sentr(?:y|ies)\s(?:in|of)\s(?:the|this)\s[Gg]lossary\b"),
)
_ASIDE = re.compile(rf"{_OPEN}(?P<term>[^\n\"“”]{{1,60}}?)[.,;]?{_CLOSE}[.,;]?\s\([Ss]ee\s(?:the\s)?[Gg]lossary\.?\)")
"""`(See Glossary.)` refers to the quoted term before it; without quotes there is no reference."""
_EACH = re.compile(rf"{_OPEN}(?P<term>[^\"“”]+?)[.,;]?{_CLOSE}")
"""One entry of a list of entries."""


def find_named_entries(passage: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each term, without quotes and punctuation; they are not in order."""
    if "lossary" not in passage:
        return
    for pattern in _NAMED:
        for named in pattern.finditer(passage):
            for entry in _EACH.finditer(passage, *named.span("list")):
                yield entry.span("term")
    for aside in _ASIDE.finditer(passage):
        yield aside.span("term")
