"""The records of how rules continue from edition to edition: steps, links, replacements, versions.

Example: the rule about storm was 502.30a, became 702.37a in the edition of 2009-07-11 and 702.40a later.

- A *step* leads from an edition to the next one. In the step to 2009-07-11, there is a *link* 502.30a → 702.37a.
- The rule through all its numbers is a *lineage*, named by its first record, `502.30a@2003-05-26`.
- A *version* is a lineage for as long as its key and its words stay the same: 702.37a from 2009-07-11 to 2011-06-16.
- A *trivial* link, of an unchanged record under the same key, is not stored: most links are trivial.

Related records are here, too, because the same tables and answers have them: the *terms* and *replacements*, which are
changes of words; the *passages* that a step changed; and the *correspondences* of rules in different works.

The editions of a work are a chain. A retyped edition, whose only copies are somebody's own typing
(`rules.records.Condition`), is not in the chain: the step goes from the edition before it to the edition after it. A
retyped edition has steps of its own to both of them, so that it can be compared with every other edition. Nothing else
is derived from these steps, except the date of rules that are new in it.

Guarantees: as `rules.records`: frozen, hashable, compared by content.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

from rules.keys import is_entry

ChangeClass = Literal["unchanged", "typographic", "reference", "terminology", "wording"]
"""How much the words changed, from least to most.

`typographic`: punctuation, letter case; `reference`: in addition, numbers of cited rules that were renumbered;
`terminology`: in addition, renamed terms; `wording`: anything else.
"""
CLASSES: tuple[ChangeClass, ...] = get_args(ChangeClass)
"""From least to most changed."""
SLIGHT: frozenset[ChangeClass] = frozenset({"unchanged", "typographic", "reference"})
"""The classes in which the words themselves stay the same."""
ChangeKind = Literal["kept", "renumbered", "moved", "split", "merged", "added", "deleted", "returned", "ambiguous"]
"""What happened to the rule itself. `kept`: same number; `renumbered`: another number, under the continuation of its
parent; `moved`: under another parent; `returned`: back after at least one edition without it; `ambiguous`: several
continuations are equally good, or the only one is as good for another record, and none is chosen."""
TermKind = Literal["renamed", "split", "reworded", "retired", "heading", "keyword", "reclassified"]
"""`renamed`: the new words replace the old ones; `split`: the new words replace one sense of the old ones, which keep
another; `reworded`: a turn of phrase, no term ("his or her" to "their"); `retired`: given up without a successor;
`heading`: a rule, chapter or section continues under another heading, whatever happens to the words elsewhere;
`keyword`: cards use one word for a former phrase, which stays as its explanation; `reclassified`: the same name with
another class of words, such as a keyword ability that becomes an ability word."""
INSTEAD: frozenset[TermKind] = frozenset({"renamed", "split", "reworded"})
"""Kinds whose new words can be substituted for the old ones in a text."""


class StepEnds(NamedTuple):
    """The ids of the older and the newer edition of a step. Only retyped editions may be between them."""

    previous: str
    edition: str


class LinkAttributes(NamedTuple):
    """The attributes that thousands of links and versions have in common.

    The table `link_attributes` of the knowledge base has each combination once. `Link` and `Version` have the fields
    themselves, because their rows and their JSON are flat.

    Attributes:
        kind: What happened to the rule.
        change: How much the words changed; None for additions, deletions and ambiguous links.
        method: How the link was found; `docs/alignment.md` lists the methods.
        score: Confidence, 0 to 1.
        main: Whether the newer record continues the lineage of the older one.
    """

    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    main: bool


class Link(Struct, frozen=True):
    """A record of an edition and the record of a later edition that continues it; either may be absent.

    A split is several links with the same `old`, a merge several with the same `new`; at most one link of a record is
    its `main` link, which continues the lineage.

    Attributes:
        old: Key in the older edition; None for an addition.
        new: Key in the newer edition; None for a deletion.
        kind: What happened to `old`; for an addition, to `new`.
        change: How much the words changed, over all parts of a split or merge together; None for additions, deletions
            and ambiguous links.
        method: How the link was found; `docs/alignment.md` lists the methods.
        score: Confidence, 0 to 1.
        main: Whether `new` continues the lineage of `old`.
    """

    old: str | None
    new: str | None
    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float
    main: bool = True

    @property
    def attributes(self) -> LinkAttributes:
        """Return the fields of the link that many links share: all except its two keys."""
        return LinkAttributes(self.kind, self.change, self.method, self.score, self.main)


class LinkBasis(NamedTuple):
    """The evidence of a link.

    Attributes:
        method: Name of the method that found it.
        score: How sure the link is, 0 to 1.
    """

    method: str
    score: float


class Group(Struct, frozen=True):
    """Connected records of the two editions: usually one on each side, several for splits and merges.

    Attributes:
        old: Keys in the edition compared from, in the order of the document; none for an addition.
        new: Keys in the edition compared to; none for a deletion.
        kind: What happened to `old`; for an addition, to `new`. A one-to-one group can be `split` (or `merged`) if the
            record was split from (or merged into) a rule of another lineage in a step between.
        change: How much the words changed, all records together; None for additions, deletions and ambiguous links.
        lineage: Id of the lineage that continues here; if none does, that of the first record; empty if none is known.
        links: The links between its records; a single one with None for an addition or deletion.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    kind: ChangeKind
    change: ChangeClass | None
    lineage: str = ""
    links: tuple[Link, ...] = ()

    @property
    def is_entry(self) -> bool:
        """Return whether the group is of entries of the glossary, and not of rules."""
        return is_entry((self.new or self.old)[0])

    @property
    def is_same(self) -> bool:
        """Return whether there is no change to show: one record has the same words under the same number in both.

        Several old records that were merged into one are a change even if their words are unchanged.
        """
        return self.change == "unchanged" and len(self.old) == 1 and self.old == self.new


