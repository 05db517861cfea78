"""Collation of several witnesses of one edition into one reading and its variants.

History: two dozen editions survive in two or three copies. Often one of the copies lost all non-ASCII characters and
another is whole; sometimes a copy breaks off; one copy consists only of NUL characters. One of two whole copies may
have other quotation marks and dashes than the editions before and after it. Pages of old editions survive as saved
pieces that stop anywhere, even inside a word or a number.

Guarantees: the reading follows one witness, the base, which is the most complete one. A passage of another witness is
used only where the base is damaged and the other agrees with all that remains, or where a part of the base is missing;
where they differ in words, the base wins. Records are taken only where the base is known to have a gap, in the other
copy's order. Of copies that are equally whole, the base is the one whose typography is that of the neighbouring
editions. A retyped copy is the base only if no other is usable, and otherwise fills nothing in. Every difference is
a variant. The result does not depend on the order of the witnesses.
"""

from collections.abc import Iterable, Sequence
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from rules.counts import format_count
from rules.records import RETYPED, CardSet, Condition, Diagnostic, Edition, ParsedDocument, Reading, Variant
from scraper.collation.agreement import Record, is_damaged, same_but_for_damage, words_of_record
from scraper.collation.columns import Column, R, make_columns
from scraper.collation.copies import ParsedCopy, is_usable, sort_copies, witness_of
from scraper.collation.gaps import OpenReading
from scraper.collation.variants import list_variants
from scraper.parts.whole import DAMAGING

BREAKS_OFF = ("truncated", "cut-mid-sentence")
"""Codes of diagnostics of a document that breaks off."""

SHOWN_DAMAGE = frozenset(("lossy-encoding", "marks-lost", "quotes-lost"))
"""Codes of diagnostics of damage that `is_damaged` sees in the passages."""
HIDDEN_DAMAGE = DAMAGING | {
    "ambiguous-encoding",
    "control-characters",
    "incomplete",
    "letters-lost",
    "lost-placeholder",
    "odd-characters",
    "order-differs",
    "texts-differ",
    "texts-slipped",
    "texts-unknown",
    "unclaimed-line",
}
"""Codes of damage that no passage shows, so that `is_damaged` cannot see it."""

_SHOWN_KEYS = 5
"""Maximum number of keys named in a message."""


class _Collated(Struct, Generic[R], frozen=True):
    """The collation of one sort of records.

    Attributes:
        records: The records of the reading.
        variants: The differences of copies from the reading.
        lacks_end: Whether the reading is known to lack its end.
    """

    records: tuple[R, ...]
    variants: tuple[Variant, ...]
    lacks_end: bool


def collate(
    edition_id: str,
    sets: tuple[CardSet, ...],
    aliases: tuple[str, ...],
    witnesses: Sequence[ParsedCopy],
    neighbours: Sequence[Sequence[ParsedDocument]] = (),
) -> Reading:
    """Make one reading of an edition's witnesses.

    Args:
        edition_id: ISO date under which the archive keeps them; all records of the reading get this id.
        sets: The sets that it was published with.
        aliases: File dates of the edition.
        witnesses: The facts and the records of each copy; at least one.
        neighbours: The usable copies of the edition before, and those of the edition after; their typography decides
            between copies that are equally whole.

    Raises:
        ValueError: There is no witness.
    """
    if not witnesses:
        raise ValueError(f"{edition_id}: no witness to read")
    copies = sort_copies(witnesses, neighbours)
    base_facts, base = copies[0]
    read_rules = _collate_records(make_columns(copies, [document.rules for _, document in copies]))
    read_entries = _collate_records(make_columns(copies, [document.glossary for _, document in copies]))
    read_matter = _collate_records(make_columns(copies, [document.matter for _, document in copies]))
    rules = tuple(replace(rule, edition=edition_id) for rule in read_rules.records)
    glossary = tuple(replace(entry, edition=edition_id) for entry in read_entries.records)
    variants = (*read_rules.variants, *read_entries.variants, *read_matter.variants)
    records: list[Record] = [*rules, *glossary, *read_matter.records]
    lacks_end = read_rules.lacks_end or read_entries.lacks_end or read_matter.lacks_end
    edition = Edition(
        id=edition_id,
        work=base.work,
        sets=sets,
        dialect=base.dialect,
        witnesses=tuple(witness_of(facts, document, chosen=facts is base_facts) for facts, document in copies),
        condition=_judge_reading(copies[0], records, lacks_end=lacks_end),
        aliases=aliases,
    )
    diagnostics = (*base.diagnostics, *_report_disagreements(edition_id, copies, variants))
    return Reading(
        edition=edition,
        rules=rules,
        glossary=glossary,
        matter=read_matter.records,
        variants=variants,
        diagnostics=diagnostics,
    )


