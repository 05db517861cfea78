"""References of glossary entries in which the publisher changed only the number, from or to a wrong but existing rule.

Entries were written with a wrong number (206.3 in 2009-07-11, corrected in the next edition), and right numbers were
replaced by wrong ones (212.6d by 212.6h in 2007-10-01). Two conditions must hold. From one edition to the next the
number changed, although the cited rule did not move to the new number, and the words around it are the same. And the
entry's term occurs in one of the two rules, or in its subrules, but not in the other, which is then the wrong one.
Cases in which the words do not decide are ignored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from graph.audit.faults import FaultSpan, make_fault, printed_form
from graph.audit.record_cache import RecordCache
from rules.faults import AuditEvidence, AuditFault
from rules.keys import is_entry, term_of
from rules.numbers import is_number
from rules.records import Resolution
from rules.stems import stem

_ADDITION = re.compile(r"\([^()]*\)")
"""An addition in brackets to a term of the glossary: `(Obsolete)`."""
_WORD = re.compile(r"[^\W\d_]{4,}")
"""A word that counts; shorter ones occur anywhere by chance."""

_Entries = Mapping[str, Sequence[Resolution]]
"""The lineage of a glossary entry → its references, in order."""


class _Cited(NamedTuple):
    """A reference of an edition, which leads to exactly one rule."""

    edition: str
    resolution: Resolution

    @property
    def target(self) -> str:
        """Return the number of the one rule to which it leads."""
        return self.resolution.found_keys[0]


class _Change(NamedTuple):
    """A reference of a glossary entry that was changed to the number of another rule.

    Attributes:
        old: The reference in the older edition of a step.
        new: The reference in its place in the newer edition.
    """

    old: _Cited
    new: _Cited


class _Mistake(NamedTuple):
    """A wrong reference, and the right reference in its place in a neighbouring edition.

    Attributes:
        wrong: The wrong reference.
        right: The right reference.
        by: Whether the edition with the right reference is later or earlier.
    """

    wrong: _Cited
    right: _Cited
    by: Literal["later", "earlier"]


def find_mistakes(records: RecordCache, editions: Sequence[str]) -> dict[str, dict[Resolution, AuditFault]]:
    """Return the mistaken references in each edition of a work.

    The evidence of a fault names the lineage of the rule that was meant, instead of its number.

    Args:
        records: The records of all editions.
        editions: All editions of the work, oldest first.
    """
    faults: dict[str, dict[Resolution, AuditFault]] = {edition: {} for edition in editions}
    entries = {edition: _group_entries(records, edition) for edition in editions}
    for position, (old, new) in enumerate(pairwise(editions)):
        for change in _find_changes(records, old, new, entries):
            mistake = _find_mistake(records, change)
            if mistake is None:
                continue
            if mistake.by == "later":
                affected = editions[position::-1]  # from the older edition of the step backwards
            else:
                affected = editions[position + 1 :]  # from the newer edition of the step onwards
            for cited, fault in _follow(records, affected, mistake):
                faults[cited.edition].setdefault(cited.resolution, fault)
    return faults


def _find_mistake(records: RecordCache, change: _Change) -> _Mistake | None:
    """Return which reference of a change is wrong; None if neither or both rules are about the glossary entry."""
    was_right, is_right = _is_about(records, change.old), _is_about(records, change.new)
    if was_right == is_right:
        return None
    if is_right:
        return _Mistake(wrong=change.old, right=change.new, by="later")
    return _Mistake(wrong=change.new, right=change.old, by="earlier")


def _find_changes(records: RecordCache, old: str, new: str, entries: Mapping[str, _Entries]) -> Iterator[_Change]:
    """Yield each reference that was changed to the number of another rule.

    Only glossary entries whose other words stayed the same are searched. If the rule itself moved to the new number,
    the reference was not changed to another rule.

    Args:
        records: The records of all editions.
        old: The older edition.
        new: The newer edition.
        entries: The glossary entries of each edition.
    """
    for lineage, news in entries[new].items():
        olds = entries[old].get(lineage, ())
        changed = _list_changed(olds, news)
        # Compare the words last, because fetching them is slow and few references change.
        if not changed or _letters_of_entry(records, old, olds) != _letters_of_entry(records, new, news):
            continue
        for older, newer in changed:
            change = _Change(_Cited(old, older), _Cited(new, newer))
            if _leads_to_another_rule(records, change):
                yield change


def _leads_to_another_rule(records: RecordCache, change: _Change) -> bool:
    """Return whether a changed reference leads to another rule, instead of to the same rule under a new number."""
    old, new = change
    lineage_before = records.lineages(old.edition).get(old.target)
    lineage_after = records.lineages(new.edition).get(new.target)
    if not lineage_before or not lineage_after or lineage_before == lineage_after:
        return False
    return records.key_in(new.edition, lineage_before) != new.target


def _list_changed(olds: Sequence[Resolution], news: Sequence[Resolution]) -> list[tuple[Resolution, Resolution]]:
    """Return each plain reference of an entry that is printed differently, in its older and its newer form.

    Empty if one of the two editions has more references in the entry.
    """
    if olds is news or len(olds) != len(news):
        return []
    changed: list[tuple[Resolution, Resolution]] = []
    for old, new in zip(olds, news, strict=True):
        if printed_form(old) != printed_form(new) and _is_plain(old) and _is_plain(new):
            changed.append((old, new))
    return changed


def _group_entries(records: RecordCache, edition: str) -> _Entries:
    """Return the references of each glossary entry of an edition by its lineage."""
    lineages = records.lineages(edition)
    entries: dict[str, Sequence[Resolution]] = {}
    for source, resolutions in records.references(edition).items():
        if is_entry(source) and source in lineages:
            entries[lineages[source]] = resolutions
    return entries


def _is_plain(resolution: Resolution) -> bool:
    """Return whether a reference leads to exactly one rule and quotes no title, by which it could be judged."""
    if resolution.status != "ok" or len(resolution.found_keys) != 1:
        return False
    return is_number(resolution.found_keys[0]) and resolution.reference.quoted_title is None


def _letters_of_entry(records: RecordCache, edition: str, references: Sequence[Resolution]) -> str:
    """Return the letters of an entry, in lower case and without its references.

    Args:
        records: The records of all editions.
        edition: The edition.
        references: All references of the entry, in order; at least one.
    """
    first = references[0].reference
    text = records.passage(edition, first.source, first.field)
    for resolution in reversed(references):
        text = text[: resolution.reference.start] + text[resolution.reference.end :]
    return "".join(filter(str.isalpha, text.casefold()))


def _is_about(records: RecordCache, cited: _Cited) -> bool:
    """Return whether the rule referred to and its subrules have every word of the term of the glossary entry.

    Words of fewer than four letters and an addition in brackets are ignored. A rule has a word if it has any inflection
    of it, or a longer word that begins with it: `ability` for `abilities`, `multicolored` for `multicolor`. False if no
    word is left.
    """
    term = _ADDITION.sub("", term_of(cited.resolution.reference.source)).casefold()
    term_stems = set(map(stem, _WORD.findall(term)))
    if not term_stems:
        return False
    at_or_below = re.compile(rf"{re.escape(cited.target)}(?:$|\.|[a-z])")  # 702.4 and 702.4a, but not 702.40
    texts: list[str] = []
    for number, rules in records.index(cited.edition).rules.items():
        if at_or_below.match(number):
            texts.extend(f"{rule.heading or ''} {rule.text}" for rule in rules)
    rule_stems = set(map(stem, _WORD.findall(" ".join(texts).casefold())))
    return all(_is_beginning(beginning, rule_stems) for beginning in term_stems)


def _is_beginning(beginning: str, words: Iterable[str]) -> bool:
    """Return whether any word begins with some letters."""
    return any(word.startswith(beginning) for word in words)


def _follow(records: RecordCache, editions: Sequence[str], mistake: _Mistake) -> Iterator[tuple[_Cited, AuditFault]]:
    """Yield the wrong reference of each edition in which a mistake persists, with the fault of that reference.

    A mistake persists while the reference stays the same and the rule that was meant exists.

    Args:
        records: The records of all editions.
        editions: The editions in which it may persist, beginning with the one in which it was found.
        mistake: The mistake.
    """
    right = mistake.right
    meant = records.lineages(right.edition)[right.target]
    persisting: list[_Cited] = []
    for edition in editions:
        same = _find_same(records, edition, mistake.wrong)
        if same is None or records.key_in(edition, meant) is None:
            break
        persisting.append(_Cited(edition, same))
    if not persisting:
        return
    affected = sorted(cited.edition for cited in persisting)  # `editions` may be in descending order
    span = FaultSpan(since=affected[0], until=affected[-1])
    evidence = AuditEvidence(mistake.by, meant, right.edition, right.resolution.reference.raw)
    for cited in persisting:
        yield cited, make_fault(cited.edition, cited.resolution, "mistaken", span, evidence)


def _find_same(records: RecordCache, edition: str, wrong: _Cited) -> Resolution | None:
    """Return the reference of an edition that is printed like a wrong one and leads to the same rule.

    None if the edition has no such reference in that glossary entry, or several.
    """
    lineages = records.lineages(wrong.edition)
    source = records.key_in(edition, lineages[wrong.resolution.reference.source])
    target = lineages[wrong.target]
    printed = printed_form(wrong.resolution)
    same: list[Resolution] = []
    for resolution in records.references(edition).get(source or "", ()):
        if not _is_plain(resolution) or printed_form(resolution) != printed:
            continue
        if records.lineage_at(edition, resolution.found_keys[0]) == target:
            same.append(resolution)
    return same[0] if len(same) == 1 else None
