"""Changes of a rule that none of its words shows."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from graph.answers.history import list_origins
from graph.compare.passages import passage_at
from graph.history import History
from rules.links import Version


class HiddenChange(Struct, frozen=True, rename={"key": "number"}):
    """A change of a rule that none of its words shows.

    Attributes:
        kind: `renamed`: the headword of an entry, or the heading over a text, was replaced; `merged`: other rules
            continue in this one, which has none of their words.
        since: The edition that made the change.
        key: Key of the rule in that edition.
        former: For `renamed` the former headword or heading; for `merged` the numbers of the other rules in the edition
            before.
    """

    kind: Literal["renamed", "merged"]
    since: str
    key: str
    former: tuple[str, ...]


def list_hidden_changes(
    history: History, lineage: str, edition: str, shown_dates: Collection[str]
) -> list[HiddenChange]:
    """Return the hidden changes of a lineage, the oldest first.

    Args:
        history: The history.
        lineage: Id of the lineage.
        edition: The last edition that counts.
        shown_dates: The editions to which the rule's words, or the places where words were removed, are dated. A
            merger in one of these editions left a trace, so it isn't hidden.
    """
    versions = [version for version in history.versions.of_lineage(lineage) if version.first <= edition]
    changes: list[HiddenChange] = []
    for former, version in pairwise(versions):
        changes += _find_renaming(history, former, version)
        if version.first not in shown_dates:
            changes += _find_merger(history, version)
    return changes


def _find_renaming(history: History, former: Version, version: Version) -> Iterator[HiddenChange]:
    """Yield the change of a headword, or of the heading over a text, if there is one."""
    before = passage_at(history, former.last, former.key)
    after = passage_at(history, version.first, version.key)
    # The heading of a rule without a text is among the words that have dates of their own.
    has_texts = bool(before.text and after.text)
    if has_texts and before.heading and before.heading != after.heading:
        yield HiddenChange("renamed", version.first, version.key, (before.heading,))


def _find_merger(history: History, version: Version) -> Iterator[HiddenChange]:
    """Yield the merger of other rules into a version, if there was one."""
    numbers = tuple(source.number for source in list_origins(history, version))
    if numbers and version.kind == "merged":
        yield HiddenChange("merged", version.first, version.key, numbers)


def describe_hidden(change: HiddenChange) -> str:
    """Return a hidden change in words, without its date."""
    if change.kind == "renamed":
        return f"renamed from “{change.former[0]}”"
    return f"merged with {', '.join(change.former)}, which left no words here"
