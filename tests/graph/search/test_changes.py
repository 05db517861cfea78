"""Words in what changed: matched in one change, and searched through the steps of all editions."""

from __future__ import annotations

import re
from itertools import chain, pairwise

import pytest

from comprules.cli.marking import mark_segments
from graph.answers.comparison import ComparisonAnswer, answer_comparison
from graph.answers.search import Side, Where
from graph.compare.trimming import CONTEXT, GAP, trim_segments
from graph.history import History
from graph.search.changed_sides import list_changes
from graph.search.changes import ChangeFilter, search_changes
from graph.search.match import find_changed, list_changed_places, read_side, read_wanted
from graph.search.text import places_in, stem_of
from rules.change import passage_of, segments
from rules.records import GlossaryEntry, Rule
from rules.store import Store
from rules.store.query import number_in

MATCHES = [
    # words, old text, new text, where they are inserted, where they are deleted
    ("arrives folded", "It arrives on the table folded.", "It arrives folded.", ["arrives folded"], []),
    ("arrived folding", "It arrives on the table folded.", "It arrives folded.", ["arrives folded"], []),
    ('"arrive folded"', "It arrives on the table folded.", "It arrives folded.", [], []),
    ('"arrives folded"', "It arrives on the table folded.", "It arrives folded.", ["arrives folded"], []),
    ("table", "It arrives on the table folded.", "It arrives folded.", [], ["table"]),
    ("arrives", "It arrives on the table folded.", "It arrives folded.", [], []),
    ("tab*", "It arrives on the table folded.", "It arrives folded.", [], ["table"]),
    ("kite wind", "Fly it.", "Fly the kite in the wind.", ["kite", "wind"], []),
    ("kite sun", "Fly it.", "Fly the kite in the wind.", [], []),
    ('kite "the wind"', "Fly it.", "Fly the kite in the wind.", ["kite", "the wind"], []),
    # A word stands for its inflections, not for other words that are derived from it.
    ("infest", "A toy.", "An infestation, infesting moths.", ["infesting"], []),
    ("infest", "A toy.", "An infestation.", [], []),
    ("navigators", "A toy.", "The navigator navigates.", ["navigator"], []),
    ("choosing", "A toy.", "The choice was chosen.", ["chosen"], []),
    ("kites", "A kite is a toy.", "A lantern is a toy.", [], ["kite"]),
    # A phrase around which a sentence was rewritten is kept; one that came twice is new.
    ('"old kite"', "See an old kite: note that the old kite flies.", "See an old kite. The old kite sinks.", [], []),
    ('"old kite"', "Now the old kite flies.", "It flies, the old kite, the old kite.", ["old kite"], []),
]


@pytest.mark.parametrize(("typed", "old", "new", "inserted", "deleted"), MATCHES)
def test_a_change_has_words(typed: str, old: str, new: str, inserted: list[str], deleted: list[str]) -> None:
    sides: dict[Side, list[str]] = {"inserted": inserted, "deleted": deleted}
    for side, expected in sides.items():
        parts = trim_segments(segments(old, new))
        here = read_side("text", parts, side)
        assert [here.text[begin:end] for begin, end in find_changed(here, read_wanted(typed), parts)] == expected


@pytest.mark.parametrize(
    ("old", "new", "deleted", "inserted"),
    [
        ("A boat sinks.", "A boat, a ship sinks.", [], [", a ship"]),
        ("One kite.\nTwo kites.", "One kite.", ["Two kites."], []),
        ('He says "fly". All kites wait here.', "He says “fly”. All kites wait there.", ["here"], ["there"]),
        ('It says "fly".', "It says “fly”.", ['"', '"'], ["“", "”"]),
        ("A kite.", "A kite.\n\nA lantern.\nA toy.", [], ["A lantern.", "A toy."]),
    ],
)
def test_what_a_reader_sees_as_changed(old: str, new: str, deleted: list[str], inserted: list[str]) -> None:
    parts = segments(old, new)
    sides: dict[Side, list[str]] = {"inserted": inserted, "deleted": deleted}
    for side, expected in sides.items():
        text = read_side("text", parts, side).text
        assert [text[begin:end] for begin, end in list_changed_places(parts, side)] == expected


