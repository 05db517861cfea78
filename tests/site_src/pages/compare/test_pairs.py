"""The comparison of an edition with the one before it, as its page has it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from graph.compare.differences import differences
from rules.store import Store
from site_src.markup.page_source import make_environment
from site_src.markup.set_symbols import set_symbol
from site_src.markup.words import date_in_words
from site_src.pages.compare.pairs import Pair, pair_of
from site_src.pages.compare.write import pairs_of
from tests.site_src.pages.history.moved_rules import A, B, C


@pytest.fixture(scope="module")
def pair(store: Store) -> Pair:
    editions = {edition.id: edition for edition in store.editions()}
    return pair_of(store, editions[A], editions[B])


def render_pair(pair: Pair) -> str:
    return (
        make_environment()
        .get_template("compare.html.j2")
        .render(pair=pair, previous="", next=f"{B}..{C}", root="../../", day=date_in_words, set_symbol=set_symbol)
    )


def test_each_edition_is_compared_with_the_one_before(store: Store) -> None:
    assert pairs_of(store) == ((A, B), (B, C))


def test_every_change_is_told_once_and_counted(store: Store, pair: Pair) -> None:
    changes = differences(store, A, B).changes
    views = [view for chapter in pair.chapters for view in chapter.changes]
    assert len(views) == len(changes) == pair.total
    assert pair.at_first < pair.total
    assert len({view.anchor for view in views}) == len(views)
    by_old = {tuple(side.number for side in view.old): view for view in views if view.old}
    assert [side.number for side in by_old["702.2a",].new] == ["702.3a"]
    assert by_old["702.2a",].sort == "renumbered"
    assert by_old["702.2a",].words is None


def test_both_sides_can_be_read_from_the_words(store: Store, pair: Pair) -> None:
    changes = differences(store, A, B).changes
    texts = {
        (
            tuple(record.number for record in change.old),
            tuple(compared_record.number for compared_record in change.new),
        ): ("\n".join(record.text for record in change.old), "\n".join(record.text for record in change.new))
        for change in changes
    }
    checked = 0
    for chapter in pair.chapters:
        for view in chapter.changes:
            if view.words is None:
                continue
            key = tuple(side.number for side in view.old), tuple(side.number for side in view.new)
            without = [re.sub(rf"<{tag}>.*?</{tag}>", "", view.words, flags=re.DOTALL) for tag in ("ins", "del")]
            sides = tuple(unescape(re.sub(r"</?(?:ins|del|span)[^>]*>", "", html)) for html in without)
            if key in texts:
                assert sides == texts[key]
                checked += 1
    assert checked > 2


def test_the_page_has_no_markup_of_the_rules_and_nothing_inline(pair: Pair) -> None:
    html = render_pair(pair)
    assert "<script" not in html
    assert "style=" not in html
    assert " onclick" not in html
    assert html.count('<article class="ch ') == pair.total
    for number in ("702.1", "702.3a"):
        assert f'e/{B}/#{number}"' in html


def test_boxes_are_ticked_for_what_is_shown_at_first(pair: Pair) -> None:
    boxes = dict(re.findall(r'<input type="checkbox" id="f-(\w+)"[^>]*?( checked)?>', render_pair(pair)))
    assert boxes == {sort.name: " checked" if sort.shown else "" for sort, _ in pair.counts}
