"""An edition as a tree that can be rearranged: rules are nodes below their parents, numbers are assigned at the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct, field

from rules.numbers import LETTERS
from rules.records import GlossaryEntry, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.links import ChangeClass
    from rules.numbers import RuleKind


class Node(Struct, eq=False):
    """A rule of the edition in the making.

    Attributes:
        kind: As `Rule.kind`.
        number: Its number in the old edition; empty for a new rule.
        heading: As `Rule.heading`.
        text: With the numbers of the old edition in it until `number_anew`.
        examples: As `Rule.examples`.
        notes: As `Rule.notes`.
        tags: As `Rule.tags`.
        sources: Keys of the old rules whose content it has.
        change: How its own words were changed so far; None if that has no single answer.
        settled: Whether it accepts no further edit that would blur its origin.
        steady: Whether it must stay between its neighbours, because its words alone no longer show its origin.
        children: The nodes below it, in order.
        before: Keys of its children in the old edition.
    """

    kind: RuleKind
    number: str = ""
    heading: str | None = None
    text: str = ""
    examples: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: list[str] = field(default_factory=list)
    change: ChangeClass | None = "unchanged"
    settled: bool = False
    steady: bool = False
    children: list[Node] = field(default_factory=list)
    before: tuple[str, ...] = ()

    def walk(self) -> Iterator[Node]:
        """Yield the node and everything below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def passages(self) -> tuple[str, ...]:
        """Return all texts of the node: heading, text, examples, notes."""
        return (self.heading or "", self.text, *self.examples, *self.notes)


class EditedEntry(Struct, eq=False):
    """A glossary entry of the edition in the making; the attributes are those of `Node` and `GlossaryEntry`."""

    term: str
    text: str
    ordinal: int = 1
    sources: list[str] = field(default_factory=list)
    change: ChangeClass | None = "unchanged"


def plant(rules: Iterable[Rule]) -> Node:
    """Return the tree of an edition's rules, below a root that is no rule.

    Rules whose parent is missing are children of the root.
    """
    root = Node("section", sources=[], settled=True)
    latest: dict[str, Node] = {}
    for rule in rules:
        node = Node(
            kind=rule.kind,
            number=rule.number,
            heading=rule.heading,
            text=rule.text,
            examples=rule.examples,
            notes=rule.notes,
            tags=rule.tags,
            sources=[rule.key],
        )
        latest.get(rule.parent or "", root).children.append(node)
        latest[rule.number] = node
    for node in root.walk():
        node.before = tuple(child.sources[0] for child in node.children)
    return root


def plant_glossary(glossary: Iterable[GlossaryEntry]) -> list[EditedEntry]:
    """Return the entries of an edition's glossary."""
    return [EditedEntry(entry.term, entry.text, entry.ordinal, [entry.key]) for entry in glossary]


def number_anew(root: Node) -> dict[Node, str]:
    """Return the numbers of the new edition.

    If a parent has the same children in the same order as before, they keep their numbers relative to it, with gaps,
    doubles and misprints; otherwise they are counted again.
    """
    numbers: dict[Node, str] = {}
    for top in root.children:
        numbers[top] = top.number
        _number_below(top, numbers)
    return numbers


def _number_below(parent: Node, numbers: dict[Node, str]) -> None:
    as_before = tuple(child.sources[0] if child.number else "" for child in parent.children) == parent.before
    keeps = as_before and all(child.number.startswith(parent.number) for child in parent.children)
    # Chapters are counted from the lowest old number of the section, such as 100 or 201.
    first = min((int(key[1:3]) for key in parent.before if key[1:3].isdecimal()), default=0)
    for index, child in enumerate(parent.children):
        suffix = child.number.removeprefix(parent.number) if keeps else _make_suffix(parent.kind, index, first)
        numbers[child] = numbers[parent] + suffix
        _number_below(child, numbers)


def _make_suffix(parent: RuleKind, index: int, first: int) -> str:
    if parent == "section":
        return f"{first + index:02d}"
    if parent == "chapter":
        return f".{index + 1}"
    more, last = divmod(index, len(LETTERS))
    return (LETTERS[more - 1] if more else "") + LETTERS[last]


def harvest(root: Node, numbers: dict[Node, str], edition: str) -> dict[Node, Rule]:
    """Return the rules of the new edition in document order, with their text unchanged."""
    rules: dict[Node, Rule] = {}
    seen: Counter[str] = Counter()

    def gather(parent: Node) -> None:
        for node in parent.children:
            seen[numbers[node]] += 1
            rules[node] = Rule(
                edition=edition,
                number=numbers[node],
                kind=node.kind,
                heading=node.heading,
                text=node.text,
                examples=node.examples,
                notes=node.notes,
                tags=node.tags,
                parent=numbers.get(parent),
                ordinal=seen[numbers[node]],
            )
            gather(node)

    gather(root)
    return rules
