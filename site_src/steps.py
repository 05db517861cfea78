"""What each edition changed against the one before, in figures and in words: for its page, the data and the feeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graph.compare import Group, compare
from rules.store import Store

_KINDS = (
    ("added", "added"),
    ("deleted", "deleted"),
    ("split", "split"),
    ("merged", "merged"),
    ("renumbered", "renumbered"),
    ("moved", "moved"),
    ("returned", "returned"),
    ("ambiguous", "uncertain"),
)
"""Kinds in the order of the summary, and how each is said; `kept` alone is no news."""


@dataclass(frozen=True, slots=True)
class Step:
    """The way from an edition to the next.

    Attributes:
        previous: Id of the older edition.
        edition: Id of the newer one.
        groups: What changed, in document order; whatever stands unchanged under its number is left out.
    """

    previous: str
    edition: str
    groups: tuple[Group, ...]

    @property
    def in_words(self) -> str:
        """All of it in a line, such as `Rules: 12 added, 259 renumbered, 5 reworded. Glossary: 3 reworded.`."""
        rules = [group for group in self.groups if not is_term(group)]
        terms = [group for group in self.groups if is_term(group)]
        told = [f"{name}: {words}." for name, words in (("Rules", _told(rules)), ("Glossary", _told(terms))) if words]
        return " ".join(told) or "Nothing changed in the rules or the glossary."


def steps_of(store: Store) -> Iterator[Step]:
    """The step to every edition that was aligned with the one before it, oldest first."""
    for edition in store.edition_ids:
        before = store.previous(edition)
        if before is not None:
            groups = compare(store, before, edition).groups
            yield Step(before, edition, tuple(group for group in groups if not group.is_same))


def is_term(group: Group) -> bool:
    """Whether a group is of the glossary."""
    return (group.new or group.old)[0].startswith("glossary:")


def summary_json(groups: Iterable[Group]) -> dict[str, dict[str, int]]:
    """How many changes there are of each kind and of each class; a split or merge is one change."""
    groups = list(groups)
    kinds = Counter(group.kind for group in groups)
    classes = Counter(group.change for group in groups if group.change is not None)
    return {"kind": dict(sorted(kinds.items())), "class": dict(sorted(classes.items()))}


def _told(groups: Sequence[Group]) -> str:
    kinds: Counter[str] = Counter(group.kind for group in groups)
    classes = Counter(group.change for group in groups)
    parts = [f"{kinds[kind]:,} {said}" for kind, said in _KINDS if kinds[kind]]
    if classes["wording"]:
        parts.append(f"{classes['wording']:,} reworded")
    if classes["terminology"]:
        parts.append(f"{classes['terminology']:,} with new terms alone")
    if slight := classes["reference"] + classes["typographic"]:
        parts.append(f"{slight:,} changed in references or typography alone")
    return ", ".join(parts)
