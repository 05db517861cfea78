"""Links by examples: an example that was under the old rule is under the new rule now."""

from collections.abc import Iterable, Iterator

from rules.align.edition_columns import NONE, EditionColumns
from rules.align.matching import Matching, RecordPair
from rules.align.passage_words import mask_passage
from rules.grouping import grouped
from rules.links import LinkBasis

BY_EXAMPLE = "example"
"""Method of links found here."""
_BASIS = LinkBasis(BY_EXAMPLE, 0.5)
"""The score is constant, because an example shows where a rule went, but not how much of the rule went there."""


def link_examples(matching: Matching, olds: Iterable[int], news: Iterable[int]) -> None:
    """Link an old rule with the new rule that has one of its examples, if at least one of the two is unlinked.

    Here, a rule with an additional link does not count as unlinked. The link is the main link if both rules are
    unlinked, and an additional link if only one of them is. An example under several new rules is no evidence. If both
    rules are linked with others, an example that moved is an ordinary change and no split.

    Args:
        matching: Receives the links.
        olds: Old records that changed, by position.
        news: New records that changed.
    """
    olds_with_additional = {pair.old for pair in matching.additional_links}
    news_with_additional = {pair.new for pair in matching.additional_links}
    positions_of = grouped(_list_examples(matching.new, news))
    for example, old in _list_examples(matching.old, olds):
        new_positions = set(positions_of.get(example, ()))
        if len(new_positions) != 1:
            continue
        (new,) = new_positions
        is_old_unlinked = matching.new_of[old] == NONE and old not in olds_with_additional
        is_new_unlinked = matching.old_of[new] == NONE and new not in news_with_additional
        if is_old_unlinked and is_new_unlinked:
            matching.link(old, new, *_BASIS)
        elif is_old_unlinked or is_new_unlinked:
            matching.additional_links.setdefault(RecordPair(old, new), _BASIS)


def _list_examples(edition: EditionColumns, positions: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Yield the examples of records, folded and with `#` for rule numbers, each with the position of its record."""
    for position in positions:
        for example in edition.passages[position].examples:
            yield mask_passage(example), position
