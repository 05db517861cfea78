"""Writes the data and the pages about it.

The data: every document of `/api/v1/`, its schemas, its description, the feeds, and the whole knowledge base as one
compressed file with the facts to verify it. The pages: `/api/` for programmers, `/download/`.
"""

import hashlib
import json
import lzma
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from graph.answers.change_counts import count_changes
from graph.answers.contents import list_contents
from graph.answers.editions import answer_editions, list_codes
from graph.answers.keywords import list_keywords
from graph.answers.moves import MovesAnswer, list_moves
from graph.answers.rulings import answer_rulings
from graph.answers.sightings import answer_partial_issues
from graph.answers.terms import answer_terms
from graph.history import History
from graph.restatements.tables import list_issues
from rules.links import Group, StepEnds
from rules.numbers import chapter_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.context import BuildContext
from site_src.data.announcements import Announcements, collect_announcements, pack_announcements
from site_src.data.corpus import Corpus, Manifest, ManifestRow, pack_manifest
from site_src.data.description import KINDS, make_openapi, make_schemas
from site_src.data.feeds import Steps, announced_in, write_feeds
from site_src.data.graph import make_graph
from site_src.data.history import HistoryColumns, make_columns
from site_src.data.mentions import Mention, list_mentions, make_reference_files
from site_src.data.packed_history import pack_history
from site_src.data.records import NumberDocuments, collect_now
from site_src.layout import lineage_file, references_file, segment_of
from site_src.markup.changes import in_words
from site_src.markup.shell import Frame
from site_src.markup.words import edition_in_words, size_in_words
from site_src.paths import write_json

ROOT = "api/v1/"
"""Address of the data, from the site's root."""
PACKED = "compare/"
"""Address of what the page that compares reads, from the site's root."""

DOWNLOAD = "download/"
"""Address of the download page; the file is below it."""

NAME = "comprules.sqlite.xz"
LEVEL = 3
"""Level of xz: 82 MB become 11.4 MB in 5 s; higher levels save a tenth and take five times as long."""
PIECE = 1 << 20
_API = (
    "Every edition of the rules as static JSON, with schemas: rules by number and by lineage, editions, moves, terms."
)
_DOWNLOAD = "The whole knowledge base, every edition of the rules, as one SQLite file."


def write_data(context: BuildContext) -> None:
    """Write the data and the feeds.

    The same knowledge base gives the same bytes.
    """
    context.progress("writing the data")
    folder = context.site_dir / ROOT
    packed = context.site_dir / PACKED
    corpus = context.corpus
    steps = context.steps
    for name, document in documents(context.store, corpus, steps, context.mentions):
        write_json(folder / f"{name}.json", document)
        if isinstance(document, HistoryColumns):
            # the announcements, which come later, are packed with the places of these
            lineages = document.lineages
            write_json(packed / "history.json", pack_history(document))
        if isinstance(document, Announcements):
            write_json(packed / "announced.json", pack_announcements(lineages, document))
        if isinstance(document, Manifest):
            write_json(packed / f"{document.edition.id}.json", pack_manifest(document))
    for name, schema in make_schemas().items():
        write_json(folder / "schema" / f"{name}.json", schema)
    write_json(folder / "openapi.json", make_openapi())
    announced = announced_in(History(context.store), steps)
    write_feeds(context.site_dir, corpus, steps, context.shell.site_url, announced)


def documents(
    store: Store, corpus: Corpus, steps: Steps, mentions: Sequence[Mention] | None = None
) -> Iterator[tuple[str, Any]]:
    """Yield every document with its name: its address below `/api/v1/` without `.json`.

    Args:
        store: The knowledge base.
        corpus: All editions of it.
        steps: What each edition changed.
        mentions: All references; by default they are read.
    """
    history = History(store)
    yield "editions", answer_editions(store)
    yield "terms", answer_terms(store)
    yield "history", make_columns(history, corpus)
    yield "announcements", collect_announcements(history)
    yield "now", collect_now(corpus, history.by_lineage)
    yield "keywords", list_keywords(store)
    yield "codes", list_codes(store)
    yield "pages", answer_partial_issues(store)
    for issue in list_issues(store):
        yield f"rulings/{issue}", answer_rulings(history, issue)
    for bucket in corpus.buckets():
        yield f"texts/{bucket.bucket}", bucket
    for edition, content in corpus.contents.items():
        yield f"e/{edition}/manifest", content
        yield f"e/{edition}/toc", list_contents(store, edition)
    for step, groups in steps.items():
        yield f"moves/{step.previous}..{step.edition}", _answer_moves(history, step, groups)
    yield "graph/latest", make_graph(store, corpus.latest)
    if mentions is None:
        mentions = list_mentions(store, corpus)
    references = dict(make_reference_files(mentions))
    yield "referenced", tuple(name.rpartition("/")[2] for name in references)
    yield from references.items()
    of_numbers = NumberDocuments(store, corpus, history)
    for key, number in of_numbers.numbers():
        yield f"rule/{segment_of(key)}", number
    yield "retired", of_numbers.retired()
    for name, lineages in of_numbers.lineages():
        yield f"lineages/{name}", lineages


