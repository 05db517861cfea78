"""The extent of a document: how much of an edition it has, and which part of it.

Rules and subrules are counted by their numbers, glossary entries by their terms; headings are not counted. The texts of
the records are compared by `graph.documents.identify`.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from rules.numbers import is_term, number_of, term_of
from rules.order import count_misplaced
from rules.records import Condition, ParsedDocument
from rules.store import Store

Form = Literal["whole", "gaps", "beginning", "end", "part", "nothing"]
"""Which of the rules, or of the glossary entries, of an edition a document has. `whole`: all of them; `gaps`: from the
first to the last, with gaps; `beginning`: the last ones are missing; `end`: the first ones are missing; `part`: the
first
and the last ones are missing; `nothing`: none of them."""

DENSE = 0.9
"""Minimum share of the rules between the first and the last of a document for it to be a beginning, an end or a part.
If it has fewer of them, it is a selection: `gaps`."""

SLIPS = 0.005
"""Maximum share of missing rules or entries that still leaves a copy in good condition. Copies of one edition differ in
a few numbers, because some have misprints corrected."""


class Side(Struct, frozen=True, kw_only=True):
    """How much of the rules, or of the glossary, of an edition a document has.

    Attributes:
        form: Which part of them.
        present: Number of them in the document.
        total: Number of them in the edition.
        first: Key of the first in the document; null if there is none.
        last: Key of the last in the document; null if there is none.
        missing: Keys of the first and the last of each run that is missing, in the order of the edition.
    """

    form: Form
    present: int
    total: int
    first: str | None
    last: str | None
    missing: tuple[tuple[str, str], ...]


class Order(Struct, frozen=True, kw_only=True):
    """Whether the records of a document are in the order of an edition.

    Attributes:
        misplaced: How many of them would have to move.
        total: Number of those that the edition has.
    """

    misplaced: int
    total: int


class Extent(Struct, frozen=True, kw_only=True):
    """How much of an edition a document has.

    Attributes:
        edition: The edition.
        rules: How much of its rules and subrules.
        glossary: How much of its glossary.
        sentence: The same as a sentence.
    """

    edition: str
    rules: Side
    glossary: Side
    sentence: str


def measure_extent(document: ParsedDocument, edition: str, store: Store) -> Extent:
    """Return how much of an edition a document has.

    Args:
        document: The document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.
    """
    # Only numbers of rules and subrules have a dot, also misprinted ones such as 408.f (2003).
    counted = [key for key in store.keys(edition) if is_term(key) or "." in number_of(key)]
    own = {rule.key for rule in document.rules} | {_fold_key(entry.key) for entry in document.glossary}
    rules = _measure_side([key for key in counted if not is_term(key)], own)
    glossary = _measure_side([key for key in counted if is_term(key)], own)
    return Extent(edition=edition, rules=rules, glossary=glossary, sentence=_describe(edition, rules, glossary))


def measure_order(document: ParsedDocument, edition: str, store: Store) -> Order:
    """Return whether the rules and the glossary entries of a document are in the order of an edition.

    Args:
        document: The document.
        edition: Id of the edition.
        store: A knowledge base or ledger that has this edition.
    """
    places = {_fold_key(key): place for place, key in enumerate(store.keys(edition))}
    rules = [places[rule.key] for rule in document.rules if rule.key in places]
    keys = [_fold_key(entry.key) for entry in document.glossary]
    entries = [places[key] for key in keys if key in places]
    return Order(misplaced=count_misplaced(rules) + count_misplaced(entries), total=len(rules) + len(entries))


def judge_condition(condition: Condition, extent: Extent) -> Condition:
    """Return the condition of a document, judged also by its extent.

    Args:
        condition: The condition as judged by the document alone. One other than `good` stays.
        extent: How much of its edition it has.
    """
    if condition != "good":
        return condition
    rules, glossary = extent.rules, extent.glossary
    if rules.form in {"part", "end", "nothing"}:
        return "fragment"
    if rules.form == "beginning" or (glossary.form in {"beginning", "nothing"} and glossary.total):
        return "truncated"
    lost = rules.total - rules.present + glossary.total - glossary.present
    return "damaged" if lost > SLIPS * (rules.total + glossary.total) else condition


def _measure_side(keys: Sequence[str], own: Collection[str]) -> Side:
    """Return how much a document has of the rules, or of the glossary, of an edition.

    Args:
        keys: The keys of the edition, in its order.
        own: The folded keys of the document.
    """
    positions = [position for position, key in enumerate(keys) if _fold_key(key) in own]
    return Side(
        form=_find_form(positions, len(keys)),
        present=len(positions),
        total=len(keys),
        first=keys[positions[0]] if positions else None,
        last=keys[positions[-1]] if positions else None,
        missing=tuple(_list_missing(keys, own)),
    )


def _fold_key(key: str) -> str:
    """Return a key without what differs between copies: the quotes, dashes and capitals of a term."""
    return re.sub(r"[^\w#]", "", key).casefold() if is_term(key) else key


def _find_form(positions: Sequence[int], total: int) -> Form:
    """Return which part of an edition's rules, or glossary entries, a document has.

    Args:
        positions: The indices of those that it has, ascending.
        total: How many the edition has.
    """
    if len(positions) == total:
        return "whole"
    if not positions:
        return "nothing"
    first, last = positions[0], positions[-1]
    if len(positions) < DENSE * (last - first + 1):
        return "gaps"
    # A few that are missing at either end are misprinted or dropped numbers, not a missing part.
    slips = SLIPS * total
    lacks_beginning, lacks_end = first > slips, total - 1 - last > slips
    if lacks_beginning and lacks_end:
        return "part"
    if lacks_beginning:
        return "end"
    return "beginning" if lacks_end else "gaps"


def _list_missing(keys: Sequence[str], own: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the first and the last of each run of keys that are not a document's own."""
    for is_own, run in groupby(keys, lambda key: _fold_key(key) in own):
        if not is_own:
            members = list(run)
            yield members[0], members[-1]


