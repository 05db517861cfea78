"""The references that only a translation of the Magic rules has: a section or chapter after a word that is not English.

Example: `siehe Kapitel 702, „Schlüsselwörter“`. A number with a dot, such as 702.40, needs no word in front of it, so
that `graph.references.find` finds it in every language. Three digits or one may be any number; they are a chapter
or a section only after a word such as "Kapitel". A title in the quotes of another language is read too.

A *passage* is the text, an example or a note of a record. It is named by the key of the record and a field, such as
`example:0`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from graph.references.outline import TITLE, any_of
from graph.references.pointers import NOUNS, list_words
from graph.references.resolve import EditionIndex, passages, resolve_number
from rules.records import GlossaryEntry, Reference, ReferenceKind, Resolution, Rule

_Passage = tuple[str, str]
"""The key of a record and the field of one of its passages: `("702.40a", "text")`."""

_ENGLISH = frozenset(NOUNS["English"].split(", "))
_FOREIGN = [word for word in list_words(NOUNS) if word not in _ENGLISH]
_NUMBER_AFTER_WORD = re.compile(rf"\b(?i:{any_of(_FOREIGN)})\s{{1,3}}(?P<number>[1-9](?:\d\d)?)(?!\w|[/%-]|[.,:]\d)")
"""The number of a chapter (three digits) or section (one digit) after a word that is not English: `Kapitel 702`."""


def add_translated(
    references: Sequence[Resolution], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> tuple[Resolution, ...]:
    """Return the references of a document with those that only a translation has, in the order of the document.

    References that were found before get their title, if it is in the quotes of another language. Then the references
    to chapters and sections are added. Example: 702.40a reads `Siehe 702.2 „Bach“ und Kapitel 702`, and `references`
    has 702.2. The result has 702.2 with the title `Bach`, and 702.

    Args:
        references: The references that English texts have, too.
        rules: The rules of the document.
        glossary: Its glossary.
    """
    edition = EditionIndex(rules, glossary)
    texts: dict[_Passage, str] = {(source, field): text for source, field, text in passages(rules, glossary)}
    found: dict[tuple[_Passage, int], Resolution] = {}
    for resolution in references:
        found[_locate(resolution.reference)] = _add_title(resolution, texts, edition)
    for passage, text in texts.items():
        for reference in _find_after_words(text, passage):
            found.setdefault(_locate(reference), resolve_number(reference, edition))
    ordinals = {passage: ordinal for ordinal, passage in enumerate(texts)}
    in_unknown_passage = len(ordinals)  # such as the passages of a printed index, which come last

    def order(resolution: Resolution) -> tuple[int, int]:
        """Return the sorting key of a reference: the ordinal of its passage in the document, then its offset there."""
        passage, start = _locate(resolution.reference)
        return ordinals.get(passage, in_unknown_passage), start

    return tuple(sorted(found.values(), key=order))


def _locate(reference: Reference) -> tuple[_Passage, int]:
    """Return the passage and the offset of a reference, which no other reference of the document shares."""
    return (reference.source, reference.field), reference.start


def _add_title(resolution: Resolution, texts: Mapping[_Passage, str], edition: EditionIndex) -> Resolution:
    """Return a reference, resolved again with its title if a title in the quotes of another language is after it.

    A title decides which rule is meant. A reference to the glossary, or with an English title, stays as it is.

    Args:
        resolution: The reference, resolved without that title.
        texts: The text of each passage.
        edition: The index of the document.
    """
    reference = resolution.reference
    if reference.kind == "glossary" or reference.quoted_title is not None:
        return resolution
    title = _read_title(texts.get((reference.source, reference.field), ""), reference.end)
    if title is None:
        return resolution
    return resolve_number(replace(reference, quoted_title=title), edition)


def _read_title(text: str, end: int) -> str | None:
    """Return the title in quotes directly after a number that ends at `end`; None if there is none.

    Example: in `702.40 „Sturm“` it is `Sturm`, with the `end` 6.
    """
    match = TITLE.match(text, end)
    return match["title"].rstrip(".,;") if match else None


def _find_after_words(text: str, passage: _Passage) -> Iterator[Reference]:
    """Yield the references to chapters and sections after words that are not English.

    Example: in `siehe Kapitel 702 und Abschnitt 7` they are `702`, of the kind `rule`, and `7`, of the kind `section`.
    In references, a chapter is of the kind `rule`.

    Args:
        text: The text of a passage.
        passage: The passage.
    """
    source, field = passage
    for match in _NUMBER_AFTER_WORD.finditer(text):
        start, end = match.span("number")
        is_section = end - start == 1
        kind: ReferenceKind = "section" if is_section else "rule"
        yield Reference(
            source=source,
            field=field,
            raw=match["number"],
            kind=kind,
            targets=(),
            quoted_title=_read_title(text, end),
            start=start,
            end=end,
        )
