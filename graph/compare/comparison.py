"""Comparison of any two editions of a work, forwards or backwards: what happened to each rule and glossary entry.

The steps between them are composed (`paths`); if a record then has several continuations or origins over several steps,
the words decide which of them still have some of its text (`groups`). The backward comparison is the inverted forward
one: what leads from `a` to `b` also leads from `b` to `a`.

For consecutive editions, the links of the aligner are used as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from graph.compare.groups import EditionPair, inverted_links, kind_of_group
from graph.compare.passages import Words
from graph.history import History
from rules.errors import ComprulesError
from rules.links import Group
from rules.records import ByContent


class NotComparable(ComprulesError, ValueError):
    """Two editions are of different works, such as a rulings summary and the Comprehensive Rules."""


class Comparison(ByContent, frozen=True):
    """The changes of all records from one edition to another.

    Attributes:
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        groups: In document order of the first key on the old side; an addition comes after the group of the record that
            precedes it.
        keys: All keys of `old`, in the order of the document, even if only some groups were requested.
        same_rule: Whether a number of `old` and one of `new` name the same rule.
    """

    old: str
    new: str
    groups: tuple[Group, ...]
    keys: tuple[str, ...]
    same_rule: Callable[[str, str], bool]


def compare(history: History, old: str, new: str, keys: Collection[str] | None = None) -> Comparison:
    """Compare two editions of one work.

    Args:
        history: The history; of a store without texts, `change` is the gravest class of all steps between, though the
            texts might show a lesser change.
        old: Id of the edition compared from.
        new: Id of the edition compared to; it may be the earlier one.
        keys: Return only the groups that have one of these keys in `old`; None for all. Much faster for a few keys.

    Raises:
        LookupError: An edition does not exist.
        NotComparable: They are editions of different works.
    """
    ends, alone = (min(old, new), max(old, new)), keys is not None
    words = Words(history.store, *ends, alone=alone) if history.store.has_texts else None
    return compare_with(words, history, old, new, keys)


def compare_with(
    words: Words | None,
    history: History,
    old: str,
    new: str,
    keys: Collection[str] | None = None,
) -> Comparison:
    """Compare two editions as `compare` does, with their words, which the caller also uses."""
    _check_works(history, old, new)
    if old <= new:
        pair = EditionPair(history, old, new, words)
        comparison = _arrange_groups(pair.groups(keys, turned=False), pair.olds, pair.news)
        return Comparison(old, new, tuple(comparison), tuple(pair.olds), pair.same_rule)
    pair = EditionPair(history, new, old, words)
    turned = [invert_group(group) for group in pair.groups(keys, turned=True)]
    comparison = _arrange_groups(turned, pair.news, pair.olds)
    return Comparison(old, new, tuple(comparison), tuple(pair.news), partial(pair.same_rule, turned=True))


def _check_works(history: History, old: str, new: str) -> None:
    works = history.works
    for edition in (old, new):
        if edition not in works:
            raise LookupError(f"there is no edition {edition}")
    if works[old] != works[new]:
        raise NotComparable(
            f"{old} is an edition of the {works[old]} and {new} of the {works[new]}; only editions of one work compare"
        )


def invert_group(group: Group) -> Group:
    """Return the same group, seen from the other edition."""
    links = inverted_links(group.links)
    links.sort(key=lambda link: (group.new.index(link.old) if link.old else 0, not link.main))
    kind = kind_of_group([link.kind for link in links])
    return Group(group.new, group.old, kind, group.change, group.lineage, tuple(links))


def _arrange_groups(groups: Sequence[Group], olds: Iterable[str], news: Iterable[str]) -> Iterator[Group]:
    """Yield groups by their first old key; each addition after the group of the new key that it follows."""
    by_old = {group.old[0]: group for group in groups if group.old}
    by_new = {key: group for group in groups for key in group.new}
    after: dict[str, list[Group]] = defaultdict(list)
    last = ""
    for key in news:
        here = by_new.get(key)
        if here is not None and here.old:
            last = here.old[0]
        elif here is not None:
            after[last].append(here)
    yield from after.pop("", ())
    for key in olds:
        if key in by_old:
            yield by_old[key]
            yield from after.get(key, ())
