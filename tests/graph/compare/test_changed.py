"""The changed passages of a step, above all of records that were split or merged."""

from collections.abc import Mapping

import pytest

from graph.compare.changed import list_changed
from rules.change import Passage
from rules.links import ChangedPassage, Link
from tests.graph.lineages.small import merged, split


def list_passages(
    links: tuple[Link, ...], old_texts: Mapping[str, str], new_texts: Mapping[str, str]
) -> tuple[ChangedPassage, ...]:
    """The changed passages between editions whose records have these texts."""
    olds = {key: Passage(text=text) for key, text in old_texts.items()}
    news = {key: Passage(text=text) for key, text in new_texts.items()}
    return list_changed(links, olds, news)


def test_each_part_of_a_split_shows_its_own_text_with_the_words_of_the_other_edition() -> None:
    old = {"1.1": "Count a sail. Then fold a red or yellow sail on your boat."}
    new = {"1.1a": "Count two sails.", "1.1b": "Then fold a red sail on your whole boat."}
    of_old, first, second = list_passages(split("1.1", "1.1a", "1.1b"), old, new)
    assert [(passage.old, passage.new) for passage in (of_old, first, second)] == [
        ("1.1", None),
        (None, "1.1a"),
        (None, "1.1b"),
    ]
    counted = (("equal", "Count "), ("delete", "a sail"), ("insert", "two sails"))
    folded = (
        ("delete", "or yellow "),
        ("equal", "sail on your "),
        ("insert", "whole "),
        ("equal", "boat."),
    )
    assert of_old.parts == (*counted, ("equal", ". Then fold a red "), *folded)
    assert first.parts == (*counted, ("equal", "."))
    assert second.parts == (("equal", "Then fold a red "), *folded)


@pytest.mark.parametrize("is_merge", [True, False])
def test_blanks_between_records_are_no_change(*, is_merge: bool) -> None:
    parts = {"1.1": "Every sailor counts the sails.", "1.1a": "Then the cook rests."}
    whole = {"1.1": " ".join(parts.values())}
    if is_merge:
        assert list_passages(merged("1.1", "1.1", "1.1a"), parts, whole) == ()
    else:
        assert list_passages(split("1.1", "1.1", "1.1a"), whole, parts) == ()


def test_only_the_merged_record_that_lost_words_is_listed() -> None:
    parts = {"1.1": "Every sailor counts the sails.", "1.1a": "Then the old cook rests."}
    whole = {"1.1": "Every sailor counts the sails. Then the cook rests."}
    passages = list_passages(merged("1.1", "1.1", "1.1a"), parts, whole)
    assert [(passage.old, passage.new) for passage in passages] == [("1.1a", None), (None, "1.1")]
    lost, kept = passages
    assert lost.parts == (("equal", "Then the "), ("delete", "old "), ("equal", "cook rests."))
    assert kept.parts == (
        ("equal", "Every sailor counts the sails. Then the "),
        ("delete", "old "),
        ("equal", "cook rests."),
    )
