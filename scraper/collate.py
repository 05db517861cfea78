"""Collation of several witnesses of one edition into one reading and its variants.

History: two dozen editions survive in two or three copies. Often one lost all non-ASCII characters and another is
whole; sometimes one breaks off; one consists only of NUL characters. Of two whole copies one may print other quotation
marks and dashes than the editions before and after it. Pages of old editions survive as saved pieces that stop
anywhere, even inside a word or a number.

Guarantees: the reading follows one witness, the base, which is the most complete one. A passage of another witness is
used only where the base is damaged and the other agrees with all that remains, or where a part of the base is missing;
where they differ in words, the base wins. Records are taken only where the base is known to have a gap, in the other
copy's order. Of copies that are equally whole, the base is the one whose typography is that of the neighbouring
editions. A retyped copy is the base only if no other is usable, and otherwise fills nothing in. Every difference is
a variant. The result does not depend on the order of the witnesses.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.change import passage_of
from rules.numbers import key_of_rule, key_of_term, ordinals
from rules.records import (
    CONDITIONS,
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
from rules.typography import FormCounts, count_differing, count_forms, typography_of
from scraper.archive import Copy
from scraper.dialects.official import DAMAGING
from scraper.lost_characters import find_lost_marks

Record = Rule | GlossaryEntry | Matter


Gap = Literal["start", "end", "anywhere", "parts"]
"""A place in which a reading is known to lack records: before its first one, after its last one (which itself may be
cut), anywhere, since pages were lost, or a part listed in its contents."""


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
}
"""Codes of damage that it does not see."""

R = TypeVar("R", Rule, GlossaryEntry, Matter)


ParsedCopy = tuple[Copy, ParsedDocument]
"""The facts of a copy and its records."""

_SHOWN = 5
"""Maximum number of keys named in a message."""
_WORD = re.compile(r"[^\W_]+|[+*/{}\[\]<>%&=]|-(?=[\dX])")
_ASCII_ALNUM = re.compile(r"[^A-Za-z0-9]+")
_MARKS = re.compile(r"\((?:tm|r|c)\)|[®™©_]", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def continues(whole: Record, cut: Record) -> bool:
    """Return whether the words of a record that breaks off begin another record, number or term included."""
    long, short = _letters_of(whole), _letters_of(cut)
    return len(long) > len(short) and long.startswith(short)


def _letters_of(record: Record) -> str:
    if isinstance(record, Rule):
        return alphanumerics(f"{record.number}{words_of_record(record)}")
    return alphanumerics(words_of_record(record))


def is_heading(record: Record) -> bool:
    """Return whether a record begins a section or a chapter."""
    return isinstance(record, Rule) and record.kind in ("section", "chapter")


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
        neighbours: The usable copies of the edition before, and of the edition after.

    Raises:
        ValueError: There is no witness.
    """
    if not witnesses:
        raise ValueError(f"{edition_id}: no witness to read")
    copies = _sort_copies(witnesses, neighbours)
    chosen, base = copies[0]
    variants: list[Variant] = []
    read_rules, rules_end = _collate_records(copies, [document.rules for _, document in copies], variants)
    entries, glossary_ends = _collate_records(copies, [document.glossary for _, document in copies], variants)
    matter, matter_ends = _collate_records(copies, [document.matter for _, document in copies], variants)
    rules = tuple(replace(rule, edition=edition_id) for rule in read_rules)
    glossary = tuple(replace(entry, edition=edition_id) for entry in entries)
    records: list[Record] = [*rules, *glossary, *matter]
    lacks_end = rules_end or glossary_ends or matter_ends
    edition = Edition(
        id=edition_id,
        work=base.work,
        sets=sets,
        dialect=base.dialect,
        witnesses=tuple(witness_of(facts, document, chosen=facts is chosen) for facts, document in copies),
        condition=_judge_reading(copies[0], records, lacks_end=lacks_end),
        aliases=aliases,
    )
    diagnostics = (*base.diagnostics, *_report_disagreements(edition_id, copies, variants))
    return Reading(
        edition=edition,
        rules=rules,
        glossary=glossary,
        matter=matter,
        variants=tuple(variants),
        diagnostics=diagnostics,
    )


