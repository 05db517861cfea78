r"""Finding the references in a text, with exact spans, by their printed forms only, without data of an edition.

History: the forms were collected from all editions of 1999-04-21 to 2026-04-17. Until 2019 nearly every number follows
the word "rule" or "section"; after that bare numbers are common. Titles follow the number in quotes.

Results: one `Reference` per printed item, without source, field and targets, which `resolve` adds. `rules 409.1b and
409.1f-h` has two items, `409.1b` and `409.1f-h`, so that a page can link each; the word "rules" is in neither. A quoted
title belongs to the item before it.

A number with a dot is always a reference, unless its neighbours show that it is an amount. Three digits alone are a
chapter, and one digit is a section, only after a word such as "rule" or "section": otherwise they are a count or a life
total.

The search goes from *anchor* to anchor: a word or a number with which references can begin. What follows an anchor is
read as a list of items (`items`), an appendix, or terms of the glossary. Glossary entries that are named in quotes are
found by themselves (`named_entries`).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from graph.references.items import CHAPTER, DOTTED, DOTTED_ENDS, is_ruling, read_item
from graph.references.named_entries import find_named_entries
from graph.references.titles import CUE, QUOTES, clean_title, find_title
from rules.records import Reference, ReferenceKind
from rules.summary_numbers import RULING, RULING_START

_MIGHT_HOLD_REFERENCE = re.compile(r"\d\.\d|[1-9]\d\d|[Ss]ections? \d|[A-Z]\.[\d*]|\b[Ss]ee\b|lossary|Appendix")
"""A cheap test that most passages fail."""

_ANCHOR = re.compile(
    rf"""
    (?=[A-Z1-9rsc])  # a cheap test: how the forms below begin
    (?:
      \b(?P<cue>(?i:{CUE}))(?:\s{{1,3}}(?=[1-9]|{RULING_START})|(?={DOTTED}))             # rule 702.40, rule702.40
    | \b[Ss]ee(?:\s{{1,3}}also)?\s{{1,3}}(?P<seen>{CHAPTER})(?=[.;)]|$|,\s[{QUOTES}])(?!\.\d)  # see 702.
    | (?<![\w$€£#/+\u2212-])(?<!\d[.,])(?P<bare>{DOTTED}){DOTTED_ENDS}                    # 702.40, without a word
    | (?<![\w$€£#/+\u2212.-])(?P<ruling>{RULING})(?!\w|\.\w)                              # T.9, without a word
    | \b(?P<appendix>Appendix\s[A-Z])(?!\w)
    | (?P<see>\b[Ss]ee(?:\s{{1,3}}also)?\s{{1,3}})(?=[A-Z\"“])(?!Appendix)                # See Stack
    )
    """,
    re.VERBOSE,
)
_BARE_NUMBERS = ("seen", "bare", "ruling")
"""The groups of `_ANCHOR` that are numbers without a cue before them."""
_NO_CUE = "see"
"""Stands for the cue of numbers that have none: after "see" the same forms of items are accepted."""

_JOINERS = r"(?:and/or|and|or|then|&|\+)\s{1,3}"
_JOIN = re.compile(
    rf"""
    (?:
          \s{{0,3}}[,;]\s{{0,3}}(?:{_JOINERS})?     # `, ` and `, and `
        | \s{{1,3}}{_JOINERS}                       # ` and `
        | (?<=[,;][\"”])\s{{1,3}}                   # a blank, if the comma is inside the quotes of a title
    )
    (?=[1-9]|{RULING_START})
    """,
    re.VERBOSE,
)
"""The text between two items of a list."""
_SECTION_OF_APPENDIX = re.compile(r",?\s(?i:sections?)\s[1-9]\d?(?!\w)")
"""A section of the appendix named before it, which is no section of the rules."""

_SMALL = r"a|an|and|by|for|from|in|into|of|on|or|the|to|under|with"
_WORD = r"[A-Z0-9][\w'’/\ufffd-]{0,40}|[\"“‘'\ufffd][A-Z][\w'’-]{0,40}[\"”’'\ufffd]"
_TERMS = re.compile(
    rf"""
    (?!(?:See|Appendix|Rules?|Sections?|Glossary)\b)
    (?P<terms>(?:{_WORD})(?:,?\s(?:{_WORD}|(?:{_SMALL})(?=\s))){{0,14}}?)
    (?=
          [.,]?[\"”\ufffd]?(?:[.;)]|\s{{0,3}}$)                       # the end of the clause
        | [.,][\"”]
        | [\"”]\sin\sthis\sGlossary
        | [\"”]?,?\s(?:and\s|or\s)?\(?(?i:{CUE})\s(?=[1-9]|{RULING_START})    # a number, whose title the words are
    )
    """,
    re.VERBOSE,
)
"""Capitalised words up to the end of their clause, with small words between them. A lower-case word prevents the match:
then it is a sentence that begins with "See"."""
_ONE_WORD_QUOTED = re.compile(r"[\"“][\w-]{1,20}[\"”]\s[A-Z]")
"""Quotes around only the first word of a term; otherwise they enclose the whole term."""
_CUE_AFTER_TITLE = re.compile(rf"[,.]?[\"”]?,?\s\(?(?P<cue>(?i:{CUE}))\s(?=[1-9A-Z])")
"""The text between a title and the number that it belongs to: `See Costs, Rule G.7`."""

MOST_IN_PASSAGE = 1_000
"""Maximum number of references of one passage; its rest is not searched. No passage of any edition has more than
ten."""


class _ReadTitle(NamedTuple):
    """The title in quotes after an item.

    Attributes:
        words: The title as printed; None if the item has none.
        end: The offset after the title, or after the item if it has none.
    """

    words: str | None
    end: int


class _ReadReferences(NamedTuple):
    """The references that were read from an anchor on.

    Attributes:
        references: The references, in order.
        end: The offset from which to search for the next anchor.
    """

    references: list[Reference]
    end: int


@lru_cache(maxsize=65536)
def find_references(passage: str, *, in_entry: bool = True) -> tuple[Reference, ...]:
    """Return all references printed in a passage, in order and without overlap; of a long list the first ones.

    The search takes time linear in the passage, and ends soon after `MOST_IN_PASSAGE` references. Passages are cached,
    since consecutive editions share most of theirs.

    Args:
        passage: A rule's text, an example, a note or a glossary entry's text.
        in_entry: Whether the passage is the text of a glossary entry. Only there are capitalised words after "See" the
            terms of other entries; in a rule they are the names of documents. A passage that names a glossary entry in
            quotes refers to that entry anywhere.
    """
    if not _MIGHT_HOLD_REFERENCE.search(passage):
        return ()
    references = _read_from_anchors(passage)
    if not in_entry:
        references = [reference for reference in references if reference.kind != "glossary"]
    named_entries = [
        _make_reference("glossary", passage, start, end)
        for start, end in islice(find_named_entries(passage), MOST_IN_PASSAGE)
    ]
    apart = [reference for reference in references if not _overlaps_any(reference, named_entries)]
    return tuple(sorted((*apart, *named_entries), key=lambda reference: reference.start))


def _read_from_anchors(passage: str) -> list[Reference]:
    """Return the references that begin at an anchor, up to about `MOST_IN_PASSAGE` of them."""
    references: list[Reference] = []
    position = 0
    while len(references) < MOST_IN_PASSAGE:
        anchor = _ANCHOR.search(passage, position)
        if anchor is None:
            break
        read = _read_at(passage, anchor)
        references += read.references
        position = max(read.end, anchor.end())
    return references


def _overlaps_any(reference: Reference, named_entries: Iterable[Reference]) -> bool:
    """Return whether a reference has a character in common with a glossary entry that is named in quotes."""
    return any(reference.start < entry.end and entry.start < reference.end for entry in named_entries)


def _read_at(passage: str, anchor: re.Match[str]) -> _ReadReferences:
    """Return the references that begin at an anchor."""
    if anchor["see"]:
        return _read_terms(passage, anchor.end())
    if anchor["appendix"]:
        return _read_appendix(passage, anchor)
    if anchor["cue"]:
        return _read_list(passage, anchor.end(), anchor["cue"].lower())
    group = next(name for name in _BARE_NUMBERS if anchor[name])
    return _read_list(passage, anchor.start(group), _NO_CUE)


def _read_appendix(passage: str, anchor: re.Match[str]) -> _ReadReferences:
    """Read `Appendix B, "Older Rules," section 5`: one reference; the section in it is no section of the rules."""
    start, end = anchor.span("appendix")
    title = _read_title(passage, end)
    reference = _make_reference("section", passage, start, end, title.words)
    section = _SECTION_OF_APPENDIX.match(passage, title.end)
    return _ReadReferences([reference], title.end if section is None else section.end())


def _read_title(passage: str, position: int) -> _ReadTitle:
    """Return the title that belongs to an item ending at a position; without one, no words and that position."""
    title = find_title(passage, position)
    return _ReadTitle(None, position) if title is None else _ReadTitle(title["title"], title.end())


def _read_list(passage: str, position: int, cue: str, title_before: str | None = None) -> _ReadReferences:
    """Read a list of items joined by commas and "and".

    Args:
        passage: The text.
        position: Offset of the first item.
        cue: The word that introduced the list, in lower case; `_NO_CUE` for numbers without such a word.
        title_before: A title printed before the first number, which counts if none is after it; None without one.

    Returns:
        One reference for each item, and the end of the last item with its title, if it has one. Without an item, no
        reference and `position`.
    """
    references: list[Reference] = []
    end_of_last_item = position
    while item := read_item(passage, position, cue, is_later=bool(references)):
        title = _read_title(passage, item.end)
        is_first = not references
        title_words = title_before if is_first and title.words is None else title.words
        kind: ReferenceKind = "section" if item.is_section else "rule"
        references.append(_make_reference(kind, passage, item.start, item.end, title_words))
        join = _JOIN.match(passage, title.end)
        if join is None:
            return _ReadReferences(references, title.end)
        end_of_last_item = item.end
        position = join.end()
    # No item follows the last join. The search goes on before it, since the join may belong to the next anchor.
    return _ReadReferences(references, end_of_last_item)


def _make_reference(kind: ReferenceKind, passage: str, start: int, end: int, title: str | None = None) -> Reference:
    """Return the reference printed as `passage[start:end]`, without the source and targets that `resolve` adds."""
    return Reference(
        source="",
        field="",
        raw=passage[start:end],
        kind=kind,
        targets=(),
        quoted_title=clean_title(title),
        start=start,
        end=end,
    )


def _read_terms(passage: str, position: int) -> _ReadReferences:
    """Read the capitalised words after "See", without the quotes around them.

    They are glossary terms, unless a number follows them directly: then they are its title (`See Costs, Rule G.7`).

    Args:
        passage: The text.
        position: Offset of the first capital letter or quote after "See".
    """
    is_quoted_whole = passage[position] in '"“' and not _ONE_WORD_QUOTED.match(passage, position)
    start = position + 1 if is_quoted_whole else position
    terms = _TERMS.match(passage, start)
    if terms is None:
        return _ReadReferences([], start)
    last_word = max(start, passage.rfind(" ", start, terms.end()) + 1)
    if is_ruling(passage, last_word):
        return _ReadReferences([], last_word)  # "see T.9", "see Phase P.5": a number, which is an anchor itself
    cue = _CUE_AFTER_TITLE.match(passage, terms.end())
    if cue is not None:
        return _read_list(passage, cue.end(), cue["cue"].lower(), title_before=terms["terms"])
    reference = _make_reference("glossary", passage, *terms.span("terms"))
    return _ReadReferences([reference], terms.end())
