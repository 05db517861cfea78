"""Fuzzers: whatever is done to a file, each reader ends with records, or with an error of ours, and never otherwise."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pytest

from comprules.facts import SAMPLE
from comprules.lint.baseline import read_baseline
from comprules.lint.config import read_config
from graph.citations.find.finder import find_citations
from graph.references.find import find_references
from rules.errors import ComprulesError
from scraper.archive import load_archive
from scraper.documents import reading, worker
from scraper.documents.kinds import Kind
from scraper.documents.pdf import read_pdf  # noqa: F401 - in the parent, for all that are forked
from scraper.documents.word import read_word  # noqa: F401 - as above
from scraper.parse import parse_bytes
from tests.attack.rounds import mutated, rounds
from tests.comprules.running import read_output, run
from tests.scraper.document_files import make_docx, make_pdf

GOLDENS = Path(__file__).parents[1] / "goldens"
TEXT = (SAMPLE / "editions" / "2026-04-17").iterdir().__next__().read_bytes()


def goldens(folder: str, *suffixes: str) -> list[bytes]:
    paths = sorted(path for path in (GOLDENS / folder).iterdir() if path.suffix in suffixes and path.suffix != ".json")
    return [path.read_bytes() for path in paths]


def sources() -> dict[str, list[bytes]]:
    short = TEXT.decode("utf-8-sig")[:6_000]
    found = {name: goldens(name, ".txt", ".html", ".md") for name in READERS if name not in SLOW}
    return {**found, "official": [TEXT, *found["official"]], "pdf": [make_pdf(short)], "word": [make_docx(short)]}


READERS = ("official", "crystal-keep", "ebook", "rules-site", "rulings-summary", "pdf", "word")
SLOW = {"pdf", "word"}
"""Read in processes of their own, which are forked here: to start Python takes ten times what the reading does."""


def read_in_fork(data: bytes, kind: Kind) -> tuple[bytes, bool]:
    """What the worker writes before it ends or is stopped, and whether it ends."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        worker.limit(worker.SECONDS, 2 * worker.MEMORY)
        with os.fdopen(writer, "wb") as output:
            for message in worker.read(kind, data):
                output.write(msgspec.json.encode(message) + b"\n")
                output.flush()
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as output:
        answer = output.read()
    return answer, os.waitpid(child, 0)[1] == 0


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_documents(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_ask_worker", read_in_fork)
    samples = sources()[reader]
    assert samples
    read = 0
    for seed, chance in rounds(12 if reader in SLOW else 120, reader):
        data = mutated(chance.choice(samples), chance)
        dialect = None if reader in SLOW or chance.random() < 0.5 else reader
        read += _is_read(partial(parse_bytes, data, "mutant", dialect), seed)
    assert read or reader in SLOW, "not one was read"


def _is_read(work: Callable[[], object], seed: int) -> bool:
    try:
        work()
    except ComprulesError:
        return False
    except BaseException as error:
        error.add_note(f"seed {seed}")
        raise
    return True


CITING: Sequence[bytes] = (
    b'// CR 702.40a (storm), rules 100.1-100.4 and 601.2a\n/* see rule 704.5g, "Illegal auras" as of 2009-07-11 */\n',
    b"# comprules: ignore[CR001]\nfn cr_702_36e() {}  # 509.1b, Comp. Rules 613.7d\n| 100.1 | General |\n",
)


@pytest.mark.long
def test_texts_that_cite() -> None:
    for seed, chance in rounds(300, "citations"):
        text = mutated(chance.choice(CITING), chance).decode("utf-8", chance.choice(("replace", "surrogateescape")))
        for find in (find_citations, find_references.__wrapped__):
            _is_read(partial(find, text), seed)
        if seed % 20 == 0:
            result = run("check", "-", "--json", "--no-config", stdin=text.encode("utf-8", "surrogateescape"))
            assert result.exit_code in {0, 1}, f"seed {seed}: {result.stderr}"
            json.loads(result.stdout)


CONFIGURATION = b"""edition = "M10"
ignore = ["CR003"]
exclude = ["a/*.txt", "**/b"]
max-size = 5
[per-file-ignores]
"x/**" = ["CR001"]
[folder-editions]
"y/**" = "2009-07-11"
"""


@pytest.mark.long
def test_configurations_baselines_and_manifests(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.txt").write_text("CR 999.9z\n")
    read_output("check", str(tmp_path / "tree"), "--write-baseline", "--baseline", str(tmp_path / "known.json"))
    known = (tmp_path / "known.json").read_bytes()
    manifest = (SAMPLE / "manifest.json").read_bytes()
    config, baseline = tmp_path / "comprules.toml", tmp_path / "baseline.json"
    for seed, chance in rounds(300, "settings"):
        config.write_bytes(mutated(CONFIGURATION, chance))
        _is_read(partial(read_config, config), seed)
        baseline.write_bytes(mutated(known, chance))
        _is_read(partial(read_baseline, baseline), seed)
        (tmp_path / "manifest.json").write_bytes(mutated(manifest, chance))
        _is_read(partial(load_archive, tmp_path), seed)
        if seed % 20 == 0:
            options = ("--config", str(config), "--baseline", str(baseline), "--jobs", "1")
            result = run("check", str(tmp_path / "tree"), *options)
            assert result.exit_code in {0, 1, 2}, f"seed {seed}: {result.output}"
            assert "unexpectedly" not in result.output, f"seed {seed}: {result.output}"
