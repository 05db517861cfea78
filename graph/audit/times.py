"""Faults and records through the editions: how long a fault persists, what was probably meant, and all that in words.

What a broken reference was meant to be is judged by its title and by the editions around it. A correction in a later
edition is the best evidence; the edition before the fault is evidence too, if the rule cited then has another number
now. Numbers of other editions are translated by lineage. If the evidence does not agree, nothing is suggested, but all
of it is reported.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict
from rapidfuzz import fuzz

from graph.answers.references import all_references
from graph.history import History
from graph.references.resolve import EditionIndex, heading_of, index_entries, passages
from rules.caching import cached_method
from rules.grouping import grouped
from rules.numbers import is_index, list_between, name_of, number_of
from rules.records import Diagnostic, Reference, Resolution
from rules.store import Store
from rules.text import strip_title

FaultStatus = Literal[
    "missing",
    "title-mismatch",
    "ambiguous",
    "drifted",
    "mistaken",
    "duplicate-number",
    "missing-number",
    "misplaced-number",
    "misprinted-number",
    "untidy-number",
    "contents-mismatch",
]
"""The first three are statuses of references (`rules.records.ResolutionStatus`); `drifted` is a reference whose rule
moved away, so that the number is another rule's; `mistaken` is one to a rule that was never intended; the rest are
faults of numbers. In an `untidy-number` only a full stop or a blank is wrong."""
EvidenceKind = Literal["title", "near-title", "later", "earlier", "order"]
"""`title`: exactly one rule has the quoted title; `near-title`: the cited rule has nearly that title; `later`: the
first edition without the fault has it in this place; `earlier`: the last edition before the fault has it; `order`: only
one number fits between its neighbours."""


class AuditEvidence(Struct, frozen=True):
    """A reason why a number was probably intended.

    Attributes:
        by: The kind of reason.
        meant: The number or term that it supports, as in the edition of the fault; None if that edition has no such
            record.
        edition: For `later` and `earlier`, the edition that shows it; else None.
        printed: For these, the reference printed there, empty if there is none; for titles, the title or heading.
    """

    by: EvidenceKind
    meant: str | None
    edition: str | None = None
    printed: str = ""


class AuditFault(Reference, frozen=True, kw_only=True):
    """A fault in an edition's own numbers or references.

    A faulty number is as a reference to itself: its source is its key, its field `number` or `contents`.

    Attributes:
        edition: The edition audited.
        status: The kind of fault.
        heading: Heading of the cited rule in this edition, or None.
        place: For faults of numbers, the place or the problem in words: `702.40 is followed by 702.42`; else empty.
        lineage: Lineage of the record that contains it, or None.
        since: The first of the consecutive editions with this fault.
        until: The last of them.
        suggestion: What was probably intended, if the evidence agrees; else None.
        evidence: The reasons, strongest first, even if they do not agree.
        doubted: Files of copies of this edition without the fault, so that it may be an error of the other copies.
    """

    edition: str
    status: FaultStatus
    heading: str | None = None
    place: str = ""
    lineage: str | None = None
    since: str = ""
    until: str = ""
    suggestion: str | None = None
    evidence: tuple[AuditEvidence, ...] = ()
    doubted: tuple[str, ...] = ()


def make_fault(
    edition: str, wrong: Resolution, status: FaultStatus, run: tuple[str, str], *evidence: AuditEvidence
) -> AuditFault:
    """Return the fault of a reference that the editions from the first to the last of a run have."""
    facts = asdict(wrong.reference)
    return AuditFault(**facts, edition=edition, status=status, since=run[0], until=run[1], evidence=evidence)


Identity = tuple[str, str, str | None]


class Times:
    """A cache in front of a knowledge base, to look up records by their lineage.

    All results are kept, so that the audit of all editions reads each of them only once.
    """

    def __init__(self, library: Store) -> None:
        """Prepare for one run; nothing is read yet."""
        self.library = library
        self.history = History(library)
        self.diagnostics: Callable[[str], tuple[Diagnostic, ...]] = cache(library.diagnostics)

    @cached_method
    def index(self, edition: str) -> EditionIndex:
        """Return the index of an edition's numbers, headings and terms."""
        return EditionIndex(self.library.rules(edition), self.library.glossary(edition))

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage of a record, or the key of an entry of the index.

        Index entries have no lineage; the key is used instead, because consecutive editions reprint the index.
        """
        return key if is_index(key) else self.history.lineage(edition, key)

    @cached_method
    def references(self, edition: str) -> Mapping[str, Sequence[Resolution]]:
        """Return the references of each record of an edition, then of each entry of its index."""
        found = all_references(self.library, edition)
        return grouped((resolution.reference.source, resolution) for resolution in found)

    @cached_method
    def _entries(self, edition: str) -> dict[str, str]:
        """Return the texts of an edition's glossary and of its index, by key."""
        texts = {entry.key: entry.text for entry in self.library.glossary(edition)}
        return texts | {entry.key: entry.text for entry in index_entries(self.library.matter(edition))}

    def passage(self, edition: str, key: str, field: str) -> str:
        """Return one passage of a record; `Reference.field` lists the fields."""
        # Rules are read from the index, which is kept anyway; few of their passages are ever asked for.
        rules = [rule for rule in self.index(edition).rules.get(number_of(key), ()) if rule.key == key]
        records = {name: text for _, name, text in passages(rules, ())}
        return records[field] if records else self._entries(edition)[key]

    def key_in(self, edition: str, lineage: str | None) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if lineage and is_index(lineage):
            return lineage if lineage in self.references(edition) else None
        return self.history.key_at(lineage, edition) if lineage else None

    def run(self, edition: str, stands: Callable[[str], bool]) -> tuple[str, str]:
        """Return the first and last of the adjacent editions around this one through which `stands` is true."""
        ends = []
        for step in (self.history.previous, self.history.edition_after):
            end, beyond = edition, step(edition)
            while beyond is not None and stands(beyond):
                end, beyond = beyond, step(beyond)
            ends.append(end)
        return ends[0], ends[1]

    def still_broken(self, edition: str, lineage: str | None, fault: Identity) -> bool:
        """Return whether a record still has, in an edition, the broken reference that it had in another."""
        its = self.references(edition).get(self.key_in(edition, lineage) or "", ())
        return any(found.status != "ok" and identity(found.reference) == fault for found in its)


