"""Reading a glossary region as entries.

History: a headword is alone on its line, with its text below; blank lines separate entries, and in some copies also
headword and text, or two senses. In 1999 text is indented under its headword. Lists of set names inside entries had
lines as short as headwords. In one modern edition, headwords with several senses are joined to the first sense.

Guarantees: every paragraph of the region is in exactly one entry; paragraphs before the first headword are left over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct, field

from rules.numbers import ordinals
from rules.records import Diagnostic, GlossaryEntry
from scraper.claims import Claims
from scraper.labels import EXCLAIMED, is_title
from scraper.layout import is_rule_line
from scraper.regions import Regions
from scraper.source import Paragraph

_GLUED = re.compile(r"(?P<term>[A-Z“\"][^.:;!?]{1,40}?[a-z)”\"])(?P<text>1\.\s.+)", re.DOTALL)


class _EntryDraft(Struct):
    term: str
    paragraphs: list[Paragraph]
    texts: list[str] = field(default_factory=list)


def read_glossary(
    regions: Regions, edition: str, claims: Claims, name: str
) -> tuple[tuple[GlossaryEntry, ...], tuple[Diagnostic, ...]]:
    """Read the paragraphs of a glossary as entries, and claim them; without a glossary there are none.

    Args:
        regions: The regions of the document.
        edition: Id given to the entries.
        claims: Records which lines of the document are used.
        name: The document's name in messages.
    """
    drafts: list[_EntryDraft] = []
    problems: list[Diagnostic] = []
    region = regions.glossary
    if regions.glossary_heading is not None:
        claims.drop(regions.glossary_heading, "heading")
    margin = _find_margin(region)
    for paragraph, following in zip_longest(region, region[1:]):
        outdented = paragraph.after_blank and paragraph.indent <= margin + 1
        if is_rule_line(paragraph.text):
            claims.drop(paragraph, "rule-line")
        elif outdented and (glued := _GLUED.fullmatch(paragraph.text)):
            drafts.append(_EntryDraft(glued["term"], [paragraph], [glued["text"]]))
            message = f"the headword {glued['term']!r} is glued to its text"
            problems.append(Diagnostic("glued-headword", "info", message, name, paragraph.first))
        elif _is_headword(paragraph, following, drafts[-1] if drafts else None, margin):
            drafts.append(_EntryDraft(paragraph.text, [paragraph]))
        elif drafts:
            drafts[-1].paragraphs.append(paragraph)
            drafts[-1].texts.append(paragraph.text)
    numbered = zip(drafts, ordinals(draft.term for draft in drafts), strict=True)
    entries = tuple(
        GlossaryEntry(edition, draft.term, "\n".join(draft.texts), ordinal, claims.claim(draft.paragraphs))
        for draft, ordinal in numbered
    )
    return entries, tuple(problems)


def _find_margin(region: Sequence[Paragraph]) -> int:
    """Return the indent of headwords: the least, but for one in twenty that may be a slip."""
    indents = sorted(paragraph.indent for paragraph in region)
    return indents[len(indents) // 20] if indents else 0


def _is_headword(paragraph: Paragraph, following: Paragraph | None, entry: _EntryDraft | None, margin: int) -> bool:
    """Return whether a paragraph is the headword of a new entry; `entry` is the one being read."""
    text = paragraph.text
    titled = is_title(text)
    text_follows = following is not None and not is_title(following.text)
    adjoins = following is not None and not following.after_blank
    exclaimed = not titled and text_follows and adjoins and EXCLAIMED.fullmatch(text)
    if paragraph.indent > margin + 1 or not (titled or exclaimed) or _heads_list(following, margin):
        return False
    if paragraph.after_blank:
        return True
    if entry is None:
        return text_follows
    # Without a blank line before it, this is a headword only if the last entry has ended, its own text follows, and the
    # alphabetical order allows it.
    return (
        text_follows
        and bool(entry.texts)
        and not is_title(entry.texts[-1])
        and _find_initial(entry.term) <= _find_initial(text)
    )


def _find_initial(term: str) -> str:
    """Return the letter under which a dictionary has a term."""
    letter = re.search(r"[a-z0-9]", re.sub(r"^\W*the\s", "", term.casefold()))
    return letter[0] if letter else ""


def _heads_list(following: Paragraph | None, margin: int) -> bool:
    """Return whether an indented list follows, so that this is a subheading inside an entry (2001, set names)."""
    return (
        following is not None and following.after_blank and following.indent > margin + 1 and is_title(following.text)
    )
