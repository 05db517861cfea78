"""The body of an edition as rules, and its glossary as entries.

History: sections, chapters, rules and subrules have kept their form since 1999; examples became separate paragraphs in
2001; a few rules have an unnumbered second paragraph (509.1b since 2009), once after an example (410.10d, 1999). An
emptied chapter has a sentence in place of its title (215 in 2004, 211 in 2007). In the glossary a headword is alone on
its line, with its text below; blank lines separate entries, and in some copies also headword and text, or two senses.
In 1999 text is indented under its headword. Lists of set names inside entries had lines as short as headwords. In one
modern edition, headwords with several senses are joined to the first sense.

Guarantees: every paragraph of a region is in exactly one rule or entry, or is a typographic rule line, or is left over
before the first label or headword.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from msgspec.structs import replace

from rules.numbers import ordinals, parent_key
from rules.records import GlossaryEntry, Rule
from scraper.claims import Claims, Draft, build_rules
from scraper.labels import EXCLAIMED, Label, is_title, read_heading, read_label
from scraper.layout import Paragraph, is_rule_line
from scraper.regions import Region

_EXAMPLE = re.compile(r"examples?\s?:\s*", re.IGNORECASE)
_BARE_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.\s+(?=[\[A-Z])")


def read_body(region: Sequence[Paragraph], edition: str, claims: Claims) -> tuple[Rule, ...]:
    """Read the paragraphs of the body as rules, in their order, and claim them.

    Args:
        region: From the first heading or rule to the glossary.
        edition: Id given to the rules.
        claims: Records which lines of the document are used.
    """
    drafts: list[Draft] = []
    words = []
    for paragraph in region:
        if is_rule_line(paragraph.text):
            claims.drop(paragraph, "rule-line")
        else:
            words.append(paragraph)
    for paragraph, following in zip_longest(words, words[1:]):
        draft = _begin(paragraph, following, drafts)
        if draft is not None:
            drafts.append(draft)
        elif drafts:
            drafts[-1].paragraphs.append(paragraph)
            example = _EXAMPLE.match(paragraph.text)
            passages = drafts[-1].examples if example else drafts[-1].texts
            passages.append(paragraph.text[example.end() :] if example else paragraph.text)
    _recognise_exclaimed_headings(drafts)
    return build_rules(drafts, edition, claims, parent_key)


def _recognise_exclaimed_headings(drafts: Sequence[Draft]) -> None:
    """Turn the text of a rule that is a keyword with an exclamation mark into its heading (702.163, 2023).

    Such a keyword is short, alone in its rule, and explained by subrules.
    """
    for draft, after in pairwise(drafts):
        alone = draft.label.kind == "rule" and len(draft.texts) == 1 and not draft.examples
        if alone and EXCLAIMED.fullmatch(draft.texts[0]) and after.label.number == f"{draft.label.number}a":
            draft.heading, draft.texts = draft.texts[0], []


def _begin(paragraph: Paragraph, following: Paragraph | None, drafts: Sequence[Draft]) -> Draft | None:
    """Return the rule that begins with this paragraph, or None if the paragraph continues the last rule."""
    text = paragraph.text
    label = read_label(text)
    if label is not None:
        rest = text[label.end :]
        titled = label.kind == "rule" and is_title(rest)
        return Draft(label, rest if titled else None, [paragraph], [rest] if rest and not titled else [])
    heading = read_heading(text)
    if heading is not None and (heading.kind == "chapter" or _heads_section(heading, following)):
        return Draft(heading, text[heading.end :], [paragraph])
    bare = _BARE_CHAPTER.match(text)
    if bare and paragraph.after_blank and drafts and int(drafts[-1].label.number[:3]) + 1 == int(bare["number"]):
        return Draft(Label(bare["number"], "chapter", "", bare.end()), None, [paragraph], [text[bare.end() :]])
    return None


def _heads_section(heading: Label, following: Paragraph | None) -> bool:
    """Return whether a heading heads a section: a chapter or rule of that section follows.

    Numbered lines inside a rule look like section headings too.
    """
    if following is None:
        return False
    label = read_heading(following.text) or read_label(following.text)
    return label is not None and label.kind != "section" and label.number[0] == heading.number


_GLUED = re.compile(r"(?P<term>[A-Z“\"][^.:;!?]{1,40}?[a-z)”\"])(?P<text>1\.\s.+)", re.DOTALL)


def read_glossary(glossary: Region | None, edition: str, claims: Claims) -> tuple[GlossaryEntry, ...]:
    """Read the paragraphs of a glossary as entries, and claim them; without a glossary there are none.

    Args:
        glossary: The glossary with its heading.
        edition: Id given to the entries.
        claims: Records which lines of the document are used, and what is odd.
    """
    if glossary is None:
        return ()
    heading, *region = glossary.paragraphs
    claims.drop(heading, "heading")
    entries: list[Region] = []
    indents = sorted(paragraph.indent for paragraph in region)
    margin = indents[len(indents) // 20] if indents else 0  # the least, but for one in twenty that may be a slip
    for paragraph, following in zip_longest(region, region[1:]):
        outdented = paragraph.after_blank and paragraph.indent <= margin + 1
        if is_rule_line(paragraph.text):
            claims.drop(paragraph, "rule-line")
        elif outdented and (glued := _GLUED.fullmatch(paragraph.text)):
            entries.append(Region(glued["term"], heading=False, paragraphs=[replace(paragraph, text=glued["text"])]))
            message = f"the headword {glued['term']!r} is glued to its text"
            claims.report("glued-headword", "info", message, paragraph.first)
        elif _is_headword(paragraph, following, entries[-1] if entries else None, margin):
            entries.append(Region(paragraph.text, heading=True, paragraphs=[paragraph]))
        elif entries:
            entries[-1].paragraphs.append(paragraph)
    numbered = zip(entries, ordinals(entry.name for entry in entries), strict=True)
    return tuple(
        GlossaryEntry(edition, entry.name, "\n".join(entry.texts), ordinal, claims.claim(entry.paragraphs))
        for entry, ordinal in numbered
    )


def _is_headword(paragraph: Paragraph, following: Paragraph | None, entry: Region | None, margin: int) -> bool:
    """Return whether a paragraph is the headword of a new entry; `entry` is the one being read."""
    text = paragraph.text
    titled = is_title(text)
    text_follows = following is not None and not is_title(following.text)
    adjoins = following is not None and not following.after_blank
    exclaimed = not titled and text_follows and adjoins and EXCLAIMED.fullmatch(text)
    # A subheading inside an entry heads an indented list (2001, set names).
    heads_list = following is not None and not text_follows and not adjoins and following.indent > margin + 1
    if paragraph.indent > margin + 1 or not (titled or exclaimed) or heads_list:
        return False
    if paragraph.after_blank:
        return True
    if entry is None:
        return text_follows
    # Without a blank line before it, this is a headword only if the last entry has ended, its own text follows, and the
    # alphabetical order allows it.
    return (
        text_follows
        and len(entry.paragraphs) > entry.heading
        and not is_title(entry.paragraphs[-1].text)
        and _find_initial(entry.name) <= _find_initial(text)
    )


def _find_initial(term: str) -> str:
    """Return the letter under which a dictionary has a term."""
    letter = re.search(r"[a-z0-9]", re.sub(r"^\W*the\s", "", term.casefold()))
    return letter[0] if letter else ""