def identity(reference: Reference) -> Identity:
    """Return what identifies a reference of a record through the editions: what is printed, whatever its typography."""
    title = reference.quoted_title
    return (
        passage_kind(reference.field),
        normalize_reference(reference.raw),
        strip_title(title) if title is not None else None,
    )


def normalize_reference(raw: str) -> str:
    """Return a reference as printed, without regard to case or to the kind of its dashes and blanks."""
    return "".join(character if character.isalnum() or character in ".,*/" else "-" for character in raw.casefold())


def passage_kind(field: str) -> str:
    """Return `text`, `example` or `note`, without the count of the passage.

    Examples are added and removed, so their indices do not identify them through the editions.
    """
    return field.partition(":")[0]


NEAR = 80
"""Minimum similarity in percent of a heading and a misquoted title: misspelt, in the plural, with a word left out. In
the editions of 1999-2026, misquoted titles have 84 and more, others 72 and less."""
_BEFORE = 25
"""Number of letters before a reference that must agree for it to correspond to one in another edition."""


def find_by_title(times: Times, edition: str, broken: Resolution) -> Iterator[AuditEvidence]:
    """Yield what the title quoted beside a broken reference shows in an edition, as `show_by_title` does."""
    yield from show_by_title(times.index(edition), broken)


def show_by_title(index: EditionIndex, broken: Resolution) -> Iterator[AuditEvidence]:
    """Yield what the title quoted beside a broken reference shows, if exactly one rule has it or nearly has it."""
    title, targets = broken.reference.quoted_title, broken.reference.targets
    holder = index.holder(title) if title is not None else None
    if title is not None and holder is not None:
        yield AuditEvidence("title", holder, printed=title)
    elif title is not None and len(targets) == 1:
        headings = [heading_of(rule) for rule in index.rules.get(targets[0], ())]
        alike = [heading for heading in headings if heading and is_misspelling(heading, title)]
        yield from (AuditEvidence("near-title", targets[0], printed=heading) for heading in alike[:1])


