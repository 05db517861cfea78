"""The audit of an edition: the publisher's own faults in it, in the order of the document.

A reference drifted if the publisher did not update it when the cited rule moved, so that the number is now another's.

Such a fault is invisible in a single edition, because the number exists and no title contradicts it; it shows only in
comparison with the previous edition. It counts if the references of the passage are printed exactly as before, so that
nobody revised them, and the rule that one of them named has another number now. It also counts if there was no rule of
that number when the passage was written, another rule got it later, and a later edition corrected the reference to a
third one.

Not counted: a number with a title (a title that disagrees is another fault); a number whose rule was split into both,
or moved one level up or down; one under the same parent as the reference itself (`if not, proceed to 616.1d` means the
next step, whichever rule that is).

A reference of a glossary entry is mistaken if the publisher changed only the number, from or to a wrong but existing
rule. Entries were written with a wrong number (206.3 in 2009-07-11, corrected in the next edition), and right numbers
were replaced by wrong ones (212.6d by 212.6h in 2007-10-01). Two conditions must hold. From one edition to the next the
number changed, although the cited rule did not move to the new number, and the words around it are the same. And the
entry's term occurs in one of the two rules, or in its subrules, but not in the other, which is then the wrong one.
Cases in which the words do not decide are ignored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Literal

from msgspec.structs import replace

from graph.audit.numbering import number_faults
from graph.audit.times import (
    AuditEvidence,
    AuditFault,
    Times,
    find_by_title,
    find_in_neighbour,
    identity,
    make_fault,
    normalize_reference,
    passage_kind,
)
from graph.references.find import find_references
from graph.references.resolve import heading_of
from rules.grouping import grouped
from rules.numbers import is_index, is_number, is_term, parent_of, term_of, without_letters
from rules.records import Resolution, Rule, Variant
from rules.store import Store

Passages = dict[tuple[str, str], list["Resolution"]]
"""Lineage of a record and kind of passage → the references to numbers in it, in order."""
Place = tuple[str, str, int]
"""Lineage, kind of passage, and index of the reference in it: identifies a reference through the editions."""
_AFTERTHOUGHT = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]{4,}")
"""Shorter words occur anywhere by chance."""


def audit(library: Store, editions: Iterable[str]) -> Iterator[AuditFault]:
    """Yield the faults of some editions; of retyped ones none, since those are not the publisher's text.

    Args:
        library: The knowledge base.
        editions: Ids of editions.

    Yields:
        For each edition first the broken references, then the faults of numbers, both in the order of the document.
    """
    times = Times(library)
    wrong: dict[str, dict[Resolution, AuditFault]] = {}
    for edition in editions:
        if edition in library.retyped:
            continue
        if edition not in wrong:
            wrong |= find_wrong(times, times.history.line(times.history.works[edition]))
        variants = library.variants(edition)
        for reference in chain.from_iterable(times.references(edition).values()):
            if reference in wrong[edition]:
                yield _complete(times, _show_meant(times, reference, wrong[edition][reference]))
            elif reference.status != "ok":
                yield _complete(times, _find_broken(times, edition, reference, variants))
        yield from number_faults(times, edition)


def _find_broken(times: Times, edition: str, broken: Resolution, variants: Iterable[Variant]) -> AuditFault:
    """Return the fault of a broken reference, with the copies of the edition that do not have it."""
    source, this = broken.reference.source, identity(broken.reference)
    lineage, printed = times.lineage_at(edition, source), normalize_reference(broken.reference.raw)
    run = times.run(edition, lambda other: times.still_broken(other, lineage, this))
    differing = (its for its in variants if its.kind in ("wording", "damage") and not its.adopted)
    copies = {its.witness: its.text for its in differing if its.key == source}
    doubted = (
        file
        for file, words in copies.items()
        if all(normalize_reference(reference.raw) != printed for reference in find_references(words))
    )
    # The status of a resolution that is not ok is always a `FaultStatus`.
    fault = make_fault(edition, broken, broken.status, run)  # type: ignore[arg-type]
    evidence = (
        *find_in_neighbour(times, edition, broken, "later", run[1]),
        *find_by_title(times, edition, broken),
        *find_in_neighbour(times, edition, broken, "earlier", run[0]),
    )
    return replace(fault, evidence=evidence, doubted=tuple(doubted))


def _show_meant(times: Times, broken: Resolution, fault: AuditFault) -> AuditFault:
    """Return the fault of a reference to a wrong rule with the evidence that shows it, for a drift also of later ones.

    It cannot be an error of a copy, because the editions around it show it, whose text did not change with it.
    """
    shown = [replace(its, meant=times.key_in(fault.edition, its.meant)) for its in fault.evidence if its.meant]
    if fault.status == "drifted":
        shown[:0] = find_in_neighbour(times, fault.edition, broken, "later", fault.until)
    return replace(fault, evidence=tuple(shown))


def _complete(times: Times, fault: AuditFault) -> AuditFault:
    """Return a fault with what follows from it; it has a heading only if it names one rule that is there once."""
    index = times.index(fault.edition).rules
    rules: Sequence[Rule] = index.get(fault.targets[0], ()) if len(fault.targets) == 1 else ()
    meant = {evidence.meant for evidence in fault.evidence} - {None}
    return replace(
        fault,
        heading=heading_of(rules[0]) if len(rules) == 1 else None,
        lineage=None if is_index(fault.source) else times.lineage_at(fault.edition, fault.source),
        suggestion=meant.pop() if len(meant) == 1 else None,
    )


def find_wrong(times: Times, editions: Sequence[str]) -> dict[str, dict[Resolution, AuditFault]]:
    """Return the references with wrong targets in each edition of a work; one that drifted counts as that.

    The evidence of a fault names the lineage of the rule that was meant, instead of its number.

    Args:
        times: The editions.
        editions: All editions of the work, oldest first.
    """
    found = _find_mistakes(times, editions)
    passages = {edition: _read_passages(times, edition) for edition in editions}
    marks_of: dict[str, dict[Place, AuditEvidence]] = {editions[0]: {}}
    for old, new in pairwise(editions):
        marks_of[new] = dict(_carry_marks(times, marks_of[old], (old, passages[old]), (new, passages[new])))
    until = {(place, mark.edition): edition for edition, marks in marks_of.items() for place, mark in marks.items()}
    after = dict(pairwise(editions))
    for edition, marks in marks_of.items():
        for place, mark in marks.items():
            broken = passages[edition][place[:2]][place[2]]
            run = after[mark.edition or ""], until[place, mark.edition]
            if mark.meant is not None or _is_mended(times, edition, broken, run[1]):
                found[edition][broken] = make_fault(edition, broken, "drifted", run, mark)
    return found


def _is_mended(times: Times, edition: str, broken: Resolution, until: str) -> bool:
    """Return whether the edition after the last one with the fault names another known rule in this place.

    Without such a correction, the rule that got the number may be the intended one, which had been forgotten.
    """
    later = find_in_neighbour(times, edition, broken, "later", until)
    return any(evidence.meant is not None and evidence.meant not in broken.target for evidence in later)


def _read_passages(times: Times, edition: str) -> Passages:
    lineages = times.history.lineages(edition)
    found = ((source, each) for source, its in times.references(edition).items() for each in its)
    of_lineage = ((source if is_index(source) else lineages.get(source), each) for source, each in found)
    return grouped(
        ((lineage, passage_kind(each.reference.field)), each)
        for lineage, each in of_lineage
        if lineage is not None and each.reference.kind != "glossary"
    )


def _carry_marks(
    times: Times, marks: Mapping[Place, AuditEvidence], old: tuple[str, Passages], new: tuple[str, Passages]
) -> Iterator[tuple[Place, AuditEvidence]]:
    """Yield the marks of an edition: those of the edition before that still hold, and the new ones.

    A mark says which lineage was meant, if any, and up to which edition the reference was right.
    """
    before, was = old
    edition, now = new
    for passage, references in now.items():
        earlier = was.get(passage, [])
        if list(map(_normalize, earlier)) != list(map(_normalize, references)):
            continue
        for place, (previous, current) in enumerate(zip(earlier, references, strict=True)):
            if current.status != "ok" or len(current.target) != 1 or current.reference.quoted_title is not None:
                continue
            mark = marks.get((*passage, place))
            if mark is None and previous.status == "ok" and len(previous.target) == 1:
                mark = AuditEvidence("earlier", times.history.lineages(before)[previous.target[0]], before)
            elif mark is None and previous.status == "missing":
                mark = AuditEvidence("earlier", None, before)
            if mark and (mark.meant is None or _moved_away(times, before, edition, (current, mark.meant))):
                yield (*passage, place), replace(mark, printed=current.reference.raw)


def _normalize(resolution: Resolution) -> str:
    return normalize_reference(resolution.reference.raw)


def _moved_away(times: Times, before: str, edition: str, written: tuple[Resolution, str]) -> bool:
    """Return whether a reference leads to another lineage than it was written for, with no harmless explanation."""
    resolution, meant = written
    target, there = resolution.target[0], times.key_in(edition, meant)
    if there is None or there == target or _one_above_the_other(there, target):
        return False
    parent = _find_parent(target)
    if parent is not None and parent == _find_parent(resolution.reference.source):
        return False
    holder = times.history.lineages(edition)[target]
    source = times.key_in(before, meant)
    return not any(version.first == edition and source in version.sources for version in times.history.versions(holder))


def _one_above_the_other(one: str, other: str) -> bool:
    """Return whether one of two numbers is that of the other's parent."""
    pairs = ((one, other), (other, one))
    return any(is_number(number) and parent_of(number) == above for number, above in pairs)


