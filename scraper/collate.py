"""Several witnesses of one edition → one reading, and what the others have instead.

History: two dozen editions survive in two or three copies. Often one lost every character beyond ASCII and another is
whole; sometimes one breaks off; once one is nothing but NULs.

Guarantees: the reading follows one witness, the base, and takes another's passage only where the base is damaged or
lacks it because it breaks off, and the other agrees with it in all that is left; where they differ in words the base
stands and the difference is a variant. Every difference is a variant. The outcome does not depend on the order of the
witnesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from rules.keys import key_of_rule, key_of_term
from rules.numbers import ordinals
from rules.records import (
    Condition,
    Diagnostic,
    Edition,
    GlossaryEntry,
    Matter,
    ParsedDocument,
    Reading,
    Rule,
    Variant,
    VariantKind,
    Witness,
)
from scraper.passages import bones, is_damaged, same_but_for_damage, same_words

CONDITIONS: tuple[Condition, ...] = ("good", "damaged", "truncated", "destroyed")
"""From best to worst."""

BREAKS_OFF = ("truncated", "cut-mid-sentence")
"""Codes of the diagnostics that say so."""

R = TypeVar("R", Rule, GlossaryEntry, Matter)


class CopyFacts(Protocol):
    """What the archive knows of a copy."""

    @property
    def file(self) -> str:
        """Path inside the archive."""

    @property
    def origin(self) -> str:
        """Where it was found."""

    @property
    def sha256(self) -> str:
        """Of its bytes."""

    @property
    def bytes(self) -> int:
        """Its size."""


@dataclass(frozen=True, slots=True)
class _Copy:
    facts: CopyFacts
    document: ParsedDocument


def collate(
    edition_id: str,
    set_code: str | None,
    set_name: str | None,
    aliases: tuple[str, ...],
    witnesses: Sequence[tuple[CopyFacts, ParsedDocument]],
) -> Reading:
    """Make one reading of an edition's witnesses.

    Args:
        edition_id: ISO date under which the archive keeps them; all records of the reading bear it.
        set_code: Code of the set, or None.
        set_name: Name of the set, or None.
        aliases: File dates of the edition.
        witnesses: Each copy's facts and its records; at least one.

    Raises:
        ValueError: There is no witness.
    """
    if not witnesses:
        raise ValueError(f"{edition_id}: no witness to read")
    copies = sorted((_Copy(facts, document) for facts, document in witnesses), key=_rank)
    base = copies[0].document
    weave = _Weave(copies)
    rules = tuple(_rule_of(r, edition_id) for r in weave.records([copy.document.rules for copy in copies]))
    glossary = tuple(_entry_of(e, edition_id) for e in weave.records([copy.document.glossary for copy in copies]))
    matter = weave.records([copy.document.matter for copy in copies])
    edition = Edition(
        id=edition_id,
        work=base.work,
        set_code=set_code,
        set_name=set_name,
        dialect=base.dialect,
        witnesses=tuple(_witness(copy, chosen=copy is copies[0]) for copy in copies),
        condition=_condition(base, [*rules, *glossary, *matter], completed=weave.completed),
        aliases=aliases,
    )
    diagnostics = (*base.diagnostics, *_disagreements(edition_id, copies, weave.variants))
    return Reading(edition, rules, glossary, matter, tuple(weave.variants), diagnostics)


def _rank(copy: _Copy) -> tuple[int, int, int, str]:
    """Best first: least damaged, most complete, richest in typographic marks (copies lose marks, never gain them)."""
    document = copy.document
    size = len(document.rules) + len(document.glossary)
    marks = sum("’" in rule.text or "“" in rule.text for rule in document.rules)
    return CONDITIONS.index(document.condition), -size, -marks, copy.facts.file


def _witness(copy: _Copy, *, chosen: bool) -> Witness:
    document = copy.document
    return Witness(
        file=copy.facts.file,
        origin=copy.facts.origin,
        sha256=copy.facts.sha256,
        size=copy.facts.bytes,
        encoding=document.encoding,
        condition=document.condition,
        stated_edition=document.edition,
        rules=len(document.rules),
        glossary=len(document.glossary),
        chosen=chosen,
    )


@dataclass(slots=True)
class _Weave:
    """Goes through the base's records with the other copies beside it, and collects the variants."""

    copies: Sequence[_Copy]
    variants: list[Variant] = field(default_factory=list)
    completed: bool = False

    def records(self, columns: Sequence[Sequence[R]]) -> tuple[R, ...]:
        """The reading of one sort of records; `columns` has those of each copy, the base's first."""
        keyed: list[dict[str, R]] = [dict(_keyed(column)) for column in columns]
        base, others = keyed[0], keyed[1:]
        reading = {key: self._passage(key, record, others) for key, record in base.items()}
        for copy, column in zip(self.copies[1:], others, strict=True):
            self._without_counterpart(reading, base, column, copy)
        return tuple(reading.values())

    def _passage(self, key: str, record: R, others: Sequence[dict[str, R]]) -> R:
        """The reading of one passage of the base, with what the other copies have for it."""
        chosen, adopted_from = record, ""
        if is_damaged(passage_of(record)):
            for copy, column in zip(self.copies[1:], others, strict=True):
                candidate = column.get(key)
                if candidate is not None and _mends(candidate, record):
                    chosen, adopted_from = candidate, copy.facts.file
                    break
        reading = passage_of(chosen)
        columns: list[R | None] = [record]
        columns.extend(column.get(key) for column in others)
        name = _name(key, chosen)
        for copy, own in zip(self.copies, columns, strict=True):
            self._compare(name, reading, own, copy, adopted=copy.facts.file == adopted_from)
        return chosen

    def _compare(
        self, name: str, reading: str, own: Rule | GlossaryEntry | Matter | None, copy: _Copy, *, adopted: bool
    ) -> None:
        file = copy.facts.file
        if own is None:
            if copy.document.condition != "destroyed":
                self.variants.append(Variant(name, file, "missing", reading, ""))
            return
        text = passage_of(own)
        if text != reading or adopted:
            kind: VariantKind = "damage" if adopted else _kind(reading, text, copy.document, own)
            self.variants.append(Variant(name, file, kind, reading, text, adopted))

    def _without_counterpart(
        self, reading: dict[str, R], base: dict[str, R], column: dict[str, R], copy: _Copy
    ) -> None:
        """What only this copy has: taken where the base breaks off, otherwise an `extra` variant."""
        breaks_off = self.copies[0].document.condition == "truncated"
        for key, record in column.items():
            if key in base or key in reading:
                continue
            if breaks_off and copy.document.condition != "truncated":
                reading[key] = record
                self.completed = True
            text = passage_of(record)
            taken = key in reading
            kept = text if taken else ""
            self.variants.append(Variant(_name(key, record), copy.facts.file, "extra", kept, text, taken))


