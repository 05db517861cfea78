"""The extent of a document: how much of an edition it has, and which part of it.

Rules and subrules are counted by their numbers, glossary entries by their terms; headings are not counted. The texts of
the records are compared by `graph.documents.identify`.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Literal, NamedTuple

from msgspec import Struct

from rules.counts import format_count
from rules.keys import is_entry, number_of, term_of
from rules.numbers import chapter_of, section_of
from rules.order import count_misplaced
from rules.records import Condition, ParsedDocument, choose_worst
from rules.store import Store

Form = Literal["whole", "gaps", "beginning", "end", "part", "parts", "nothing"]
"""Which of the rules, or of the glossary entries, of an edition a document has. `whole`: all of them; `gaps`: from the
first to the last, with gaps; `beginning`: the last ones are missing; `end`: the first ones are missing; `part`: the
first and the last ones are missing; `parts`: several parts, which are less than half; `nothing`: none of them."""

LEAST_DENSITY = 0.9
"""Minimum share of the rules between its first and its last that a document must have to be a beginning, an end or a
part. If it has fewer of them, it is a selection: `gaps`, or `parts`."""

LEAST_OF_COPY = 0.5
"""Minimum share of the rules of an edition that a copy has; what has fewer is a part of it."""

BETWEEN_PARTS = 20
"""Maximum number of rules that are missing inside a part; if more are missing, another part begins."""

_OF_WHOLE = frozenset({"whole", "gaps"})
"""The forms of a document with records from the beginning to the end of an edition, though some may be missing."""

_OF_PART: frozenset[Form] = frozenset({"part", "parts", "end", "nothing"})
"""The forms of a document that lacks the first records of an edition."""

MOST_SLIPS = 0.005
"""Maximum share of missing rules or entries that still leaves a copy in good condition. Copies of one edition differ in
a few numbers, because some have misprints corrected."""

_LATEST_TERMS = 1 << 11
"""Number of terms whose folded form is kept. An edition has some 700, most of which the next edition has as well."""


class Side(Struct, frozen=True, kw_only=True):
    """How much of the rules, or of the glossary, of an edition a document has.

    Attributes:
        form: Which records the document has: `whole` (all), `beginning`, `end`, `part` (one run in the middle), `parts`
            (several runs), `gaps` (many missing between the first and the last), or `nothing`.
        present: Number of the edition's records that the document has.
        total: Number of the edition's records.
        first: Key of the first record that the document has; null if it has none.
        last: Key of the last record that the document has; null if it has none.
        before: Number of missing records before `first`; equal to `total` if the document has none of the records.
        after: Number of missing records after `last`; 0 if the document has none of the records.
        missing: The gaps, in the order of the edition. Each gap is given by the keys of its first and its last missing
            record.
    """

    form: Form
    present: int
    total: int
    first: str | None
    last: str | None
    before: int
    after: int
    missing: tuple[tuple[str, str], ...]

    @property
    def inside(self) -> int:
        """Return the number of records that are missing between `first` and `last`."""
        return self.total - self.present - self.before - self.after


class LostCounts(NamedTuple):
    """How many records of an edition a document has lost.

    Attributes:
        rules: Number of rules.
        entries: Number of glossary entries.
    """

    rules: int
    entries: int


class Order(Struct, frozen=True, kw_only=True):
    """Whether the records of a document are in the order of an edition.

    Attributes:
        misplaced: How many records of the document would have to be moved to be in the order of the edition.
        total: Number of the document's records that the edition has.
        misplaced_rules: How many of these misplaced records are rules.
    """

    misplaced: int
    total: int
    misplaced_rules: int = 0


class Extent(Struct, frozen=True, kw_only=True):
    """How much of an edition a document has.

    Attributes:
        edition: The edition.
        rules: How many of the edition's rules and subrules the document has.
        glossary: How much of the edition's glossary the document has.
        sentence: The extent in words: `the first 1,027 of 3,114 rules of 2026-01-16, up to 601.3e; …`.
    """

    edition: str
    rules: Side
    glossary: Side
    sentence: str


def measure_extent(document: ParsedDocument, edition: str, store: Store) -> Extent:
    """Return the extent of a document: how much of an edition it has.

    Args:
        document: The document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.
    """
    # Only numbers of rules and subrules have a dot, also misprinted ones such as 408.f (2003).
    counted = [key for key in store.keys(edition) if is_entry(key) or "." in number_of(key)]
    own_keys = {rule.key for rule in document.rules} | {fold_key(entry.key) for entry in document.glossary}
    rules = _measure_side([key for key in counted if not is_entry(key)], own_keys)
    glossary = _measure_side([key for key in counted if is_entry(key)], own_keys)
    return Extent(edition=edition, rules=rules, glossary=glossary, sentence=_describe(edition, rules, glossary))


def measure_order(document: ParsedDocument, edition: str, store: Store) -> Order:
    """Return whether the rules and the glossary entries of a document are in the order of an edition.

    Args:
        document: The document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.
    """
    positions = {fold_key(key): position for position, key in enumerate(store.keys(edition))}
    rules = [positions[rule.key] for rule in document.rules if rule.key in positions]
    keys = [fold_key(entry.key) for entry in document.glossary]
    entries = [positions[key] for key in keys if key in positions]
    misplaced_rules = count_misplaced(rules)
    return Order(
        misplaced=misplaced_rules + count_misplaced(entries),
        total=len(rules) + len(entries),
        misplaced_rules=misplaced_rules,
    )


def list_lost_headings(document: ParsedDocument, extent: Extent, store: Store) -> list[str]:
    """Return the sections and chapters of an edition whose heading a document lacks.

    Of a document that ends before the edition does, or begins after it, only the sections and chapters of its own rules
    count: an excerpt with 702.2 to 702.9 and without headings has lost those of 7 and 702.

    Args:
        document: The document.
        extent: How much of the edition it has.
        store: A knowledge base or ledger that has this edition.

    Returns:
        Their numbers, such as `7` and `702`, in the order of the edition.
    """
    own_numbers = {rule.number for rule in document.rules}
    headings = [key for key in store.keys(extent.edition) if not is_entry(key) and "." not in number_of(key)]
    lost = [key for key in headings if key not in own_numbers]
    if extent.rules.form in _OF_WHOLE:
        return lost
    numbers_below_headings = [number for number in own_numbers if "." in number]
    sections_and_chapters = {*map(section_of, numbers_below_headings), *map(chapter_of, numbers_below_headings)}
    return [key for key in lost if key in sections_and_chapters]


def count_lost(document: ParsedDocument, extent: Extent, store: Store) -> LostCounts:
    """Return how many rules, and how many glossary entries, of an edition a document has lost.

    If a document lacks 702.4 and has 702.44, which the edition lacks, nothing is lost: the number was misprinted in one
    of the two. So each number or term that only the document has is deducted.

    Args:
        document: The document.
        extent: How much of the edition it has.
        store: A knowledge base or ledger that has this edition.
    """
    keys_of_edition = {fold_key(key) for key in store.keys(extent.edition)}
    counted_rules = [rule for rule in document.rules if "." in rule.number]
    rules_only_here = sum(rule.key not in keys_of_edition for rule in counted_rules)
    entries_only_here = sum(fold_key(entry.key) not in keys_of_edition for entry in document.glossary)
    lost_rules = extent.rules.total - extent.rules.present - rules_only_here
    lost_entries = extent.glossary.total - extent.glossary.present - entries_only_here
    return LostCounts(rules=max(0, lost_rules), entries=max(0, lost_entries))


def judge_condition(condition: Condition, extent: Extent) -> Condition:
    """Return the condition of a document, which is worse than before if it lacks much of its edition.

    Args:
        condition: The condition as judged by the document alone.
        extent: How much of its edition it has.
    """
    return choose_worst([condition, _judge_extent(extent)])


def is_too_small(extent: Extent) -> bool:
    """Return whether a document has too little of an edition to be a copy of it: not its beginning, or too few rules.

    The first 1,600 of 3,000 rules are enough, the first 1,400 and the last 2,000 are not.
    """
    return _lacks_beginning(extent.rules) or extent.rules.present < LEAST_OF_COPY * extent.rules.total


def fold_key(key: str) -> str:
    """Return a key without what differs between copies: the blanks, marks and capitals of a term.

    `glossary:Turn-Based` → `glossaryturnbased`; the key of a rule stays.
    """
    return _fold_term(key) if is_entry(key) else key


@lru_cache(_LATEST_TERMS)
def _fold_term(key: str) -> str:
    """Return the key of a glossary entry as `fold_key` does."""
    return re.sub(r"[^\w#]|_", "", key).casefold()


def _judge_extent(extent: Extent) -> Condition:
    """Return the condition that follows from how much of its edition a document has."""
    rules, glossary = extent.rules, extent.glossary
    if _lacks_beginning(rules):
        return "fragment"
    lacks_entries = glossary.form in {"beginning", "nothing"} and glossary.total > 0
    if rules.form == "beginning" or lacks_entries:
        return "truncated"
    lost = rules.total - rules.present + glossary.total - glossary.present
    if lost > MOST_SLIPS * (rules.total + glossary.total):
        return "damaged"
    return "good"


def _lacks_beginning(rules: Side) -> bool:
    """Return whether a document lacks the first rules of an edition, or all rules."""
    return rules.form in _OF_PART


def _measure_side(keys: Sequence[str], own_keys: Collection[str]) -> Side:
    """Return how much a document has of the rules, or of the glossary, of an edition.

    Args:
        keys: The keys of the edition, in its order.
        own_keys: The keys of the document, as `fold_key` returns them.
    """
    total = len(keys)
    are_own = [fold_key(key) in own_keys for key in keys]
    missing = tuple(_list_missing(keys, are_own))
    positions = [position for position, is_own in enumerate(are_own) if is_own]
    form = _find_form(positions, total)
    if not positions:
        return Side(form=form, present=0, total=total, first=None, last=None, before=total, after=0, missing=missing)
    first, last = positions[0], positions[-1]
    return Side(
        form=form,
        present=len(positions),
        total=total,
        first=keys[first],
        last=keys[last],
        before=first,
        after=total - last - 1,
        missing=missing,
    )


def _find_form(positions: Sequence[int], total: int) -> Form:
    """Return which part of an edition's rules, or glossary entries, a document has.

    Of 100 rules, the first 60 are a `beginning`, the last 60 an `end`, rules 20 to 60 a `part`, and every second rule
    has the form `gaps`. All rules but 3, 50 and 98 of 1,000 have it too: a few misprinted numbers, and no missing part.

    Args:
        positions: The indices of those that it has, ascending.
        total: How many the edition has.
    """
    if len(positions) == total:
        return "whole"
    if not positions:
        return "nothing"
    first, last = positions[0], positions[-1]
    if len(positions) < LEAST_DENSITY * (last - first + 1):
        return "parts" if _are_parts(positions, total) else "gaps"
    # If only a few are missing at one end, their numbers were misprinted or dropped; no part is missing.
    slips = MOST_SLIPS * total
    lacks_beginning, lacks_end = first > slips, total - 1 - last > slips
    if lacks_beginning and lacks_end:
        return "part"
    if lacks_beginning:
        return "end"
    if lacks_end:
        return "beginning"
    return "gaps"  # both ends are there, and a few are missing between them


def _are_parts(positions: Sequence[int], total: int) -> bool:
    """Return whether a document has several parts, each without many gaps, that are less than half of the edition.

    Rules 1 to 50 and 400 to 450 of 1,000 are two parts. Every second rule from 1 to 400 is no part, but a selection.
    """
    present = len(positions)
    if present >= LEAST_OF_COPY * total:
        return False
    gaps = [after - before - 1 for before, after in pairwise(positions)]
    missing_inside_parts = sum(gap for gap in gaps if gap <= BETWEEN_PARTS)
    return present >= LEAST_DENSITY * (present + missing_inside_parts)


def _list_missing(keys: Sequence[str], are_own: Sequence[bool]) -> Iterator[tuple[str, str]]:
    """Yield the first and the last key of each run of consecutive keys that a document lacks.

    Args:
        keys: The keys of the edition.
        are_own: For each of them, whether the document has it.
    """
    for is_own, run in groupby(zip(keys, are_own, strict=True), itemgetter(1)):
        if not is_own:
            members = [key for key, _ in run]
            yield members[0], members[-1]


def _describe(edition: str, rules: Side, glossary: Side) -> str:
    """Return the extent of a document in words: `all 100 rules and 20 glossary entries of 2009-07-11`."""
    if rules.form == glossary.form == "whole":
        with_glossary = ""
        if glossary.total:
            with_glossary = f" and {format_count(glossary.total, 'glossary entry', 'glossary entries')}"
        return f"all {format_count(rules.total, 'rule')}{with_glossary} of {edition}"
    if rules.form == glossary.form == "nothing":
        return f"no rules and no glossary entries of {edition}"
    if rules.form == "nothing":
        return f"no rules of {edition}, and {_describe_side(glossary, 'glossary entries')}"
    described_rules = _describe_side(rules, "rules", f" of {edition}")
    if not glossary.total:
        return described_rules
    if glossary.form == "nothing":
        # In an excerpt from the middle or the end of the rules, nobody expects a glossary.
        is_expected = not _lacks_beginning(rules)
        lack = f"; its glossary of {format_count(glossary.total, 'entry', 'entries')} is missing"
        return f"{described_rules}{lack}" if is_expected else described_rules
    return f"{described_rules}; {_describe_side(glossary, 'glossary entries')}"


def _describe_side(side: Side, noun: str, of_edition: str = "") -> str:
    """Return the extent of the rules or of the glossary in words: `the first 60 of 100 rules of 2009-07-11, up to …`.

    Args:
        side: The extent.
        noun: The noun for its records, in the plural.
        of_edition: Words after the noun, such as ` of 2009-07-11`, with a blank before them; empty without an edition.
    """
    if side.form == "whole":
        return f"all {side.total:,} {noun}{of_edition}"
    count = f"{side.present:,} of {side.total:,} {noun}{of_edition}"
    if side.form in {"beginning", "end", "part"}:
        return _describe_run(side, count)
    where = ""
    if side.form == "parts":
        where = f", in several parts from {_format_key(side.first)} to {_format_key(side.last)}"
    lost = side.total - side.present
    first_missing, _ = side.missing[0]
    return f"{count}{where}; {lost:,} missing, the first is {_format_key(first_missing)}"


def _describe_run(side: Side, count: str) -> str:
    """Return the extent of a document that has one run of records, in words.

    Args:
        side: The extent, which has the form `beginning`, `end` or `part`.
        count: How many of the records the document has, in words: `60 of 100 rules of 2009-07-11`.
    """
    first, last = _format_key(side.first), _format_key(side.last)
    inside = _describe_inside(side)
    if side.form == "beginning":
        missing = _describe_missing("last", side.after)
        return f"the first {count}, up to {last}; {missing}{inside}"
    if side.form == "end":
        missing = _describe_missing("first", side.before)
        return f"the last {count}, from {first} on; {missing}{inside}"
    only = f"{count}, {first} only" if first == last else f"{count}, from {first} to {last}"
    return f"{only}; the first {side.before:,} and the last {side.after:,} are missing{inside}"


def _describe_missing(place: Literal["first", "last"], count: int) -> str:
    """Return words about the rules that are missing before or after those of a document."""
    if count == 1:
        return f"the {place} one is missing"
    return f"the {place} {count:,} are missing"


def _describe_inside(side: Side) -> str:
    """Return words about the gaps between the first and the last; empty if there are none."""
    if not side.inside:
        return ""
    gaps = side.missing
    if side.before:
        gaps = gaps[1:]  # the first gap is before the first record of the document
    first_missing, _ = gaps[0]
    return f", and {side.inside:,} between them, from {_format_key(first_missing)} on"


def _format_key(key: str | None) -> str:
    """Return a key as people write it: `glossary:Storm` → `“Storm”`; `nothing` for None."""
    if key is None:
        return "nothing"
    return f"“{term_of(key)}”" if is_entry(key) else number_of(key)
