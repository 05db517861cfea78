"""The pages about the data: `/api/` for programmers, and `/download/` with the compressed knowledge base."""

import json
from pathlib import Path
from typing import Any

from rules.files import hash_file
from rules.numbers import chapter_of
from rules.records import COMPREHENSIVE_RULES
from site_src.addresses import lineage_file, references_file, segment_of
from site_src.context import BuildContext
from site_src.data.compression import compress
from site_src.data.corpus import Corpus, ManifestRow
from site_src.data.description import KINDS
from site_src.data.write import ROOT
from site_src.markup.shell import Frame
from site_src.markup.words import edition_in_words, size_in_words

DOWNLOAD = "download/"
"""Address of the download page; the file is below it."""
_FILE_NAME = "comprules.sqlite.xz"
_EMPTY_DOCUMENTS = (b"[]", b"{}")
"""Documents that show nothing of their kind, so that no page offers them as an example."""
_API = (
    "Every edition of the rules as static JSON, with schemas: rules by number and by lineage, editions, moves, terms."
)
_DOWNLOAD = "The whole knowledge base, every edition of the rules, as one SQLite file."


def write_data_pages(context: BuildContext) -> None:
    """Write the pages `download/` and `api/`, and the compressed knowledge base.

    The pages take their examples from the data, which must be written before.
    """
    context.progress("compressing the knowledge base")
    unpacked = context.store.path
    packed = context.site_dir / DOWNLOAD / _FILE_NAME
    compress(unpacked, packed)
    context.write(
        Frame(DOWNLOAD, "Download", _DOWNLOAD, styles=["api"]),
        "download.html.j2",
        name=_FILE_NAME,
        size=size_in_words(packed.stat().st_size),
        unpacked=size_in_words(unpacked.stat().st_size),
        sha256=hash_file(packed),
        unpacked_sha256=hash_file(unpacked),
        sample=context.store.is_sample,
    )
    values = api_values(context.corpus, context.site_dir / ROOT)
    context.write(Frame("api/", "Data and API", _API, styles=["api"]), "api.html.j2", **values)


def api_values(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Return the values of `api.html.j2`: the documents, each with an example if there is one, and one in full."""
    files = _name_examples(corpus)
    sizes = {}
    for name, file in files.items():
        path = folder / file
        if path.is_file() and path.read_bytes().strip() not in _EMPTY_DOCUMENTS:
            sizes[name] = size_in_words(path.stat().st_size)
    number = chapter = ""
    row = example_of(corpus)
    if row:
        number = row.key
        chapter = chapter_of(row.key)
    printed_example = ""
    if "rule" in sizes:
        rule = json.loads((folder / files["rule"]).read_bytes())
        printed_example = json.dumps(rule, ensure_ascii=False, indent=2)
    return {
        "kinds": KINDS,
        "files": files,
        "sizes": sizes,
        "edition": edition_in_words(corpus.contents[corpus.latest].edition),
        "number": number,
        "chapter": chapter,
        "example": printed_example,
    }


def _name_examples(corpus: Corpus) -> dict[str, str]:
    """Return the file of an example by kind: `{"editions": "editions.json", "rule": "rule/702.40a.json", …}`.

    A kind without an example is left out; rulings, for instance, need an archive with a rulings summary.
    """
    latest = corpus.contents[corpus.latest]
    edition = latest.edition.id
    examples = {kind.name: kind.address.removeprefix("/") for kind in KINDS if not kind.parameters}
    examples["manifest"] = f"e/{edition}/manifest.json"
    examples["toc"] = f"e/{edition}/toc.json"
    examples["graph"] = "graph/latest.json"
    if latest.previous is not None:
        examples["moves"] = f"moves/{latest.previous}..{edition}.json"
    issues = [content.edition.id for content in corpus.contents.values() if content.edition.work != COMPREHENSIVE_RULES]
    if issues:
        examples["rulings"] = f"rulings/{max(issues)}.json"
    row = example_of(corpus)
    if row is not None:
        examples["rule"] = f"rule/{segment_of(row.key)}.json"
        examples["references"] = f"{references_file(row.key)}.json"
        examples["texts"] = f"texts/{chapter_of(row.key)}-1.json"
        if row.lineage:
            examples["lineages"] = f"lineages/{lineage_file(row.lineage)}.json"
    return examples


def example_of(corpus: Corpus) -> ManifestRow | None:
    """Return the record of the examples: the latest edition's first subrule that had another number, else its first.

    None if the edition has no subrules.
    """
    subrules = [row for row in corpus.contents[corpus.latest].rules if row.kind == "subrule"]
    moved = (row for row in subrules if row.lineage and not row.lineage.startswith(f"{row.key}@"))
    return next(moved, None) or next(iter(subrules), None)