class Replacement(Struct, frozen=True):
    """Words that replaced others between two editions, found in linked rules: `in play` → `on the battlefield`.

    Attributes:
        old: The old words, folded: lower case, one space between words.
        new: The new words, folded.
        support: Number of linked pairs with the replacement.
        consistency: Share of the old words' occurrences, in all linked pairs that changed, that were replaced this way,
            0 to 1.
        evidence: Keys of the newer edition's records with the replacement, in document order, at most twelve.
    """

    old: str
    new: str
    support: int
    consistency: float
    evidence: tuple[str, ...]


class Place(Struct, frozen=True):
    """A record in an edition: a rule or chapter by its number, an entry as `glossary:TERM`, or the whole `glossary`."""

    number: str
    edition: str


class Sighting(NamedTuple):
    """A record in which the words changed.

    Attributes:
        key: `Rule.key` or `GlossaryEntry.key` in `edition`.
        edition: Id of the first edition with the new words; for a deleted record, its last edition.
    """

    key: str
    edition: str


class Term(Struct, frozen=True):
    """Words of the rules that were replaced by others or retired, in all inflections together.

    Attributes:
        old: The old words, folded, in their most frequent form.
        new: The new words, folded; None for a retired term.
        edition: Id of the first edition with the new words, or without the old ones.
        kind: What happened to the old words.
        support: Number of records in which the words changed; for a mined retired term, its occurrences in the edition
            before.
        score: Confidence that this is a renaming, 0 to 1: for ranking, not a probability.
        evidence: The records in which the words changed, at most twelve.
        forms: All forms (old, new) that occurred, the most frequent first; the new one is empty for a retired term.
        curated: Whether `terms.toml` has it too.
        note: An explanation from `terms.toml`; may be empty.
        dated: Whether the change happened in this edition. False if the edition only states that the words are
            obsolete: they were given up in it or before, and no edition at hand uses them.
    """

    old: str
    new: str | None
    edition: str
    kind: TermKind
    support: int
    score: float
    evidence: tuple[Sighting, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    curated: bool = False
    note: str = ""
    dated: bool = True

    @property
    def since(self) -> str:
        """Return when the change happened: `2009-07-11`, or `by 2009-07-11` if the edition only calls it obsolete."""
        return self.edition if self.dated else f"by {self.edition}"


class ChangedPassage(Struct, frozen=True):
    """A passage in which a step inserted or deleted something, such as the text of 702.37a.

    Example: `Boats pay a toll.` became `Boats pay no toll.` The `parts` are `("equal", "Boats pay ")`, `("delete",
    "a")`, `("insert", "no")` and `("equal", " toll.")`.

    Attributes:
        old: Key of the record that had it; None if the passage is of a new record that was added, split off or merged.
        new: Key of the record that has it now; None if it is of an old record that was deleted, split or merged.
        kind: What happened to the record.
        change: How much its words changed; None for additions, deletions and ambiguous links.
        field: `heading`, `text`, `example` or `note`.
        parts: Its changes with some words around, as pairs of `equal`, `delete` or `insert` and the words. The words
            that the other edition has in their place are among them even if only `old` or only `new` is given.
    """

    old: str | None
    new: str | None
    kind: ChangeKind
    change: ChangeClass | None
    field: str
    parts: tuple[tuple[str, str], ...]


class StepRecords(Struct, frozen=True):
    """The step from an edition to a later one of the same work.

    Attributes:
        edition: Id of the newer edition; empty as the aligner returns it, which does not know which editions it aligns.
        previous: Id of the older one.
        fingerprint: Hash of all input of the step; equal fingerprints mean equal records.
        links: The links between the two; the aligner's with the trivial ones, all others without them.
        replacements: The words that replaced others.
        changes: The changed passages; none of a step from or to a retyped edition.
    """

    edition: str = ""
    previous: str = ""
    fingerprint: str = ""
    links: tuple[Link, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    changes: tuple[ChangedPassage, ...] = ()

    @property
    def ends(self) -> StepEnds:
        """Return the ids of the two editions, which name the step."""
        return StepEnds(self.previous, self.edition)


class Version(Struct, frozen=True):
    """A lineage during consecutive editions of a work in which its key and passage stay exactly the same.

    `kind`, `change`, `method` and `score` describe the step from the previous version to this one.

    Attributes:
        lineage: Id of the lineage.
        key: `Rule.key` or `GlossaryEntry.key`.
        first: Id of the first edition of the run.
        last: Id of the last edition with this version; all editions of the work between the two have it as well.
        kind: `added` if the lineage starts from nothing, `split` if it starts as a part of another; else what happened
            to the rule.
        change: How much the words changed; None for additions and if the lineage starts from an ambiguous link.
        method: How the link was found.
        score: Confidence, 0 to 1.
        sources: Keys that it came from, in the work's edition before `first` and in the order of the links: one key,
            several for a merge, the split rule for a part of a split, none for an addition. For `returned`, its key
            in the last edition that had it.
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

    @property
    def attributes(self) -> LinkAttributes:
        """Return the fields that describe the main link with which the version starts."""
        return LinkAttributes(self.kind, self.change, self.method, self.score, main=True)


def make_version_of_edition(lineage: str, key: str, edition: str, method: str) -> Version:
    """Return a version that spans one edition only, for a record that has no version of its own.

    A record of a retyped edition, for example, has none, since versions are made of the other editions.

    Args:
        lineage: Id of its lineage.
        key: Its key.
        edition: Id of the edition.
        method: How its lineage is known.
    """
    return Version(
        lineage=lineage,
        key=key,
        first=edition,
        last=edition,
        kind="kept",
        change=None,
        method=method,
        score=1.0,
        sources=(),
    )


class Correspondence(Struct, frozen=True, rename={"key": "number", "other": "other_number"}):
    """A rule of a work that restates a rule of another work; never a link between editions.

    Attributes:
        edition: Edition of the restating rule; None for a document that isn't an edition.
        key: Key of the restating rule.
        other_edition: Edition of the rule that is restated.
        other: Key of the restated rule.
        method: How the correspondence was found: `same-text`, `words`, `tagged-words`, `heading`.
        score: Similarity of the two, 0 to 1.
    """

    edition: str | None
    key: str
    other_edition: str
    other: str
    method: str
    score: float


def list_steps(editions: Sequence[str], retyped: Collection[str]) -> Iterator[StepEnds]:
    """Yield all steps between the editions of a work, sorted by the newer edition, then by the older one.

    Example: of the editions A, B and C, of which B is retyped, these are the steps from A to B, from A to C, and from B
    to C.

    Args:
        editions: All editions of the work, oldest first.
        retyped: Those that are retyped.
    """
    starts: list[str] = []  # where steps to the next edition start: the last one not retyped, and those after it
    for edition in editions:
        for previous in starts:
            yield StepEnds(previous, edition)
        if edition not in retyped:
            starts = []
        starts.append(edition)


def gravest_class(classes: Sequence[ChangeClass]) -> ChangeClass:
    """Return the gravest of some classes: `reference` of `typographic` and `reference`; `unchanged` of none."""
    return max(classes, key=CLASSES.index, default="unchanged")
