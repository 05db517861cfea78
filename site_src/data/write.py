"""Writes the data: every document of `/api/v1/`, its schemas, its description, the feeds, the download."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph.history import History
from site_src.data.buckets import bucket_documents, bucket_names, build_of
from site_src.data.corpus import Corpus
from site_src.data.documents import (
    announcements_document,
    editions_document,
    history_document,
    manifest_document,
    moves_document,
    terms_document,
)
from site_src.data.download import DOWNLOAD, NAME, Download, compress
from site_src.data.edition_steps import EditionStep
from site_src.data.feeds import announced_in, write_feeds
from site_src.data.rule_documents import RuleDocuments
from site_src.layout.addresses import segment_of

if TYPE_CHECKING:
    from rules.store import Store
    from site_src.context import BuildContext

HERE = Path(__file__).parent
ROOT = "api/v1/"
"""Address of the data, from the site's root."""


def write_data(context: BuildContext) -> Download:
    """Write the data, the feeds and the download; return the facts about the download.

    The same knowledge base gives the same bytes.
    """
    context.progress("writing the data")
    folder = context.site_dir / ROOT
    corpus = context.corpus
    steps = context.steps
    for name, document in documents(context.store, corpus, steps):
        write_json(folder / f"{name}.json", document)
    shutil.copytree(HERE / "schema", folder / "schema", dirs_exist_ok=True)
    shutil.copy(HERE / "openapi.json", folder / "openapi.json")
    write_feeds(context.site_dir, corpus, steps, context.shell.site_url, announced_in(History(context.store), steps))
    context.progress("compressing the knowledge base")
    return compress(context.store.path, context.site_dir / DOWNLOAD / NAME)


def documents(store: Store, corpus: Corpus, steps: Sequence[EditionStep]) -> Iterator[tuple[str, Any]]:
    """Yield every document with its name: its address below `/api/v1/` without `.json`."""
    texts = {(edition, row.key): row.text for edition, content in corpus.contents.items() for row in content.rows}
    numbers = History(store)
    histories = numbers.by_lineage
    yield "editions", editions_document(store)
    yield "terms", terms_document(store)
    yield "announcements", announcements_document(numbers)
    buckets = bucket_names(corpus, {lineage: history[-1].key for lineage, history in histories.items()})
    build = build_of(corpus, buckets)
    versions = [version for history in histories.values() for version in history]
    yield "history", {"build": build, **history_document(numbers, corpus, versions, texts)}
    for name, document in bucket_documents(corpus, buckets, build):
        yield f"texts/{name}", document
    counts = store.counts()
    for edition, content in corpus.contents.items():
        manifest = manifest_document(corpus, content, counts[edition], buckets, histories)
        yield f"e/{edition}/manifest", {"build": build, **manifest}
    for step in steps:
        yield f"moves/{step.previous}..{step.edition}", moves_document(step)
    yield from _of_rules(RuleDocuments(store, corpus, numbers, texts))


def _of_rules(made: RuleDocuments) -> Iterator[tuple[str, Any]]:
    for key, document in made.rules():
        yield f"rule/{segment_of(key)}", document
    for lineage, document in made.lineages():
        yield f"id/{segment_of(lineage)}", document


def write_json(target: Path, document: object) -> None:
    """Write a document as compact JSON in UTF-8."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