def _answer_moves(history: History, step: StepEnds, groups: Sequence[Group]) -> MovesAnswer:
    """Return what a step changed; the records of the older edition that no group has stayed the same."""
    changed = sum(len(group.old) for group in groups)
    same = len(history.lineages(step.previous)) - changed
    return MovesAnswer(
        old=step.previous,
        new=step.edition,
        summary=count_changes(groups, same),
        in_words=" ".join(in_words(groups)),
        moves=tuple(list_moves(groups)),
    )


def compress(source: Path, target: Path) -> None:
    """Compress a file; the same file gives the same bytes (with the same version of the library)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as file, lzma.open(target, "wb", preset=LEVEL) as out:
        shutil.copyfileobj(file, out, PIECE)


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_downloads(context: BuildContext) -> None:
    """Write the data, and both pages, which take their examples from the data."""
    write_data(context)
    context.progress("compressing the knowledge base")
    unpacked = context.store.path
    packed = context.site_dir / DOWNLOAD / NAME
    compress(unpacked, packed)
    context.write(
        Frame(DOWNLOAD, "Download", _DOWNLOAD, styles=["api"]),
        "download.html.j2",
        name=NAME,
        size=size_in_words(packed.stat().st_size),
        unpacked=size_in_words(unpacked.stat().st_size),
        sha256=hash_file(packed),
        unpacked_sha256=hash_file(unpacked),
        sample=context.store.is_sample,
    )
    values = api_values(context.corpus, context.site_dir / ROOT)
    context.write(Frame("api/", "Data", _API, styles=["api"]), "api.html.j2", **values)


def api_values(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Return the values of `api.html.j2`: the documents, each with an example if there is one, and one in full."""
    names = _name_examples(corpus)
    files = {kind.name: f"{names.get(kind.name, kind.name)}.json" for kind in KINDS}
    sizes = {}
    for name, file in files.items():
        if (folder / file).is_file():
            size = (folder / file).stat().st_size
            sizes[name] = size_in_words(size)
    number = chapter = example = ""
    row = example_of(corpus)
    if row:
        number = row.key
        chapter = chapter_of(row.key)
    if "rule" in sizes:
        rule = json.loads((folder / files["rule"]).read_bytes())
        example = json.dumps(rule, ensure_ascii=False, indent=2)
    return {
        "kinds": KINDS,
        "files": files,
        "sizes": sizes,
        "edition": edition_in_words(corpus.contents[corpus.latest].edition),
        "number": number,
        "chapter": chapter,
        "example": example,
    }


def _name_examples(corpus: Corpus) -> dict[str, str]:
    """Return the name of an example of each kind of document that is not called by its kind; empty for none."""
    latest = corpus.contents[corpus.latest]
    edition = latest.edition.id
    issues = [content.edition.id for content in corpus.contents.values() if content.edition.work != COMPREHENSIVE_RULES]
    names = {
        "rule": "",
        "lineages": "",
        "manifest": f"e/{edition}/manifest",
        "references": "",
        "graph": "graph/latest",
        "toc": f"e/{edition}/toc",
        "rulings": f"rulings/{max(issues, default='')}",
        "texts": "texts/",
        "moves": f"moves/{latest.previous}..{edition}",
    }
    row = example_of(corpus)
    if row is not None:
        names["rule"] = f"rule/{segment_of(row.key)}"
        names["references"] = references_file(row.key)
        names["texts"] = f"texts/{chapter_of(row.key)}-1"
        if row.lineage:
            names["lineages"] = f"lineages/{lineage_file(row.lineage)}"
    return names


def example_of(corpus: Corpus) -> ManifestRow | None:
    """Return the example: the latest edition's first subrule that had another number, else its first subrule."""
    subrules = [row for row in corpus.contents[corpus.latest].rules if row.kind == "subrule"]
    moved = (row for row in subrules if row.lineage and not row.lineage.startswith(f"{row.key}@"))
    return next(moved, None) or next(iter(subrules), None)
