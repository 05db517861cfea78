"""The data below `/api/v1/`: its documents fit their schemas and say what the records say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from comprules.cli.history_records import trace_json
from comprules.cli.records import rule_json
from graph.traces.trace import trace
from rules.store import Store, open_store
from site_src.data.buckets import bucket_documents, bucket_names
from site_src.data.corpus import Corpus, named_keys, passage_of
from site_src.data.download import compress
from site_src.data.edition_steps import steps_of
from site_src.data.write import HERE, documents, write_json
from site_src.layout.addresses import segment_of
from tests.site_src.tiny import HOSTILE, write_tiny

SCHEMAS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (HERE / "schema").glob("*.json")}


@pytest.fixture(scope="module")
def store(sample_kb: Path) -> Iterator[Store]:
    """The knowledge base of the sample editions."""
    with open_store(sample_kb) as opened:
        yield opened


@pytest.fixture(scope="module")
def site_data(store: Store) -> dict[str, Any]:
    """Every document of the sample by name."""
    # as a reader sees them: through JSON
    documents_made = {}
    for name, document in documents(store, Corpus(store), tuple(steps_of(store))):
        assert name not in documents_made, f"two documents are named {name}"
        documents_made[name] = json.loads(json.dumps(document))
    return documents_made


def schema_of(name: str) -> str:
    folder, _, rest = name.partition("/")
    return "manifest" if rest.endswith("manifest") else folder


def test_schemas_are_schemas_and_each_is_used(site_data: dict[str, Any]) -> None:
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)
    assert {schema_of(name) for name in site_data} == set(SCHEMAS)


def test_every_document_fits_its_schema(site_data: dict[str, Any]) -> None:
    validators = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
    for name, document in site_data.items():
        errors = [
            f"{name}: {list(error.absolute_path)}: {error.message}"
            for error in validators[schema_of(name)].iter_errors(document)
        ]
        assert errors == []


def test_schemas_are_strict(site_data: dict[str, Any]) -> None:
    """A misspelt field is found: what is written is what is described."""
    rule = site_data["rule/702.40a"]
    validator = Draft202012Validator(SCHEMAS["rule"])
    assert not validator.is_valid({**rule, "headline": "x"})
    assert not validator.is_valid({name: value for name, value in rule.items() if name != "lineage"})


def test_the_description_names_every_kind_of_document() -> None:
    described = json.loads((HERE / "openapi.json").read_text(encoding="utf-8"))
    assert described["openapi"].startswith("3.1")
    used = set()
    for path in described["paths"].values():
        answer = path["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        used.add(Path(answer).stem)
        named = {parameter["name"] for parameter in path["get"].get("parameters", ())}
        assert all(f"{{{name}}}" in str(described["paths"].keys()) for name in named)
    assert used == set(SCHEMAS)


def test_an_edition_is_rebuilt_from_its_manifest_and_the_buckets(store: Store, site_data: dict[str, Any]) -> None:
    for edition in store.edition_ids:
        manifest = site_data[f"e/{edition}/manifest"]
        rows = [dict(zip(manifest["columns"], row, strict=True)) for row in manifest["rules"]]
        for row, rule in zip(rows, store.rules(edition), strict=True):
            words = site_data[f"texts/{row['bucket']}"]["texts"][str(row["text"])]
            assert (row["key"], row["kind"]) == (rule.key, rule.kind)
            assert (words.get("heading"), words["text"]) == (rule.heading, rule.text)
            assert (tuple(words.get("examples", ())), tuple(words.get("notes", ()))) == (rule.examples, rule.notes)
            assert manifest["labels"].get(rule.key, "") == rule.label
        assert [row[0] for row in manifest["glossary"]] == [entry.key for entry in store.glossary(edition)]


def test_references_are_rebuilt_too(store: Store, site_data: dict[str, Any]) -> None:
    """What a reference leads to is told by its words, except where the manifest says otherwise."""
    for edition in store.edition_ids:
        manifest = site_data[f"e/{edition}/manifest"]
        odd = {
            (source, field, start): (status, targets_found)
            for source, field, start, status, targets_found, _, _ in manifest["references"]
        }
        rebuilt = set()
        for key, _, _, bucket, text, *_ in (*manifest["rules"], *manifest["glossary"]):
            for field, start, end, _, targets, _ in site_data[f"texts/{bucket}"]["texts"][str(text)].get(
                "references", ()
            ):
                status, targets_found = odd.get((key, field, start), ("ok", targets))
                rebuilt.add((key, field, start, end, status, tuple(targets_found)))
        assert rebuilt == {
            (
                reference.reference.source,
                reference.reference.field,
                reference.reference.start,
                reference.reference.end,
                reference.status,
                reference.target,
            )
            for reference in store.references(edition)
        }


def test_now_leads_through_lineage(store: Store, site_data: dict[str, Any]) -> None:
    editions = store.editions_of()
    first, latest = site_data[f"e/{editions[0]}/manifest"], store.lineages(editions[-1])
    now = {lineage: key for key, lineage in latest.items()}
    assert first["rules"]
    for row in first["rules"]:
        assert row[5] == now.get(row[2])
    newest = site_data[f"e/{editions[-1]}/manifest"]
    assert newest["newest"] is True
    assert all(row[0] == row[5] and row[4] == row[6] and row[7] is None for row in newest["rules"])


def test_a_rule_is_told_as_the_command_line_tells_it(store: Store, site_data: dict[str, Any]) -> None:
    latest = store.editions_of()[-1]
    rules = store.rules(latest)
    assert len(rules) > 100
    for rule in rules:
        document = site_data[f"rule/{segment_of(rule.key)}"]
        command_json = json.loads(json.dumps(rule_json(store, rule, tree=False)))
        assert {name: document[name] for name in document if name in command_json} == {
            name: command_json[name] for name in document if name in command_json
        }
        assert set(command_json) - set(document) == {"ordinal", "tags", "corresponds"}


def test_a_lineage_is_told_as_the_command_line_tells_it(store: Store, site_data: dict[str, Any]) -> None:
    lineages = {version.lineage for version in store.all_versions()}
    assert {name for name in site_data if name.startswith("id/")} == {
        f"id/{segment_of(lineage)}" for lineage in lineages
    }
    for lineage in lineages:
        document = site_data[f"id/{segment_of(lineage)}"]
        command_json = json.loads(json.dumps(trace_json(trace(store, lineage))))
        assert {name: document[name] for name in command_json if name != "corresponds"} == {
            name: value for name, value in command_json.items() if name != "corresponds"
        }


def test_every_number_that_ever_was_has_a_document(store: Store, site_data: dict[str, Any]) -> None:
    numbers = {row[0] for row in store.select("SELECT DISTINCT number FROM rules")}
    assert {f"rule/{number}" for number in numbers} <= set(site_data)
    retired = [site_data[f"rule/{number}"] for number in numbers if site_data[f"rule/{number}"]["edition"] is None]
    assert retired
    assert all(rule["bearers"] for rule in retired)


def test_the_history_compares_any_two_editions(store: Store, site_data: dict[str, Any]) -> None:
    history = site_data["history"]
    columns = history["versions"]
    assert len({len(column) for column in columns.values()}) == 1
    for place, edition in enumerate(history["editions"]):
        alive = {
            (history["keys"][key], history["lineages"][lineage], text)
            for key, lineage, text, first, last in zip(
                columns["key"], columns["lineage"], columns["text"], columns["first"], columns["last"], strict=True
            )
            if first <= place <= last and store.works[history["editions"][first]] == store.works[edition]
        }
        manifest = site_data[f"e/{edition}/manifest"]
        assert alive == {(row[0], row[2], row[4]) for row in (*manifest["rules"], *manifest["glossary"])}


def test_moves_and_their_summary_agree(site_data: dict[str, Any]) -> None:
    moves = [document for name, document in site_data.items() if name.startswith("moves/")]
    assert moves
    for document in moves:
        kinds = document["summary"]["kind"]
        assert kinds.get("added", 0) == sum(row["old"] is None for row in document["moves"])
        assert kinds.get("deleted", 0) == sum(not row["new"] and row["kind"] == "deleted" for row in document["moves"])
        for row in document["moves"]:
            assert (row["old"], row["class"]) != (row["new"][0] if row["new"] else None, "unchanged")


def test_what_is_read_together_is_of_one_build(store: Store, site_data: dict[str, Any], tmp_path: Path) -> None:
    builds = {document["build"] for name, document in site_data.items() if name.startswith(("e/", "texts/", "history"))}
    assert len(builds) == 1
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as other:
        assert dict(documents(other, Corpus(other), ()))["history"]["build"] not in builds


def test_no_bucket_is_large(store: Store) -> None:
    corpus = Corpus(store)
    names = bucket_names(corpus, {})
    assert set(names) == set(corpus.passages)
    for _, document in bucket_documents(corpus, names, "0" * 12):
        assert len(json.dumps(document, ensure_ascii=False)) < 420_000


def test_a_knowledge_base_without_lineages_and_with_hostile_texts(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        corpus = Corpus(store)
        site_data = dict(documents(store, corpus, ()))
        rows = site_data["e/2026-04-17/manifest"]["rules"]
        assert {row[2] for row in rows} == {None}
        texts = {
            text["text"]
            for name, bucket in site_data.items()
            if name.startswith("texts/")
            for text in bucket["texts"].values()
        }
        assert set(HOSTILE) <= texts
        write_json(tmp_path / "x.json", site_data["rule/100.8"])
        assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["text"] == HOSTILE[7]
        # the same passage has one number, whoever bears it
        rule = store.rules("2026-04-17")[2]
        assert passage_of(rule, ()) == passage_of(rule, ())


def test_a_missing_target_is_told_by_the_manifest(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        site_data = dict(documents(store, Corpus(store), ()))
        odd = [
            reference
            for reference in store.references("2026-04-17")
            if reference.status != "ok" or reference.target != named_keys(reference)
        ]
        assert [row[:4] for row in site_data["e/2026-04-17/manifest"]["references"]] == [
            [resolution.reference.source, resolution.reference.field, resolution.reference.start, resolution.status]
            for resolution in odd
        ]
        assert "not in this edition: 702.99" in site_data["e/2026-04-17/manifest"]["references"][0][6]


def test_the_download_is_the_file_and_repeats(tmp_path: Path) -> None:
    import hashlib
    import lzma

    source = write_tiny(tmp_path / "tiny.sqlite")
    first = compress(source, tmp_path / "a" / "x.xz")
    assert compress(source, tmp_path / "b" / "x.xz") == first
    data = (tmp_path / "a" / "x.xz").read_bytes()
    assert lzma.decompress(data) == source.read_bytes()
    assert (first.size, first.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert (first.unpacked, first.unpacked_sha256) == (
        source.stat().st_size,
        hashlib.sha256(source.read_bytes()).hexdigest(),
    )