def _judge_reading(copy: ParsedCopy, records: Iterable[Record], *, lacks_end: bool) -> Condition:
    """Return the condition of a reading that follows a copy."""
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
    """Return whether a reading has lost something that no copy gave back.

    Lost characters show in the passages, where another copy may have them. What a document lost otherwise, such as
    words or pages, no passage shows; it stays lost.
    """
    if any(is_damaged(words_of_record(record)) for record in records):
        return True
    codes = {problem.code for problem in base.diagnostics if problem.severity == "warning"}
    return base.condition == "damaged" and not (codes & SHOWN_DAMAGE and codes.isdisjoint(HIDDEN_DAMAGE))


def _sort_copies(witnesses: Sequence[ParsedCopy], neighbours: Sequence[Sequence[ParsedDocument]]) -> list[ParsedCopy]:
    """Return the copies, the best first.

    Best is a usable copy that is not retyped; of several the one with the most undamaged passages, then the least
    damaged one, then the one whose typography is most like that of the neighbouring editions, then the one with the
    most typographic marks, because copies lose marks.
    """
    foreign: dict[str, float] = {}
    if neighbours and len(witnesses) > 1:
        counts_of_neighbours = [list(map(_count_forms, documents)) for documents in neighbours]
        for facts, document in witnesses:
            foreign[facts.file] = _count_foreign(_count_forms(document), counts_of_neighbours)

    def rank(copy: ParsedCopy) -> tuple[tuple[bool, bool, int, int], float, int, str]:
        facts, document = copy
        marks = sum("’" in rule.text or "“" in rule.text for rule in document.rules)
        return _rank_copy(copy), foreign.get(facts.file, 0), -marks, facts.file

    return sorted(witnesses, key=rank)


def are_equally_whole(witnesses: Sequence[ParsedCopy]) -> bool:
    """Return whether several copies are the best by what they have, so that only their typography can decide."""
    best, *further = sorted(witnesses, key=_rank_copy)
    counts = _count_forms(best[1])
    for copy in further:
        if _rank_copy(copy) == _rank_copy(best) and count_differing(counts, _count_forms(copy[1])):
            return True
    return False


def _count_forms(document: ParsedDocument) -> FormCounts:
    records: list[Rule | GlossaryEntry] = [*document.rules, *document.glossary]
    return count_forms(map(words_of_record, records))


def _count_foreign(counts: FormCounts, neighbours: Sequence[Sequence[FormCounts]]) -> float:
    """Return how many marks of a copy have another form than in the likest copy of each neighbouring edition."""
    foreign = 0.0
    for copies in filter(None, neighbours):
        foreign += min(count_differing(counts, copy) for copy in copies)
    return foreign


def _rank_copy(copy: ParsedCopy) -> tuple[bool, bool, int, int]:
    """Return how whole a copy is, as a sort key that puts the best one first."""
    facts, document = copy
    held: list[Rule | GlossaryEntry] = [*document.rules, *document.glossary]
    whole = len(held)
    if document.condition != "good":
        whole = sum(not is_damaged(words_of_record(record)) for record in held) - (document.condition == "truncated")
    condition = CONDITIONS.index(document.condition)
    return not is_usable(document), facts.condition == RETYPED, -whole, condition


def is_usable(document: ParsedDocument) -> bool:
    """Return whether a copy can be the base of a reading: it has rules, and more of them than a list of contents."""
    has_texts = any(rule.text for rule in document.rules)
    return has_texts and document.condition != "destroyed"


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
        typography=typography_of(_count_forms(document)),
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
    _restore_damaged(reading, usable, sources)
    for key, record in reading.items():
        variants += _compare_copies(copies, key, record, keyed, sources.get(key, ""))
    for (facts, _), column in zip(copies, keyed, strict=True):
        for key, record in column.items():
            if key not in reading:
                variants.append(Variant(_name_variant(key, record), facts.file, "extra", "", words_of_record(record)))
    return tuple(reading.values()), "end" in gaps


def _restore_damaged(
    reading: dict[str, R], usable: Sequence[tuple[ParsedCopy, dict[str, R]]], sources: dict[str, str]
) -> None:
    """Replace each damaged record by that of the first copy that agrees with what remains of it; `sources` grows."""
    for key, record in reading.items():
        text = words_of_record(record)
        if not is_damaged(text):
            continue
        for (facts, _), column in usable:
            candidate = words_of_record(column[key]) if key in column else text
            if not is_damaged(candidate) and same_but_for_damage(candidate, text):
                reading[key], sources[key] = column[key], facts.file
                break


