"""The data below `/api/v1/`: its documents fit their schemas and say what the records say."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from graph.answers.history import answer_history
from graph.answers.rule import answer_rule
from graph.history import History
from rules.files import hash_file
from rules.keys import is_entry, number_of, term_of
from rules.links import gravest_class
from rules.numbers import chapter_of, sort_key
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from site_src.addresses import letter_of, lineage_file, segment_of, slug
from site_src.data.compression import compress
from site_src.data.corpus import Corpus, ManifestRow, named_keys
from site_src.data.description import KINDS, make_openapi, make_schemas
from site_src.data.documents import list_documents
from site_src.markup.changes import steps_of
from site_src.writing import write_json
from tests.site_src.tiny import HOSTILE, write_tiny

SCHEMAS = make_schemas()


@pytest.fixture(scope="module")
def site_data(sample_store: Store) -> dict[str, Any]:
    """Every document of the sample by name."""
    # as a reader sees them: through JSON
    documents_made = {}
    for name, document in list_documents(sample_store, Corpus(sample_store), steps_of(sample_store)):
        assert name not in documents_made, f"two documents are named {name}"
        documents_made[name] = read_back(document)
    return documents_made


def read_back(document: object) -> Any:
    return json.loads(msgspec.json.encode(document))


def schema_of(name: str) -> str:
    folder, _, rest = name.partition("/")
    return rest.rpartition("/")[2] if folder == "e" else folder


def test_every_document_fits_its_schema_and_each_schema_is_used_and_strict(site_data: dict[str, Any]) -> None:
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)
    assert {schema_of(name) for name in site_data} == set(SCHEMAS)
    validators = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
    for name, document in site_data.items():
        errors = [
            f"{name}: {list(error.absolute_path)}: {error.message}"
            for error in validators[schema_of(name)].iter_errors(document)
        ]
        assert errors == []
    rule = site_data["rule/702.40a"]
    assert not validators["rule"].is_valid({**rule, "headline": "x"})
    assert not validators["rule"].is_valid({name: value for name, value in rule.items() if name != "lineage"})


def test_the_description_names_every_kind_of_document() -> None:
    described = make_openapi()
    assert described["openapi"].startswith("3.1")
    used = set()
    for path in described["paths"].values():
        answer = path["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        used.add(Path(answer).stem)
        named = {parameter["name"] for parameter in path["get"].get("parameters", ())}
        assert all(f"{{{name}}}" in str(described["paths"].keys()) for name in named)
    assert used == set(SCHEMAS)


def test_the_page_about_the_data_shows_no_markup_of_the_summaries() -> None:
    assert not [kind.summary for kind in KINDS if "`" in kind.summary]


def test_an_edition_is_rebuilt_from_manifest_and_buckets(sample_store: Store, site_data: dict[str, Any]) -> None:
    for edition in sample_store.edition_ids:
        manifest = site_data[f"e/{edition}/manifest"]
        rows = [dict(zip(manifest["columns"], row, strict=True)) for row in manifest["rules"]]
        for row, rule in zip(rows, sample_store.rules(edition), strict=True):
            words = site_data[f"texts/{row['bucket']}"]["texts"][str(row["text"])]
            assert (row["key"], row["kind"]) == (rule.key, rule.kind)
            assert (words.get("heading"), words["text"]) == (rule.heading, rule.text)
            assert (tuple(words.get("examples", ())), tuple(words.get("notes", ()))) == (rule.examples, rule.notes)
            assert manifest["labels"].get(rule.key, "") == rule.label
        glossary = [entry.key for entry in sample_store.glossary(edition)]
        assert [row[0] for row in manifest["glossary"]] == glossary, edition


def test_references_are_rebuilt_too(sample_store: Store, site_data: dict[str, Any]) -> None:
    """What a reference leads to is told by its words, except where the manifest says otherwise."""
    for edition in sample_store.edition_ids:
        manifest = site_data[f"e/{edition}/manifest"]
        odd = {(*row[:3],): (row[3], row[4]) for row in manifest["references"]}
        rebuilt = set()
        for key, _, _, bucket, text, *_ in (*manifest["rules"], *manifest["glossary"]):
            words = site_data[f"texts/{bucket}"]["texts"][str(text)]
            for field, start, end, _, targets, _ in words.get("references", ()):
                status, targets_found = odd.get((key, field, start), ("ok", targets))
                rebuilt.add((key, field, start, end, status, tuple(targets_found)))
        resolutions = sample_store.references(edition)
        assert rebuilt == {
            (
                reference.source,
                reference.field,
                reference.start,
                reference.end,
                resolution.status,
                resolution.found_keys,
            )
            for resolution, reference in ((resolution, resolution.reference) for resolution in resolutions)
        }


def test_now_leads_through_lineage(sample_store: Store, site_data: dict[str, Any]) -> None:
    editions = sample_store.editions_of()
    newest_of_works = {work: edition for edition, work in sample_store.work_of.items()}
    now = {
        lineage: key for edition in newest_of_works.values() for key, lineage in sample_store.lineages(edition).items()
    }
    first, newest = (site_data[f"e/{edition}/manifest"] for edition in (editions[0], editions[-1]))
    records = {lineage: (key, text, changes) for lineage, key, text, changes in site_data["now"]["records"]}
    assert {lineage: key for lineage, (key, *_) in records.items()} == now
    assert site_data["now"]["editions"]["comprehensive-rules"] == editions[-1]
    assert all(records[row[2]][:2] == (row[0], row[4]) for row in newest["rules"])
    history = History(sample_store)
    compared = 0
    for _, _, lineage, _, text in (row for row in first["rules"] if row[2] in now):
        later = [version.change for version in history.versions.by_lineage[lineage] if version.first > editions[0]]
        gravest = next((change for change, last in records[lineage][2] if last > editions[0]), "unchanged")
        if text != records[lineage][1]:
            assert gravest == gravest_class([change for change in later if change]), lineage
            compared += 1
    assert compared > 10


def test_rules_and_lineages_are_told_as_the_command_line_tells_them(
    sample_store: Store, site_data: dict[str, Any]
) -> None:
    rules = sample_store.rules(sample_store.editions_of()[-1])
    assert len(rules) > 100
    for rule in rules:
        document = site_data[f"rule/{segment_of(rule.key)}"]
        answer = answer_rule(sample_store, rule.edition, rule.key)
        told = read_back(answer) | {
            "edition": "latest",
            "latest": "latest",
            "set": None,
            "standing": "current in latest",
        }
        told["cited_by"] = [{"number": place.number, "edition": "latest"} for place in answer.cited_by]
        own = {name: value for name, value in document.items() if name not in ("bearers", "history")}
        assert own == told, rule.key
        assert document["lineage"] in site_data[document["history"]]["lineages"]
    files = {name: document["lineages"] for name, document in site_data.items() if name.startswith("lineages/")}
    lineages = {version.lineage for version in sample_store.all_versions()}
    newest = sample_store.editions_of()[-1]
    assert sorted(lineage for document in files.values() for lineage in document) == sorted(lineages)
    for lineage in lineages:
        told = read_back(answer_history(History(sample_store), lineage))
        if told["status"] == "current" and told["entries"][-1]["edition_last"] == newest:
            told["entries"][-1]["edition_last"] = "latest"
        assert files[f"lineages/{lineage_file(lineage)}"][lineage] == told, lineage


def test_every_number_that_ever_was_is_found(sample_store: Store, site_data: dict[str, Any]) -> None:
    of_rules = "SELECT DISTINCT number FROM rules JOIN editions ON editions.id = edition WHERE work = ?"
    numbers = {row[0] for row in sample_store.select(of_rules, COMPREHENSIVE_RULES)}
    retired = site_data["retired"]["numbers"]
    current = {rule.number for rule in sample_store.rules(site_data["retired"]["latest"])}
    assert {number for number in numbers if f"rule/{number}" in site_data} == current
    assert numbers - current == retired.keys() - {key for key in retired if "#" in key}
    lineages = {
        lineage for name in site_data if name.startswith("lineages/") for lineage in site_data[name]["lineages"]
    }
    assert all(found and lineages >= set(found) for found in retired.values())


def test_the_history_compares_any_two_editions(sample_store: Store, site_data: dict[str, Any]) -> None:
    history = site_data["history"]
    columns = history["versions"]
    works = [sample_store.work_of[edition] for edition in history["editions"]]
    versions = [*zip(*(columns[name] for name in ("key", "lineage", "text", "first", "last")), strict=True)]
    assert {len(column) for column in columns.values()} == {len(versions)}
    manifest_texts: dict[int, int] = {}
    for place, edition in enumerate(history["editions"]):
        alive = {
            (history["keys"][key], history["lineages"][lineage]): text
            for key, lineage, text, first, last in versions
            if first <= place <= last and works[first] == works[place]
        }
        manifest = site_data[f"e/{edition}/manifest"]
        rows = {(row[0], row[2]): row[4] for row in (*manifest["rules"], *manifest["glossary"])}
        assert alive.keys() == rows.keys(), edition
        assert all(manifest_texts.setdefault(text, rows[place]) == rows[place] for place, text in alive.items())
    assert len(set(manifest_texts.values())) == len(manifest_texts)


def test_moves_and_their_summary_agree(site_data: dict[str, Any]) -> None:
    moves = {name: document for name, document in site_data.items() if name.startswith("moves/")}
    assert moves
    for name, document in moves.items():
        kinds = document["summary"]["kind"]
        came = kinds.get("added", 0) + kinds.get("returned", 0)
        assert came == sum(row["old"] is None for row in document["moves"]), name
        deleted = [row for row in document["moves"] if not row["new"] and row["kind"] == "deleted"]
        assert kinds.get("deleted", 0) == len(deleted), name
        for row in document["moves"]:
            assert (row["old"], row["class"]) != (row["new"][0] if row["new"] else None, "unchanged")


def test_an_issue_of_the_rulings_summary_and_pages_of_others_are_documents(site_data: dict[str, Any]) -> None:
    issue = site_data["rulings/1999-04-21"]
    (magazine,) = (tag for tag in issue["provenance"] if tag["key"] == "A.1.Ruling.1" and tag["passage"] == "text")
    assert (magazine["source"], magazine["issue"], magazine["page"]) == ("Lantern Magazine", 12, "26")
    assert [note["key"] for note in issue["notes"]] == ["A.1.Ruling.1"]
    assert ("A.2.1", "403.1") in {(restated["number"], restated["other_number"]) for restated in issue["restated"]}
    assert [(page["file"], page["earliest"]) for page in site_data["pages"]] == [("fragments/page.html", "1999-04-23")]


def test_a_bucket_is_of_twenty_rules_or_a_letter(sample_store: Store) -> None:
    first: dict[int, ManifestRow] = {}
    for content in Corpus(sample_store).contents.values():
        for row in content.rows:
            first.setdefault(row.text, row)
    members: dict[str, set[str]] = defaultdict(set)
    for row in first.values():
        members[row.bucket].add(row.key)
    assert {"702-1", "702.20-1", "glossary-s-1"} <= set(members)
    for keys in members.values():
        groups = {letter_of(slug(term_of(key))) if is_entry(key) else chapter_of(key) for key in keys}
        assert len(groups) == 1
        rules = {sort_key(number_of(key))[2] for key in keys if key[0].isdigit()}
        assert max(rules, default=0) - min(rules, default=0) < 20


def test_no_bucket_is_large(sample_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("site_src.data.corpus.LIMIT", 20_000)
    corpus = Corpus(sample_store)
    buckets = list(corpus.buckets())
    assert {int(number) for bucket in buckets for number in bucket.texts} == set(corpus.passages)
    sizes = {bucket.bucket: len(msgspec.json.encode(bucket)) for bucket in buckets}
    assert len(sizes) > 10
    assert {name: size for name, size in sizes.items() if size > 22_000} == {}


def test_a_knowledge_base_without_lineages_and_with_hostile_texts(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        tiny_data = {name: read_back(document) for name, document in list_documents(store, Corpus(store), {})}
        resolutions = store.references("2026-04-17")
    manifest = tiny_data["e/2026-04-17/manifest"]
    assert {row[2] for row in manifest["rules"]} == {None}
    buckets = [bucket["texts"].values() for name, bucket in tiny_data.items() if name.startswith("texts/")]
    assert set(HOSTILE) <= {text["text"] for texts in buckets for text in texts}
    write_json(tmp_path / "x.json", tiny_data["rule/100.8"])
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["text"] == HOSTILE[7]
    odd = [row for row in resolutions if row.status != "ok" or row.found_keys != named_keys(row)]
    assert [row[:4] for row in manifest["references"]] == [
        [row.reference.source, row.reference.field, row.reference.start, row.status] for row in odd
    ]
    assert "not in this edition: 702.99" in manifest["references"][0][6]


def test_the_download_is_the_file_and_repeats(tmp_path: Path) -> None:
    source = write_tiny(tmp_path / "tiny.sqlite")
    first, second = (tmp_path / name / "x.xz" for name in "ab")
    compress(source, first)
    compress(source, second)
    assert lzma.decompress(first.read_bytes()) == source.read_bytes()
    assert first.read_bytes() == second.read_bytes()
    assert hash_file(first) == hashlib.sha256(first.read_bytes()).hexdigest()