def _describe(edition: str, rules: Side, glossary: Side) -> str:
    """Return a sentence about the extent of a document."""
    if rules.form == glossary.form == "whole":
        with_glossary = f" and {glossary.total:,} glossary entries" if glossary.total else ""
        return f"all {rules.total:,} rules{with_glossary} of {edition}"
    if rules.form == "nothing" and glossary.form == "nothing":
        return f"no rules and no glossary entries of {edition}"
    if rules.form == "nothing":
        return f"no rules of {edition}, and {_describe_side(glossary, 'glossary entries')}"
    described = _describe_side(rules, "rules", f" of {edition}")
    if not glossary.total or (glossary.form == "nothing" and rules.form in {"part", "end"}):
        return described
    if glossary.form == "nothing":
        return f"{described}; its glossary of {glossary.total:,} entries is missing"
    return f"{described}; {_describe_side(glossary, 'glossary entries')}"


def _describe_side(side: Side, noun: str, of_edition: str = "") -> str:
    """Return words about the extent of the rules or of the glossary."""
    if side.form == "whole":
        return f"all {side.total:,} {noun}{of_edition}"
    first, last = _name(side.first), _name(side.last)
    count = f"{side.present:,} of {side.total:,} {noun}{of_edition}"
    if side.form == "beginning":
        return f"the first {count}, up to {last}; the rest is missing{_describe_inner(side)}"
    if side.form == "end":
        return f"the last {count}, from {first} on; those before are missing"
    if side.form == "part":
        only = f"{count}, {first} only" if first == last else f"{count}, from {first} to {last}"
        return f"{only}; those before and after are missing"
    lost = side.total - side.present
    return f"{count}; {lost:,} missing, the first is {_name(side.missing[0][0])}"


def _describe_inner(side: Side) -> str:
    """Return words about the gaps of a document that has the beginning of an edition; empty if it has none."""
    inner = side.missing[:-1]
    return f", and some before it, the first is {_name(inner[0][0])}" if inner else ""


def _name(key: str | None) -> str:
    """Return a key as people write it."""
    if key is None:
        return "nothing"
    return f"“{term_of(key)}”" if is_term(key) else number_of(key)
