"""The references that only a translation of the Magic rules has: a section or chapter after a word that is not English.

A number with a dot needs no word, so that it is found in every language by `graph.references.find`. Three digits or one
are a chapter or a section only after a word such as "Kapitel". A title in the quotes of another language is read too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

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
    texts = {(source, field): text for source, field, text in passages(rules, glossary)}
    found: dict[tuple[str, str, int], Resolution] = {}
    for resolution in references:
        found[_locate(resolution.reference)] = _add_title(resolution, texts, index)
    for (source, field), text in texts.items():
        for reference in _find_chapters(text, source, field):
            found.setdefault(_locate(reference), resolve_number(reference, index))
    index_of_passage = {passage: position for position, passage in enumerate(texts)}
    return tuple(sorted(found.values(), key=lambda resolution: _order(resolution.reference, index_of_passage)))


def _add_title(resolution: Resolution, texts: Mapping[tuple[str, str], str], index: EditionIndex) -> Resolution:
    """Return a reference, resolved again with its title if a title in the quotes of another language is next to it.

    Args:
        resolution: The reference, resolved without that title.
        texts: The text of each passage, by its source and field.
        index: The index of the document.
    """
    reference = resolution.reference
    if reference.kind == "glossary" or reference.quoted_title is not None:
        return resolution
    title = _read_title(texts.get((reference.source, reference.field), ""), reference.end)
    if title is None:
        return resolution
    return resolve_number(replace(reference, quoted_title=title), index)


def _locate(reference: Reference) -> tuple[str, str, int]:
    """Return the record, the passage and the offset of a reference, which no other reference of the document shares."""
    return reference.source, reference.field, reference.start


def _order(reference: Reference, index_of_passage: dict[tuple[str, str], int]) -> tuple[int, int]:
    """Return the sorting key of a reference: the index of its passage in the document, then its offset there.

    References whose passage is unknown, such as those of a printed index, come last.

    Args:
        reference: The reference.
        index_of_passage: The index of each passage in the document, by its source and field.
    """
    return index_of_passage.get((reference.source, reference.field), len(index_of_passage)), reference.start


def _read_title(text: str, end: int) -> str | None:
    """Return the title in quotes after a number that ends at `end`; None without one."""
    match = TITLE.match(text, end)
    return match["title"].rstrip(".,;") if match else None


def _find_chapters(text: str, source: str, field: str) -> Iterator[Reference]:
    """Yield the references to chapters and sections after words that are not English: `Kapitel 702`, `Abschnitt 7`.

    Args:
        text: A passage.
        source: Key of the record with the passage.
        field: The field of the passage, in the form of `Reference.field`.
    """
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
