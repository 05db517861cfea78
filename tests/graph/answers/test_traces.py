"""One rule through the editions."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from graph.answers.blame import blame_rule
from graph.answers.hidden_changes import describe_hidden
from graph.answers.history import RelatedRecord, answer_history
from graph.answers.removed_words import shorten_removed
from graph.compare.passages import passage_at
from graph.history import History, last_day
from graph.history.rule_versions import describe_changes, words_since
from rules.errors import NotFound
from rules.links import Link, Version
from rules.store import Store, open_store
from tests.graph.compare.histories import EDITIONS, HARBOUR, LINKS, SUMMARY, A, B, C, D, Ledger
from tests.graph.lineages.small import added, link
from tests.rules.change.test_blame import stands_in
from tests.rules.histories import write_history


class TestTrace:
    def test_through_every_number(self, store: Store) -> None:
        lineage_trace = answer_history(History(store), f"100.1@{A}")
        assert [(entry.key, entry.first, entry.last) for entry in lineage_trace.entries] == [
            ("100.1", A, A),
            ("100.2", B, B),
            ("200.2", C, D),
        ]
        assert (lineage_trace.status, lineage_trace.ended, lineage_trace.into) == ("current", None, ())
        digest = hashlib.sha256(HARBOUR.encode()).hexdigest()
        assert [(entry.text, entry.text_sha256) for entry in lineage_trace.entries] == [(HARBOUR, digest)] * 3

    def test_what_was_merged_split_or_came_back_says_so(self, store: Store) -> None:
        gone = answer_history(History(store), f"101.4@{A}")
        assert (gone.status, gone.ended, gone.into) == ("merged", B, (RelatedRecord(C, "101.3", f"101.3@{A}"),))
        assert answer_history(History(store), f"101.3@{A}").entries[-1].others == (
            RelatedRecord(B, "101.4", f"101.4@{A}"),
        )
        part = answer_history(History(store), f"101.1a@{B}").entries[0]
        assert (part.change_kind, part.others) == ("split", (RelatedRecord(A, "101.1", f"101.1@{A}"),))
        back = answer_history(History(store), f"101.2@{A}")
        kinds = [(entry.change_kind, entry.first, entry.others) for entry in back.entries]
        assert (back.status, kinds) == ("current", [("added", A, ()), ("returned", C, ())])

    def test_deleted_and_unknown_and_a_hash_where_there_is_no_text(self) -> None:
        ledger = Ledger({edition: EDITIONS[edition] for edition in (A, B)}, LINKS)
        lineage_trace = answer_history(ledger.history, f"101.2@{A}")
        assert (lineage_trace.status, lineage_trace.ended, lineage_trace.into) == ("deleted", A, ())
        assert [entry.text for entry in lineage_trace.entries] == [None], "a ledger has no texts"
        with pytest.raises(LookupError, match="no lineage"):
            answer_history(ledger.history, "999.1@2001-01-01")

        class Hashed(Ledger):
            def text_sha256(self, edition: str, key: str) -> str | None:
                return f"{key} of {edition}" if edition != B else None

        work = {edition: EDITIONS[edition] for edition in (A, B, C, D)}
        entries = answer_history(Hashed(work, LINKS).history, f"100.1@{A}").entries
        assert {entry.text for entry in entries} == {None}
        assert [entry.text_sha256 for entry in entries] == [f"100.1 of {A}", None, f"200.2 of {C}"]
        assert {entry.text_sha256 for entry in answer_history(Ledger(work, LINKS).history, f"100.1@{A}").entries} == {
            None
        }

    def test_every_version_has_its_text(self, store: Store) -> None:
        for edition in store.edition_ids:
            for key, lineage in store.lineages(edition).items():
                texts = [
                    entry.text
                    for entry in answer_history(History(store), lineage).entries
                    if entry.first <= edition <= entry.last
                ]
                assert texts == [EDITIONS[edition][key].replace("|", "")]


class TestBlame:
    def test_through_a_renumbering_a_rewording_a_split_and_a_merge(self, store: Store) -> None:
        blame = blame_rule(History(store), D, "200.1")
        assert [(span.text.strip(), span.since, span.key) for span in blame.spans] == [
            ("The lighthouse keeper counts all lamps before the evening", A, "100.2"),
            ("gong sounds.", C, "200.1"),
        ]
        assert [(span.since, span.key) for span in blame_rule(History(store), C, "101.1a").spans] == [(A, "101.1")]
        spans = blame_rule(History(store), D, "101.3").spans
        assert {(span.since, span.key) for span in spans} == {(C, "101.3"), (A, "101.4")}
        with pytest.raises(NotFound, match=r"no 999\.9"):
            blame_rule(History(store), A, "999.9")

    def test_through_more_versions_than_calls_may_be_nested(self, tmp_path: Path) -> None:
        days = [f"{2000 + at // 336}-{1 + at // 28 % 12:02}-{1 + at % 28:02}" for at in range(500)]
        editions = {day: {"1": "One|", "1.1": f"The bell rings {at} times."} for at, day in enumerate(days)}
        links = {day: [Link("1.1", "1.1", "kept", "wording", "words", 0.9)] for day in days[1:]}
        with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
            spans = blame_rule(History(store), days[-1], "1.1").spans
        assert [(span.text.strip(), span.since) for span in spans] == [
            ("The bell rings", days[0]),
            ("499 times.", days[-1]),
        ]

    def test_removed_words_examples_and_notes_are_shown(self, tmp_path: Path) -> None:
        first, second = "One boat waits at the quay.", "Two rafts drift away with the tide."
        editions = {
            A: {"100.1": f"Boats and rafts wait in the harbour. EX {first} EX {second}"},
            B: {"100.1": f"Boats wait in the harbour. EX {second}"},
            C: {"100.1": "Boats wait in the harbour. EX Two rafts drift with the tide."},
        }
        links = {edition: [link("100.1", "100.1", "kept", "wording")] for edition in (B, C)}
        with open_store(write_history(tmp_path / "seams.sqlite", editions, links)) as opened:
            blame = blame_rule(History(opened), C, "100.1")
        assert [(seam.offset, seam.since, seam.between) for seam in blame.seams] == [(6, B, "and rafts")]
        (example,) = blame.examples
        assert [(seam.offset, seam.since, seam.between) for seam in example.seams] == [(16, C, "away")]
        assert [(gone.kind, gone.text, gone.since) for gone in blame.removed] == [("example", first, B)]
        assert [span.text for span in blame.spans] == ["Boats ", "wait in the harbour."]

    def test_a_new_example_that_is_not_similar_to_the_old_one_does_not_continue_it(self, tmp_path: Path) -> None:
        gone, stays, unrelated = "One boat waits at the quay.", "Two rafts drift away with the tide.", "Zyx quorum!"
        editions = {
            A: {"100.1": f"Boats wait in the harbour. EX {gone} EX {stays}"},
            B: {"100.1": f"Boats wait in the harbour. EX {unrelated} EX Two rafts drift with the tide."},
        }
        links = {B: [link("100.1", "100.1", "kept", "wording")]}
        with open_store(write_history(tmp_path / "replaced.sqlite", editions, links)) as opened:
            blame = blame_rule(History(opened), B, "100.1")
        assert [(removal.text, removal.since) for removal in blame.removed] == [(gone, B)]
        new_example, _ = blame.examples
        assert [(span.text, span.since) for span in new_example.spans] == [(unrelated, B)]
        assert new_example.seams == ()

    def test_the_parts_of_a_split_never_had_the_other_parts(self, tmp_path: Path) -> None:
        one, other = "Boats wait in the harbour all night.", "Rafts drift with the wind all day."
        editions = {A: {"100.1": f"{one} {other}"}, B: {"100.1": one, "100.2": other}}
        parts = [link("100.1", "100.1", "split", "wording"), link("100.1", "100.2", "split", "wording", main=False)]
        links = {B: parts}
        with open_store(write_history(tmp_path / "split.sqlite", editions, links)) as opened:
            history = History(opened)
            assert [seam.between for seam in blame_rule(history, B, "100.1").seams] == [other]
            assert blame_rule(history, B, "100.2").seams == ()

    def test_changes_that_no_word_shows_come_last(self, tmp_path: Path) -> None:
        boats, rafts = "Boats wait in the harbour all night.", "Rafts drift with the wind."
        editions = {
            A: {"100.1": boats, "100.2": rafts, "glossary:Quay": "Quay|A place for boats."},
            B: {"200.1": boats, "glossary:Wharf": "Wharf|A place for boats."},
        }
        links = {
            B: [
                link("100.1", "200.1", "merged", "wording"),
                link("100.2", "200.1", "merged", "wording", main=False),
                link("glossary:Quay", "glossary:Wharf", "renumbered", "wording"),
            ]
        }
        with open_store(write_history(tmp_path / "hidden.sqlite", editions, links)) as opened:
            history = History(opened)
            (merger,) = blame_rule(history, B, "200.1").hidden
            (renaming,) = blame_rule(history, B, "glossary:Wharf").hidden
            assert blame_rule(history, A, "100.1").hidden == ()
        assert (merger.kind, merger.since, merger.key, merger.former) == ("merged", B, "200.1", ("100.2",))
        assert (renaming.kind, renaming.since, renaming.former) == ("renamed", B, ("Quay",))
        assert describe_hidden(merger) == "merged with 100.2, which left no words here"
        assert describe_hidden(renaming) == "renamed from “Quay”"

    def test_of_long_removed_passages_only_both_ends_are_shown(self) -> None:
        words = [f"w{number}" for number in range(40)]
        assert shorten_removed(" ".join(words[:16])) == " ".join(words[:16])
        assert shorten_removed(" ".join(words)) == "w0 w1 w2 w3 w4 w5 w6 w7 … w36 w37 w38 w39"

    @pytest.mark.parametrize("edition", [A, B, C, D, SUMMARY])
    def test_spans_cover_the_text(self, store: Store, edition: str) -> None:
        for key in EDITIONS[edition]:
            blame = blame_rule(History(store), edition, key)
            assert "".join(span.text for span in blame.spans) == blame.text, key
            assert [0, *(span.end for span in blame.spans)] == [
                *(span.start for span in blame.spans),
                len(blame.text),
            ], key
            assert all(A <= span.since <= edition for span in blame.spans), key

    def test_a_number_that_moved_with_its_rule_is_as_old_as_before(self, tmp_path: Path) -> None:
        editions = {
            A: {"100.1": "Boats wait, see rule 100.2.", "100.2": "Ferries go."},
            B: {"100.1": "Boats wait, see rule 100.3.", "100.2": "Fog comes.", "100.3": "Ferries go."},
        }
        links = {B: [link("100.1", "100.1", "kept", "reference"), link("100.2", "100.3"), *added("100.2")]}
        with open_store(write_history(tmp_path / "moved.sqlite", editions, links)) as opened:
            assert {span.since for span in blame_rule(History(opened), B, "100.1").spans} == {A}


@pytest.mark.archive
def test_every_phrase_stands_word_for_word_in_the_edition_named(whole_store: Store) -> None:
    """In 300 rules of the latest edition."""
    latest = whole_store.edition_ids[-1]
    checked = 0
    for key in Random(1999).sample(sorted(whole_store.lineages(latest)), 300):
        blame = blame_rule(History(whole_store), latest, key)
        parts = [blame.spans, *(passage_blame.spans for passage_blame in (*blame.examples, *blame.notes))]
        for span in (blamed for spans in parts for blamed in spans):
            passage = passage_at(History(whole_store), span.since, span.key)
            texts = (passage.shown, *passage.examples, *passage.notes)
            assert any(stands_in(span.text, text) for text in texts), (key, span)
            checked += 1
    assert checked > 1000


def version(first: str, last: str, change: str | None) -> Version:
    return Version("x", "x", first, last, "kept", change, "test", 1.0, ())  # type: ignore[arg-type]


VERSIONS = (version(A, A, None), version(B, B, "wording"), version(C, C, "typographic"), version(D, D, "reference"))


def test_slight_changes_do_not_count_and_an_edition_is_in_force_until_the_next() -> None:
    days = (A, B, C, D, "2000-01-01")
    assert [words_since(VERSIONS, edition) for edition in days] == [A, B, B, B, None]
    assert words_since((VERSIONS[0], version(B, C, "terminology")), C) == B
    assert words_since((version(A, A, None), version(D, D, "unchanged")), C) is None, "gone"
    assert [last_day((A, B, C, D), edition) for edition in (A, C, D)] == ["2002-02-01", "2004-04-03", None]


def test_what_is_said_of_a_history_adds_up() -> None:
    moved = replace(version(B, B, "wording"), key="y")
    versions = [version(A, A, None), moved, version(C, C, "typographic"), version(D, D, "typographic")]
    assert describe_changes(versions) == ("2 wordings", "renumbered twice", "1 minor change")
    terms = [replace(each, key=f"glossary:{each.key}") for each in versions]
    assert describe_changes(terms) == ("2 wordings", "renamed twice", "1 minor change")
    assert describe_changes(VERSIONS) == ("2 wordings", "2 minor changes")
    assert describe_changes(VERSIONS[:1]) == ()