def _rule_of(rule: Rule, edition: str) -> Rule:
    return rule if rule.edition == edition else replace(rule, edition=edition)


def _entry_of(entry: GlossaryEntry, edition: str) -> GlossaryEntry:
    return entry if entry.edition == edition else replace(entry, edition=edition)


def passage_of(record: Rule | GlossaryEntry | Matter) -> str:
    """All words of a record as one string: heading or term, text and examples, joined by newlines."""
    if isinstance(record, Rule):
        parts: Iterable[str] = (record.heading or "", record.text, *record.examples, *record.notes)
        return "\n".join(part for part in parts if part)
    return record.text if isinstance(record, Matter) else f"{record.term}\n{record.text}"


def _keyed(records: Sequence[R]) -> list[tuple[str, R]]:
    """Records with the key under which the copies' are matched."""
    names = [_match_name(record) for record in records]
    return [
        (key_of_rule(name, ordinal), record)
        for name, ordinal, record in zip(names, ordinals(names), records, strict=True)
    ]


def _match_name(record: Rule | GlossaryEntry | Matter) -> str:
    """Terms are matched by their letters alone, for their quotes differ between copies too."""
    if isinstance(record, Rule):
        return record.number
    return f"matter:{record.name}" if isinstance(record, Matter) else key_of_term(bones(record.term))


def _name(key: str, record: Rule | GlossaryEntry | Matter) -> str:
    """The key under which a variant of this record is shown."""
    return record.key if isinstance(record, GlossaryEntry) else key


def _mends(candidate: Rule | GlossaryEntry | Matter, damaged: Rule | GlossaryEntry | Matter) -> bool:
    text = passage_of(candidate)
    return not is_damaged(text) and same_but_for_damage(text, passage_of(damaged))


def _kind(reading: str, text: str, document: ParsedDocument, own: Rule | GlossaryEntry | Matter) -> VariantKind:
    if (is_damaged(text) or is_damaged(reading)) and same_but_for_damage(reading, text):
        return "damage"
    if same_words(reading, text):
        return "typographic"
    last: Sequence[Rule | GlossaryEntry] = (*document.rules[-1:], *document.glossary[-1:])
    if document.condition == "truncated" and any(own is record for record in last) and reading.startswith(text[:-1]):
        return "damage"
    return "wording"


def _condition(base: ParsedDocument, records: Sequence[Rule | GlossaryEntry | Matter], *, completed: bool) -> Condition:
    """What is still wrong with the reading after the copies have mended each other."""
    if base.condition == "destroyed":
        return "destroyed"
    if base.condition == "truncated" and not completed:
        return "truncated"
    return "damaged" if any(is_damaged(passage_of(record)) for record in records) else "good"


def _disagreements(edition: str, copies: Sequence[_Copy], variants: Sequence[Variant]) -> list[Diagnostic]:
    """What the witnesses say against each other or against the archive, one line each."""
    found = []
    for copy in copies:
        stated, file = copy.document.edition, copy.facts.file
        if stated is not None and stated != edition:
            message = f"the document says it is of {stated}, the archive keeps it as {edition}"
            found.append(Diagnostic("misdated", "warning", message, file, hint="the archive's date was kept"))
        words = [variant for variant in variants if variant.witness == file and variant.kind == "wording"]
        if words:
            shown = ", ".join(variant.key for variant in words[:5])
            message = f"{len(words)} passages differ in words from the reading: {shown}{' …' if len(words) > 5 else ''}"
            found.append(Diagnostic("witnesses-disagree", "info", message, file))
        if copy is not copies[0]:
            found += [row for row in copy.document.diagnostics if row.severity == "error" or row.code in BREAKS_OFF]
    return found
