"""The differences between the copies of an edition and its reading."""

from collections.abc import Iterator, Sequence

from rules.records import GlossaryEntry, ParsedDocument, Rule, Variant, VariantKind
from scraper.collation.agreement import Record, is_damaged, same_but_for_damage, same_words, words_of_record
from scraper.collation.columns import Column, R, show_key
from scraper.collation.gaps import OpenReading


def list_variants(reading: OpenReading[R], columns: Sequence[Column[R]]) -> Iterator[Variant]:
    """Yield the variants: first those of the reading's records, then the records that the reading lacks.

    Args:
        reading: The completed reading.
        columns: The records of all copies, those of the base first.
    """
    base = columns[0]
    for key, record in reading.records.items():
        adopted_file = reading.adopted_from.get(key)
        for column in columns:
            if column.facts.file == adopted_file:
                yield _make_adopted(key, record, column, is_in_base=key in base.records)
            else:
                yield from _compare(key, record, column)
    for column in columns:
        for key, record in column.records.items():
            if key not in reading.records:
                yield Variant(show_key(key, record), column.facts.file, "extra", "", words_of_record(record))


def _make_adopted(key: str, record: Record, column: Column[R], *, is_in_base: bool) -> Variant:
    """Return the variant for a record that the reading has adopted from a copy, since the base lacks or damaged it."""
    return Variant(
        key=show_key(key, record),
        witness=column.facts.file,
        kind="damage" if is_in_base else "extra",
        reading=words_of_record(record),
        text=words_of_record(column.records[key]),
        adopted=True,
    )


def _compare(key: str, record: Record, column: Column[R]) -> Iterator[Variant]:
    """Yield the variant of a copy, if it differs from a record of the reading.

    A destroyed copy lacks nearly everything, so its missing records are no variants.
    """
    counterpart = column.records.get(key)
    if counterpart is record:
        return  # the reading has the record from this copy
    name, reading, file = show_key(key, record), words_of_record(record), column.facts.file
    if counterpart is None:
        if column.document.condition != "destroyed":
            yield Variant(name, file, "missing", reading, "")
        return
    text = words_of_record(counterpart)
    if text != reading:
        is_cut = _is_cut(counterpart, column.document) and reading.startswith(text[:-1])
        yield Variant(name, file, _classify(reading, text, is_cut=is_cut), reading, text)


def _classify(reading: str, text: str, *, is_cut: bool) -> VariantKind:
    """Return the kind of a difference; `is_cut` says whether the copy breaks off in this text."""
    if (is_damaged(text) or is_damaged(reading)) and same_but_for_damage(reading, text):
        return "damage"
    if same_words(reading, text):
        return "typographic"
    if is_cut:
        return "damage"
    return "wording"


def _is_cut(record: Record, document: ParsedDocument) -> bool:
    """Return whether a document may break off in a record: in its last rule or its last entry."""
    last_records: Sequence[Rule | GlossaryEntry] = (*document.rules[-1:], *document.glossary[-1:])
    return document.condition == "truncated" and any(record is last_record for last_record in last_records)