def _find_gaps(copies: Sequence[ParsedCopy], keyed: Sequence[dict[str, R]]) -> set[Gap]:
    """Return where the base is known to lack records.

    The rules come before the glossary: a base with glossary entries does not break off in the rules, one without may.
    """
    _, base = copies[0]
    codes = {row.code for row in base.diagnostics}
    before_the_end = bool(base.glossary) and any(isinstance(record, Rule) for record in keyed[0].values())
    no_glossary = not base.glossary and any(document.glossary for _, document in copies)
    gaps = set[Gap]()
    if base.rules and not is_heading(base.rules[0]):
        gaps.add("start")
    if (base.condition == "truncated" or no_glossary) and not before_the_end:
        gaps.add("end")
    if "page-unreadable" in codes:
        gaps.add("anywhere")
    if "contents-disagree" in codes:
        gaps.add("parts")
    return gaps


def _compare_copies(
    copies: Sequence[ParsedCopy], key: str, record: R, keyed: Sequence[dict[str, R]], source: str
) -> Iterator[Variant]:
    """Yield how each copy differs from a passage of the reading; `source` is the file it was adopted from, or empty."""
    name, reading = _name_variant(key, record), words_of_record(record)
    for (facts, document), column in zip(copies, keyed, strict=True):
        candidate = column.get(key)
        text = ""
        if candidate is not None:
            text = words_of_record(candidate)
        if facts.file == source:
            yield Variant(
                key=name,
                witness=facts.file,
                kind="damage" if key in keyed[0] else "extra",
                reading=reading,
                text=text,
                adopted=True,
            )
        elif candidate is None:
            if document.condition != "destroyed":
                yield Variant(name, facts.file, "missing", reading, "")
        elif text != reading:
            yield Variant(name, facts.file, _classify_variant(reading, text, document, candidate), reading, text)


class _Run(Struct):
    """Records of a copy, by their keys, between two records that the reading has too.

    Attributes:
        after: Key of the record before them; None at the beginning of the copy.
        keys: Their keys.
        before: Key of the record after them; None at the end of the copy.
    """

    after: str | None
    keys: list[str]
    before: str | None


def _fill_gaps(
    reading: dict[str, R], gaps: set[Gap], column: dict[str, R], copy: ParsedCopy, sources: dict[str, str]
) -> tuple[dict[str, R], set[Gap]]:
    """Return the reading with its gaps filled from this copy, and the gaps that remain; `sources` grows."""
    facts, document = copy
    if "end" in gaps:
        reading = _with_whole_end(reading, column, facts.file, sources)
    added = _list_missing(reading, gaps, column)
    filled: dict[str, R] = {key: column[key] for key in added.get(None, ())}
    for key, record in reading.items():
        filled[key] = record
        for missing in added.get(key, ()):
            filled[missing] = column[missing]
    for keys in added.values():
        sources |= dict.fromkeys(keys, facts.file)
    remaining = set(gaps)
    if None in added:
        remaining.discard("start")
    if document.condition != "truncated" and next(reversed(filled), "") == next(reversed(column), ""):
        remaining.discard("end")
    return filled, remaining


def _list_missing(reading: dict[str, R], gaps: set[Gap], column: dict[str, R]) -> dict[str | None, list[str]]:
    """Return the keys that belong into gaps, by the key of the reading that they follow; None is the beginning."""
    end = next(reversed(reading), None)
    added: dict[str | None, list[str]] = {}
    for run in _list_runs(column, reading):
        if not run.keys or not _is_missing(run, gaps, reading, column):
            continue
        after = run.after
        if _is_first(run, reading) and _is_last(run, reading) and "start" not in gaps:
            after = end  # without a common record the run may be on either side
        added.setdefault(after, []).extend(run.keys)
    return added


def _list_runs(column: Iterable[str], reading: Collection[str]) -> list[_Run]:
    """Return the runs of a copy, some of which may have no records."""
    runs = [_Run(None, [], None)]
    for key in column:
        if key in reading:
            runs[-1].before = key
            runs.append(_Run(key, [], None))
        else:
            runs[-1].keys.append(key)
    return runs


def _is_first(run: _Run, reading: Iterable[str]) -> bool:
    """Return whether a run is before all records of the reading, or there is no common record."""
    if run.before is None:
        return run.after is None
    return run.before == next(iter(reading), None)


