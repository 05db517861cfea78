"""Coarse links: links by number between records that are too long, or have too many candidates, to compare closely.

To compare two records closely is to compare all their words (`rules.align.close`). The work would grow with the square
of the number of words or candidates, so `rules.align.limits` has a limit for both.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from rapidfuzz.distance import LCSseq

from rules.align.edition_columns import NONE
from rules.align.families import Families
from rules.align.limits import MOST_CANDIDATES, MOST_RECORD_PAIRS
from rules.align.matching import Matching
from rules.text import plain_words

COARSE = "coarse"
"""Method of links found here, and of additions and deletions of records that were not compared closely."""
_LEAST_IN_COMMON = 0.5
"""Minimum share of the words of two beginnings that they have in common, in order."""


def link_coarsely(matching: Matching, olds: Iterable[int]) -> None:
    """Link old records with the new records of the same number that begin alike.

    An old record, and the new record of the same number, if there is one, are no longer compared closely, whether or
    not they are linked.

    Args:
        matching: Receives the links, and the positions in `coarse_old` and `coarse_new`.
        olds: Old records that are not compared closely, by position.
    """
    for old in olds:
        matching.coarse_old.add(old)
        same_key = matching.new.positions.get(matching.old.keys[old], NONE)
        if same_key != NONE:
            matching.coarse_new.add(same_key)
            _link_if_alike(matching, old, same_key)


def _link_if_alike(matching: Matching, old: int, new: int) -> None:
    """Link two records coarsely if neither has a main link, both or neither are headings, and they begin alike."""
    are_of_same_sort = matching.old.is_heading(old) == matching.new.is_heading(new)
    if not matching.are_unlinked(old, new) or not are_of_same_sort:
        return
    score = _compare_beginnings(matching.old.content(old), matching.new.content(new))
    if score >= _LEAST_IN_COMMON:
        matching.link(old, new, COARSE, score)


def _compare_beginnings(old: str, new: str) -> float:
    """Return the share of the words at the beginning of two records that they have in common, in order, 0 to 1.

    The beginning is the part of a text that `plain_words` reads.
    """
    old_words, new_words = plain_words(old), plain_words(new)
    common_count = LCSseq.similarity(old_words, new_words)
    return 2 * common_count / max(1, len(old_words) + len(new_words))


def select_affordable(
    matching: Matching,
    families: Families,
    olds: Sequence[int],
    unlinked_children: Mapping[int, Sequence[int]],
    find_candidates: Callable[[int], list[int]],
) -> dict[int, list[int]]:
    """Return old record → its candidates, for the records that can be compared within the limits.

    The other records are linked coarsely:

    - a record with more than `MOST_CANDIDATES` candidates,
    - a record whose candidates would exceed `MOST_RECORD_PAIRS`, together with those of the records before it,
    - a record whose parent has crowded successors: all their unlinked children would be its candidates, and there are
      more than `MOST_CANDIDATES` of them. Those children are not compared closely with any other record either.

    Args:
        matching: Receives the links, and the positions in `coarse_old` and `coarse_new`.
        families: The families of the links so far.
        olds: Old records in document order, by position.
        unlinked_children: New record → its children that continue nothing.
        find_candidates: Returns the candidates of an old record.
    """
    candidates_of: dict[int, list[int]] = {}
    too_costly: list[int] = []  # old records
    pair_count = 0
    # Parents are looked up instead of records: the work would grow with the square of the number of their children.
    parents = dict.fromkeys(matching.old.parents[old] for old in olds)
    crowded_successors = _find_crowded_successors(families, parents, unlinked_children)
    for old in olds:
        if matching.old.parents[old] in crowded_successors:
            too_costly.append(old)
            continue
        candidates = find_candidates(old)
        if len(candidates) > MOST_CANDIDATES or pair_count + len(candidates) > MOST_RECORD_PAIRS:
            too_costly.append(old)
        else:
            pair_count += len(candidates)
            candidates_of[old] = candidates
    for successor in set(chain.from_iterable(crowded_successors.values())):  # several parents may share one
        matching.coarse_new.update(unlinked_children.get(successor, ()))
    link_coarsely(matching, too_costly)
    return candidates_of


def _find_crowded_successors(
    families: Families, parents: Iterable[int], unlinked_children: Mapping[int, Sequence[int]]
) -> dict[int, list[int]]:
    """Return old parent → its possible successors, for the parents whose possible successors have too many children.

    A possible successor is a new record that has some of the parent's votes (`Families`).

    Args:
        families: The families of the links so far.
        parents: Parents of old records, by position.
        unlinked_children: New record → its children that continue nothing; only these count.
    """
    crowded: dict[int, list[int]] = {}
    for parent in parents:
        successors = families.list_possible_successors(parent)
        child_count = sum(len(unlinked_children.get(successor, ())) for successor in successors)
        if child_count > MOST_CANDIDATES:
            crowded[parent] = successors
    return crowded
