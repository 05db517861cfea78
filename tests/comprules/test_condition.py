"""Each command that names the condition of a copy names the same one."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import comprules
from comprules import known_texts
from comprules.facts import SAMPLE
from comprules.ingest import ingest
from graph.ledger import Ledger, LedgerError, open_ledger
from graph.ledger.ledger import LEDGER_VARIABLE
from rules.store import open_store
from scraper.archive import ArchiveEntry, Copy, load_archive, write_manifest
from tests.comprules.running import run
from tests.comprules.test_identify_command import slip_texts

EDITION = load_archive(SAMPLE).entries[-1]
TEXT = (SAMPLE / EDITION.copies[0].file).read_text()

DAMAGES: dict[str, tuple[Callable[[str], str], str, set[str]]] = {
    "nothing": (str, "good", set()),
    "half": (lambda text: text[: len(text) // 2], "truncated", {"incomplete", "texts-differ"}),
    "second half": (lambda text: text[len(text) // 2 :], "fragment", {"incomplete"}),
    "slipped": (slip_texts, "damaged", {"texts-differ"}),
}
"""What happened to a copy, its condition, and the codes that tell it."""


@pytest.fixture
def sample_facts(sample_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The ledger of the sample in place of the one that ships."""
    monkeypatch.setattr(known_texts, "SHIPPED", sample_ledger)
    monkeypatch.setenv(LEDGER_VARIABLE, str(sample_ledger))
    known_texts.shipped_ledger.cache_clear()
    yield
    known_texts.shipped_ledger.cache_clear()


def write_copy(folder: Path, text: str, *, excerpt: bool = False) -> Path:
    """An archive with one copy; its path."""
    path = folder / "editions" / EDITION.edition / "copy.txt"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    data = path.read_bytes()
    copy = Copy(
        path.relative_to(folder).as_posix(), "here", len(data), hashlib.sha256(data).hexdigest(), excerpt=excerpt
    )
    write_manifest(folder, [ArchiveEntry(EDITION.edition, (copy,))])
    return path


@pytest.mark.usefixtures("sample_facts")
@pytest.mark.parametrize("damage", DAMAGES)
def test_all_commands_and_the_python_functions_agree(damage: str, tmp_path: Path, sample_kb: Path) -> None:
    change, condition, codes = DAMAGES[damage]
    path = write_copy(tmp_path / "archive", change(TEXT))
    parsed: dict[str, Any] = json.loads(run("parse", str(path), "--json").stdout)
    identified = json.loads(run("identify", str(path), "--json", "--db", str(sample_kb)).stdout)
    assert {parsed["condition"], identified["condition"]} == {condition}
    assert parsed["extent"] == identified["extent"]
    document = comprules.parse(path)
    assert [document.condition, len(document.diagnostics)] == [condition, len(parsed["diagnostics"])]
    with comprules.open_store(sample_kb) as store:
        for source in (document, path):
            found = comprules.identify(store, source)
            assert (found.condition, len(found.diagnostics)) == (condition, len(parsed["diagnostics"]))
    for answer in (parsed, identified):
        assert codes == {row["code"] for row in answer["diagnostics"]} & {"incomplete", "texts-differ"}

    (health,) = json.loads(run("doctor", "--archive", str(tmp_path / "archive"), "--json", "--jobs", "1").stdout)
    condition_of_edition = "truncated" if condition == "fragment" else condition
    assert health["condition"] == condition_of_edition
    assert codes == {row["code"] for row in health["findings"]} & {"incomplete", "texts-differ"}

    added = ["archive", "add", str(path), "--json", "--dry-run", "--archive", str(tmp_path / "new")]
    (file,) = json.loads(run(*added, "--edition", EDITION.edition).stdout)["files"]
    assert file["condition"] == condition
    assert codes == {row["code"] for row in file["diagnostics"]} & {"incomplete", "texts-differ"}

    db = tmp_path / "kb.sqlite"
    report = ingest(tmp_path / "archive", db, jobs=1)
    assert codes == {row.code for row in report.diagnostics} & {"incomplete", "texts-differ"}
    with open_store(db) as store:
        (edition,) = store.editions()
        assert [witness.condition for witness in edition.witnesses] == [condition]
        assert edition.condition == condition_of_edition
        assert len(store.rules(edition.id)) == len(parsed["rules"]), "what is left of it is kept"


@pytest.mark.usefixtures("sample_facts")
def test_a_copy_that_is_declared_an_excerpt_is_judged_by_itself(tmp_path: Path) -> None:
    without_chapter = re.sub(r"(?m)^603\..*\n(?:Example: .*\n)?", "", TEXT)
    for excerpt, conditions in ((False, {"damaged"}), (True, {"good"})):
        root = tmp_path / str(excerpt)
        write_copy(root, without_chapter, excerpt=excerpt)
        (health,) = json.loads(run("doctor", "--archive", str(root), "--json", "--jobs", "1").stdout)
        assert {health["condition"]} == conditions
        (copy,) = load_archive(root).entries[0].copies
        assert copy.excerpt is excerpt
        assert ('"excerpt": true' in (root / "manifest.json").read_text()) is excerpt


def test_the_sample_declares_its_copies_excerpts() -> None:
    assert all(copy.excerpt for entry in load_archive(SAMPLE).entries for copy in entry.copies)


def test_a_sample_copy_is_compared_with_the_sample_and_a_real_one_with_the_ledger(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        own = comprules.parse(TEXT.encode())
        assert known_texts.choose_known_texts(own, store) is store
        other = replace(own, rules=(), glossary=())
        assert known_texts.choose_known_texts(other, store) is known_texts.shipped_ledger()
        assert known_texts.choose_known_texts(own, None) is known_texts.shipped_ledger()


def test_without_a_ledger_a_copy_is_judged_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise no archive could be read to make a ledger of a new format."""

    def refuse(path: Path) -> Ledger:
        raise LedgerError(f"{path}: no ledger")

    monkeypatch.setattr(known_texts, "shipped_ledger", cache(known_texts.shipped_ledger.__wrapped__))
    monkeypatch.setattr(known_texts, "open_ledger", refuse)
    document = comprules.parse(TEXT.encode())
    judgement = known_texts.judge_by_known_texts(document)
    assert (judgement.condition, judgement.extent) == ("good", None)
    assert open_ledger is not refuse


def test_a_knowledge_base_that_cannot_be_read_is_no_reason_not_to_parse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = tmp_path / "old.sqlite"
    foreign.write_bytes(b"a knowledge base of another version")
    monkeypatch.setenv("COMPRULES_DB", str(foreign))
    result = run("parse", str(SAMPLE / EDITION.copies[0].file), "--json")
    assert (result.exit_code, json.loads(result.stdout)["edition"]) == (0, EDITION.edition)
    assert "compared with the ledger alone" in result.stderr
