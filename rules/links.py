"""The records of what became of the rules from edition to edition: links, replacements, versions.

Guarantees: as `rules.records`: frozen, hashable, compared by content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Sequence

ChangeClass = Literal["unchanged", "typographic", "reference", "terminology", "wording"]
"""How much the words changed, from slightest to gravest.

`typographic`: quotes, dashes, marks, letter case; `reference`: besides, only numbers of rules that moved with the rules
they name; `terminology`: besides, only renamed terms; `wording`: anything else.
"""
CLASSES: tuple[ChangeClass, ...] = get_args(ChangeClass)
"""From the slightest to the gravest."""
SLIGHT: frozenset[ChangeClass] = frozenset({"unchanged", "typographic", "reference"})
"""The classes in which the words stand as they stood."""
ChangeKind = Literal["kept", "renumbered", "moved", "split", "merged", "added", "deleted", "returned", "ambiguous"]
"""What became of the rule as such. `kept`: it has its number still; `renumbered`: another number, under the rule or
chapter that its parent became; `moved`: under another one; `returned`: back after at least one edition without it;
`ambiguous`: two continuations are equally good, and none is chosen."""


@dataclass(frozen=True, slots=True)
class Link:
    """One rule or glossary entry of an edition and one of a later edition that continues it, or the lack of either.

    A split is several links with the same `old`, a merge several with the same `new`; at most one of the links of a
    record is its `main` one, and that one carries the lineage on.

    Attributes:
        old: Key in the older edition; None for an addition.
        new: Key in the newer edition; None for a deletion.
        kind: What became of `old`, or, for an addition, of `new`.
        change: How its words changed, all the parts of a split or merge taken together; None for additions,
            deletions and ambiguous links.
        method: How the link was found; `docs/alignment.md` lists the methods.
        score: How sure it is, 0 to 1.
        main: Whether `new` carries on the lineage of `old`.
    """

    old: str | None
    new: str | None
    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    main: bool = True


@dataclass(frozen=True, slots=True)
class Replacement:
    """Words that took the place of others between two editions, seen in rules that continue each other.

    Attributes:
        old: The old words, folded: lower case, one space between words.
        new: The new words, folded.
        support: In how many linked pairs the replacement was seen.
        consistency: Share of the old words' occurrences in these pairs that were so replaced, 0 to 1.
        evidence: Keys in the newer edition of the records in which it was seen, in document order, at most twelve.
    """

    old: str
    new: str
    support: int
    consistency: float
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RenamedTerm:
    """A term that was given up for other words, as the whole history tells it; see `graph.terms` for the making.

    Attributes:
        old: The old words, folded.
        new: The new words, folded; None for what was retired.
        edition: Id of the first edition with the new words.
        kind: `renamed`, `split`, `reworded` or `retired`.
        score: How sure it is, 0 to 1.
        curated: Whether a person confirmed it.
        forms: All forms (old, new) that were seen, these two included.
    """

    old: str
    new: str | None
    edition: str
    kind: str
    score: float
    curated: bool
    forms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Alignment:
    """All of an edition against all of the next: every key of either side stands in at least one link.

    Attributes:
        links: In document order of the old side, each addition after the link of the record it follows.
        replacements: Terms that were renamed between the two, best supported first.
    """

    links: tuple[Link, ...]
    replacements: tuple[Replacement, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """A lineage over consecutive editions of a work in which it has one key and exactly the same passage.

    `kind`, `change`, `method` and `score` say how it came to be from the version before.

    Attributes:
        lineage: Id of the lineage.
        key: `Rule.key` or `GlossaryEntry.key`.
        first: Id of the first edition of the run.
        last: Id of its last edition; the work's editions between the two have it as well.
        kind: `added` where a lineage starts from nothing, `split` where it starts as a part of another; else what
            became of the rule.
        change: How its words changed; None for additions and where a lineage starts from an ambiguous link.
        method: How the link was found.
        score: How sure it is, 0 to 1.
        sources: Keys that it came from, in the work's edition before `first` and in the order of the links: one,
            several for a merge, the split rule for a part of it, none for an addition. For `returned` the key under
            which it last stood, in the edition in which it last stood.
    """

    lineage: str
    key: str
    first: str
    last: str
    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    sources: tuple[str, ...]


def find_gravest(classes: Sequence[ChangeClass]) -> ChangeClass:
    """Return the gravest of some classes; `unchanged` of none."""
    return max(classes, key=CLASSES.index, default="unchanged")