def _is_last(run: _Run, reading: dict[str, R]) -> bool:
    """Return whether a run is after all records of the reading, or there is no common record."""
    return run.before is None and run.after in (next(reversed(reading), None), None)


def _is_missing(run: _Run, gaps: set[Gap], reading: dict[str, R], column: dict[str, R]) -> bool:
    """Return whether a run belongs into a gap of the reading."""
    first, last = _is_first(run, reading), _is_last(run, reading)
    if first and last:
        return len(gaps & {"start", "end"}) == 1 or ("end" in gaps and not reading)
    if "anywhere" in gaps or ("start" in gaps and first) or ("end" in gaps and last):
        return True
    return "parts" in gaps and any(is_heading(column[key]) for key in run.keys)


def _with_whole_end(reading: dict[str, R], column: dict[str, R], file: str, sources: dict[str, str]) -> dict[str, R]:
    """Return the reading with its last record completed from this copy, if that record breaks off.

    A record cut in its words is replaced; one cut in its number or term is left out.
    """
    if not reading:
        return reading
    *before, last = reading
    cut = reading[last]
    if last in column:
        if not continues(column[last], cut):
            return reading
        sources[last] = file
        return {**reading, last: column[last]}
    if not before or before[-1] not in column:
        return reading
    keys = list(column)
    following = keys.index(before[-1]) + 1
    is_cut_in_label = following < len(keys) and continues(column[keys[following]], cut)
    if is_cut_in_label:
        return {key: reading[key] for key in before}
    return reading


def words_of_record(record: Record) -> str:
    """Return all words of a record as one string, as `Passage.whole` joins them."""
    if isinstance(record, Matter):
        return record.text
    return passage_of(record).whole


def _by_match_key(records: Sequence[R]) -> dict[str, R]:
    """Return the records by the key under which those of the copies are matched."""
    names = [_match_name(record) for record in records]
    numbered = zip(names, ordinals(names), records, strict=True)
    return {key_of_rule(name, ordinal): record for name, ordinal, record in numbered}


def _match_name(record: Record) -> str:
    """Return the name by which records of two copies are matched.

    Terms are matched by their letters alone, because their quotes differ between copies too.
    """
    if isinstance(record, Rule):
        return record.number
    if isinstance(record, Matter):
        return f"matter:{record.name}"
    return key_of_term(alphanumerics(record.term))


def _name_variant(key: str, record: Record) -> str:
    """Return the key under which a variant of this record is shown."""
    if isinstance(record, GlossaryEntry):
        return record.key
    return key


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
    best, _ = copies[0]
    for facts, document in copies:
        stated = document.edition
        if stated is not None and stated != edition:
            message = f"the document states the date {stated}, but the archive lists it under {edition}"
            problems.append(Diagnostic("misdated", "warning", message, facts.file, hint="the archive's date was kept"))
        keys = [variant.key for variant in variants if variant.witness == facts.file and variant.kind == "wording"]
        if keys:
            message = f"{len(keys)} passages differ in words from the reading: {_shorten(keys)}"
            problems.append(Diagnostic("witnesses-disagree", "info", message, facts.file))
        if facts is not best:
            problems += [row for row in document.diagnostics if row.severity == "error" or row.code in BREAKS_OFF]
    return problems


def _shorten(keys: Sequence[str]) -> str:
    """Return the first keys as words."""
    shown = ", ".join(keys[:_SHOWN])
    if len(keys) > _SHOWN:
        return f"{shown} …"
    return shown


def is_damaged(text: str) -> bool:
    """Return whether characters of a passage were lost: replaced, or turned into question marks inside words."""
    return "\ufffd" in text or bool(find_lost_marks(text))


def same_words(text: str, other_text: str) -> bool:
    """Return whether two passages have the same words, numbers and signs.

    Quotes, dashes, marks and spaces may differ.
    """
    return text == other_text or _words_of(text) == _words_of(other_text)


def _words_of(text: str) -> list[str]:
    return _WORD.findall(_MARKS.sub("", text).translate(_DASHES))


def same_but_for_damage(text: str, other_text: str) -> bool:
    """Return whether two passages agree in all letters and digits that both still have."""
    return alphanumerics(text) == alphanumerics(other_text)


def alphanumerics(text: str) -> str:
    """Return the ASCII letters and digits of a text: what no damage seen so far has touched."""
    return _ASCII_ALNUM.sub("", _MARKS.sub("", text))
