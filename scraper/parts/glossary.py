"""Reading the glossary of an edition as entries.

History: a headword is alone on its line, with its text below; blank lines separate entries, and in some copies also
headword and text, or two senses. In 1999 text is indented under its headword. Lists of set names inside entries had
lines as short as headwords. In one modern edition, headwords with several senses are joined to the first sense.

Guarantee: every paragraph is in an entry, or is left over before the first headword.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from rules.keys import ordinals
from rules.records import GlossaryEntry
from scraper.claims import Claims
from scraper.inline_entries import InlineForm, find_inline_form
from scraper.labels import EXCLAIMED, is_title
from scraper.layout import Paragraph
from scraper.parts.region import Region

_GLUED = re.compile(r"(?P<term>[A-Z“\"][^.:;!?]{1,40}?[a-z)”\"])(?P<text>1\.\s.+)", re.DOTALL)
"""A headword with several senses that is joined to the first one."""
_LETTER = re.compile(r"[a-z0-9]")
_ARTICLE = re.compile(r"^\W*the\s")


def read_glossary(glossary: Region, edition: str, claims: Claims) -> tuple[GlossaryEntry, ...]:
    """Read the paragraphs of a glossary as entries, and claim them.

    Args:
        glossary: The glossary, perhaps with its heading.
        edition: Id given to the entries.
        claims: Records which lines of the document are used, and what is odd.
    """
    glossary.drop_heading(claims)
    read_inline = find_inline_form(glossary.body)
    if read_inline is None:
        regions = _divide_stacked(glossary.body, claims)
    else:
        regions = _divide_inline(glossary.body, read_inline)
    entries: list[GlossaryEntry] = []
    for region, ordinal in zip(regions, ordinals(region.name for region in regions), strict=True):
        text = "\n".join(paragraph.text for paragraph in region.body)
        entries.append(GlossaryEntry(edition, region.name, text, ordinal, claims.claim(region.paragraphs)))
    return tuple(entries)


def _divide_inline(paragraphs: Sequence[Paragraph], read_inline: InlineForm) -> list[Region]:
    """Return the entries of a glossary whose headwords are on the line of their text."""
    entries: list[Region] = []
    for paragraph in paragraphs:
        inline = read_inline(paragraph)
        if inline is not None:
            entries.append(Region(inline.term, has_heading=False, paragraphs=[replace(paragraph, text=inline.text)]))
        elif entries:
            entries[-1].paragraphs.append(paragraph)
    return entries


def _divide_stacked(paragraphs: Sequence[Paragraph], claims: Claims) -> list[Region]:
    """Return the entries of a glossary whose headwords are above their text."""
    entries: list[Region] = []
    margin = _find_margin(paragraphs)
    for paragraph, following in zip_longest(paragraphs, paragraphs[1:]):
        glued = None
        if paragraph.after_blank and not _is_indented(paragraph, margin):
            glued = _GLUED.fullmatch(paragraph.text)
        if glued is not None:
            text = replace(paragraph, text=glued["text"])
            entries.append(Region(glued["term"], has_heading=False, paragraphs=[text]))
            message = f"the headword {glued['term']!r} is glued to its text"
            claims.report("glued-headword", "info", message, paragraph.line)
        elif _is_headword(paragraph, following, entries, margin):
            entries.append(Region(paragraph.text, has_heading=True, paragraphs=[paragraph]))
        elif entries:
            entries[-1].paragraphs.append(paragraph)
    return entries


def _is_headword(paragraph: Paragraph, following: Paragraph | None, entries: Sequence[Region], margin: int) -> bool:
    """Return whether a paragraph is the headword of a new entry.

    A headword is a title with a blank line before it (`Storm`), a title right below an entry that has ended, or a term
    with an exclamation mark (`Stop!`), which reads like a sentence.

    Args:
        paragraph: The paragraph.
        following: The one after it; None at the end.
        entries: The entries so far; the last one is being read.
        margin: The indentation of headwords.
    """
    if _is_indented(paragraph, margin):
        return False
    if _begins_list(following, margin):
        return False  # it is the heading of that list
    last_entry = _last_of(entries)
    has_text_below = following is not None and not is_title(following.text)
    can_be_term = is_title(paragraph.text) or (has_text_below and _is_exclaimed(paragraph, following, last_entry))
    if not can_be_term:
        return False
    if paragraph.after_blank:
        return True
    # Without a blank line before it, this is a headword only if the last entry has ended, its own text follows, and the
    # alphabetical order allows it.
    if not has_text_below:
        return False
    return last_entry is None or (_has_ended(last_entry) and _is_in_order(paragraph.text, entries))


def _is_in_order(term: str, entries: Sequence[Region]) -> bool:
    """Return whether a term may follow entries in a dictionary, perhaps except for the last one, which is misplaced."""
    initials = [_find_initial(entry.name) for entry in entries[-2:]]
    return min(initials) <= _find_initial(term)


def _is_exclaimed(paragraph: Paragraph, following: Paragraph | None, entry: Region | None) -> bool:
    """Return whether a paragraph can be a headword with an exclamation mark (`Stop!`), by what is around it.

    In a text file its entry follows without a blank line. On a web page every paragraph comes after one, so there the
    entry before must have a text, and come before the term in the alphabet under the same letter.
    """
    if not EXCLAIMED.fullmatch(paragraph.text):
        return False
    if following is not None and not following.after_blank:
        return True
    return entry is not None and entry.has_body and _precedes_in_letter(entry.name, paragraph.text)


def _begins_list(following: Paragraph | None, margin: int) -> bool:
    """Return whether an indented list begins with a paragraph, such as one of set names (2001)."""
    if following is None:
        return False
    return is_title(following.text) and following.after_blank and _is_indented(following, margin)


def _is_indented(paragraph: Paragraph, margin: int) -> bool:
    """Return whether a paragraph begins to the right of the headwords, by more than a slip of one column."""
    return paragraph.indent > margin + 1


def _has_ended(entry: Region) -> bool:
    """Return whether an entry has text, and does not end with a short line, as a list does that goes on."""
    return entry.has_body and not is_title(entry.paragraphs[-1].text)


def _precedes_in_letter(before: str, term: str) -> bool:
    """Return whether a term comes before another one in the alphabet, under the same letter."""
    return before[:1].casefold() == term[:1].casefold() and before.casefold() < term.casefold()


def _find_margin(paragraphs: Sequence[Paragraph]) -> int:
    """Return the least indentation of a glossary's paragraphs, but for one in twenty that may be a slip."""
    if not paragraphs:
        return 0
    indents = sorted(paragraph.indent for paragraph in paragraphs)
    return indents[len(indents) // 20]


def _last_of(entries: Sequence[Region]) -> Region | None:
    """Return the last entry; None if there is none yet."""
    if not entries:
        return None
    return entries[-1]


def _find_initial(term: str) -> str:
    """Return the letter under which a dictionary has a term."""
    letter = _LETTER.search(_ARTICLE.sub("", term.casefold()))
    if letter is None:
        return ""
    return letter[0]
