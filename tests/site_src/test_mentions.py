"""References with their sentences: cut where sentences end, and followed through numbers, words and editions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.keys import key_at_level
from rules.store import Store, open_store
from site_src.addresses import references_file
from site_src.data.corpus import Corpus
from site_src.data.mentions import Mention, cut_sentence, join_times, list_mentions, make_reference_files
from tests.graph.lineages.small import link
from tests.rules.histories import write_history
from tests.site_src.scripts import run_program

A, B, C, D = "2001-01-01", "2003-03-03", "2005-05-05", "2007-07-07"
OLD = {
    "601": "Quays|",
    "601.1": "A quay is built of stone. See rule 602.1. It lasts.",
    "602": "Boats|",
    "602.1": "A boat floats.",
}
MOVED = {
    "602": "Boats|",
    "602.1": "A boat floats.",
    "603": "Quays|",
    "603.1": "A quay is built of stone. See rule 602.1. It lasts.",
}
REWORDED = {**MOVED, "603.1": "A quay lasts, as rule 602.1 says. Without rule 699.9 it does not."}
FREED = {**MOVED, "603.1": "A quay lasts."}


@pytest.fixture(scope="module")
def quays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    links = {
        B: [link("601", "603"), link("601.1", "603.1")],
        C: [link("603.1", "603.1", "kept", "wording")],
        D: [link("603.1", "603.1", "kept", "wording")],
    }
    editions = {A: OLD, B: MOVED, C: REWORDED, D: FREED}
    return write_history(tmp_path_factory.mktemp("quays") / "quays.sqlite", editions, links)


def test_a_reference_that_came_back_keeps_the_time_before(tmp_path: Path) -> None:
    links = {day: [link("603.1", "603.1", "kept", "wording")] for day in (B, C)}
    path = write_history(tmp_path / "back.sqlite", {A: MOVED, B: FREED, C: MOVED}, links)
    with open_store(path) as store:
        found = list_mentions(store, Corpus(store))
    assert [(mention.first, mention.since, mention.earlier) for mention in found] == [(A, A, ()), (C, C, ((A, A),))]
    files = dict(make_reference_files(found))
    assert [(row.since, row.earlier) for row in files["references/602.1"].rows] == [(A, ()), (C, ((A, A),))]


TIMES = """
const [scripts] = process.argv.slice(1);
const { joinTimes } = await import(`${scripts}/lib/reference-times.js`);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { since, earlier } = joinTimes(JSON.parse(Buffer.concat(chunks)));
console.log(JSON.stringify([since, earlier]));
"""


@pytest.mark.parametrize(
    ("times", "since", "earlier"),
    [
        ([(C, [])], C, []),
        ([(C, [(A, A)]), (D, [(B, B)])], C, [(A, A), (B, B)]),
        ([(D, [(A, B)]), (D, [(B, C)])], D, [(A, C)]),
        ([(C, []), (D, [(A, C)])], A, []),
        ([(D, [(B, C), (A, A)]), (D, [(A, A)])], D, [(A, A), (B, C)]),
    ],
)
def test_the_times_of_several_sentences_are_joined(
    times: list[tuple[str, list[tuple[str, str]]]], since: str, earlier: list[tuple[str, str]]
) -> None:
    mentions = [
        Mention(
            source="601.1",
            target="602.1",
            first=D,
            last=None,
            since=day,
            earlier=tuple(before),
            status="ok",
            sentence="See rule 602.1.",
            start=9,
            end=14,
        )
        for day, before in times
    ]
    assert join_times(mentions) == (since, earlier)
    request = [{"since": mention.since, "earlier": mention.earlier} for mention in mentions]
    assert run_program(TIMES, request) == [since, [list(time) for time in earlier]]


def test_a_reference_goes_on_while_numbers_and_words_change(quays: Path) -> None:
    with open_store(quays) as store:
        found = list_mentions(store, Corpus(store))
    told = [(one.source, one.target, one.first, one.last, one.since, one.sentence) for one in found]
    assert told == [
        ("601.1", "602.1", A, A, A, "See rule 602.1."),
        ("603.1", "602.1", B, B, A, "See rule 602.1."),
        ("603.1", "602.1", C, C, A, "A quay lasts, as rule 602.1 says."),
        ("603.1", "699.9", C, C, C, "Without rule 699.9 it does not."),
    ]
    assert [one.status for one in found] == ["ok", "ok", "ok", "missing"]
    assert [one.stands_in(C) for one in found] == [False, False, True, True]
    assert {one.sentence[one.start : one.end] for one in found} == {"602.1", "699.9"}


def test_what_stands_in_the_newest_edition_has_no_end(tmp_path: Path) -> None:
    with open_store(write_history(tmp_path / "h.sqlite", {A: OLD, B: OLD}, {})) as store:
        (mention,) = list_mentions(store, Corpus(store))
    assert (mention.first, mention.last) == (A, None)


def test_each_reference_of_each_edition_is_there_once(sample_store: Store) -> None:
    mentions = list_mentions(sample_store, Corpus(sample_store))
    counted = 0
    for edition in sample_store.chained():
        wanted = {
            (resolution.reference.source, target)
            for resolution in sample_store.references(edition)
            for target in resolution.found_keys
            if key_at_level(resolution.reference.source, "rule") != key_at_level(target, "rule")
        }
        standing = [one for one in mentions if one.stands_in(edition) and one.status != "missing"]
        found = {(one.source, one.target) for one in standing if one.first not in sample_store.retyped}
        assert wanted <= found, edition
        odd = found - wanted
        partly = {one.source for one in mentions if one.status != "ok"}
        assert {source for source, _ in odd} <= partly, edition
        counted += len(wanted)
    assert counted > 100
    files = dict(make_reference_files(mentions))
    for one in mentions:
        for key in (one.source, one.target):
            document = files[references_file(key)]
            rows = [
                row
                for row in document.rows
                if (row.source, row.target, row.first) == (one.source, one.target, one.first)
            ]
            assert one.sentence in {document.sentences[row.words] for row in rows}


@pytest.mark.parametrize(
    ("text", "raw", "sentence"),
    [
        ("See rule 601.2.", "601.2", "See rule 601.2."),
        ("One. See rule 601.2, “Boats.” Three.", "601.2", "See rule 601.2, “Boats.”"),
        ("One.\nTwo, rule 601.2\nThree.", "601.2", "Two, rule 601.2"),
        ("It floats. (See rule 601.2.) It sinks.", "601.2", "(See rule 601.2.)"),
        ("601.2", "601.2", "601.2"),
        ("Before 601.2. After.", "601.2", "Before 601.2."),
    ],
)
def test_a_sentence_is_whole(text: str, raw: str, sentence: str) -> None:
    start = text.index(raw)
    found, place = cut_sentence(text, start, start + len(raw))
    assert found == sentence
    assert found[place : place + len(raw)] == raw


FILES = """
const [scripts] = process.argv.slice(1);
const { referencesFile } = await import(`${scripts}/lib/references-file.js`);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
console.log(JSON.stringify(JSON.parse(Buffer.concat(chunks)).map(referencesFile)));
"""


def test_the_script_names_the_same_files(sample_store: Store) -> None:
    keys = [key for edition in sample_store.chained() for key in sample_store.lineages(edition)]
    keys += ["glossary:Æther’s Öre", "glossary:’tis", "glossary:!", "702", "502.35b#2"]
    assert run_program(FILES, keys) == [references_file(key) for key in keys]
