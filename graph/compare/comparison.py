"""Comparison of any two editions of a work, forwards or backwards: what happened to each rule and glossary entry.

The steps between them are composed (`graph.history.paths`); if a record then has several continuations or origins over
several steps, the words decide which of them still have some of its text. Records that links connect are a group with
a kind of change. The backward comparison is the inverted forward one: what leads from `a` to `b` also leads from `b`
to `a`.

For consecutive editions, the links of the aligner are used as they are.

Over several steps, a piece of which too little text is left is dropped (`graph.compare.remnants`).
"""

from collections.abc import Callable, Collection
from functools import cache, partial

from graph.compare.edition_pair import EditionPair
from graph.compare.groups import arrange_groups, invert_group
from graph.compare.passages import PassageAt, passage_at, read_passages
from graph.history import History
from graph.history.paths import Paths
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


def compare(
    history: History, old: str, new: str, keys: Collection[str] | None = None, words: PassageAt | None = None
) -> Comparison:
    """Compare two editions of one work.

    Args:
        history: The history; of a store without texts, `change` is the gravest class of all steps between, though the
            texts might show a lesser change.
        old: Id of the edition compared from.
        new: Id of the edition compared to; it may be the earlier one.
        keys: Return only the groups that have one of these keys in `old`; None for all. Much faster for a few keys.
        words: The texts of the two, if the caller also uses them.

    Raises:
        LookupError: An edition does not exist.
        NotComparable: They are editions of different works.
    """
    for edition in (old, new):
        if edition not in history.work_of:
            raise LookupError(f"there is no edition {edition}")
    if history.work_of[old] != history.work_of[new]:
        raise NotComparable(
            f"{old} is an edition of the {history.work_of[old]} and {new} of the {history.work_of[new]}; "
            "only editions of one work compare"
        )
    if words is None and history.store.has_texts:
        words = read_passages(history.store) if keys is None else cache(partial(passage_at, history))
    pair = EditionPair(history, min(old, new), max(old, new), words)
    turned = old > new
    if turned:
        groups = [invert_group(group) for group in pair.groups(keys, turned=True)]
        olds, news = pair.news, pair.olds
    else:
        groups = pair.groups(keys)
        olds, news = pair.olds, pair.news
    groups = arrange_groups(groups, olds, news)
    if keys is not None:
        chosen = frozenset(keys)
        groups = [group for group in groups if not chosen.isdisjoint(group.old)]
    # No method of the pair, which would keep the texts of both editions for as long as the comparison.
    is_same = partial(same_rule, pair.paths, pair.news, turned=turned)
    return Comparison(old, new, tuple(groups), tuple(olds), is_same)


def same_rule(paths: Paths, news: Collection[str], old: str, new: str, *, turned: bool = False) -> bool:
    """Return whether a number of the older edition and one of the newer name the same rule (chapter, section).

    True also for equal numbers that neither edition has; a split rule is the same as each of its parts, as in the
    aligner. With `turned`, `old` is a number of the newer edition.
    """
    if turned:
        old, new = new, old
    targets = paths.get(old)
    if targets is None:
        return old == new and new not in news
    return new in targets
