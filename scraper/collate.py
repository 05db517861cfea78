"""Collation of several witnesses of one edition into one reading and its variants.

History: two dozen editions survive in two or three copies. Often one lost all non-ASCII characters and another is
whole; sometimes one breaks off; one consists only of NUL characters. Pages of old editions survive as saved pieces that
stop anywhere, even inside a word or a number.

Guarantees: the reading follows one witness, the base, which is the most complete one. A passage of another witness is
used only where the base is damaged and the other agrees with all that remains, or where a part of the base is missing;
where they differ in words, the base wins. Records are taken only where the base is known to have a gap, in the other
copy's order. A retyped copy is the base only if no other is usable, and otherwise fills nothing in. Every difference is
a variant. The result does not depend on the order of the witnesses.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeVar

from msgspec.structs import replace

from rules.numbers import key_of_rule, key_of_term, ordinals
from rules.records import (
    RETYPED,
    CardSet,
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
from scraper.archive import Copy
from scraper.decode import lost_marks
from scraper.dialects.official import DAMAGING

Record = Rule | GlossaryEntry | Matter


Gap = Literal["start", "end", "anywhere", "parts"]
"""A place in which a reading is known to lack records: before its first one, after its last one (which itself may be
cut),
anywhere, since pages were lost, or a part listed in its contents."""


def continues(whole: Record, cut: Record) -> bool:
    """Return whether the words of a record that breaks off begin another record, number or term included."""
    long, short = (
        alphanumerics(f"{record.number}{passage_of(record)}" if isinstance(record, Rule) else passage_of(record))
        for record in (whole, cut)
    )
    return len(long) > len(short) and long.startswith(short)


def is_heading(record: Record) -> bool:
    """Return whether a record begins a section or a chapter."""
    return isinstance(record, Rule) and record.kind in ("section", "chapter")


CONDITIONS: tuple[Condition, ...] = ("good", "damaged", "truncated", "destroyed")
"""From best to worst."""

BREAKS_OFF = ("truncated", "cut-mid-sentence")
"""Codes of diagnostics of a document that breaks off."""

SHOWN_DAMAGE = frozenset(("lossy-encoding", "marks-lost", "quotes-lost"))
"""Codes of diagnostics of damage that `is_damaged` sees in the passages."""
HIDDEN_DAMAGE = DAMAGING | {"ambiguous-encoding", "control-characters", "lost-placeholder", "odd-characters"}
"""Codes of damage that it does not see."""

R = TypeVar("R", Rule, GlossaryEntry, Matter)


ParsedCopy = tuple[Copy, ParsedDocument]
"""The facts of a copy and its records."""


def collate(
    edition_id: str,
    sets: tuple[CardSet, ...],
    aliases: tuple[str, ...],
    witnesses: Sequence[ParsedCopy],
) -> Reading:
    """Make one reading of an edition's witnesses.

    Args:
        edition_id: ISO date under which the archive keeps them; all records of the reading get this id.
        sets: The sets that it was published with.
        aliases: File dates of the edition.
        witnesses: The facts and the records of each copy; at least one.

    Raises:
        ValueError: There is no witness.
    """
    if not witnesses:
        raise ValueError(f"{edition_id}: no witness to read")
    copies = sorted(witnesses, key=_rank_copy)
    chosen, base = copies[0]
    variants: list[Variant] = []
    read_rules, rules_end = _collate_records(copies, [document.rules for _, document in copies], variants)
    entries, glossary_ends = _collate_records(copies, [document.glossary for _, document in copies], variants)
    matter, matter_ends = _collate_records(copies, [document.matter for _, document in copies], variants)
    rules = tuple(replace(rule, edition=edition_id) for rule in read_rules)
    glossary = tuple(replace(entry, edition=edition_id) for entry in entries)
    records: list[Record] = [*rules, *glossary, *matter]
    conditions: dict[Condition, bool] = {
        "destroyed": base.condition == "destroyed",
        RETYPED: chosen.condition == RETYPED,
        "truncated": base.condition == "truncated" and (rules_end or glossary_ends or matter_ends),
        "damaged": _keeps_damage(base, records),
        "good": True,
    }
    condition = next(condition for condition, is_so in conditions.items() if is_so)
    edition = Edition(
        id=edition_id,
        work=base.work,
        sets=sets,
        dialect=base.dialect,
        witnesses=tuple(witness_of(facts, document, chosen=facts is chosen) for facts, document in copies),
        condition=condition,
        aliases=aliases,
    )
    diagnostics = (*base.diagnostics, *_report_disagreements(edition_id, copies, variants))
    return Reading(edition, rules, glossary, matter, tuple(variants), diagnostics)


def _keeps_damage(base: ParsedDocument, records: Iterable[Record]) -> bool:
    """Return whether a reading has lost something that no copy gave back.

    Lost characters show in the passages, where another copy may have them. What a document lost otherwise, such as
    words or pages, no passage shows; it stays lost.
    """
    if any(is_damaged(passage_of(record)) for record in records):
        return True
    codes = {problem.code for problem in base.diagnostics if problem.severity == "warning"}
    return base.condition == "damaged" and not (codes & SHOWN_DAMAGE and codes.isdisjoint(HIDDEN_DAMAGE))


def _rank_copy(copy: ParsedCopy) -> tuple[bool, bool, int, int, int, str]:
    """Return the sort key that puts the best copy first.

    Best is a usable copy that is not retyped; of several the one with the most undamaged passages, then the least
    damaged one, then the one with the most typographic marks, because copies lose marks.
    """
    facts, document = copy
    held: list[Rule | GlossaryEntry] = [*document.rules, *document.glossary]
    whole = len(held)
    if document.condition != "good":
        whole = sum(not is_damaged(passage_of(record)) for record in held) - (document.condition == "truncated")
    marks = sum("’" in rule.text or "“" in rule.text for rule in document.rules)
    condition = CONDITIONS.index(document.condition)
    unusable = document.condition == "destroyed" or not document.rules
    return unusable, facts.condition == RETYPED, -whole, condition, -marks, facts.file


def witness_of(facts: Copy, document: ParsedDocument, *, chosen: bool = False) -> Witness:
    """Return the facts that are kept about a copy.

    Args:
        facts: Its facts from the manifest.
        document: Its records.
        chosen: Whether it is the base of the edition's reading.
    """
    destroyed = document.condition == "destroyed"
    return Witness(
        file=facts.file,
        origin=facts.origin,
        sha256=facts.sha256,
        size=facts.bytes,
        encoding=document.encoding,
        condition=document.condition if destroyed or facts.condition is None else RETYPED,
        stated_edition=document.edition,
        rules=len(document.rules),
        glossary=len(document.glossary),
        chosen=chosen,
        reason=facts.reason,
    )


def _collate_records(
    copies: Sequence[ParsedCopy], columns: Sequence[Sequence[R]], variants: list[Variant]
) -> tuple[tuple[R, ...], bool]:
    """Return the reading of one sort of records, and whether its end is missing; `variants` grows.

    Args:
        copies: The copies, the base first.
        columns: The records of each.
        variants: Where copies differ from the reading.
    """
    keyed: list[dict[str, R]] = [_by_match_key(column) for column in columns]
    reading, gaps, sources = dict(keyed[0]), _find_gaps(copies, keyed), dict[str, str]()
    is_retyped = copies[0][0].condition == RETYPED
    # Passages of retyped copies are adopted only into a retyped base.
    usable = [row for row in zip(copies, keyed, strict=True) if is_retyped or row[0][0].condition != RETYPED]
    for copy, column in usable[1:]:
        if copy[1].condition != "destroyed":
            reading, gaps = _fill_gaps(reading, gaps, column, copy, sources)
    for key in [key for key, record in reading.items() if is_damaged(passage_of(record))]:
        text = passage_of(reading[key])
        for (facts, _), column in usable:
            candidate = passage_of(column[key]) if key in column else text
            if not is_damaged(candidate) and same_but_for_damage(candidate, text):
                reading[key], sources[key] = column[key], facts.file
                break
    for key, record in reading.items():
        variants += _compare_copies(copies, key, record, keyed, sources.get(key, ""))
    for (facts, _), column in zip(copies, keyed, strict=True):
        extra = ((key, record) for key, record in column.items() if key not in reading)
        variants += (Variant(_name_variant(*row), facts.file, "extra", "", passage_of(row[1])) for row in extra)
    return tuple(reading.values()), "end" in gaps


def _find_gaps(copies: Sequence[ParsedCopy], keyed: Sequence[dict[str, R]]) -> set[Gap]:
    """Return where the base is known to lack records.

    The rules come before the glossary: a base with glossary entries does not break off in the rules, one without may.
    """
    _, base = copies[0]
    codes = {row.code for row in base.diagnostics}
    before_the_end = bool(base.glossary) and any(isinstance(record, Rule) for record in keyed[0].values())
    no_glossary = not base.glossary and any(document.glossary for _, document in copies)
    known: dict[Gap, bool] = {
        "start": bool(base.rules) and not is_heading(base.rules[0]),
        "end": (base.condition == "truncated" or no_glossary) and not before_the_end,
        "anywhere": "page-unreadable" in codes,
        "parts": "contents-disagree" in codes,
    }
    return {gap for gap in known if known[gap]}


def _compare_copies(
    copies: Sequence[ParsedCopy], key: str, record: R, keyed: Sequence[dict[str, R]], source: str
) -> Iterator[Variant]:
    """Yield how each copy differs from a passage of the reading; `source` is the file it was adopted from, or empty."""
    name, reading = _name_variant(key, record), passage_of(record)
    for (facts, document), column in zip(copies, keyed, strict=True):
        own, adopted = column.get(key), facts.file == source
        text = passage_of(own) if own is not None else ""
        if own is not None and not adopted and text != reading:
            yield Variant(name, facts.file, _classify_variant(reading, text, document, own), reading, text)
        elif adopted:
            yield Variant(name, facts.file, "damage" if key in keyed[0] else "extra", reading, text, adopted)
        elif own is None and document.condition != "destroyed":
            yield Variant(name, facts.file, "missing", reading, "")


def _fill_gaps(
    reading: dict[str, R], gaps: set[Gap], column: dict[str, R], copy: ParsedCopy, sources: dict[str, str]
) -> tuple[dict[str, R], set[Gap]]:
    """Return the reading with its gaps filled from this copy, and the gaps that remain; `sources` grows."""
    facts, document = copy
    if "end" in gaps:
        reading = _with_whole_end(reading, column, facts.file, sources)
    keys: list[str] = list(column)
    start, end = next(iter(reading), None), next(reversed(reading), None)
    added: dict[str | None, list[str]] = {}
    # The copy's records between two that the reading has too; without any of these, the run may be on either side.
    for left, right in pairwise([-1, *(i for i, key in enumerate(keys) if key in reading), len(keys)]):
        run, after = keys[left + 1 : right], keys[left] if left >= 0 else None
        first = keys[right] == start if right < len(keys) else after is None
        last = right == len(keys) and after in (end, None)
        if first and last:
            lacking = len(gaps & {"start", "end"}) == 1 or ("end" in gaps and not reading)
        else:
            lacking = "anywhere" in gaps or ("start" in gaps and first) or ("end" in gaps and last)
            lacking |= "parts" in gaps and any(is_heading(column[key]) for key in run)
        if run and lacking:
            at_end = first and last and "start" not in gaps
            added.setdefault(end if at_end else after, []).extend(run)
    done: dict[str, R] = {key: column[key] for key in added.get(None, ())}
    for key, record in reading.items():
        done[key] = record
        done |= {lacking: column[lacking] for lacking in added.get(key, ())}
    sources |= {key: facts.file for run in added.values() for key in run}
    ended = document.condition != "truncated" and next(reversed(done), "") == next(reversed(column), "")
    filled: dict[Gap, bool] = {"start": None in added, "end": ended}
    return done, {gap for gap in gaps if not filled.get(gap)}


def _with_whole_end(reading: dict[str, R], column: dict[str, R], file: str, sources: dict[str, str]) -> dict[str, R]:
    """Return the reading with its last record completed from this copy, if that record breaks off.

    A record cut in its words is replaced; one cut in its number or term is left out.
    """
    if not reading:
        return reading
    *before, last = reading
    cut, keys = reading[last], list(column)
    if last in column:
        if not continues(column[last], cut):
            return reading
        sources[last] = file
        return {**reading, last: column[last]}
    follows = keys.index(before[-1]) + 1 if before and before[-1] in column else len(keys)
    is_cut_in_label = any(continues(column[key], cut) for key in keys[follows : follows + 1])
    return {key: reading[key] for key in before} if is_cut_in_label else reading


def passage_of(record: Record) -> str:
    """Return all words of a record as one string: heading or term, text and examples, joined by newlines."""
    if isinstance(record, Rule):
        parts: Iterable[str] = (record.heading or "", record.text, *record.examples, *record.notes)
        return "\n".join(part for part in parts if part)
    return record.text if isinstance(record, Matter) else f"{record.term}\n{record.text}"


def _by_match_key(records: Sequence[R]) -> dict[str, R]:
    """Return the records by the key under which those of the copies are matched."""
    names = [_match_name(record) for record in records]
    return {
        key_of_rule(name, ordinal): record
        for name, ordinal, record in zip(names, ordinals(names), records, strict=True)
    }


def _match_name(record: Record) -> str:
    """Return the name by which records of two copies are matched.

    Terms are matched by their letters alone, because their quotes differ between copies too.
    """
    if isinstance(record, Rule):
        return record.number
    return f"matter:{record.name}" if isinstance(record, Matter) else key_of_term(alphanumerics(record.term))


def _name_variant(key: str, record: Record) -> str:
    """Return the key under which a variant of this record is shown."""
    return record.key if isinstance(record, GlossaryEntry) else key


def _classify_variant(reading: str, text: str, document: ParsedDocument, own: Record) -> VariantKind:
    if (is_damaged(text) or is_damaged(reading)) and same_but_for_damage(reading, text):
        return "damage"
    if same_words(reading, text):
        return "typographic"
    last: Sequence[Rule | GlossaryEntry] = (*document.rules[-1:], *document.glossary[-1:])
    if document.condition == "truncated" and any(own is record for record in last) and reading.startswith(text[:-1]):
        return "damage"
    return "wording"


def _report_disagreements(edition: str, copies: Sequence[ParsedCopy], variants: Sequence[Variant]) -> list[Diagnostic]:
    """Return where the witnesses contradict each other or the archive, one diagnostic each."""
    problems = []
    for facts, document in copies:
        stated, file = document.edition, facts.file
        if stated is not None and stated != edition:
            message = f"the document says it is of {stated}, the archive keeps it as {edition}"
            problems.append(Diagnostic("misdated", "warning", message, file, hint="the archive's date was kept"))
        words = [variant for variant in variants if variant.witness == file and variant.kind == "wording"]
        if words:
            shown = ", ".join(variant.key for variant in words[:5])
            message = f"{len(words)} passages differ in words from the reading: {shown}{' …' if len(words) > 5 else ''}"
            problems.append(Diagnostic("witnesses-disagree", "info", message, file))
        if facts is not copies[0][0]:
            problems += [row for row in document.diagnostics if row.severity == "error" or row.code in BREAKS_OFF]
    return problems


_WORD = re.compile(r"[^\W_]+|[+*/{}\[\]<>%&=]|-(?=[\dX])")
_ASCII_ALNUM = re.compile(r"[^A-Za-z0-9]+")
_MARKS = re.compile(r"\((?:tm|r|c)\)|[®™©_]", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def is_damaged(text: str) -> bool:
    """Return whether characters of a passage were lost: replaced, or turned into question marks inside words."""
    return "\ufffd" in text or bool(lost_marks(text))


def same_words(one: str, other: str) -> bool:
    """Return whether two passages have the same words, numbers and signs.

    Quotes, dashes, marks and spaces may differ.
    """
    if one == other:
        return True
    first, second = (_WORD.findall(_MARKS.sub("", text).translate(_DASHES)) for text in (one, other))
    return first == second


def same_but_for_damage(one: str, other: str) -> bool:
    """Return whether two passages agree in all letters and digits that both still have."""
    return alphanumerics(one) == alphanumerics(other)


def alphanumerics(text: str) -> str:
    """Return the ASCII letters and digits of a text: what no damage seen so far has touched."""
    return _ASCII_ALNUM.sub("", _MARKS.sub("", text))
