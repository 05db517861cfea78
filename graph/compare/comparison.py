"""Comparison of any two editions of a work, forwards or backwards: what happened to each rule and glossary entry.

The steps between the two are composed (`graph.history.paths`). For consecutive editions, the links of the aligner are
used as they are. Over several steps a piece with too little of a record's text is dropped
(`graph.history.continuations`). Records that links connect are a group with a kind of change.

The backward comparison is the inverted forward one: a path that leads from `a` to `b` also leads from `b` to `a`.
"""

from collections.abc import Callable, Collection
from functools import cache, partial

from graph.compare.edition_groups import EditionGroups
from graph.compare.edition_pair import EditionPair
from graph.compare.group_maker import GroupMaker
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
    _check_comparable(history, old, new)
    if words is None and history.store.has_texts:
        words = read_passages(history.store) if keys is None else cache(partial(passage_at, history))
    # Paths lead forwards, so the pair is made of the earlier and the later edition, whichever is compared from.
    pair = EditionPair(history, min(old, new), max(old, new))
    pair_groups = EditionGroups(pair, GroupMaker(pair, words))
    is_backward = old > new
    if keys is None:
        groups = pair_groups.list_all()
    else:
        groups = pair_groups.of_new(keys) if is_backward else pair_groups.of_old(keys)
    keys_from, keys_to = pair.old_lineages, pair.new_lineages
    if is_backward:
        groups = list(map(invert_group, groups))
        keys_from, keys_to = keys_to, keys_from
    groups = arrange_groups(groups, keys_from, keys_to)
    # A method of `pair` would keep the pair, and with it the texts of both editions, in memory as long as the answer.
    is_same = partial(same_rule, pair.paths, pair.new_lineages, is_backward=is_backward)
    return Comparison(old, new, tuple(groups), tuple(keys_from), is_same)


def _check_comparable(history: History, old: str, new: str) -> None:
    """Raise an error, as `compare` does, unless both editions exist and are of one work."""
    work_of = history.calendar.work_of
    for edition in (old, new):
        if edition not in work_of:
            raise LookupError(f"there is no edition {edition}")
    if work_of[old] != work_of[new]:
        raise NotComparable(
            f"{old} is an edition of the {work_of[old]} and {new} of the {work_of[new]}; "
            "only editions of the same work can be compared"
        )


def same_rule(paths: Paths, news: Collection[str], number_from: str, number_to: str, *, is_backward: bool) -> bool:
    """Return whether a number of the edition compared from and one of the other name the same rule (chapter, section).

    Equal numbers that neither edition has are the same rule, and a split rule is the same as each of its parts, as in
    the aligner.

    Args:
        paths: The paths from the older edition to the newer one.
        news: The keys of the newer edition.
        number_from: A number of the edition compared from, which is the newer one in a backward comparison.
        number_to: A number of the edition compared to.
        is_backward: Whether the newer edition is compared with the older one.
    """
    old, new = (number_to, number_from) if is_backward else (number_from, number_to)
    targets = paths.get(old)
    if targets is None:
        return old == new and new not in news
    return new in targets