def test_changed_words_are_those_that_a_comparison_marks(sample_store: Store) -> None:
    """In each step, of each record that neither was split nor merged."""
    history = History(sample_store)
    seen = 0
    for old, new in pairwise(sample_store.chained()):
        changes = {
            change.new[0].number: change.segments
            for change in answer_comparison(history, old, new).changes
            if len(change.old) == len(change.new) == 1
        }
        step = ChangeFilter("inserted", first=new, last=new)
        answers = [search_changes(sample_store, word, step).answers for word in ("card", "player", "ability", "spell")]
        for answer in chain.from_iterable(answers):
            if answer.field != "text" or answer.number not in changes:
                continue
            marked = mark_segments(changes[answer.number])
            assert [answer.text[begin:end] for begin, end in answer.changed] == re.findall(r"\{\+(.*?)\+\}", marked)
            seen += 1
    assert seen >= 15


def test_words_are_not_joined_over_what_is_left_out() -> None:
    many = " ".join(f"w{number}" for number in range(5 * CONTEXT))
    parts = trim_segments(segments(f"one {many} two", f"three {many} four"))
    text = read_side("text", parts, "inserted").text
    assert text.count(GAP) == 1
    assert [word for word, _, _ in places_in(text)][CONTEXT : CONTEXT + 2] == [f"w{CONTEXT - 1}", f"w{4 * CONTEXT}"]
    wanted = read_wanted(f'"w{CONTEXT - 1} w{4 * CONTEXT}"')
    assert not find_changed(read_side("text", parts, "inserted"), wanted, parts)


def test_a_phrase_is_found_if_its_word_changed_and_its_full_stop_did_not(sample_store: Store) -> None:
    changes = [(edition, passage) for edition, passage in list_changes(sample_store) if passage.new is not None]
    phrases = [
        f'"{places_in(words)[-1].word}."'
        for _, passage in changes
        for (operation, words), (following, marks) in pairwise(passage.parts)
        if (operation, following) == ("insert", "equal") and words[-1].isalpha() and marks.startswith(".")
    ]
    assert len(phrases) > 5
    for phrase in phrases[:9]:
        wanted = read_wanted(phrase)
        expected = {
            (edition, passage.new)
            for edition, passage in changes
            if find_changed(read_side("text", passage.parts, "inserted"), wanted, passage.parts)
        }
        inserted = search_changes(sample_store, phrase, ChangeFilter("inserted")).answers
        assert {(answer.edition, answer.number) for answer in inserted} == expected, phrase


def test_the_steps_of_the_sample(sample_store: Store) -> None:
    found = search_changes(sample_store, "storm")
    assert found.total == len(found.answers) > 0
    assert [answer.edition for answer in found.answers] == sorted((a.edition for a in found.answers), reverse=True)
    for answer in found.answers:
        assert answer.marks
        assert {stem_of(answer.text[begin:end].lower()) for begin, end in answer.marks} == {"storm"}
        assert answer.lineage is not None
    oldest = search_changes(sample_store, "storm", oldest_first=True, limit=1)
    assert (oldest.answers[0].edition, oldest.total) == (found.answers[-1].edition, found.total)
    assert not search_changes(sample_store, "nosuchword").answers
    assert search_changes(sample_store, "").total == 0


@pytest.mark.parametrize(
    "chosen",
    [
        ChangeFilter("inserted"),
        ChangeFilter("deleted"),
        ChangeFilter(only=("added",)),
        ChangeFilter(chapter="702"),
        ChangeFilter(first="2009-07-11"),
        ChangeFilter(last="2009-07-11"),
    ],
)
def test_filters(sample_store: Store, chosen: ChangeFilter) -> None:
    everything = search_changes(sample_store, "cast").answers
    some = search_changes(sample_store, "cast", chosen).answers
    expected = [
        answer
        for answer in everything
        if chosen.side in {"either", answer.side}
        and (not chosen.only or answer.kind in chosen.only)
        and (not chosen.chapter or answer.number.startswith(chosen.chapter))
        and chosen.first <= answer.edition <= chosen.last
    ]
    assert list(some) == expected
    assert some


