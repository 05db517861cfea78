"""Comparison of any two editions of a work, forwards or backwards: what happened to each rule and glossary entry.

The steps between the two are composed (`graph.history.paths`). For consecutive editions, the links of the aligner are
used as they are. Over several steps a piece with too little of a record's text is dropped
(`graph.history.continuations`). Records that links connect are a group with a kind of change.

The backward comparison is the inverted forward one: a path that leads from `a` to `b` also leads from `b` to `a`.
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
        keys: All keys of `old`, in the order of the document, even if only some groups were asked for.
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
        history: The history. If its store has no texts, `change` is the gravest class of all steps between, though the
            texts might show a slighter change.
        old: Id of the edition compared from.
        new: Id of the edition compared to; it may be the earlier one.
        keys: Return only the groups that have one of these keys in `old`; None for all. Much faster for a few keys.
        words: The words of the records of the two editions, if the caller has read them already.

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
            "only editions of the same work can be compared"
        )
    if words is None and history.store.has_texts:
        words = read_passages(history.store) if keys is None else cache(partial(passage_at, history))
    # Paths lead forwards, so the earlier edition is always the old side of the pair.
    pair = EditionPair(history, min(old, new), max(old, new), words)
    turned = old > new
    if turned:
        groups = [invert_group(group) for group in pair.groups(keys, turned=True)]
        olds, news = pair.new_lineages, pair.old_lineages
    else:
        groups = pair.groups(keys)
        olds, news = pair.old_lineages, pair.new_lineages
    groups = arrange_groups(groups, olds, news)
    if keys is not None:  # the groups of other keys that paths connect with these keys are among them
        chosen = frozenset(keys)
        groups = [group for group in groups if not chosen.isdisjoint(group.old)]
    # A method of `pair` would keep the pair, and with it the texts of both editions, in memory as long as the answer.
    is_same = partial(same_rule, pair.paths, pair.new_lineages, turned=turned)
    return Comparison(old, new, tuple(groups), tuple(olds), is_same)


def same_rule(paths: Paths, news: Collection[str], old: str, new: str, *, turned: bool = False) -> bool:
    """Return whether a number of the older edition and one of the newer name the same rule (chapter, section).

    Equal numbers that neither edition has are the same rule, and a split rule is the same as each of its parts, as in
    the aligner.

    Args:
        paths: The paths from the older edition to the newer one.
        news: The keys of the newer edition.
        old: A number of the older edition; if `turned`, of the newer one.
        new: A number of the newer edition; if `turned`, of the older one.
        turned: Whether the two editions changed roles, as in a backward comparison.
    """
    if turned:
        old, new = new, old
    targets = paths.get(old)
    if targets is None:
        return old == new and new not in news
    return new in targets