def is_misspelling(heading: str, title: str) -> bool:
    """Return whether a title is a misspelt heading, or one of the two is the beginning or the end of the other."""
    heading_words, title_words = heading.casefold().split(), title.casefold().split()
    short, long = sorted((heading_words, title_words), key=len)
    within = short in (long[: len(short)], long[len(long) - len(short) :])
    return within or fuzz.ratio(strip_title(heading), strip_title(title)) >= NEAR


def find_in_neighbour(
    times: Times, edition: str, broken: Resolution, by: Literal["later", "earlier"], end: str
) -> Iterator[AuditEvidence]:
    """Yield what the edition before or after the fault's run has in this place, if that leads to one rule.

    If a missing number comes into existence while the reference stays unchanged, that is no correction; then the first
    edition that prints another number counts.
    """
    other = times.history.edition_after(end) if by == "later" else times.history.previous(end)
    lineage = times.lineage_at(edition, broken.reference.source)
    key = times.key_in(other, lineage) if other else None
    if other is None or lineage is None or key is None:
        return
    counterpart = _find_counterpart(times, edition, broken, other, key)
    if counterpart is None and by == "later" and key not in times.references(other):
        yield AuditEvidence(by, None, other)
    elif counterpart is not None and counterpart.status == "ok":
        keys = [times.key_in(edition, times.lineage_at(other, target)) for target in counterpart.target]
        meant = join_targets([key for key in keys if key], len(keys))
        reference = counterpart.reference
        if (
            by == "later"
            and meant is None
            and normalize_reference(reference.raw) == normalize_reference(broken.reference.raw)
        ):
            yield from find_in_neighbour(times, edition, broken, by, other)
        else:
            yield AuditEvidence(by, meant, other, reference.raw)


def join_targets(keys: list[str], count: int) -> str | None:
    """Return the keys of a reference's targets as one item; None if a target is missing or they are not a range."""
    if len(keys) != count:
        return None
    if count == 1:
        return name_of(keys[0])
    return f"{keys[0]}-{keys[-1]}" if tuple(keys) == list_between(keys[0], keys[-1]) else None


def _find_counterpart(times: Times, edition: str, broken: Resolution, other: str, key: str) -> Resolution | None:
    """Return the reference of another edition that corresponds to the broken reference."""
    reference = broken.reference
    family = passage_kind(reference.field), reference.kind
    mine = [resolution for resolution in times.references(edition)[reference.source] if _family(resolution) == family]
    theirs = [resolution for resolution in times.references(other).get(key, ()) if _family(resolution) == family]
    if reference.quoted_title is not None:
        title = strip_title(reference.quoted_title)
        same = [resolution for resolution in theirs if strip_title(resolution.reference.quoted_title or "") == title]
        if len(same) == 1:
            return same[0]
    here = [_name_target(times, edition, resolution) for resolution in mine]
    there = [_name_target(times, other, resolution) for resolution in theirs]
    place = mine.index(broken)
    for tag, first, last, start, stop in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if first <= place < last and tag != "delete":
            even = last - first == stop - start
            block = theirs[start + place - first : start + place - first + 1] if even else theirs[start:stop]
            before = _words_before(times, edition, broken)
            alike = [resolution for resolution in block if _words_before(times, other, resolution) == before]
            return alike[0] if len(alike) == 1 else None
    return None


def _family(resolution: Resolution) -> tuple[str, str]:
    return passage_kind(resolution.reference.field), resolution.reference.kind


def _name_target(times: Times, edition: str, resolution: Resolution) -> str:
    """Return the lineages that a resolved reference leads to, or the printed text of a reference that leads nowhere."""
    lineages = [times.lineage_at(edition, target) for target in resolution.target]
    return (
        " ".join(lineage or "" for lineage in lineages)
        if resolution.status == "ok"
        else normalize_reference(resolution.reference.raw)
    )