def test_a_part_is_named_by_its_number(sample_store: Store) -> None:
    parts = {"7": "7", "section 7": "7", "702": "702.", "rule 702.10": "702.10"}
    for part, start in parts.items():
        found = search_changes(sample_store, "rule", ChangeFilter(chapter=part)).answers
        assert found, part
        assert all(answer.number.startswith(start) for answer in found), part


def test_a_chapter_may_be_the_name_of_a_glossary_entry(sample_store: Store) -> None:
    found = search_changes(sample_store, "storm", ChangeFilter(chapter="storm")).answers
    assert {answer.number for answer in found} == {"glossary:Storm"}
    assert not search_changes(sample_store, "storm", ChangeFilter(chapter="stor")).answers
    in_glossary = search_changes(sample_store, "storm", ChangeFilter(chapter="glossary")).answers
    assert in_glossary
    assert search_changes(sample_store, "storm", ChangeFilter(chapter="Glossary")).answers == in_glossary


def test_what_was_inserted_less_what_was_deleted_is_what_is_there(sample_store: Store) -> None:
    """The periods of words rest on this."""
    newest = sample_store.chained()[-1]
    records: list[Rule | GlossaryEntry] = [*sample_store.rules(newest), *sample_store.glossary(newest)]
    texts = [
        text
        for passage in map(passage_of, records)
        for text in (passage.heading if passage.text else None, passage.shown, *passage.examples, *passage.notes)
        if text
    ]
    pairs = {(words[at][0], words[at + 1][0]) for words in map(places_in, texts[::7]) for at in range(len(words) - 1)}
    # "rule 603.6" asks for the changes of that rule
    pairs = {pair for pair in pairs if number_in(" ".join(pair)) is None}
    assert len(pairs) > 20
    for pair in sorted(pairs)[::5]:
        period = search_changes(sample_store, " ".join(pair)).periods[0]
        assert (period.first is not None, period.gone) == (True, None), pair


def test_a_comparison_keeps_the_changes_with_words(sample_store: Store) -> None:
    def compare(words: str, where: Where) -> ComparisonAnswer:
        return answer_comparison(History(sample_store), "2005-08-01", "2009-07-11", grep=words, where=where)

    changes, kept = compare("", "either"), compare("cast", "inserted")
    assert 0 < len(kept.changes) < len(changes.changes)
    assert kept.summary == changes.summary
    for change in kept.changes:
        for match in change.matches or ():
            assert match.side == "inserted"
            assert {match.text[begin:end].lower()[:4] for begin, end in match.marks} == {"cast"}
    either = compare("cast", "either")
    assert {change.group for change in kept.changes} <= {change.group for change in either.changes}


def test_the_changes_of_a_rule_are_found_by_each_of_its_numbers(sample_store: Store) -> None:
    history = History(sample_store)
    for number in ("502.30a", "702.37a"):
        comparison = answer_comparison(history, "2005-08-01", "2009-07-11", grep=number)
        assert [(change.group.old, change.group.new) for change in comparison.changes] == [(("502.30a",), ("702.37a",))]
        found = search_changes(sample_store, number)
        assert ("2009-07-11", "702.37a", "inserted") in [(it.edition, it.number, it.side) for it in found.answers]
        assert found.periods == ()
        others = {it.side: it.other_number for it in found.answers if it.edition == "2009-07-11"}
        assert others == {"inserted": "502.30a", "deleted": "702.37a"}
    assert answer_comparison(history, "2005-08-01", "2009-07-11", grep="502.30a", where="inserted").changes == ()
    assert answer_comparison(history, "2005-08-01", "2009-07-11", grep="502.30a", where="deleted").changes
    assert search_changes(sample_store, "999.9").answers == ()
