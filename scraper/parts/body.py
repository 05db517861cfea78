"""Reading the body of an edition as rules.

History: sections, chapters, rules and subrules have kept their form since 1999; examples became separate paragraphs in
2001; a few rules have an unnumbered second paragraph (509.1b since 2009), once after an example (410.10d, 1999). An
emptied chapter has a sentence in place of its title (215 in 2004, 211 in 2007).

Guarantee: every paragraph is in a rule, or is left over before the first label.
"""

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from rules.keys import parent_key
from rules.records import Rule
from scraper.claims import Claims
from scraper.labels import EXAMPLE, EXCLAIMED, Label, is_title, read_heading, read_label
from scraper.layout import Paragraph
from scraper.parts.drafts import Draft, build_rules

_BARE_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.\s+(?=[\[A-Z])")
"""The number of an emptied chapter, before its sentence."""


def read_body(region: Sequence[Paragraph], edition: str, claims: Claims) -> tuple[Rule, ...]:
    """Read the paragraphs of the body as rules, in their order, and claim them.

    Args:
        region: From the first heading or rule to the glossary.
        edition: Id given to the rules.
        claims: Records which lines of the document are used.
    """
    drafts: list[Draft] = []
    for paragraph, following in zip_longest(region, region[1:]):
        draft = _begin(paragraph, following, drafts)
        if draft is not None:
            drafts.append(draft)
        elif drafts:
            _continue(drafts[-1], paragraph)
    _title_exclaimed(drafts)
    return build_rules(drafts, edition, claims, parent_key)


def _title_exclaimed(drafts: Sequence[Draft]) -> None:
    """Make the text of a rule its heading, if it is a keyword with an exclamation mark (702.163, 2023).

    Such a keyword is alone in its rule, and explained by subrules.
    """
    for draft, following in pairwise(drafts):
        is_alone = draft.label.kind == "rule" and len(draft.texts) == 1 and not draft.examples
        has_subrules = following.label.number == f"{draft.label.number}a"
        if is_alone and has_subrules and EXCLAIMED.fullmatch(draft.texts[0]):
            draft.heading = draft.texts[0]
            draft.texts = []


def _continue(draft: Draft, paragraph: Paragraph) -> None:
    """Add a paragraph that begins no rule to the last one: its title, an example or more of its text."""
    text = paragraph.text
    example = EXAMPLE.match(text)
    if _is_title_below_number(draft, paragraph):
        draft.heading = text
    elif example:
        draft.examples.append(text[example.end() :])
    elif draft.examples[-1:] == [""]:  # the label was alone on its line
        draft.examples[-1] = text
    else:
        draft.texts.append(text)
    draft.paragraphs.append(paragraph)


def _is_title_below_number(draft: Draft, paragraph: Paragraph) -> bool:
    """Return whether a paragraph is the title of a rule whose number is alone on the line above."""
    first = draft.paragraphs[0].text
    is_bare = draft.label.kind == "rule" and len(draft.paragraphs) == 1 and draft.label.end == len(first)
    return is_bare and is_title(paragraph.text)


def _begin(paragraph: Paragraph, following: Paragraph | None, drafts: Sequence[Draft]) -> Draft | None:
    """Return the rule that begins with this paragraph, or None if the paragraph continues the last rule."""
    label = read_label(paragraph.text)
    if label is not None:
        return _begin_rule(label, paragraph)
    heading = read_heading(paragraph.text)
    if heading is not None and (heading.kind == "chapter" or _heads_section(heading, following)):
        return Draft(heading, paragraph.text[heading.end :], [paragraph])
    if drafts:
        return _begin_emptied_chapter(paragraph, drafts[-1])
    return None


def _begin_rule(label: Label, paragraph: Paragraph) -> Draft:
    """Return a rule with what its first paragraph has after the label: its title, its text or nothing."""
    words = paragraph.text[label.end :]
    if label.kind == "rule" and is_title(words):
        return Draft(label, words, [paragraph])
    draft = Draft(label, None, [paragraph])
    if words:
        draft.texts.append(words)
    return draft


def _begin_emptied_chapter(paragraph: Paragraph, last: Draft) -> Draft | None:
    """Return a chapter that has a sentence in place of its title, if it is the chapter after that of the last rule."""
    match = _BARE_CHAPTER.match(paragraph.text)
    if match is None or not paragraph.after_blank:
        return None
    last_chapter = int(last.label.number[:3])
    if int(match["number"]) != last_chapter + 1:
        return None
    label = Label(match["number"], "chapter", "", match.end())
    return Draft(label, None, [paragraph], [paragraph.text[match.end() :]])


def _heads_section(heading: Label, following: Paragraph | None) -> bool:
    """Return whether a heading heads a section: a chapter or rule of that section follows.

    Numbered lines inside a rule look like section headings too.
    """
    if following is None:
        return False
    label = read_heading(following.text) or read_label(following.text)
    return label is not None and label.kind != "section" and label.number[0] == heading.number