def _words_before(times: Times, edition: str, resolution: Resolution) -> str:
    reference = resolution.reference
    before = times.passage(edition, reference.source, reference.field)[: reference.start]
    return "".join(filter(str.isalpha, before.casefold()))[-_BEFORE:]


def describe_fault(fault: AuditFault, whole: str = "edition") -> str:
    """Return what is wrong, in one clause: `702.62, “Endure”: 702.62 is called “Suspend”`.

    Args:
        fault: The fault.
        whole: What it is a fault of: the edition, the document.
    """
    title = f", “{fault.quoted_title}”" if fault.quoted_title else ""
    called = f"is called “{fault.heading}”" if fault.heading else "has no such title"
    was_right = any(evidence.by == "earlier" for evidence in fault.evidence)
    said: dict[FaultStatus, str] = {
        "missing": f"the {whole} has no appendix" if fault.raw.startswith("Appendix") else "there is no such rule",
        "title-mismatch": f"{', '.join(fault.targets)} {called}",
        "ambiguous": f"the {whole} has several of them",
        "drifted": "the number names another rule than when this was written"
        if was_right
        else "there was no such rule when this was written, and the number now names another",
        "mistaken": "this rule is about something else",
    }
    if fault.status == "missing" and fault.kind == "glossary":
        return f"See {fault.raw}: the glossary has no such entry"
    if fault.status in said:
        return f"{fault.raw}{title}: {said[fault.status]}"
    if fault.status == "untidy-number":
        return f"the number is {fault.place}" if fault.place.startswith("printed") else fault.place
    return fault.place if fault.field == "contents" or fault.raw in fault.place else f"{fault.raw}: {fault.place}"


def describe_meant(fault: AuditFault, write_day: Callable[[str], str] = str) -> str:
    """Return what was probably meant, with the reasons; empty if nothing is known.

    Args:
        fault: The fault.
        write_day: Writes the day of an edition, an ISO date; as it is by default.
    """
    reasons = "; ".join(_reason(evidence, write_day) for evidence in fault.evidence)
    if fault.suggestion is None:
        return reasons
    if fault.status == "title-mismatch" and fault.targets == (fault.suggestion,):
        return f"the number is right, the title is not ({reasons})"
    if fault.status == "untidy-number":
        return ""
    return f"probably meant: {fault.suggestion} ({reasons})" if reasons else f"probably meant: {fault.suggestion}"


def _reason(evidence: AuditEvidence, write_day: Callable[[str], str]) -> str:
    day = write_day(evidence.edition) if evidence.edition else ""
    said: dict[EvidenceKind, str] = {
        "title": f"{evidence.meant} alone is called so",
        "near-title": f"{evidence.meant} is called “{evidence.printed}”",
        "order": f"{evidence.meant} fits between its neighbours",
        "later": f"since {day} {f'it reads {evidence.printed}' if evidence.printed else 'nothing is cited there'}",
        "earlier": f"up to {day} it was right and read {evidence.printed}"
        f"{'' if evidence.meant else ', a rule that is gone'}",
    }
    return said[evidence.by]


def describe_span(fault: AuditFault) -> str:
    """Return the editions through which a fault persists: `2010-06-18 to 2026-04-17`."""
    return fault.since if fault.since == fault.until else f"{fault.since} to {fault.until}"


def by_run(faults: Iterable[AuditFault]) -> list[tuple[AuditFault, ...]]:
    """Group the faults of several editions that are one persisting fault; the groups are in order of appearance."""
    runs: dict[tuple[str | None, ...], list[AuditFault]] = {}
    for fault in faults:
        title = strip_title(fault.quoted_title) if fault.quoted_title else None
        place = fault.lineage or fault.source, passage_kind(fault.field), normalize_reference(fault.raw), title
        runs.setdefault((*place, fault.status, fault.since), []).append(fault)
    return [tuple(run) for run in runs.values()]
