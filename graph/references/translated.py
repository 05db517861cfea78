"""The references that only a translation of the Magic rules has: a section or chapter after a word that is not English.

A number with a dot needs no word, so that it is found in every language by `graph.references.find`. Three digits or one
are a chapter or a section only after a word such as "Kapitel". A title in the quotes of another language is read too.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from graph.references.outline import TITLE, any_of
from graph.references.pointers import NOUNS, list_words
from graph.references.resolve import EditionIndex, passages, resolve_number
from rules.records import GlossaryEntry, Reference, ReferenceKind, Resolution, Rule

_ENGLISH = frozenset(NOUNS["English"].split(", "))
_FOREIGN = [word for word in list_words(NOUNS) if word not in _ENGLISH]
_CHAPTER = re.compile(rf"\b(?i:{any_of(_FOREIGN)})\s{{1,3}}(?P<number>[1-9](?:\d\d)?)(?!\w|[/%-]|[.,:]\d)")


def add_translated(
    references: Sequence[Resolution], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> tuple[Resolution, ...]:
    """Return the references of a document with those that only a translation has, in the order of the document.

    Args:
        references: The references that English texts have, too.
        rules: The rules of the document.
        glossary: Its glossary.
    """
    index = EditionIndex(rules, glossary)
    found: dict[tuple[str, str, int], Resolution] = {
        _place(resolution.reference): resolution for resolution in references
    }
    texts = {(source, field): text for source, field, text in passages(rules, glossary)}
    for place, resolution in found.items():
        reference = resolution.reference
        text = texts.get((reference.source, reference.field), "")
        title = _read_title(text, reference.end) if reference.kind != "glossary" else None
        if title is not None and reference.quoted_title is None:
            found[place] = resolve_number(replace(reference, quoted_title=title), index)
    for (source, field), text in texts.items():
        for reference in _find_chapters(text, source, field):
            found.setdefault(_place(reference), resolve_number(reference, index))
    order = {passage: number for number, passage in enumerate(texts)}
    return tuple(sorted(found.values(), key=lambda resolution: _position(resolution.reference, order)))


def _place(reference: Reference) -> tuple[str, str, int]:
    """Return the place of a reference, which no other reference of the document has."""
    return reference.source, reference.field, reference.start


def _position(reference: Reference, order: dict[tuple[str, str], int]) -> tuple[int, int]:
    """Return the number of the passage of a reference in the document, and the place of the reference in it.

    Args:
        reference: The reference.
        order: The number of each passage, by its source and field.
    """
    return order.get((reference.source, reference.field), len(order)), reference.start


def _read_title(text: str, end: int) -> str | None:
    """Return the title in quotes after a number that ends at `end`; None without one."""
    match = TITLE.match(text, end)
    return match["title"].rstrip(".,;") if match else None


def _find_chapters(text: str, source: str, field: str) -> Iterator[Reference]:
    """Yield the references to chapters and sections after words that are not English."""
    for match in _CHAPTER.finditer(text):
        start, end = match.span("number")
        kind: ReferenceKind = "rule" if end - start > 1 else "section"
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