def _find_parent(key: str) -> str | None:
    """Return the number of the rule above a subrule; None for any other key."""
    stem = without_letters(key)
    return stem if stem != key and "." in key and not (is_term(key) or is_index(key)) else None


def _find_mistakes(times: Times, editions: Sequence[str]) -> dict[str, dict[Resolution, AuditFault]]:
    mistakes_of: dict[str, dict[Resolution, AuditFault]] = {edition: {} for edition in editions}
    for place, (old, new) in enumerate(pairwise(editions)):
        for before, after in _find_changes(times, old, new):
            was, now = _is_about(times, old, before), _is_about(times, new, after)
            if was == now:
                continue
            if now:
                _follow(times, editions[place::-1], (before, old), ("later", after, new), mistakes_of)
            else:
                _follow(times, editions[place + 1 :], (after, new), ("earlier", before, old), mistakes_of)
    return mistakes_of


def _find_changes(times: Times, old: str, new: str) -> Iterator[tuple[Resolution, Resolution]]:
    """Yield each changed number: the reference in the older and in the newer edition."""
    lineages, earlier = times.history.lineages(new), times.history.lineages(old)
    before = _group_entries(times, old)
    for lineage, references in _group_entries(times, new).items():
        others = before.get(lineage, [])
        pairs = zip(others, references, strict=True) if len(others) == len(references) else ()
        changed = [
            (resolution, after_change)
            for resolution, after_change in pairs
            if _normalize(resolution) != _normalize(after_change)
        ]
        # compare the words last, because fetching them is slow and few references change
        if not changed or _words(times, old, others) != _words(times, new, references):
            continue
        for before_change, after_change in changed:
            if not (_is_plain(before_change) and _is_plain(after_change)):
                continue
            was, now = earlier.get(before_change.target[0]), lineages.get(after_change.target[0])
            if was and now and was != now and times.key_in(new, was) != after_change.target[0]:
                yield before_change, after_change


