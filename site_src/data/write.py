"""Writes the data: every document of `/api/v1/`, its schemas, its description, the feeds, the download."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from graph.answers.comparison import MovesAnswer, count_changes, list_moves
from graph.answers.edition import answer_editions
from graph.answers.lists import list_codes, list_contents, list_keywords
from graph.answers.term import answer_terms
from graph.history import History
from rules.store import Store
from site_src.context import BuildContext
from site_src.data.announcements import collect_announcements
from site_src.data.buckets import bucket_names, make_buckets
from site_src.data.columns import make_columns
from site_src.data.corpus import Corpus
from site_src.data.description import make_openapi, make_schemas
from site_src.data.download import DOWNLOAD, NAME, Download, compress
from site_src.data.edition_steps import EditionStep
from site_src.data.feeds import announced_in, write_feeds
from site_src.data.manifest import Manifest, ManifestMaker
from site_src.data.now import collect_now
from site_src.data.numbers import NumberDocuments
from site_src.data.packed import pack_announcements, pack_history, pack_manifest
from site_src.layout.addresses import segment_of

ROOT = "api/v1/"
"""Address of the data, from the site's root."""
HISTORY, ANNOUNCEMENTS = "history", "announcements"
PACKED = "compare/"
"""Address of what the page that compares reads, from the site's root."""


def write_data(context: BuildContext) -> Download:
    """Write the data, the feeds and the download; return the facts about the download.

    The same knowledge base gives the same bytes.
    """
    context.progress("writing the data")
    folder, packed = (context.site_dir / root for root in (ROOT, PACKED))
    corpus = context.corpus
    steps = context.steps
    compared = {}
    for name, document in documents(context.store, corpus, steps):
        write_json(folder / f"{name}.json", document)
        if name in (HISTORY, ANNOUNCEMENTS):
            compared[name] = document
        if isinstance(document, Manifest):
            write_json(packed / f"{document.edition.id}.json", pack_manifest(document))
    write_json(packed / "history.json", pack_history(compared[HISTORY]))
    write_json(packed / "announced.json", pack_announcements(compared[HISTORY], compared[ANNOUNCEMENTS]))
    for name, schema in make_schemas().items():
        write_json(folder / "schema" / f"{name}.json", schema)
    write_json(folder / "openapi.json", make_openapi())
    write_feeds(context.site_dir, corpus, steps, context.shell.site_url, announced_in(History(context.store), steps))
    context.progress("compressing the knowledge base")
    return compress(context.store.path, context.site_dir / DOWNLOAD / NAME)


def documents(store: Store, corpus: Corpus, steps: Sequence[EditionStep]) -> Iterator[tuple[str, Any]]:
    """Yield every document with its name: its address below `/api/v1/` without `.json`."""
    texts = {(edition, row.key): row.text for edition, content in corpus.contents.items() for row in content.rows}
    history = History(store)
    yield "editions", answer_editions(store)
    yield "terms", answer_terms(store)
    yield ANNOUNCEMENTS, collect_announcements(history)
    buckets = bucket_names(corpus)
    every_version = [version for versions in history.by_lineage.values() for version in versions]
    yield HISTORY, make_columns(history, corpus, every_version, texts)
    yield "now", collect_now(corpus, history.by_lineage)
    yield "keywords", list_keywords(store)
    yield "codes", list_codes(store)
    for bucket in make_buckets(corpus, buckets):
        yield f"texts/{bucket.bucket}", bucket
    counts = store.counts()
    manifests = ManifestMaker(corpus, buckets)
    for edition, content in corpus.contents.items():
        yield f"e/{edition}/manifest", manifests.make(content, counts[edition])
        yield f"e/{edition}/toc", list_contents(store, edition)
    for step in steps:
        moves = MovesAnswer(
            old=step.previous,
            new=step.edition,
            summary=count_changes(step.groups, step.same),
            in_words=step.in_words,
            moves=tuple(list_moves(step.groups)),
        )
        yield f"moves/{step.previous}..{step.edition}", moves
    made = NumberDocuments(store, corpus, history)
    for key, number in made.numbers():
        yield f"rule/{segment_of(key)}", number
    yield "retired", made.retired()
    for name, lineages in made.lineages():
        yield f"lineages/{name}", lineages


def write_json(target: Path, document: object) -> None:
    """Write a document as compact JSON in UTF-8."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(msgspec.json.encode(document) + b"\n")
