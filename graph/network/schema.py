"""The schema of the graph: each type of node and of edge as a record whose docstring describes its attributes.

An attribute that is None is absent from the graph, because the formats of other programs have no such value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, get_args

from msgspec import Struct

from graph.restatements.restated import Certainty
from rules.links import ChangeClass, ChangeKind, TermKind
from rules.records import ReferenceKind, ResolutionStatus

NodeType = Literal["rule", "entry", "version", "term", "edition", "missing"]
Relation = Literal[
    "refers-to", "becomes", "version-of", "renamed-to", "retired", "seen-in", "defines", "parent", "restates"
]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
LinkChange = Literal["linked", "unlinked"]
ENDS_OF_EDGE = frozenset({"source", "target"})
"""The fields of an edge that are not attributes in the graph."""


def name_of_version(number: str, first: str) -> str:
    """Return the name of the node of a version; with `v:`, because a lineage may have the name `NUMBER@FIRST`."""
    return f"v:{number}@{first}"


def name_of_term(words: str) -> str:
    """Return the name of the node of a term."""
    return f"term:{words}"


def name_of_edition(edition: str) -> str:
    """Return the name of the node of an edition."""
    return f"edition:{edition}"


class Node(Struct, frozen=True, kw_only=True):
    """A node; the name in the graph is in `node_name`."""

    node_type: ClassVar[NodeType]

    @property
    def node_name(self) -> str:
        """Return the name of the node in the graph, which is unique."""
        raise NotImplementedError


class RuleNode(Node, frozen=True, kw_only=True):
    """A rule through all its numbers, named by the id of its lineage (`502.30a@2003-05-26`).

    Attributes:
        lineage: Id of the lineage.
        number: Its number: in a slice of a day the number of that day, otherwise the last one.
        title: Its own heading in the same edition; absent if it has none.
        work: The work that it belongs to, `comprehensive-rules` or `rulings-summary`.
        first: The first edition that has it.
        last: The last edition that has it.
    """

    node_type: ClassVar[NodeType] = "rule"
    lineage: str
    number: str
    title: str | None
    work: str
    first: str | None = None
    last: str | None = None

    @property
    def node_name(self) -> str:
        """Return the id of the lineage."""
        return self.lineage


class EntryNode(RuleNode, frozen=True, kw_only=True):
    """A glossary entry through all its editions, named by the id of its lineage (`glossary:Storm@2003-07-01`).

    Attributes:
        lineage: Id of the lineage.
        number: Its key, `glossary:TERM`.
        title: The term.
        work: The work that it belongs to.
        first: The first edition that has it.
        last: The last edition that has it.
    """

    node_type: ClassVar[NodeType] = "entry"


class VersionNode(Node, frozen=True, kw_only=True):
    """A run of editions in which a rule or entry has one number and the same words, named `v:NUMBER@FIRST`.

    Attributes:
        lineage: The rule or entry, by the name of its node.
        number: Its number in these editions.
        title: Its own heading in the first of them; absent if it has none.
        first: The first of these editions.
        last: The last of these editions.
        retyped: Whether a retyped edition dates it; see the page about the archive.
    """

    node_type: ClassVar[NodeType] = "version"
    lineage: str
    number: str
    title: str | None
    first: str
    last: str
    retyped: bool

    @property
    def node_name(self) -> str:
        """Return `v:NUMBER@FIRST`."""
        return name_of_version(self.number, self.first)


class TermNode(Node, frozen=True, kw_only=True):
    """Words of the rules that replaced others or were replaced, named `term:WORDS`.

    Attributes:
        words: The words, in lower case.
        first: The edition in which they took the place of others; absent if they are as old as the rules.
        last: The last edition with them; absent if they are still used.
    """

    node_type: ClassVar[NodeType] = "term"
    words: str
    first: str | None
    last: str | None

    @property
    def node_name(self) -> str:
        """Return `term:WORDS`."""
        return name_of_term(self.words)


class EditionNode(Node, frozen=True, kw_only=True):
    """An edition, named `edition:DATE`.

    Attributes:
        date: The day on which it took effect.
        work: `comprehensive-rules` or `rulings-summary`.
        set_name: The name, or else the code, of the set that it was released with; absent if there is none.
        condition: What of it is preserved: good, damaged, truncated, retyped or destroyed.
        first: The same day, so that a dynamic graph shows the edition from then on.
    """

    node_type: ClassVar[NodeType] = "edition"
    date: str
    work: str
    set_name: str | None
    condition: str
    first: str

    @property
    def node_name(self) -> str:
        """Return `edition:DATE`."""
        return name_of_edition(self.date)


class MissingNode(Node, frozen=True, kw_only=True):
    """A number or term that a reference names and its edition lacks, named `missing:NUMBER`.

    Attributes:
        number: The number as printed, or the term.
        first: The first edition with such a reference.
        last: The last edition with such a reference.
    """

    node_type: ClassVar[NodeType] = "missing"
    number: str
    first: str | None = None
    last: str | None = None

    @property
    def node_name(self) -> str:
        """Return `missing:NUMBER`."""
        return f"missing:{self.number}"


class Edge(Struct, frozen=True, kw_only=True):
    """An edge; `source` and `target` are the names of its nodes."""

    relation: ClassVar[Relation]
    source_types: ClassVar[tuple[NodeType, ...]]
    target_types: ClassVar[tuple[NodeType, ...]]
    source: str
    target: str

    @property
    def edge_key(self) -> str:
        """Return the name that distinguishes the edge from the others between the same nodes: `becomes`."""
        return self.relation


class RefersTo(Edge, frozen=True, kw_only=True):
    """A reference to one rule or entry, from the version in whose words it is; in slices from the rule.

    A reference that names several rules is several edges. One whose target is another rule at a later time, although
    the words stay, is an edge for each.

    Attributes:
        source: The version.
        target: The rule or entry that it names in these editions, or the missing number.
        first: The first edition with this reference, in these words, to this target.
        last: The last of these editions.
        since: The edition since which the source's rule refers to this target without interruption, whatever the
            numbers of both; absent in a slice that has no history.
        until: The last edition of that time.
        kind: `rule`, `section` or `glossary`.
        raw: The number, range or term as printed.
        quoted_title: The title quoted next to it; absent if there is none.
        status: `ok`, `missing`, `title-mismatch` or `ambiguous`.
        field: The passage with the reference: `text`, `example:0`, `note:0`.
        start: The first character in the passage, from 0.
        count: The number of references that a folded edge stands for; absent elsewhere.
        change: In a slice between two editions, `linked` or `unlinked`; absent elsewhere.
    """

    relation: ClassVar[Relation] = "refers-to"
    source_types: ClassVar[tuple[NodeType, ...]] = ("version", "rule", "entry")
    target_types: ClassVar[tuple[NodeType, ...]] = ("rule", "entry", "missing")
    first: str | None = None
    last: str | None = None
    since: str | None = None
    until: str | None = None
    kind: ReferenceKind | None = None
    raw: str | None = None
    quoted_title: str | None = None
    status: ResolutionStatus | None = None
    field: str | None = None
    start: int | None = None
    count: int | None = None
    change: LinkChange | None = None

    @property
    def edge_key(self) -> str:
        """Return the relation with the edition and the place in the text."""
        return f"{self.relation}@{self.first}:{self.field}:{self.start}"


class Becomes(Edge, frozen=True, kw_only=True):
    """A version and the version that it became; between versions of different rules it is a split or a merge.

    Attributes:
        source: The version before.
        target: The version after.
        first: The edition of the change.
        kind: What became of the rule: kept, renumbered, moved, split, merged, …
        change: How its words changed: unchanged, typographic, reference, terminology or wording; absent if unknown.
        method: How the two were linked.
        score: How sure the link is, 0 to 1.
    """

    relation: ClassVar[Relation] = "becomes"
    source_types: ClassVar[tuple[NodeType, ...]] = ("version",)
    target_types: ClassVar[tuple[NodeType, ...]] = ("version",)
    first: str
    kind: ChangeKind
    change: ChangeClass | None
    method: str
    score: float


class VersionOf(Edge, frozen=True, kw_only=True):
    """A version and its rule or entry.

    Attributes:
        source: The version.
        target: The rule or entry.
        first: The first edition of the version.
        last: The last edition of the version.
    """

    relation: ClassVar[Relation] = "version-of"
    source_types: ClassVar[tuple[NodeType, ...]] = ("version",)
    target_types: ClassVar[tuple[NodeType, ...]] = ("rule", "entry")
    first: str
    last: str


class RenamedTo(Edge, frozen=True, kw_only=True):
    """A term and the term that took its place.

    Attributes:
        source: The old term.
        target: The new term.
        first: The first edition with the new words.
        kind: What happened to the words: renamed, split, reworded, heading, keyword or reclassified.
        support: The number of records in which the words changed.
        score: How sure it is that this is a renaming, 0 to 1.
    """

    relation: ClassVar[Relation] = "renamed-to"
    source_types: ClassVar[tuple[NodeType, ...]] = ("term",)
    target_types: ClassVar[tuple[NodeType, ...]] = ("term",)
    first: str
    kind: TermKind
    support: int
    score: float

    @property
    def edge_key(self) -> str:
        """Return the relation with the edition, since the same words may be renamed twice."""
        return f"{self.relation}@{self.first}"


class Retired(RenamedTo, frozen=True, kw_only=True):
    """A term that was given up without a successor: an edge from the term to itself.

    Attributes:
        source: The term.
        target: The same term.
        first: The first edition without the words.
        kind: `retired`.
        support: The number of records that had the words.
        score: How sure it is that the words were retired, 0 to 1.
    """

    relation: ClassVar[Relation] = "retired"


class SeenIn(Edge, frozen=True, kw_only=True):
    """What is seen where: a version and its first edition; an old term and the version that shows the new words.

    Attributes:
        source: The version or term.
        target: The edition or version; in a slice of a day, the rule instead of the version.
        first: The first edition of the version; of a term, the edition in which the words changed.
    """

    relation: ClassVar[Relation] = "seen-in"
    source_types: ClassVar[tuple[NodeType, ...]] = ("version", "term")
    target_types: ClassVar[tuple[NodeType, ...]] = ("edition", "version", "rule", "entry")
    first: str

    @property
    def edge_key(self) -> str:
        """Return the relation with the edition."""
        return f"{self.relation}@{self.first}"


class Lasting(Edge, frozen=True, kw_only=True):
    """An edge that holds in the editions from `first` to `last` without an interruption."""

    first: str | None = None
    last: str | None = None

    @property
    def edge_key(self) -> str:
        """Return the relation with the first edition; in a slice that has no history, the relation alone."""
        return self.relation if self.first is None else f"{self.relation}@{self.first}"


class Defines(Lasting, frozen=True, kw_only=True):
    """A glossary entry and the rule that it points to for the definition of its term.

    Attributes:
        source: The entry.
        target: The rule.
        first: The first edition in which the entry points to the rule.
        last: The last edition, without an interruption between the two.
    """

    relation: ClassVar[Relation] = "defines"
    source_types: ClassVar[tuple[NodeType, ...]] = ("entry",)
    target_types: ClassVar[tuple[NodeType, ...]] = ("rule",)


class Parent(Lasting, frozen=True, kw_only=True):
    """A rule and the rule one level up: a subrule and its rule, a rule and its chapter, a chapter and its section.

    Attributes:
        source: The rule below.
        target: The rule above.
        first: The first edition in which it is there.
        last: The last edition, without an interruption between the two.
    """

    relation: ClassVar[Relation] = "parent"
    source_types: ClassVar[tuple[NodeType, ...]] = ("rule",)
    target_types: ClassVar[tuple[NodeType, ...]] = ("rule",)


class Restates(Edge, frozen=True, kw_only=True):
    """A rule of a rulings summary and the rule of the Comprehensive Rules that it restates in other words.

    Attributes:
        source: The rule of the summary.
        target: The rule that it restates.
        first: The issue of the summary.
        method: How the match was found.
        score: Similarity of the two, 0 to 1.
        certainty: How sure it is: `sure`, `likely` or `perhaps`.
        shared: The phrases that both have, with ` … ` between two; absent in the graph of a ledger.
    """

    relation: ClassVar[Relation] = "restates"
    source_types: ClassVar[tuple[NodeType, ...]] = ("rule",)
    target_types: ClassVar[tuple[NodeType, ...]] = ("rule",)
    first: str
    method: str
    score: float
    certainty: Certainty
    shared: str | None = None


NODES: tuple[type[Node], ...] = (RuleNode, EntryNode, VersionNode, TermNode, EditionNode, MissingNode)
EDGES: tuple[type[Edge], ...] = (RefersTo, Becomes, VersionOf, RenamedTo, Retired, SeenIn, Defines, Parent, Restates)
EDGE_OF: Mapping[Relation, type[Edge]] = {edge.relation: edge for edge in EDGES}


def node_types_of(relation: Relation) -> frozenset[NodeType]:
    """Return the types of nodes that edges of a relation can join."""
    edge = EDGE_OF[relation]
    return frozenset((*edge.source_types, *edge.target_types))