def _group_entries(times: Times, edition: str) -> dict[str, Sequence[Resolution]]:
    """Return lineage of a glossary entry → its references, in order."""
    lineages = times.history.lineages(edition)
    cited = times.references(edition).items()
    return {lineages[source]: found for source, found in cited if source in lineages and is_term(source)}


def _is_plain(resolution: Resolution) -> bool:
    """Return whether a reference leads to exactly one rule and quotes no title, by which it could be judged."""
    reference = resolution.reference
    return (
        resolution.status == "ok"
        and len(resolution.target) == 1
        and is_number(resolution.target[0])
        and reference.quoted_title is None
    )


def _words(times: Times, edition: str, references: Sequence[Resolution]) -> str:
    """Return the letters of an entry without its references."""
    source = references[0].reference
    text = times.passage(edition, source.source, source.field)
    for reference in reversed(references):
        text = text[: reference.reference.start] + text[reference.reference.end :]
    return "".join(filter(str.isalpha, text.casefold()))


def _is_about(times: Times, edition: str, resolution: Resolution) -> bool:
    """Return whether a rule and its subrules have every word of the entry's term, in the singular or the plural."""
    term = _AFTERTHOUGHT.sub("", term_of(resolution.reference.source)).casefold()
    stems = [word.removesuffix("s") for word in _WORD.findall(term)]
    number = resolution.target[0]
    under = re.compile(rf"{re.escape(number)}(?:$|\.|[a-z])")
    rules = [rule for key, known in times.index(edition).rules.items() if under.match(key) for rule in known]
    text = " ".join(f"{rule.heading or ''} {rule.text}" for rule in rules).casefold()
    return bool(stems) and all(re.search(rf"\b{re.escape(stem)}", text) for stem in stems)


def _follow(
    times: Times,
    editions: Sequence[str],
    wrong: tuple[Resolution, str],
    right: tuple[Literal["later", "earlier"], Resolution, str],
    mistakes_of: dict[str, dict[Resolution, AuditFault]],
) -> None:
    """Record the mistake in each edition in which it persists, as long as the rule that is meant exists there."""
    broken, edition = wrong
    by, mended, shown = right
    meant, lineages = times.history.lineages(shown)[mended.target[0]], times.history.lineages(edition)
    entry, target = lineages[broken.reference.source], lineages[broken.target[0]]
    run: dict[str, Resolution] = {}
    for mended_day in editions:
        key = times.key_in(mended_day, entry)
        same = [
            resolution
            for resolution in times.references(mended_day).get(key or "", ())
            if _is_plain(resolution)
            and _normalize(resolution) == _normalize(broken)
            and times.lineage_at(mended_day, resolution.target[0]) == target
        ]
        if len(same) != 1 or times.key_in(mended_day, meant) is None:
            break
        run[mended_day] = same[0]
    for mended_day, wrong_day in run.items():
        evidence = AuditEvidence(by, meant, shown, mended.reference.raw)
        fault = make_fault(mended_day, wrong_day, "mistaken", (min(run), max(run)), evidence)
        mistakes_of[mended_day].setdefault(wrong_day, fault)