def _judge_reading(copy: ParsedCopy, records: Iterable[Record], *, lacks_end: bool) -> Condition:
    """Return the condition of a reading.

    Args:
        copy: Its base, the best copy.
        records: The records of the reading.
        lacks_end: Whether the reading is known to lack its end.
    """
    facts, base = copy
    if not is_usable(base):
        return "destroyed"  # the best copy is usable unless none is
    if facts.condition == RETYPED:
        return RETYPED
    if base.condition == "fragment" or (base.condition == "truncated" and lacks_end):
        return "truncated"
    if _keeps_damage(base, records):
        return "damaged"
    return "good"


def _keeps_damage(base: ParsedDocument, records: Iterable[Record]) -> bool:
    """Return whether a reading lacks something that its base has lost and no other copy had.

    Lost characters show in the passages, and another copy may have restored them. If the base lost something else, such
    as words or pages, no passage shows that, and it counts as lost.
    """
    if any(is_damaged(words_of_record(record)) for record in records):
        return True
    if base.condition != "damaged":
        return False
    codes = {problem.code for problem in base.diagnostics if problem.severity == "warning"}
    # no passage shows any damage now: if the base had only damage that shows, other copies have restored it
    was_restored = bool(codes & SHOWN_DAMAGE) and codes.isdisjoint(HIDDEN_DAMAGE)
    return not was_restored


def _collate_records(columns: Sequence[Column[R]]) -> _Collated[R]:
    """Return the collation of one sort of records.

    Args:
        columns: The records of all copies, those of the base first.
    """
    reading = OpenReading(columns)
    usable = _list_without_retyped(columns)
    for column in usable[1:]:
        if column.document.condition != "destroyed":
            reading.fill(column)
    _restore_damaged(reading, usable)
    return _Collated(
        records=tuple(reading.records.values()),
        variants=tuple(list_variants(reading, columns)),
        lacks_end="end" in reading.gaps,
    )


def _list_without_retyped(columns: Sequence[Column[R]]) -> list[Column[R]]:
    """Return the copies that the reading may use, the base first: retyped ones only if the base is retyped itself."""
    if columns[0].facts.condition == RETYPED:
        return list(columns)
    return [column for column in columns if column.facts.condition != RETYPED]


def _restore_damaged(reading: OpenReading[R], usable: Sequence[Column[R]]) -> None:
    """Replace each damaged record by that of the first copy that agrees with what remains of it."""
    for key, record in reading.records.items():
        text = words_of_record(record)
        if not is_damaged(text):
            continue
        for column in usable:
            if key not in column.records:
                continue
            candidate = words_of_record(column.records[key])
            if not is_damaged(candidate) and same_but_for_damage(candidate, text):
                reading.adopt(key, column)
                break


def _report_disagreements(edition: str, copies: Sequence[ParsedCopy], variants: Sequence[Variant]) -> list[Diagnostic]:
    """Return the contradictions between witnesses and the archive or the reading, and what is severe about a witness.

    The problems of the base are left out, since the reading has them all.
    """
    problems = []
    for index, (facts, document) in enumerate(copies):
        stated = document.edition
        if stated is not None and stated != edition:
            message = f"the document states the date {stated}, but the archive lists it under {edition}"
            problems.append(Diagnostic("misdated", "warning", message, facts.file, hint="the archive's date was kept"))
        keys = [variant.key for variant in variants if variant.witness == facts.file and variant.kind == "wording"]
        if keys:
            differing = format_count(len(keys), "passage differs", "passages differ")
            message = f"{differing} in words from the reading: {_shorten(keys)}"
            problems.append(Diagnostic("witnesses-disagree", "info", message, facts.file))
        if index > 0:  # the diagnostics of the base are those of the reading
            problems += _list_severe(document)
    return problems


def _list_severe(document: ParsedDocument) -> list[Diagnostic]:
    """Return the problems because of which a copy is of little use: errors, and that it breaks off."""
    return [problem for problem in document.diagnostics if problem.severity == "error" or problem.code in BREAKS_OFF]


def _shorten(keys: Sequence[str]) -> str:
    """Return the first keys, with dots if there are more: `702.19a, 702.19b …`."""
    shown = ", ".join(keys[:_SHOWN_KEYS])
    if len(keys) > _SHOWN_KEYS:
        return f"{shown} …"
    return shown
