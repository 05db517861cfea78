"""Finding where a citation could be: fast scans that skip almost every file and almost every place.

A file is read only if it has a *reason*: a number behind a cue, a subrule's letter, a date stamp, an anchor, a table of
rules. Other numbers are citations only in a file or tree that cites the rules elsewhere (see `finder`).

Guarantees: every pattern begins with characters that each match has, which `re` finds fast, and matches a bounded
number of characters. So scanning is linear in any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from graph.citations.find.forms import NAMED_PLACE, PLAUSIBLE_CHAPTERS, chapter_places
from rules.late_patterns import compile_late

Kind = Literal["dotted", "name", "chapter", "named chapter", "joined name", "anchor"]
"""What begins at a place: `702.4…`; `702_4…`; a chapter, placeholder or misprint behind a cue; three digits in a name;
`7024a`, without a dot, in a name; the digits of `#R61311`."""

_WORD = r"(?:&(?:nbsp|#160|#x[aA]0|thinsp);|(?:[Nn]o|number|[Ss]ec(?:tion)?|[Rr]ule)s?\.?[^A-Za-z0-9]{1,4})"
_NUMBER_BEHIND = rf"[^A-Za-z0-9]{{0,64}}{_WORD}?[1-9]\d[\dxX](?!\d)"
_KEY = r"_?(?:[Nn]um(?:ber)?|[Nn]o|[Ii]d|[Rr]ef(?:erence)?|[Cc]itation|[Kk]ey)s?"
_CUES = (
    "CRs?", "Cr", rf"cr(?<![A-Za-z]cr)(?:{_KEY})?", r"R\.", rf"ules?(?:book|{_KEY})?",
    "ULES?", "ections?", "hapters?", "uling", "\xa7",
)  # fmt: skip
_DAY = r"\d\d(?:-[01]\d-[0-3]\d|[01]\d[0-3]\d)"
_REASONS = tuple(
    compile_late(pattern.encode("latin-1"))
    for pattern in (
        *(cue + _NUMBER_BEHIND for cue in _CUES),
        r"CR\W{0,3}(?:\?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX])",
        r"\.(?<=[1-9]\d\d\.)[1-9]\d{0,2}[a-ceh-jn-rt-wyzA-CEH-JN-RT-WYZ](?![A-Za-z0-9])",
        r"\.(?<=[1-9]\d\d\.)[1-9]\d{0,2}[dfgklmsx][.:]?[ ]{1,2}(?:[A-Z\"]|\.\.\.)",
        *(century + _DAY + r"[^A-Za-z0-9]{1,9}[1-9]\d\d\.[1-9]" for century in ("19", "20")),
        r"#R[1-9]\d\d|#[1-9]\d\d\.[1-9]",
    )
)
_DOTTED_IN_BYTES = compile_late(rb"\.(?<=[1-9]\d\d\.)[1-9]|[_-](?<=[1-9]\d\d[_-])[1-9]\d?[a-zA-Z]")
_QUOTED = r"\.(?<=[\"'|`]([1-9]\d\d)\.)[1-9]\d{0,2}(?P<letter>[a-ceh-jn-rt-wyz]?)(?=[\"'|`])"
_QUOTED_IN_TEXT, _QUOTED_IN_BYTES = compile_late(_QUOTED), compile_late(_QUOTED.encode())
_TABLE = 5
"""Numbers, each in quotes or in its own cell and all in plausible chapters, that make a table of rules."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")

_NUMBERS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (compile_late(r"\.(?<=[1-9]\d\d\.)(?<![\d$.][1-9]\d\d\.)[1-9xX?*#<nN]"), "dotted"),
    (compile_late(r"_(?<=[1-9]\d\d_)(?<!\d[1-9]\d\d_)[1-9]"), "name"),
    (compile_late(r"-(?<=[1-9]\d\d-)(?<!\d[1-9]\d\d-)[1-9]"), "name"),
)
_JOINED_NAMES = compile_late(r"[Cc][Rr][_-](?:[A-Za-z]{1,20}[_-]){0,3}(?=[1-9][0-4]\d[1-9]\d{0,2}[a-z](?![A-Za-z0-9]))")
_ANCHORS = compile_late(r"#(?:R|r(?=[1-9]\d{2,5}[a-z]?(?!\w))|(?:cr|CR|rule)-?)(?=[1-9]\d\d)(?![1-9]\d\d[.-])")


def might_cite(data: bytes, *, cites_rules: bool | None = None) -> bool:
    """Return whether a file, as it is on disk, can hold a citation; False is certain, True is not.

    Args:
        data: The whole file in an encoding that keeps ASCII, or in UTF-16 with a byte order mark, which returns True.
        cites_rules: Whether it cites the rules, as declared; see `find_citations`.
    """
    if cites_rules is False:
        return False
    if cites_rules and _DOTTED_IN_BYTES.search(data) is not None:
        return True
    if data[:2] in _WIDE or any(reason.search(data) is not None for reason in _REASONS):
        return True
    return _is_table(int(match[1]) for match in _QUOTED_IN_BYTES.finditer(data))


def lists_rules(text: str, *, lettered: bool) -> bool:
    """Return whether a text has a table of rules, each in quotes or in its own cell: `"702.2": "Deathtouch"`.

    Args:
        text: The text.
        lettered: Whether only numbers with a letter count.
    """
    return _is_table(int(match[1]) for match in _QUOTED_IN_TEXT.finditer(text) if match["letter"] or not lettered)


def _is_table(chapters: Iterable[int]) -> bool:
    """Return whether there are enough chapters, and all of them plausible; of as many amounts some are not."""
    count = 0
    for chapter in chapters:
        if chapter % 100 >= PLAUSIBLE_CHAPTERS:
            return False
        count += 1
    return count >= _TABLE


def places(text: str) -> list[tuple[int, Kind]]:
    """Return the offsets at which a number could begin, in order, with at most one kind for each."""
    kinds: dict[int, Kind] = {}
    kinds.update((match.end(), "named chapter") for match in NAMED_PLACE.finditer(text))
    kinds.update((place, "chapter") for place in chapter_places(text))
    for pattern, kind in _NUMBERS:
        kinds.update(
            (match.start() - 3, kind) for match in pattern.finditer(text) if kinds.get(match.start() - 3) != "chapter"
        )
    kinds.update((match.end(), "joined name") for match in _JOINED_NAMES.finditer(text))
    kinds.update((match.end(), "anchor") for match in _ANCHORS.finditer(text))
    return sorted(kinds.items())
